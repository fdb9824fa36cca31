# SPDX-License-Identifier: GPL-3.0-or-later
"""Where Flam differs from other players of kits, and why. docs/kits.md says the same."""

NOT_FOLLOWED = "not followed, which 'flam play' says"

KNOWN = {
    "layers a gap between two is silent": "no stroke is silent: the nearest layer answers",
    "layers two microphones, each with its amp_veltrack": "the mix of microphones changes with every eighth velocity",
    "crossfade xf_velcurve=gain": "the mix of a crossfade changes with every eighth velocity",
    "sides pan and position together": "a pan comes after the width, not before it",
    "part loop_mode=loop_continuous": "loops are not played",
    "part loop_mode=loop_sustain": "loops are not played",
    "envelope ampeg_delay": NOT_FOLLOWED,
    "envelope ampeg_start": NOT_FOLLOWED,
    "envelope ampeg_vel2attack": NOT_FOLLOWED,
    "envelope ampeg_vel2decay, ampeg_vel2sustain": NOT_FOLLOWED,
    "filter fil_veltrack": "velocity moves filters in steps",
    "filter eq1_vel2gain": "velocity moves filters in steps",
    "filter pitcheg_, a pitch that falls": NOT_FOLLOWED,
    "choke note_polyphony=1: a softer stroke ends no harder one (note_selfmask)": "a limit of one stroke holds for all",
    "drumgizmo layers by power": "the softest strokes are softer than the softest recording",
    "drumgizmo layers by ranges of velocity, as in version 1.0": "loudness rises evenly from recording to recording",
}


def reason(case):
    """Why Flam differs in a case; None where it must not."""
    return KNOWN.get(f"{case.kind} {case.name}")
