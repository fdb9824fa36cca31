# SPDX-License-Identifier: GPL-3.0-or-later
"""The views of teaching, and of the delay and the machine."""
import csv
import json
import subprocess
import wave

from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select

from page_test.browser import FLAM, ROOT, text, unfold, view, waits
from page_test.pixels import box

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
    subprocess.run([FLAM, "learn", "me", *takes], cwd=home, env=env, check=True,
                   capture_output=True, stdin=subprocess.DEVNULL)


def teach(driver, flam):
    """A lesson while the take is heard, and the table of mistakes."""
    view(driver, "teach")
    waits("a table shows how well sounds keep apart", lambda: len(driver.find_elements(By.CSS_SELECTOR, "#apart .right")) == 3)
    driver.execute_script(
        "const call = document.getElementById('lesson-call'); window.calls = [];"
        "new MutationObserver(() => window.calls.push(call.textContent)).observe(call, {childList: true});")
    button = driver.find_element(By.CSS_SELECTOR, "#lesson-sounds button")
    first, raw = button.text, button.get_attribute("value")
    button.click()
    waits("every view says what is asked for", lambda: f"Lesson: hit “{first}”" in text(driver, "#notice"))
    waits("a lesson says what it heard", lambda: f"{first}: 6 hits" in text(driver, "#lesson-hint"))
    asked = [f"Hit {first} {manner}: {left} more" for manner in ("softly", "hard", "as you like") for left in (2, 1)]
    calls = driver.execute_script("return window.calls")
    assert calls[:6] == asked, f"it asked {calls}"
    waits("and that it is over", lambda: flam.reported("lesson", step="ended", sound=raw))
    steps = [(e["step"], e.get("manner")) for e in flam.reported("lesson", sound=raw)]
    manners = [step for manner in ("softly", "hard", "freely") for step in [("tap", manner)] + 2 * [("heard", manner)]]
    assert steps == [("begun", None), *manners, ("taught", None), ("ended", None)], f"the lesson's steps are {steps}"
    driver.find_element(By.CSS_SELECTOR, "#lesson-sounds button:last-child").click()
    waits("another lesson begins", lambda: driver.find_element(By.ID, "lesson-stop").is_displayed())
    view(driver, "play")
    waits("no hit teaches once another view is shown", lambda: len(flam.reported("hearing", learnHits=0)) == 2
          and flam.reported("hearing")[-1].get("learnHits") == 0)
    view(driver, "teach")


def watch(driver, flam, page):
    """While one page leads a lesson, the other watches and says so."""
    view(driver, "teach")
    leading = driver.current_window_handle
    driver.switch_to.new_window("tab")
    driver.get(page + "#teach")
    waits("a second page is there", lambda: driver.find_element(By.ID, "lesson-all").is_displayed())
    watching = driver.current_window_handle
    driver.switch_to.window(leading)
    driver.find_element(By.ID, "lesson-all").click()
    waits("one page leads", lambda: driver.find_element(By.ID, "lesson-stop").is_displayed())
    driver.switch_to.window(watching)
    waits("the other watches, says so, and cannot begin", lambda: "is being taught elsewhere" in text(driver, "#lesson-call")
          and "This page watches" in text(driver, "#lesson-call") and not driver.find_element(By.ID, "lesson-all").is_enabled()
          and not driver.find_element(By.CSS_SELECTOR, "#ready button").is_enabled())
    driver.switch_to.window(leading)
    driver.find_element(By.ID, "lesson-stop").click()
    driver.switch_to.window(watching)
    waits("then it may begin", lambda: driver.find_element(By.ID, "lesson-all").is_enabled())
    driver.close()
    driver.switch_to.window(leading)


