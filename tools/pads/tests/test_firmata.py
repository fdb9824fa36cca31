# SPDX-License-Identifier: GPL-3.0-or-later
"""The firmware as a Firmata board: bytes as protocol.md of github.com/firmata/protocol has them."""
import random
import unittest

from board import STARTED_MS, Script, keep_alive, pair, setting, text

NAME = b"\xf0\x79\x01\x00" + b"".join(bytes([c, 0]) for c in b"FlamPads") + b"\xf7"
VERSION = b"\xf9\x02\x05"
# Pins 0 and 1 are the serial line. Input, output and pull-up of a bit; PWM of 8 bits on six pins; A0 to A5 of 10 bits.
DIGITAL, PWM, ANALOG = b"\x00\x01\x01\x01\x0b\x01", b"\x03\x08", b"\x02\x0a"
CAPABILITIES = b"\xf0\x6c\x7f\x7f" + b"".join(
    DIGITAL + (PWM if pin in (3, 5, 6, 9, 10, 11) else b"") + (ANALOG if pin >= 14 else b"") + b"\x7f"
    for pin in range(2, 20)) + b"\xf7"
MAPPING = b"\xf0\x6a" + b"\x7f" * 14 + bytes(range(6)) + b"\xf7"
OUTPUT_13, HIGH_13 = b"\xf4\x0d\x01", b"\xf5\x0d\x01"
PWM_9 = b"\xf4\x09\x03"


def answers(*sent):
    """What the board says to messages that are sent 50 ms apart."""
    script = Script()
    for i, message in enumerate(sent):
        script.send(STARTED_MS + i * 50, message)
    return script.run(STARTED_MS + len(sent) * 50).said()


class QueryTests(unittest.TestCase):
    def test_it_says_who_it_is_when_it_starts(self):
        self.assertEqual(Script().run(STARTED_MS).said(0), [VERSION, NAME])

    def test_queries_are_answered(self):
        for query, answer in (
                (b"\xf9", VERSION), (b"\xf0\x79\xf7", NAME), (b"\xf0\x6b\xf7", CAPABILITIES), (b"\xf0\x69\xf7", MAPPING),
                (b"\xf0\x6d\x0e\xf7", b"\xf0\x6e\x0e\x02\x00\x00\xf7")):
            self.assertEqual(answers(query), [answer])

    def test_a_pins_state_is_what_was_written(self):
        self.assertEqual(
            answers(PWM_9, b"\xe9\x48\x01", b"\xf0\x6d\x09\xf7", b"\xf4\x02\x0b", b"\xf0\x6d\x02\xf7"),
            [b"\xf0\x6e\x09\x03\x48\x01\xf7", b"\xf0\x6e\x02\x0b\x01\x00\xf7"])

    def test_settings_are_reported_as_they_hold(self):
        self.assertEqual(
            answers(setting(2, 1, 900), b"\xf0\x03\x02\x01\xf7", b"\xf0\x03\x03\x01\xf7", setting(2, 5, 4000)),
            [setting(2, 1, 900), setting(2, 1, 900), setting(3, 1, 400), setting(2, 5, 100)])

    def test_what_cannot_be_done_is_reported(self):
        self.assertEqual(
            answers(setting(6, 1, 900), setting(0, 6, 1), b"\xf4\x04\x03", b"\xf4\x00\x01", b"\xf5\x0d\x01", b"\xe4\x01\x00",
                    b"\xc7\x01", b"\xd3\x01", b"\xf0\x6d\x20\xf7", b"\xf0\x04\x01\x10\x00\xf7"),
            [text("no pad 6"), text("no setting 6"), text("no pin mode 4"), text("no pin mode 0"), text("no digital write 13"),
             text("no PWM 4"), text("no analog channel 7"), text("no port 3"), text("no pin 32"), text("no pin 1")])

    def test_a_keep_alive_is_answered_with_its_number_and_the_boards_time(self):
        first, second = answers(keep_alive(5), keep_alive(6))
        self.assertEqual((first[:3], second[:3]), (b"\xf0\x02\x05", b"\xf0\x02\x06"))
        ticks = [m[3] | m[4] << 7 for m in (first, second)]
        self.assertAlmostEqual((ticks[1] - ticks[0]) * 64, 50_000, delta=150)

    def test_damage_leaves_it_as_able_as_before(self):
        chance = random.Random(18)
        script = Script()
        whole = [b"\xf0\x6b\xf7", HIGH_13, b"\xe9\x48\x01", setting(1, 1, 500), keep_alive(), b"\xf0\x71\x41\x00\xf7"]
        ms = STARTED_MS
        for _ in range(4000):
            message = bytearray(chance.choice(whole))
            message[chance.randrange(len(message))] = chance.randrange(256)
            if chance.random() < 0.3:
                message.insert(chance.randrange(len(message)), chance.randrange(256))
            script.send(ms, bytes(message))
            ms += 2
        script.send(ms, b"\xf0" + b"\x11" * 400 + b"\xf7")
        # Whatever it was made to report ends with a reset.
        script.send(ms + 200, b"\xff")
        script.send(ms + 600, b"\xf0\x79\xf7" + setting(1, 1, 700))
        self.assertEqual(script.run(ms + 700).said(ms + 599), [NAME, setting(1, 1, 700)])


