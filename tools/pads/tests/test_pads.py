# SPDX-License-Identifier: GPL-3.0-or-later
"""Strikes on the simulated board, in simulated time: every figure is the same each time."""
import statistics
import unittest

from board import Script, setting

TICK_US = 64


def spread_us(values):
    """Between the earliest and the latest, about the middle of all."""
    return max(values) - min(values)


def delays_us(hits, times_ms):
    """How long behind its strike each hit is by its stamp, less a constant, and how long behind it is reported."""
    stamps, reports, turns, last = [], [], 0, 0
    for hit, ms in zip(hits, times_ms):
        if hit.ticks < last:
            turns += 1
        last = hit.ticks
        stamps.append((turns * 16384 + hit.ticks) * TICK_US - ms * 1000)
        reports.append(hit.begun_us - ms * 1000)
    return stamps, reports


class PadTests(unittest.TestCase):
    def test_a_strike_of_any_width_and_velocity_is_heard_once_with_its_peak(self):
        for width_ms in 1, 2, 5:
            script = Script()
            begin = script.switch_on(threshold=60, scan=40)
            struck = []
            for velocity in range(1, 128):
                ms = begin + 20 + velocity * 80.37
                script.strike(ms, velocity % 6, 5 * velocity / 127, width_ms)
                struck.append((velocity % 6, velocity))
            heard = script.run(begin + 128 * 81)
            hits = heard.hits()
            self.assertEqual([hit.pad for hit in hits], [pad for pad, _ in struck])
            for hit, (_, velocity) in zip(hits, struck):
                peak = velocity / 127 * 16383
                # The narrowest half wave has five samples, and a step of the converter is 16.
                self.assertAlmostEqual(hit.peak, peak, delta=0.06 * peak + 16)

    def test_rolls_of_twenty_a_second_on_two_pads_that_shake_each_other_are_heard_once(self):
        for apart_ms in 25, 4:
            script = Script()
            begin = script.switch_on()
            struck = []
            for i in range(200):
                for pad, ms in (1, begin + 50 + i * 50), (4, begin + 50 + i * 50 + apart_ms):
                    volts = 1.5 + (i * 7 % 11) * 0.3
                    script.strike(ms, pad, volts)
                    struck.append(pad)
                    for other in 0, 1, 4:
                        if other != pad:
                            script.strike(ms + 0.7, other, volts * 0.12)
            hits = script.run(begin + 10_200).hits()
            self.assertEqual([hit.pad for hit in hits], struck)

    def test_time_stamps_take_off_the_jitter_of_a_busy_line(self):
        script = Script()
        begin = script.switch_on(pads=[0, 1, 2])
        # Five channels are reported every two milliseconds: the line is never long free.
        script.send(begin, b"\xf0\x7a\x02\x00\xf7" + b"".join(bytes([0xC0 + c, 1]) for c in range(1, 6)))
        times = [begin + 50 + i * 61.803 for i in range(150)]
        for ms in times:
            script.strike(ms, 0, 3)
        hits = script.run(times[-1] + 50).hits()
        self.assertEqual(len(hits), len(times))
        stamps, reports = delays_us(hits, times)
        print(
            f"\n  a strike is reported {statistics.mean(reports) / 1000:.2f} ms later on average, {max(reports) / 1000:.2f} ms at most;"
            f" jitter {spread_us(reports) / 1000:.2f} ms, {spread_us(stamps) / 1000:.2f} ms by the time stamps")
        # A tick, and a sample's distance from the next.
        self.assertLess(spread_us(stamps), TICK_US + 1_000_000 / 5000)
        self.assertGreater(spread_us(reports), 2 * spread_us(stamps))
        # The scan time, and the bytes before it on the line.
        self.assertLess(max(reports), 5000)

    def test_six_pads_at_twenty_strikes_a_second_each_are_all_heard(self):
        script = Script()
        begin = script.switch_on()
        struck = []
        for i in range(100):
            for pad in range(6):
                # All at once: none is taken for another's crosstalk.
                script.strike(begin + 50 + i * 50, pad, 3)
                struck.append(pad)
        heard = script.run(begin + 5_200)
        self.assertEqual(sorted(hit.pad for hit in heard.hits()), sorted(struck))
        self.assertNotIn(b"\xf0\x71", [message[:2] for message in heard.said()])

    def test_each_pad_is_measured_four_thousand_times_a_second_or_more(self):
        # The scan time is counted in samples of 5400 a second: one that takes longer shows fewer.
        for is_busy in False, True:
            script = Script()
            begin = script.switch_on(scan=5000)
            if is_busy:
                script.send(begin, b"\xf0\x7a\x01\x00\xf7" + b"".join(bytes([0xC0 + c, 1]) for c in range(6)) + b"\xd0\x01")
            script.strike(begin + 50, 0, 3)
            hits = script.run(begin + 1000).hits()
            seconds = (hits[0].begun_us - (begin + 50) * 1000) / 1e6
            rate_hz = 0.5 * 5400 / seconds
            print(f"\n  {rate_hz:.0f} samples a second and pad{' with a busy line' if is_busy else ''}")
            self.assertGreater(rate_hz, 5000)

    def test_what_finds_no_room_on_the_line_is_reported_as_lost(self):
        script = Script()
        begin = script.switch_on(scan=0, mask=0, retrigger=0, crosstalk=0)
        for pad in range(6):
            script.add(begin + 50, f"volts {pad} 4")
            script.add(begin + 99, f"volts {pad} 4")
            script.add(begin + 100, f"volts {pad} 0")
        heard = script.run(begin + 300)
        words = [message for message in heard.said() if message[:2] == b"\xf0\x71"]
        self.assertTrue(words)
        self.assertEqual(bytes(words[0][2:-1:2])[:11], b"lost hits: ")
        self.assertEqual(heard.stray, 0)

    def test_a_pad_whose_pin_becomes_an_output_hears_nothing(self):
        script = Script()
        begin = script.switch_on()
        script.send(begin, b"\xf4\x0e\x01")
        script.strike(begin + 50, 0, 4)
        script.strike(begin + 150, 1, 4)
        heard = script.run(begin + 300)
        self.assertEqual([hit.pad for hit in heard.hits()], [1])

    def test_pads_are_off_until_they_are_switched_on(self):
        script = Script()
        script.strike(50, 0, 4)
        script.send(100, setting(0, 0, 1))
        script.strike(150, 0, 4)
        self.assertEqual(len(script.run(250).hits()), 1)

    def test_the_same_script_gives_the_same_bytes_at_the_same_times(self):
        def conversation():
            script = Script()
            begin = script.switch_on()
            script.strike(begin + 50, 3, 2.5)
            return script.run(begin + 100).messages

        self.assertEqual(conversation(), conversation())
        # Version, name, six settings, a hit.
        self.assertEqual(len(conversation()), 9)


if __name__ == "__main__":
    unittest.main()
