# SPDX-License-Identifier: GPL-3.0-or-later
"""The views of teaching, and of the delay and the machine."""
import csv
import subprocess
import wave

from selenium.webdriver.common.by import By

from page_test.browser import ROOT, text, view, waits

RATE_HZ = 48_000


def learn(home, env):
    """Teaches the profile 'me' the sounds of the bundled take."""
    take = ROOT / "Samples/takes/table"
    sound = subprocess.run(["sox", take.with_suffix(".flac"), "-t", "raw", "-e", "signed", "-b", "16", "-"],
                           capture_output=True, check=True).stdout
    hits = list(csv.DictReader(take.with_suffix(".csv").open()))
    takes = []
    for name in sorted({hit["sound"] for hit in hits}):
        own = [int(hit["frame"]) for hit in hits if hit["sound"] == name][:12]
        takes += ["--take", f"{name}={home / name}.wav"]
        with wave.open(f"{home / name}.wav", "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE_HZ)
            for frame in own:
                file.writeframes(sound[2 * (frame - RATE_HZ // 20):2 * (frame + RATE_HZ // 5)])
    subprocess.run([ROOT / ".build/release/flam", "learn", "me", *takes], cwd=home, env=env, check=True,
                   capture_output=True, stdin=subprocess.DEVNULL)


def teach(driver, flam):
    """A lesson while the take is heard, and the table of what is mistaken."""
    view(driver, "teach")
    waits("a table tells how well sounds keep apart", lambda: len(driver.find_elements(By.CSS_SELECTOR, "#confusion .right")) == 3)
    driver.execute_script(
        "const call = document.getElementById('lesson-call'); window.calls = [];"
        "new MutationObserver(() => window.calls.push(call.textContent)).observe(call, {childList: true});")
    button = driver.find_element(By.CSS_SELECTOR, "#lesson-sounds button")
    first = button.text
    button.click()
    waits("a lesson tells what it heard", lambda: f"{first}: 6 hits" in text(driver, "#lesson-hint"), 30)
    asked = [f"Hit {first} {manner}: {left} more" for manner in ("softly", "hard", "as you like") for left in (2, 1)]
    calls = driver.execute_script("return window.calls")
    assert calls[:6] == asked, f"it asked {calls}"
    count = len(flam.told("hearing", sound=first, learnHits=1))
    assert count == 6, f"{count} hits were asked for"
    driver.find_element(By.CSS_SELECTOR, "#lesson-sounds button:last-child").click()
    waits("another lesson begins", lambda: driver.find_element(By.ID, "lesson-stop").is_displayed())
    view(driver, "play")
    waits("no hit teaches once another view is shown", lambda: len(flam.told("hearing", learnHits=0)) == 2
          and flam.told("hearing")[-1].get("learnHits") == 0)
    view(driver, "teach")


def diagnose(driver):
    """The delay and the checks of the machine."""
    view(driver, "machine")
    waits("the delay is told", lambda: "ms from tap to drum" in text(driver, "#delay-sum"))
    waits("with its last hits", lambda: "95 of 100 within" in text(driver, "#trials-text"))
    waits("and what the checks find", lambda: len(driver.find_elements(By.CSS_SELECTOR, "#findings li")) > 10, 20)