class ReportTests(unittest.TestCase):
    def test_a_pedal_is_reported_at_once_and_at_each_interval(self):
        script = Script()
        script.add(0, "volts 3 2.5")
        script.send(STARTED_MS, b"\xf0\x7a\x0a\x00\xf7\xc3\x01")
        script.send(STARTED_MS + 205, b"\xc3\x00")
        said = script.run(STARTED_MS + 400).said()
        # 2.5 V of 5 V is 511 of 1023.
        self.assertEqual(set(said), {b"\xe3" + pair(511)})
        self.assertAlmostEqual(len(said), 21, delta=1)

    def test_a_switch_is_reported_when_it_is_pressed_and_let_go(self):
        script = Script()
        script.send(STARTED_MS, b"\xf4\x02\x0b\xf4\x0f\x00\xd0\x01")
        script.add(STARTED_MS + 50, "press 2 1")
        script.add(STARTED_MS + 100, "press 2 0")
        script.add(STARTED_MS + 150, "press 2 1")
        self.assertEqual(script.run(STARTED_MS + 200).said()[-3:], [b"\x90\x04\x00", b"\x90\x00\x00", b"\x90\x04\x00"])


class OutputTests(unittest.TestCase):
    def test_lights_are_switched_by_pin_by_port_and_by_pwm(self):
        script = Script()
        script.send(20, OUTPUT_13 + b"\xf4\x08\x01" + PWM_9)
        script.send(40, HIGH_13 + b"\xe9\x48\x01")
        # Port 1: pin 8 high, pin 13 low; pin 9 is no such output.
        script.send(60, b"\x91\x03\x00")
        script.send(80, b"\xf0\x6f\x09\x7f\x01\xf7")
        heard = script.run(100)
        self.assertEqual([heard.output(pin, 39) for pin in (13, 8, 9, 7)], [0, 0, 0, -1])
        self.assertEqual([heard.output(pin, 59) for pin in (13, 8, 9)], [255, 0, 200])
        self.assertEqual([heard.output(pin, 79) for pin in (13, 8, 9)], [0, 255, 200])
        self.assertEqual(heard.output(9, 99), 255)

    def test_a_reset_makes_all_pins_inputs(self):
        script = Script()
        script.send(20, OUTPUT_13 + PWM_9 + HIGH_13 + b"\xe9\x48\x01")
        script.send(40, b"\xff")
        heard = script.run(60)
        self.assertEqual([heard.output(pin, 39) for pin in (13, 9)], [255, 200])
        self.assertEqual([heard.output(pin, 59) for pin in (13, 9)], [-1, -1])

    def test_outputs_fall_dark_within_a_second_of_the_last_keep_alive(self):
        for last_ms in 40, 1040, 70_040:
            script = Script()
            script.send(20, OUTPUT_13 + PWM_9 + HIGH_13 + b"\xe9\x48\x01")
            for ms in range(40, last_ms + 1, 250):
                script.send(ms, keep_alive())
            heard = script.run(last_ms + 1100)
            self.assertEqual([heard.output(pin, last_ms + 750) for pin in (13, 9)], [255, 200])
            self.assertEqual([heard.output(pin, last_ms + 1000) for pin in (13, 9)], [0, 0])

    def test_a_host_that_knows_no_keep_alive_keeps_its_lights(self):
        script = Script()
        script.send(20, OUTPUT_13 + HIGH_13)
        self.assertEqual(script.run(3000).output(13, 2999), 255)

    def test_a_coil_is_on_no_longer_than_it_may_and_rests_as_long(self):
        script = Script()
        script.send(20, OUTPUT_13 + b"\xf0\x04\x0d\x1e\x00\xf7")
        for ms in range(40, 240, 2):
            script.send(ms, HIGH_13)
        heard = script.run(400)
        edges = [(time / 1000, value) for time, pin, value in heard.pins if pin == 13 and time > 30_000]
        self.assertEqual([value for _, value in edges], [255, 0] * (len(edges) // 2))
        for (begin, _), (end, value) in zip(edges, edges[1:]):
            if value == 0:
                self.assertLess(end - begin, 32)
            else:
                self.assertGreater(end - begin, 29)
        self.assertEqual(heard.output(13, 399), 0)
        self.assertIn(b"\xf0\x04\x0d\x1e\x00\xf7", heard.said())


if __name__ == "__main__":
    unittest.main()