def teach_new(driver, flam, home):
    """A new sound is taught while the playing waits, and kept with the others."""
    view(driver, "teach")
    driver.find_element(By.CSS_SELECTOR, '#ready [value="kick"]').click()
    waits("a kick is ready to be taught", lambda: flam.reported("lesson", step="begun", sound="kick", pad="kick"))
    assert driver.find_element(By.ID, "step-hit").get_attribute("aria-current") == "step"
    driver.find_element(By.ID, "new-stop").click()
    waits("and that can be stopped", lambda: flam.reported("lesson", step="ended", sound="kick")
          and text(driver, "#new-call") == "The lesson was stopped.")
    unfold(driver, "another")
    driver.find_element(By.ID, "new-name").send_keys("tick")
    Select(driver.find_element(By.ID, "new-plays")).select_by_visible_text("Cowbell")
    driver.find_element(By.ID, "new-begin").click()
    waits("a new sound: it asks for quiet", lambda: "Be quiet" in text(driver, "#new-call"))
    waits("for the level", lambda: "Hit hard" in text(driver, "#new-call"))
    count = len(flam.reported("hit.settled"))
    waits("then for the sound", lambda: "Hit tick softly" in text(driver, "#new-call"))
    assert len(flam.reported("hit.settled")) <= count + 1, "the playing did not wait"
    waits("and says what it heard", lambda: "tick" in text(driver, "#new-sounds") and "plays Cowbell" in text(driver, "#new-sounds"))
    driver.execute_script("scrollTo(0, 0)")
    _, y, _, height = box(driver, driver.find_element(By.CSS_SELECTOR, "#new-keep button"))
    assert y + height <= driver.execute_script("return innerHeight"), "what keeps the sounds is cut off"
    waits("the playing goes on", lambda: len(flam.reported("hit.settled")) > count + 3)
    Select(driver.find_element(By.ID, "new-into")).select_by_value("own")
    waits("it shows how well all of them would keep apart",
          lambda: len(driver.find_elements(By.CSS_SELECTOR, "#new-apart .right")) == 4)


def make_kit(driver, flam):
    """The lesson becomes a drum kit, which plays at once and can be changed; then the bundled one plays again."""
    view(driver, "teach")
    name = driver.find_element(By.ID, "new-kit-name")
    name.clear()
    name.send_keys("flam")
    driver.find_element(By.CSS_SELECTOR, "#new-kit button").click()
    waits("a kit of others is not written over", lambda: "name of another kit" in text(driver, "#notice"))
    name.clear()
    name.send_keys("taps")
    driver.find_element(By.CSS_SELECTOR, "#new-kit button").click()
    waits("a kit is made of what was taught", lambda: "cowbell sound as you did" in text(driver, "#notice"))
    waits("and plays", lambda: text(driver, "#kit b") == "taps")
    view(driver, "kits")
    waits("it is on the shelf", lambda: driver.find_element(By.CSS_SELECTOR, '#kit-names button[value="taps"]').click() or True)
    waits("with each hit as a sound", lambda: len(driver.find_elements(By.CSS_SELECTOR, "#own-sounds polygon")) > 5)
    driver.find_element(By.CSS_SELECTOR, '#kit-names button[value="flam"]').click()
    driver.find_element(By.ID, "kit-play").click()
    waits("the bundled kit plays again", lambda: text(driver, "#kit b") == "flam")


def keep_new(driver, flam, home):
    """The lesson is kept in the profile that plays."""
    view(driver, "teach")
    driver.find_element(By.CSS_SELECTOR, "#new-keep button").click()
    waits("it is kept and played with", lambda: any("tick" in e["sounds"] for e in flam.reported("profile")))
    profile = json.loads((home / ".config/flam/profiles/me.json").read_text())
    assert [s["name"] for s in profile["sounds"]][-1] == "tick" and profile["plays"]["tick"] == "cowbell", profile["plays"]
    before = json.loads((home / ".config/flam/profiles/me.json.bak").read_text())
    assert len(before["sounds"]) == len(profile["sounds"]) - 1, "the profile before was not kept"
    waits("and the page shows it", lambda: len(driver.find_elements(By.CSS_SELECTOR, "#lesson-sounds button")) == 4)


def diagnose(driver):
    """The delay and the checks of the machine."""
    view(driver, "machine")
    waits("the delay is shown", lambda: "ms from tap to drum" in text(driver, "#delay-sum"))
    waits("with its last hits", lambda: "95 of 100 within" in text(driver, "#trials-text"))
    driver.find_element(By.ID, "taps-begin").click()
    waits("it is measured by 20 taps", lambda: text(driver, "#taps-text").startswith("20 taps: half within"))
    driver.find_element(By.ID, "sweep").click()
    waits("a sweep that cannot be says why", lambda: "nothing can return" in text(driver, "#notice").lower())
    waits("and what the checks find", lambda: len(driver.find_elements(By.CSS_SELECTOR, "#findings li")) > 10)
