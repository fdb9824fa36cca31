# SPDX-License-Identifier: GPL-3.0-or-later
"""Hosts at the simulated board, in real time: pyfirmata2 as one that is not ours, and one that is killed."""
import queue
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path
from unittest import mock

import pyfirmata2
import serial

from board import FIRMWARE, SIMULATION, keep_alive, setting

# A message that does not come within so many seconds never comes.
FAR_LIMIT = 120


class BoardTestCase(unittest.TestCase):
    """A board on a pseudo-terminal, for each test."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.port = str(Path(self.folder.name) / "board")
        self.board = subprocess.Popen(
            [SIMULATION, "--port", self.port, FIRMWARE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.end)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()
        self.wait_for(f"port {self.port}")

    def end(self):
        self.board.terminate()
        try:
            self.board.wait(FAR_LIMIT)
        finally:
            self.board.kill()
        self.board.stdin.close()
        self.board.stdout.close()

    def read(self):
        for line in self.board.stdout:
            self.lines.put(line)

    def wait_for(self, words):
        """A line with such words, of those that the board prints."""
        end = time.monotonic() + FAR_LIMIT
        while True:
            line = self.lines.get(timeout=max(0.01, end - time.monotonic()))
            if words in line:
                return line

    def happens(self, what):
        self.board.stdin.write(f"0 {what}\n")
        self.board.stdin.flush()


class PyFirmataTests(BoardTestCase):
    """pyfirmata2 gives a board so many seconds, and then takes what has come. Here it waits for the message itself."""

    def host(self, kind):
        with mock.patch.object(pyfirmata2.Board, "_Board__pass_time", self.await_board):
            host = kind(self.port, baudrate=115200, timeout=FAR_LIMIT)
        self.addCleanup(host.exit)
        return host

    @staticmethod
    def await_board(host, _):
        is_greeted = hasattr(host, "name")
        if not is_greeted:
            select.select([host.sp], [], [], FAR_LIMIT)
        while is_greeted and not host._layout:
            host.iterate()

    def test_pyfirmata_learns_what_the_boards_pins_can_do(self):
        host = self.host(pyfirmata2.Board)
        self.assertEqual(len(host.analog), 6)
        self.assertEqual([pin.pin_number for pin in host.digital if pin.PWM_CAPABLE], [3, 5, 6, 9, 10, 11])

    def test_pyfirmata_knows_the_firmware_switches_lights_and_reads_a_pedal(self):
        host = self.host(pyfirmata2.Arduino)
        while host.firmware is None:
            host.iterate()
        self.assertEqual(host.get_firmata_version(), (2, 5))
        self.assertEqual((host.firmware, host.firmware_version), ("FlamPads", (1, 0)))
        light = host.get_pin("d:13:o")
        light.write(1)
        self.wait_for("pin 13 255")
        light.write(0)
        self.wait_for("pin 13 0")
        host.get_pin("d:9:p").write(0.5)
        self.wait_for("pin 9 128")
        heard = queue.Queue()
        host.samplingOn(10)
        host.analog[2].register_callback(heard.put)
        host.analog[2].enable_reporting()
        self.happens("volts 2 2.5")
        end = time.monotonic() + FAR_LIMIT
        while abs(heard.get(timeout=FAR_LIMIT) - 0.5) > 0.005:
            self.assertLess(time.monotonic(), end)


class LostHostTests(BoardTestCase):
    HOST = r"""
import serial, time
line = serial.Serial({port!r}, 115200)
line.read_until(b"\xf7")
line.write(bytes([0xF4, 13, 1, 0xF4, 9, 3]) + {alive!r} + bytes([0xF5, 13, 1, 0xE9, 0x48, 1]))
while True:
    line.write({alive!r})
    time.sleep(0.25)
"""

    def test_outputs_fall_dark_within_a_second_of_a_host_that_is_killed(self):
        host = subprocess.Popen([sys.executable, "-c", self.HOST.format(port=self.port, alive=keep_alive())])
        self.wait_for("pin 9 200")
        time.sleep(1.5)
        with self.assertRaises(queue.Empty):
            self.lines.get_nowait()
        host.send_signal(signal.SIGKILL)
        killed = time.monotonic()
        host.wait()
        # By the board's clock, which starts with the machine's and never runs ahead of it.
        dark = [float(self.wait_for(pin).split()[0]) / 1e6 for pin in ("pin 9 0", "pin 13 0")]
        print(f"\n  dark {max(dark) - killed:.2f} s behind kill -9")
        self.assertLess(max(dark) - killed, 1)


class StrikeTests(BoardTestCase):
    def test_a_strike_from_a_pipe_is_a_hit_on_the_line(self):
        with serial.Serial(self.port, 115200, timeout=FAR_LIMIT) as line:
            line.read_until(b"\xf7")
            line.write(setting(4, 0, 1))
            self.assertEqual(line.read_until(b"\xf7"), setting(4, 0, 1))
            self.happens("strike 4 4 2")
            self.assertEqual(line.read_until(b"\xf7")[:3], b"\xf0\x01\x04")


if __name__ == "__main__":
    unittest.main()
