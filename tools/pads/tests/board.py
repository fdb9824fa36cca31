# SPDX-License-Identifier: GPL-3.0-or-later
"""The simulated board, for tests: a script of what happens, and what the board said and put out."""
import os
import subprocess
from pathlib import Path

BUILT = Path(os.environ["FLAM_PADS_BUILT"])
FIRMWARE = BUILT / "FlamPads.elf"
SIMULATION = BUILT / "board-sim"

ON, THRESHOLD, SCAN, MASK, RETRIGGER, CROSSTALK = range(6)
# The board has given its name by then.
STARTED_MS = 20


def pair(value):
    return bytes([value & 0x7F, value >> 7])


def setting(pad, number, value):
    return b"\xf0\x03" + bytes([pad, number]) + pair(value) + b"\xf7"


def keep_alive(number=0):
    return b"\xf0\x02" + bytes([number]) + b"\xf7"


def text(words):
    return b"\xf0\x71" + b"".join(bytes([c & 0x7F, c >> 7]) for c in words.encode()) + b"\xf7"


class Hit:
    """A hit as the board reported it, and when its first and last byte left."""

    def __init__(self, begun_us, message):
        self.begun_us = begun_us
        self.pad = message[2]
        self.peak = message[3] | message[4] << 7
        self.ticks = message[5] | message[6] << 7


class Conversation:
    """What the board said, as (microseconds of its first byte, bytes), and what its pins put out."""

    def __init__(self, printed):
        self.messages, self.pins, self.stray = [], [], 0
        message, begun = b"", 0
        for line in printed.splitlines():
            time, what, *words = line.split()
            if what == "pin":
                self.pins.append((int(time), int(words[0]), int(words[1])))
            elif what == "byte":
                byte = int(words[0], 16)
                if byte >= 0x80 and byte != 0xF7:
                    self.stray += len(message)
                    message, begun = b"", int(time)
                message += bytes([byte])
                if self.is_whole(message):
                    self.messages.append((begun, message))
                    message = b""
        self.stray += len(message)

    @staticmethod
    def is_whole(message):
        first = message[0]
        if first == 0xF0:
            return message[-1] == 0xF7
        return len(message) == (2 if 0xC0 <= first < 0xE0 else 3)

    def said(self, since_ms=STARTED_MS):
        return [message for time, message in self.messages if time >= since_ms * 1000]

    def hits(self):
        return [Hit(time, m) for time, m in self.messages if m[:2] == b"\xf0\x01"]

    def output(self, pin, at_ms):
        """A pin's output at a time; -1 if it is no output."""
        value = -1
        for time, number, new in self.pins:
            if number == pin and time <= at_ms * 1000:
                value = new
        return value


class Script:
    """What happens to the board, in any order."""

    def __init__(self):
        self.lines = []

    def add(self, ms, words):
        self.lines.append((ms * 1000, f"{ms * 1000:.0f} {words}"))

    def send(self, ms, data):
        self.add(ms, "bytes " + data.hex())

    def strike(self, ms, pad, volts, width_ms=2):
        self.add(ms, f"strike {pad} {volts:.4f} {width_ms}")

    def switch_on(self, pads=range(6), **settings):
        """Switches pads on, from STARTED_MS on, two milliseconds a setting; returns when that is done."""
        ms = STARTED_MS
        names = {"threshold": THRESHOLD, "scan": SCAN, "mask": MASK, "retrigger": RETRIGGER, "crosstalk": CROSSTALK}
        for pad in pads:
            for number, value in [(ON, 1), *((names[name], value) for name, value in settings.items())]:
                self.send(ms, setting(pad, number, value))
                ms += 2
        return ms

    def run(self, until_ms, firmware=FIRMWARE):
        self.add(until_ms, "end")
        lines = "\n".join(line for _, line in sorted(self.lines, key=lambda entry: entry[0]))
        done = subprocess.run(
            [SIMULATION, "--script", "-", firmware], input=lines + "\n", text=True, capture_output=True, timeout=100)
        if done.returncode:
            raise AssertionError(f"board-sim: {done.stderr}")
        return Conversation("\n".join(line for line in done.stdout.splitlines() if line[0].isdigit()))
