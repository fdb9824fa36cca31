# SPDX-License-Identifier: GPL-3.0-or-later
"""StandardFirmata on the simulated board: the peer of our own firmware, and servos, which ours does not have."""
import os
import unittest
from pathlib import Path

from board import Script

FIRMWARE = os.environ.get("FLAM_STANDARD_FIRMATA")
# Before that it blinks its version.
LISTENS_MS = 2500
ATTACH_9 = b"\xf0\x70\x09\x20\x04\x60\x12\xf7"  # 544 to 2400 µs
SERVO_9 = b"\xf4\x09\x04"


def degrees(value, pin=9):
    return bytes([0xE0 | pin, value & 0x7F, value >> 7])


@unittest.skipUnless(FIRMWARE, "tools/pads/test --standard-firmata builds it")
class StandardFirmataTests(unittest.TestCase):
    def run_script(self, script, until_ms):
        return script.run(until_ms, Path(FIRMWARE))

    def test_it_says_who_it_is_and_answers_queries(self):
        script = Script()
        for place, query in enumerate((b"\xf9", b"\xf0\x79\xf7", b"\xf0\x69\xf7")):
            script.send(LISTENS_MS + 200 * place, query)
        said = self.run_script(script, LISTENS_MS + 800).said(LISTENS_MS)
        name = b"\xf0\x79\x02" + b"\x05" + b"".join(bytes([c, 0]) for c in b"StandardFirmata.ino") + b"\xf7"
        self.assertEqual(said[:2], [b"\xf9\x02\x05", name])
        self.assertEqual(said[2], b"\xf0\x6a" + b"\x7f" * 14 + bytes(range(6)) + b"\xf7")

    def test_a_servo_turns_by_pulses_of_50_a_second_as_long_as_they_are_set(self):
        script = Script()
        script.send(LISTENS_MS, ATTACH_9)
        script.send(LISTENS_MS + 50, SERVO_9)
        for place, turned in enumerate((0, 90, 180)):
            script.send(LISTENS_MS + 100 + 500 * place, degrees(turned))
        pins = [(time, value) for time, pin, value in self.run_script(script, LISTENS_MS + 1600).pins if pin == 9]
        for place, pulse_us in enumerate((544, 1472, 2400)):
            since, until = (1000 * (LISTENS_MS + 200 + 500 * place + more) for more in (0, 400))
            rises = [time for time, value in pins if since <= time < until and value == 255]
            falls = [time for time, value in pins if since <= time < until and value == 0]
            self.assertAlmostEqual(len(rises), 20, delta=1)
            # Outputs are looked at every 100 µs: the mean of many pulses is finer.
            lengths = [min(fall for fall in falls if fall > rise) - rise for rise in rises[:-1]]
            self.assertAlmostEqual(sum(lengths) / len(lengths), pulse_us, delta=100)

    def test_what_is_drawn_high_and_measured_is_reported(self):
        script = Script()
        script.send(LISTENS_MS, b"\xf4\x02\x0b\xd0\x01")
        script.add(LISTENS_MS + 100, "press 2 0")
        script.add(LISTENS_MS + 150, "volts 0 2.5")
        script.send(LISTENS_MS + 200, b"\xc0\x01")
        said = self.run_script(script, LISTENS_MS + 400).said(LISTENS_MS)
        self.assertIn(b"\x90\x00\x00", said)
        self.assertTrue(any(m[0] == 0xE0 and abs((m[1] | m[2] << 7) - 512) < 4 for m in said))


if __name__ == "__main__":
    unittest.main()
