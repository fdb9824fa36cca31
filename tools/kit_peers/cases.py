# SPDX-License-Identifier: GPL-3.0-or-later
"""What a case is: a small kit, strokes, and what must be heard."""
import math
from dataclasses import dataclass, field

from kit_peers.sounds import sides, tone

# Between strokes that say nothing of their time, in seconds.
APART = 0.3
FIRST = 0.2

# Sounds that every kit may name. Each has a frequency of its own.
SOUNDS = {
    "a.wav": tone(500), "b.wav": tone(800), "c.wav": tone(1300), "d.wav": tone(2100), "e.wav": tone(3400),
    "f.wav": tone(5500), "long.wav": tone(650, seconds=1.2), "long2.wav": tone(1700, seconds=1.2),
    "sides.wav": sides(1000, 1600), "soft.wav": tone(500, decibels=-20), "middle.wav": tone(800, decibels=-9),
}


@dataclass
class Stroke:
    key: int
    velocity: int = 127
    # When it is struck, in seconds; None for a while after the one before.
    at: float | None = None
    # When its key is let go; None for the end of all.
    until: float | None = None
    # The key by which Flam lists the drum, where it has several keys.
    pad: int | None = None
    # The kit says that its sound ends with the note.
    is_held: bool = False


@dataclass
class Heard:
    """A tone that must be heard: its frequency, its level (0 for a full tone at the hardest stroke) and how much louder the
    right side is, in decibels."""
    hertz: float
    decibels: float = 0
    pan: float = 0


@dataclass
class Levels:
    """The level of a tone at some moments, in milliseconds after a stroke."""
    stroke: int
    hertz: float
    moments: list
    decibels: list | None = None
    # How long each is looked at, in milliseconds.
    window: float = 8


@dataclass
class Moment:
    """When a tone begins or ends, in milliseconds after a stroke."""
    stroke: int
    hertz: float
    rises: bool
    # As the format says it; None where it says nothing.
    milliseconds: float | None = None
    # How long it is looked for, in seconds.
    within: float = 0.6
    tolerance: float = 1


@dataclass
class Chance:
    """Sounds that are drawn by chance: what may be heard at a stroke. All must come."""
    choices: list
    # Each stroke draws at most so far from the middle: in decibels, cents, and milliseconds.
    decibels: float = 0
    cents: float = 0


@dataclass
class Case:
    kind: str
    name: str
    kit: str
    strokes: list
    # What is heard at each stroke: a list for each; None where there is no formula.
    heard: list | None = None
    levels: list = field(default_factory=list)
    moments: list = field(default_factory=list)
    chance: Chance | None = None
    # Sounds beside the usual ones, by their file, and other files.
    sounds: dict = field(default_factory=dict)
    files: dict = field(default_factory=dict)
    # The sample rates of sounds, where they are not the usual one.
    rates: dict = field(default_factory=dict)
    peer: str = "sfizz"
    # Why the peer is no reference here; the formula is.
    peer_errs: str = ""
    # The note of each drum, for DrumGizmo.
    map: dict = field(default_factory=dict)
    # How far levels may differ, in decibels. Cases that ask which sound answers need not ask how loud it is.
    within: float = 0.5
    # From a stroke to where the tones are looked at, in seconds.
    after: float = 0.02

    def timed(self):
        """The strokes with their times."""
        last = FIRST - APART
        for stroke in self.strokes:
            if stroke.at is None:
                stroke.at = round(last + APART, 6)
            last = stroke.at
        return self.strokes

    @property
    def asks_for_tones(self):
        """What is heard at each stroke is compared, not only what else the case names."""
        return self.chance is None and (self.heard is not None or not (self.levels or self.moments))

    @property
    def seconds(self):
        return max(max(stroke.at, stroke.until or 0) for stroke in self.timed()) + (1.4 if "long" in self.kit else 0.8)


def by_velocity(velocity, track=100):
    """The usual curve of SFZ: a gain of velocity squared, as far as amp_veltrack says."""
    square = (velocity / 127) ** 2
    share = track / 100
    gain = 1 - share * (1 - square) if share >= 0 else -share * (1 - square)
    return 20 * math.log10(max(gain, 1e-6))


def percent(value):
    return 20 * math.log10(value / 100)


def panned(pan):
    """Right minus left by a sine and a cosine, for a pan of -100 to 100."""
    angle = (pan + 100) / 400 * math.pi
    return 20 * math.log10(max(math.sin(angle), 1e-6) / max(math.cos(angle), 1e-6))


def raised(hertz, cents):
    return hertz * 2 ** (cents / 1200)


def falling(moments, since, seconds):
    """Decibels at some moments, in milliseconds, as envelopes of SFZ fall: by 78 dB in their time, from `since` on."""
    return [min(0, -78.17 * (moment - since) / (1000 * seconds)) for moment in moments]


def strike(*keys):
    """Strokes one after the other: keys, or keys and velocities."""
    return [Stroke(*key) if isinstance(key, tuple) else Stroke(key) for key in keys]
