# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares what two programs sound like, or one with what the format says."""
import math
from dataclasses import dataclass

from kit_peers.measure import FLOOR, decibels, level, moment, tones
from kit_peers.sounds import LEVEL, RATE

PAN_TOLERANCE, CENT_TOLERANCE = 0.1, 1
# Further apart than this, in cents, two tones are two sounds.
SAME_TONE = 60
# A side this much softer than the other is silent.
SILENT_SIDE = 45


@dataclass
class Tone:
    hertz: float
    decibels: float
    pan: float


@dataclass
class Fact:
    """One thing that is compared: what each of the two says, and if they agree."""
    what: str
    first: str
    second: str
    holds: bool
    # How far apart, in tolerances.
    size: float = 0


def heard(case, recording):
    """The tones at each stroke."""
    found = []
    for stroke in case.timed():
        start = round((stroke.at + case.after) * RATE)
        found.append([Tone(hertz, decibels(math.hypot(left, right) / LEVEL), side_difference(left, right))
                      for hertz, left, right in tones(recording, start)])
    return found


def side_difference(left, right):
    difference = decibels(right) - decibels(left)
    return max(-SILENT_SIDE, min(SILENT_SIDE, difference))


def measure(case, recording):
    """All that a case asks of a recording."""
    strokes = case.timed()

    def frame(number):
        return round(strokes[number].at * RATE)

    result = {"heard": heard(case, recording), "levels": [], "moments": []}
    for each in case.levels:
        count = round(each.window * RATE / 1000)
        result["levels"].append([
            decibels(level(recording, each.hertz, frame(each.stroke) + round(at * RATE / 1000) - count // 2, count) / LEVEL)
            for at in each.moments])
    for each in case.moments:
        start = frame(each.stroke)
        found = moment(recording, each.hertz, start - 480 if each.rises else start + 240,
                       start + round(each.within * RATE), each.rises)
        result["moments"].append(None if found is None else (found - start) * 1000 / RATE)
    return result


def formula(case):
    """The same as the format says it; None where it says nothing."""
    def tones_of(stroke):
        return [Tone(each.hertz, each.decibels, max(-SILENT_SIDE, min(SILENT_SIDE, each.pan))) for each in stroke]

    return {"heard": [tones_of(stroke) for stroke in case.heard] if case.heard is not None else None,
            "levels": [each.decibels for each in case.levels],
            "moments": [each.milliseconds for each in case.moments]}


def has_formula(case):
    return (case.heard is not None or case.chance is not None or any(each.decibels for each in case.levels)
            or any(each.milliseconds is not None for each in case.moments))


def text(tone):
    return f"{tone.hertz:.0f} Hz {tone.decibels:.1f} dB" + (f" R-L {tone.pan:+.1f}" if abs(tone.pan) >= 0.05 else "")


def all_text(found):
    return " + ".join(map(text, found)) or "silence"


def facts(case, first, second):
    """What two results say of everything that both know."""
    found = []
    if case.asks_for_tones and first["heard"] is not None and second["heard"] is not None:
        for number, (one, other) in enumerate(zip(first["heard"], second["heard"])):
            found += tone_facts(case, number, one, other)
    for each, one, other in zip(case.levels, first["levels"], second["levels"]):
        if one is None or other is None:
            continue
        for at, a, b in zip(each.moments, one, other):
            a, b = max(a, FLOOR), max(b, FLOOR)
            what = f"stroke {each.stroke + 1}, {each.hertz:.0f} Hz after {at:g} ms"
            found.append(Fact(what, f"{a:.1f} dB", f"{b:.1f} dB", abs(a - b) <= case.within, abs(a - b) / case.within))
    for each, one, other in zip(case.moments, first["moments"], second["moments"]):
        if other is None and (second.get("is_formula") or one is None):
            continue
        what = f"stroke {each.stroke + 1}, {each.hertz:.0f} Hz {'begins' if each.rises else 'ends'}"
        apart = abs(one - other) if one is not None and other is not None else math.inf
        found.append(Fact(what, said(one), said(other), apart <= each.tolerance, apart / each.tolerance))
    return found


def said(milliseconds):
    return "never" if milliseconds is None else f"{milliseconds:.1f} ms"


def tone_facts(case, number, one, other):
    stroke = case.strokes[number]
    name = f"stroke {number + 1} (key {stroke.key}, velocity {stroke.velocity})"
    pairs, left = [], list(other)
    for tone in one:
        near = min(left, key=lambda each: abs(cents(each, tone)), default=None)
        if near is None or abs(cents(near, tone)) > SAME_TONE:
            pairs = None
            break
        left.remove(near)
        pairs.append((tone, near))
    if pairs is None or left:
        return [Fact(name, all_text(one), all_text(other), False, 100)]
    found = []
    for a, b in pairs:
        apart = [abs(a.decibels - b.decibels) / case.within, abs(a.pan - b.pan) / PAN_TOLERANCE,
                 abs(cents(a, b)) / CENT_TOLERANCE]
        shown = (text(a), text(b))
        if apart[2] > 1:
            shown = (f"{a.hertz:.2f} Hz", f"{b.hertz:.2f} Hz")
        found.append(Fact(name, *shown, max(apart) <= 1, max(apart)))
    return found or [Fact(name, "silence", "silence", True)]


def cents(one, other):
    return 1200 * math.log2(one.hertz / other.hertz)


def chance_facts(case, result):
    """Each stroke is one of the choices, and each choice comes."""
    chance, came, found = case.chance, set(), []
    spread = {}
    for number, stroke in enumerate(result["heard"]):
        index = next((index for index, choice in enumerate(chance.choices) if is_choice(case, choice, stroke)), None)
        if index is None:
            possible = " or ".join(all_text([Tone(each.hertz, each.decibels, each.pan) for each in choice])
                                   for choice in chance.choices)
            found.append(Fact(f"stroke {number + 1}", all_text(stroke), possible, False, 100))
        else:
            came.add(index)
            for tone in stroke:
                spread.setdefault("decibels", []).append(tone.decibels)
                spread.setdefault("cents", []).append(1200 * math.log2(tone.hertz))
    missing = [all_text([Tone(each.hertz, each.decibels, each.pan) for each in choice])
               for index, choice in enumerate(chance.choices) if index not in came]
    found.append(Fact(f"choices in {len(case.strokes)} strokes", f"{len(came)} of {len(chance.choices)}",
                      "all" if not missing else f"also {missing[0]}", not missing, 50 if missing else 0))
    for name, most in (("decibels", chance.decibels), ("cents", chance.cents)):
        values = spread.get(name, [])
        if most and values:
            wide = max(values) - min(values)
            found.append(Fact(f"spread by chance, {name}", f"{wide:.1f}", f"{most / 2:.1f} to {most:.1f}",
                              most / 2 <= wide <= 1.1 * most, 20))
    return found


def is_choice(case, choice, stroke):
    chance = case.chance
    if len(choice) != len(stroke):
        return False
    return all(abs(one.decibels - other.decibels) <= case.within + chance.decibels
               and abs(cents(one, other)) <= CENT_TOLERANCE + chance.cents and abs(one.pan - other.pan) <= PAN_TOLERANCE
               for one, other in zip(sorted(choice, key=lambda each: each.hertz), stroke))
