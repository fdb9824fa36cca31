# SPDX-License-Identifier: GPL-3.0-or-later
"""What is heard in a recording: which tones, how loud, on which side, from when and until when."""
import array
import cmath
import math
import struct

RATE = 48000
WINDOW = 4096
# Softer than this no tone counts, in decibels below a full one at the hardest stroke.
FLOOR = -52.0
# How much softer a tone may be than the loudest at the same time, and still count.
RANGE = 40.0


class Recording:
    """A sound file in stereo: PCM of 16 or 24 bits, or float."""

    def __init__(self, paths):
        """One file of two channels, or two of one channel each."""
        channels = [channel for path in paths for channel in read(path)]
        self.left, self.right = channels[0], channels[-1]
        # What its samples are multiplied with, before they are measured.
        self.gain = 1

    def piece(self, side, start, count):
        samples = self.right if side else self.left
        start = max(0, start)
        found = [self.gain * sample for sample in samples[start:start + count]]
        return found + [0.0] * (count - len(found))


def read(path):
    data = path.read_bytes()
    place, form, body = 12, None, b""
    while place + 8 <= len(data):
        name, size = struct.unpack_from("<4sI", data, place)
        if name == b"fmt ":
            form = struct.unpack_from("<HHIIHH", data, place + 8)
        elif name == b"data":
            body = data[place + 8:place + 8 + size]
            break
        place += 8 + size + size % 2
    kind, count, _, _, _, bits = form
    if bits == 32:
        samples = array.array("f")
        samples.frombytes(body[:len(body) // 4 * 4])
    elif bits == 16:
        whole = array.array("h")
        whole.frombytes(body[:len(body) // 2 * 2])
        samples = array.array("f", (value / 32768 for value in whole))
    else:
        samples = array.array("f", (int.from_bytes(body[place:place + 3], "little", signed=True) / 8388608
                                    for place in range(0, len(body) - 2, 3)))
    return [samples[channel::count] for channel in range(count)]


TURNS = [cmath.exp(-2j * math.pi * k / WINDOW) for k in range(WINDOW // 2)]
HANN = [0.5 - 0.5 * math.cos(2 * math.pi * k / WINDOW) for k in range(WINDOW)]


def spectrum(samples):
    """The Fourier transform, of a power of two of values."""
    count = len(samples)
    if count == 2:
        return [samples[0] + samples[1], samples[0] - samples[1]]
    even, odd = spectrum(samples[0::2]), spectrum(samples[1::2])
    stride = WINDOW // count
    turned = [TURNS[k * stride] * odd[k] for k in range(count // 2)]
    return [a + b for a, b in zip(even, turned)] + [a - b for a, b in zip(even, turned)]


def wave(samples, hertz, window=HANN):
    """Amplitude and phase of a tone in samples, at their beginning."""
    step = cmath.exp(-2j * math.pi * hertz / RATE)
    turn, total = 1, 0
    for sample, weight in zip(samples, window):
        total += sample * weight * turn
        turn *= step
    return 2 * total / sum(window)


def tones(recording, start):
    """The tones of a window: a list of (hertz, left, right), amplitudes, the lowest first."""
    pieces = [recording.piece(side, start, WINDOW) for side in (0, 1)]
    # Both sides in one transform: the real part is the left, the imaginary one the right.
    both = spectrum([complex(a * w, b * w) for a, b, w in zip(*pieces, HANN)])
    power = []
    for k in range(WINDOW // 2):
        other = both[-k].conjugate()
        power.append(abs((both[k] + other) / 2) ** 2 + abs((both[k] - other) / 2) ** 2)
    found, top = [], 0
    while len(found) < 12:
        k = max(range(2, len(power)), key=power.__getitem__)
        rough = k * RATE / WINDOW
        loudest = max(pieces, key=lambda piece: abs(wave(piece, rough)))
        hertz = refined(loudest, rough)
        left, right = (abs(wave(piece, hertz)) for piece in pieces)
        level = math.hypot(left, right)
        top = max(top, level)
        if level < 1e-9 or decibels(level) < FLOOR - 13.98 or decibels(level) < decibels(top) - RANGE:
            break
        found.append((hertz, left, right))
        for near in range(max(0, k - 8), min(len(power), k + 9)):
            power[near] = 0
    return sorted(found)


def refined(samples, hertz):
    """The frequency of a tone near `hertz`, by how its phase moves within the window."""
    part = WINDOW * 3 // 4
    window = [0.5 - 0.5 * math.cos(2 * math.pi * k / part) for k in range(part)]
    shift = WINDOW - part
    for _ in range(3):
        first = wave(samples[:part], hertz, window)
        second = wave(samples[shift:], hertz, window)
        if not first or not second:
            break
        # `wave` counts phases from the beginning of its own piece.
        moved = cmath.phase(second / first * cmath.exp(-2j * math.pi * hertz * shift / RATE))
        hertz += moved * RATE / (2 * math.pi * shift)
    return hertz


def decibels(amplitude):
    return 20 * math.log10(max(amplitude, 1e-9))


def level(recording, hertz, start, count):
    """The amplitude of a tone in a short window, both sides together."""
    window = [0.5 - 0.5 * math.cos(2 * math.pi * (k + 0.5) / count) for k in range(count)]
    return math.hypot(*(abs(wave(recording.piece(side, start, count), hertz, window)) for side in (0, 1)))


def moment(recording, hertz, start, end, rises):
    """The frame between `start` and `end` at which a tone has come to half of its level, or has fallen to it; None for
    never."""
    # A long window tells tones apart, a short one moments.
    count, coarse, fine = 384, 192, 12
    rough = [level(recording, hertz, at - count // 2, count) for at in range(start, end, coarse)]
    top = max(rough, default=0)
    if top < 1e-4:
        return None
    loud = [index for index, value in enumerate(rough) if value >= top / 2]
    if not rises and loud[-1] == len(rough) - 1:
        return None
    middle = start + coarse * (loud[0] - 1 if rises else loud[-1])
    times = range(max(start, middle - coarse), middle + 2 * coarse, fine)
    levels = [level(recording, hertz, at - count // 2, count) for at in times]
    if rises:
        place = next((index for index, value in enumerate(levels) if value >= top / 2), 0)
    else:
        place = max((index for index, value in enumerate(levels) if value >= top / 2), default=0) + 1
    if place == 0 or place >= len(levels):
        return times[min(place, len(levels) - 1)]
    before, after = levels[place - 1], levels[place]
    share = (top / 2 - before) / (after - before) if after != before else 0
    return times[place - 1] + fine * share
