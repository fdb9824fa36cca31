# SPDX-License-Identifier: GPL-3.0-or-later
"""Strikes the drums of a kit in Flam: a silent take becomes a session, strokes are written into it, and it is replayed."""
import json
import subprocess
from pathlib import Path

from kit_peers.measure import Recording
from kit_peers.sounds import RATE, write_silence

# So far below full scale that Flam limits nothing; made up for in what is measured.
GAIN = -12


class Failure(Exception):
    """A program could not play a kit: why."""


def run(*command, folder):
    result = subprocess.run([str(part) for part in command], cwd=folder, capture_output=True, text=True, timeout=120)
    if result.returncode:
        said = (result.stderr or result.stdout).strip().splitlines()
        raise Failure(f"{Path(command[0]).name} ends with {result.returncode}: {said[-1] if said else 'says nothing'}")
    return result.stdout


def pads(flam, kit, folder):
    return json.loads(run(flam, "kits", "show", kit, "--json", folder=folder))["pads"]


def place(listed, stroke):
    """The drum of a stroke in the kit's list; None if no drum answers its key."""
    wanted = stroke.key if stroke.pad is None else stroke.pad
    return next((index for index, pad in enumerate(listed) if pad["note"] == wanted), None)


def play(flam, case, kit, folder):
    """The recording of a case's strokes."""
    work = folder / "flam"
    work.mkdir()
    write_silence(work / "silence.wav", case.seconds)
    listed = pads(flam, kit, folder)
    run(flam, "render", work / "silence.wav", work / "empty.wav", "--kit", kit, "--kit-gain", "as-is", "--humanise", "0",
        "--variation", "round-robin", "--gain", GAIN, "--seed", "1", "--record-to", work / "sessions", folder=folder)
    session = next((work / "sessions").iterdir())
    lines = []
    for index, stroke in enumerate(case.timed()):
        pad = place(listed, stroke)
        if pad is None:
            continue
        line = {"hit": (1 << 56) + index + 1, "pad": pad, "key": stroke.key, "velocity": stroke.velocity / 127}
        lines.append(line | {"action": "start", "frame": round(stroke.at * RATE)})
        if stroke.is_held:
            lines.append(line | {"action": "noteOff", "frame": round(stroke.until * RATE)})
    lines.sort(key=lambda line: line["frame"])
    (session / "strokes.jsonl").write_text("".join(
        json.dumps({"turn": line | {"askedFrame": line["frame"]}}) + "\n" for line in lines))
    run(flam, "replay", session, work / "played.wav", folder=folder)
    recording = Recording([work / "played.wav"])
    recording.gain = 10 ** (-GAIN / 20)
    return recording
