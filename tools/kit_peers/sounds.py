# SPDX-License-Identifier: GPL-3.0-or-later
"""Sound files of pure tones. Each tone has a frequency of its own, so that what sounds can be told from the spectrum."""
import functools
import math
import struct
from dataclasses import dataclass

RATE = 48000
# Of a tone at its full level, 0...1: soft enough that no limiter touches a few of them together.
LEVEL = 0.2


@dataclass(frozen=True)
class Part:
    """A stretch of a sound: tones in hertz on each side, its length and its level."""
    left: tuple
    right: tuple
    seconds: float
    decibels: float = 0


def tone(hertz, seconds=0.22, decibels=0):
    """The same tone on both sides, in a file of one channel."""
    return (Part((hertz,), (hertz,), seconds, decibels),)


def chord(hertz, seconds=0.22, decibels=0):
    """Several tones together, in a file of one channel."""
    return (Part(tuple(hertz), tuple(hertz), seconds, decibels),)


def sides(left, right, seconds=0.22):
    """A tone on the left and another one on the right, in a file of two channels."""
    return (Part((left,), (right,), seconds),)


def steps(*hertz, seconds=0.05):
    """One tone after the other."""
    return tuple(Part((each,), (each,), seconds) for each in hertz)


def silence(seconds):
    return (Part((), (), seconds),)


@functools.cache
def content(parts, rate):
    """A WAV of 24 bits. A tone begins at its peak: no player waits for it."""
    stereo = any(part.left != part.right for part in parts)
    data = bytearray()
    for part in parts:
        count = round(part.seconds * rate)
        gain = LEVEL * 10 ** (part.decibels / 20) * 8388607
        columns = [wave(hertz, count, gain, rate) for hertz in ((part.left, part.right) if stereo else (part.left,))]
        if not any(columns):
            data += bytes(3 * count * len(columns))
            continue
        for frame in range(count):
            for column in columns:
                data += (column[frame] if column else 0).to_bytes(3, "little", signed=True)
    channels = 2 if stereo else 1
    head = struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + len(data), b"WAVE", b"fmt ", 16, 1, channels, rate,
                       3 * channels * rate, 3 * channels, 24, b"data", len(data))
    return head + bytes(data)


def wave(tones, count, gain, rate):
    """The sum of some tones, as whole numbers; empty for none."""
    turns = [2 * math.pi * each / rate for each in tones]
    return [round(gain * sum(math.cos(turn * frame) for turn in turns)) for frame in range(count)] if turns else []


def write(path, parts, rate=RATE):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content(parts, rate))


def write_silence(path, seconds):
    """A take in which nothing is heard."""
    write(path, silence(seconds))
