# SPDX-License-Identifier: GPL-3.0-or-later
"""Other programs that play kits. Each gets the strokes as a MIDI file."""
import functools
import shutil
import struct
import tempfile
from pathlib import Path

from kit_peers.cases import Case, Stroke
from kit_peers.flam import run
from kit_peers.measure import Recording, level
from kit_peers.sounds import LEVEL, RATE, tone, write

PROGRAMS = {"sfizz": "sfizz_render", "drumgizmo": "drumgizmo"}


def found(peer):
    return shutil.which(PROGRAMS[peer])


def number(value):
    """As MIDI files write it: seven bits in each byte."""
    groups = [value & 0x7F]
    while value >> 7:
        value >>= 7
        groups.append(value & 0x7F | 0x80)
    return bytes(reversed(groups))


def midi(case):
    """A MIDI file in which a tick is a frame."""
    strokes = case.timed()
    events = []
    for stroke in strokes:
        events.append((round(stroke.at * RATE), 1, bytes([0x90, stroke.key, stroke.velocity])))
        until = case.seconds - 0.05 if stroke.until is None else stroke.until
        events.append((round(until * RATE), 0, bytes([0x80, stroke.key, 0])))
    events.sort(key=lambda event: event[:2])
    track = number(0) + bytes([0xFF, 0x51, 3]) + (500000).to_bytes(3, "big")
    last = 0
    for at, _, message in events:
        track += number(at - last) + message
        last = at
    track += number(round(case.seconds * RATE) - last) + bytes([0xFF, 0x2F, 0])
    return struct.pack(">4sIHHH", b"MThd", 6, 0, 1, RATE // 2) + struct.pack(">4sI", b"MTrk", len(track)) + track


def play(case, kit, folder):
    """The recording of a case's strokes, in which a full tone that is struck hardest has its own level."""
    recording = played(case, kit, folder)
    recording.gain = 1 / usual_gain(case.peer)
    return recording


@functools.cache
def usual_gain(peer):
    """What a player does to every sound, as a gain: sfizz plays all kits softer by 7.35 dB, and as much again as the channel
    volume of MIDI says, which is 100 of 127 at first."""
    if peer == "drumgizmo":
        return 1
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write(folder / "tone.wav", tone(500))
        (folder / "kit.sfz").write_text("<region> key=60 sample=tone.wav loop_mode=one_shot")
        case = Case("", "", "", [Stroke(60)])
        recording = played(case, folder / "kit.sfz", folder)
        return level(recording, 500, round((case.strokes[0].at + 0.1) * RATE), 2400) / LEVEL


def played(case, kit, folder):
    work = folder / "peer"
    work.mkdir()
    (work / "strokes.mid").write_bytes(midi(case))
    if case.peer == "sfizz":
        # It would read long sounds from disk while it plays, and not wait for them: all of them go into memory.
        own = kit.with_name("peer.sfz")
        own.write_text(kit.read_text(encoding="utf-8") + "\n<control> hint_ram_based=1\n", encoding="utf-8")
        run(found("sfizz"), "--sfz", own, "--midi", work / "strokes.mid", "--wav", work / "played.wav",
            "--samplerate", RATE, "--blocksize", 64, folder=folder)
        return Recording([work / "played.wav"])
    # It counts a beat of 120 a minute as a second.
    (work / "map.xml").write_text("<midimap>" + "".join(
        f'<map note="{note}" instr="{name}"/>' for name, note in case.map.items()) + "</midimap>")
    run(found("drumgizmo"), "-i", "midifile", "-I", f"file={work / 'strokes.mid'},midimap={work / 'map.xml'},speed=2",
        "-o", "wavfile", "-O", f"file={work / 'played'},srate={RATE}", "-e", round(case.seconds * RATE), kit, folder=folder)
    return Recording(sorted(work.glob("played*.wav")))
