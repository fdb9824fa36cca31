# SPDX-License-Identifier: GPL-3.0-or-later
"""Kits of DrumGizmo: a pair of microphones that hear all, at the left and the right."""
from kit_peers.cases import Case, Chance, Heard, Moment, Stroke, strike
from kit_peers.sounds import sides, tone

# A tone that both microphones hear is as loud on each side as one that is panned there.
BOTH = 3.01
A, B, C = [Heard(500, BOTH)], [Heard(800, BOTH - 9)], [Heard(1300, BOTH - 20)]
SOUNDS = {"a.wav": tone(500), "b.wav": tone(800, decibels=-9), "c.wav": tone(1300, decibels=-20)}


def kit(**attributes):
    """The kit's file: an instrument for each name, with more of its element."""
    instruments = "".join(
        f'<instrument name="{name}" file="{name}.xml"{extra if not extra.startswith("<") else ""}>'
        '<channelmap in="l" out="OH left"/><channelmap in="r" out="OH right"/>'
        f'{extra if extra.startswith("<") else ""}</instrument>' for name, extra in attributes.items())
    return ('<?xml version="1.0"?><drumkit version="2.0" name="small" description="" samplerate="48000"><metadata>'
            '<defaultmidimap src="midimap.xml"/></metadata><channels>'
            f'<channel name="OH left"/><channel name="OH right"/></channels><instruments>{instruments}</instruments></drumkit>')


def instrument(name, *samples, ranges="", version="2.0"):
    """An instrument's file: for each sample its name, its file, and what else its element says."""
    text = "".join(f'<sample name="{own}" {extra}><audiofile channel="l" file="{file}" filechannel="1"/>'
                   f'<audiofile channel="r" file="{file}" filechannel="{2 if "sides" in file else 1}"/></sample>'
                   for own, file, extra in samples)
    return f'<?xml version="1.0"?><instrument version="{version}" name="{name}"><samples>{text}</samples>{ranges}</instrument>'


def midimap(notes):
    return "<midimap>" + "".join(f'<map note="{note}" instr="{name}"/>' for name, note in notes.items()) + "</midimap>"


def case(kind, name, strokes, instruments, notes, attributes=None, sounds=None, **more):
    files = {f"{own}.xml": text for own, text in instruments.items()} | {"midimap.xml": midimap(notes)}
    return Case(f"drumgizmo {kind}", name, kit(**(attributes or {own: "" for own in instruments})), strokes, peer="drumgizmo",
                map=notes, files=files, sounds=sounds or SOUNDS, **more)


def ranges(*velocities):
    return "<velocities>" + "".join(
        f'<velocity lower="{low}" upper="{high}">' + "".join(
            f'<sampleref name="{name}" probability="{share}"/>' for name, share in names.items()) + "</velocity>"
        for low, high, names in velocities) + "</velocities>"


KICK, SNARE = {"kick": 36}, {"kick": 36, "snare": 38}
LONG = {"long.wav": tone(650, seconds=1.2), "e.wav": tone(3400)}
TWO_LONG = {"kick": instrument("kick", ("k", "long.wav", 'power="1"')),
            "snare": instrument("snare", ("s", "e.wav", 'power="1"'))}

LATE = "drumgizmo reads MIDI files in blocks, and strikes up to 20 ms early or late"

DRUMGIZMO = [
    case("level", "one sample at full power", strike(36), {"kick": instrument("kick", ("k", "a.wav", 'power="1"'))}, KICK,
         heard=[A]),
    case("layers", "by power", strike((36, 127), (36, 2)),
         {"kick": instrument("kick", ("k1", "c.wav", 'power="0.02"'), ("k2", "b.wav", 'power="0.07"'),
                             ("k3", "a.wav", 'power="0.2"'))}, KICK, heard=[A, C]),
    case("layers", "by ranges of velocity, as in version 1.0", strike((36, 127), (36, 64), (36, 20)),
         {"kick": instrument("kick", ("k1", "c.wav", ""), ("k2", "b.wav", ""), ("k3", "a.wav", ""), version="1.0",
                             ranges=ranges((0, 0.3, {"k1": 1}), (0.3, 0.7, {"k2": 1}), (0.7, 1, {"k3": 1})))},
         KICK, heard=[A, B, C]),
    case("turns", "by probability", [Stroke(36) for _ in range(16)],
         {"kick": instrument("kick", ("k1", "a.wav", ""), ("k2", "d.wav", ""), version="1.0",
                             ranges=ranges((0, 1, {"k1": 0.5, "k2": 0.5})))}, KICK,
         sounds={"a.wav": tone(500), "d.wav": tone(1000)}, within=3, chance=Chance([A, [Heard(1000, BOTH)]])),
    case("turns", "two samples of one power", [Stroke(36) for _ in range(16)],
         {"kick": instrument("kick", ("k1", "a.wav", 'power="0.2"'), ("k2", "d.wav", 'power="0.2"'))}, KICK,
         sounds={"a.wav": tone(500), "d.wav": tone(1000)}, within=3, chance=Chance([A, [Heard(1000, BOTH)]])),
    case("sides", "a file with two channels", strike(36), {"kick": instrument("kick", ("k", "sides.wav", 'power="1"'))}, KICK,
         sounds={"sides.wav": sides(1000, 1600)}, heard=[[Heard(1000, 0, -45), Heard(1600, 0, 45)]]),
    case("choke", "instruments of one group", [Stroke(36), Stroke(38, at=0.5)], TWO_LONG, SNARE, sounds=LONG,
         attributes={"kick": ' group="one"', "snare": ' group="one"'}, moments=[Moment(0, 650, False, 334, tolerance=10)],
         peer_errs=LATE),
    case("choke", "one that names another, with a choketime", [Stroke(36), Stroke(38, at=0.5)], TWO_LONG, SNARE, sounds=LONG,
         attributes={"kick": "", "snare": '<chokes><choke instrument="kick" choketime="200"/></chokes>'},
         moments=[Moment(0, 650, False, 400, tolerance=10)], peer_errs=LATE),
    case("choke", "instruments of two groups ring on", [Stroke(36), Stroke(38, at=0.5)], TWO_LONG, SNARE, sounds=LONG,
         attributes={"kick": ' group="one"', "snare": ' group="two"'}, moments=[Moment(0, 650, False, 1200, within=1.5)],
         peer_errs=LATE),
]
