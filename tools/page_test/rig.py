# SPDX-License-Identifier: GPL-3.0-or-later
"""What takes loudspeakers that the microphone hears: the sweep, and a voice in lessons. Over ALSA, on tools/rig."""
import json
import random
import struct
import subprocess
import time
import wave

from selenium.webdriver.common.by import By

from page_test.browser import FAR_LIMIT, FLAM, ROOT, Flam, text, unfold, view, waits

RATE_HZ = 48_000
# Half of the output comes back, as from loudspeakers right next to the microphone.
RETURN = 0.5
SECONDS = 150


class RigFlam(Flam):
    """The program on the rig, in a quiet room, with a page."""

    def __init__(self, home, port):
        self.heard, self.recording = home / "quiet.wav", home / "rig.wav"
        noise = random.Random(1)
        with wave.open(str(self.heard), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE_HZ)
            file.writeframes(b"".join(
                struct.pack("<h", round(noise.gauss(0, 10))) for _ in range(RATE_HZ * SECONDS)))
        self.begin(home, [
            ROOT / "tools/rig/rig", "-u", "-e", str(RETURN), "-p", "256", self.heard, self.recording,
            FLAM, "play", "--speech", "--json", "--events", "--web", str(port)])

    def read(self):
        """The rig writes the program's events to a file."""
        rest, output = "", self.recording.with_name(self.recording.name + ".out")
        while self.process.poll() is None:
            time.sleep(0.05)
            if not output.exists():
                continue
            with output.open() as file:
                lines = file.read().split("\n")[:-1]
            self.events[:] = [event for event in map(json.loads, lines) if "event" in event]

    def stop(self):
        """Ends the program, whose end the rig waits for."""
        if self.process.poll() is None:
            subprocess.run(["pkill", "-INT", "-x", "-P", str(self.process.pid), "flam"], check=False)
            self.process.wait(timeout=FAR_LIMIT)

    def spoken(self):
        """The loudest of what the program played, once the rig has ended."""
        sound = subprocess.run(["sox", self.recording, "-t", "raw", "-e", "float", "-b", "32", "-", "remix", "2"],
                               capture_output=True, check=True).stdout
        return max(map(abs, struct.unpack(f"<{len(sound) // 4}f", sound)))


def sweep(driver, flam):
    """The sweep is played and heard, and the page says how the drums return."""
    view(driver, "machine")
    waits("nothing was measured yet", lambda: "was not measured" in text(driver, "#echo-text"))
    time.sleep(0.5)
    driver.find_element(By.ID, "sweep").click()
    echo = waits("a sweep is measured from the page", lambda: flam.reported("echo"))[-1]
    shown = waits("and shown there", lambda: "The microphone hears the drums after" in text(driver, "#echo-text") and text(driver, "#echo-text"))
    milliseconds = 1000 * echo["delayFrames"] / RATE_HZ
    assert f"{milliseconds:.1f} ms" in shown, (shown, echo)
    # The rig returns it after 10 ms; the buffers are those of two periods of 256 frames.
    assert 15 < milliseconds < 35 and -8 < echo["gainDecibels"] < -4, echo
    print(f"page-test: {shown}")


def speak(driver, flam):
    """A voice says what lessons ask for; what the microphone hears of it is no hit, and teaches nothing."""
    view(driver, "teach")
    hits = len(flam.reported("hit.begun"))
    unfold(driver, "again")
    driver.find_element(By.CSS_SELECTOR, "#lesson-sounds button").click()
    waits("a sound is asked for, aloud", lambda: flam.reported("lesson", step="tap", manner="softly"))
    time.sleep(4)
    driver.find_element(By.ID, "lesson-stop").click()
    waits("that is over", lambda: flam.reported("lesson", step="ended"))
    unfold(driver, "another")
    driver.find_element(By.ID, "new-name").send_keys("tick")
    driver.find_element(By.ID, "new-begin").click()
    waits("a new one begins, aloud", lambda: flam.reported("lesson", step="hard"))
    waits("in a room as quiet as it is", lambda: flam.reported("lesson", step="background")[-1]["decibels"] < -55)
    waits("nobody hits, and that is reported", lambda: [e for e in flam.reported("lesson", step="level") if e["verdict"] == "unheard"])
    driver.find_element(By.ID, "new-stop").click()
    waits("it is over, too", lambda: len(flam.reported("lesson", step="ended")) == 2)
    assert not flam.reported("lesson", step="heard"), "a lesson has heard the voice"
    time.sleep(2)
    assert len(flam.reported("hit.begun")) == hits, "the voice was taken for a hit"


def end(flam):
    """The voice was there to be heard."""
    flam.stop()
    loudest = flam.spoken()
    assert loudest > 0.3, f"nothing was said: {loudest}"
    print(f"page-test: the voice was played, at most {loudest:.2f} of full scale, and returned at {RETURN}")
