# SPDX-License-Identifier: GPL-3.0-or-later
"""The view of kits."""
import json
import subprocess

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from page_test.browser import FLAM, ROOT, environment, text, view, waits
from page_test.pixels import box


def choose(driver, flam):
    """A kit is looked into and heard before it plays; then its drums are struck."""
    view(driver, "kits")
    waits("kits are on the shelf", lambda: len(driver.find_elements(By.CSS_SELECTOR, "#kit-names button")) > 1)
    waits("the one that plays is open, with its layers",
          lambda: driver.find_elements(By.CSS_SELECTOR, "#kit-pads rect"))
    other = driver.find_element(By.CSS_SELECTOR, "#kit-names button:not([aria-current])")
    name = other.get_attribute("value")
    other.click()
    waits(f"another is looked into: {name}", lambda: "recordings" in text(driver, "#kit-facts")
          and text(driver, "#kit-title") == name)
    assert not driver.find_element(By.ID, "kit-turn").is_enabled(), "a kit that does not play is struck"
    driver.find_element(By.ID, "kit-hear").click()
    waits("and heard", lambda: driver.execute_script(
        "const s = document.getElementById('kit-sound'); return !s.paused && s.currentTime > 0.2"))
    driver.find_element(By.ID, "kit-hear").click()
    assert not any(e["name"] == name for e in flam.reported("kit.loading")), "it was loaded unasked"
    driver.find_element(By.ID, "kit-play").click()
    waits("it plays", lambda: driver.find_element(By.ID, "kit-turn").is_enabled())
    before = len(flam.reported("note", source="page"))
    driver.find_element(By.ID, "kit-turn").click()
    waits("and all its drums answer in turn", lambda: len(flam.reported("note", source="page")) - before
          >= len(driver.find_elements(By.CSS_SELECTOR, "#kit-pads li")))


def sampled(home, *arguments):
    """What 'flam sample' says of the kit."""
    return subprocess.run([FLAM, "sample", "mouth", *arguments], env=environment(home), capture_output=True, text=True, check=True).stdout


def sounds_of(home, pad):
    return [json.loads(line) for line in sampled(home, pad, "--list", "--json").splitlines()]


def change_own(driver, flam, home):
    """A kit that 'flam sample' made: its sounds are seen, heard, cut and changed, and the drums that play follow."""
    for drum, take in (("kick", "table"), ("snare", "table")):
        sampled(home, drum, "--take", ROOT / f"Samples/takes/{take}.flac")
    view(driver, "play")
    view(driver, "kits")
    waits("a kit of one's own is on the shelf", lambda: driver.find_element(By.CSS_SELECTOR, '#kit-names button[value="mouth"]').click() or True)
    count = len(sounds_of(home, "kick"))
    shown = lambda: len(driver.find_elements(By.CSS_SELECTOR, "#own-sounds li"))
    # Until then those of the kit that was looked into before are there.
    waits("its sounds are drawn, all", lambda: shown() == count)
    driver.find_element(By.ID, "kit-play").click()
    waits("it plays", lambda: [e for e in flam.reported("kit.loaded") if "mouth" in e["name"]])
    loaded = len(flam.reported("kit.loaded"))
    driver.find_elements(By.CSS_SELECTOR, "#own-sounds button")[-1].click()
    facts = lambda: text(driver, "#own-facts")
    seconds = lambda: float(facts().split(", ")[1].split(" s")[0])
    waits("the loudest is picked", lambda: facts().startswith(f"Sound {count} of {count}"))
    driver.find_element(By.ID, "own-play").click()
    waits("it is heard", lambda: driver.execute_script("return document.getElementById('own-sound').currentTime > 0"))

    whole, width = seconds(), box(driver, driver.find_element(By.ID, "own-wave"))[2]
    assert not driver.find_element(By.ID, "own-keep").is_enabled(), "there is nothing to cut off"
    ActionChains(driver).drag_and_drop_by_offset(driver.find_element(By.ID, "own-to"), -int(width / 2), 0).perform()
    waits("an end is dragged", lambda: abs(float(driver.find_element(By.ID, "own-to").get_attribute("aria-valuenow")) / whole - 0.5) < 0.02)
    driver.find_element(By.ID, "own-from").send_keys(Keys.SHIFT + Keys.ARROW_RIGHT + Keys.NULL)
    waits("and the other one by a key", lambda: driver.find_element(By.ID, "own-from").get_attribute("aria-valuenow") != "0.000")
    driver.find_element(By.ID, "own-keep").click()
    waits("the part is kept", lambda: abs(seconds() / whole - 0.498) < 0.02)
    waits("on the disk, too", lambda: any(abs(s["seconds"] - seconds()) < 0.002 for s in sounds_of(home, "kick")))
    waits("and the drums that play take it up", lambda: len(flam.reported("kit.loaded")) > loaded)
    driver.find_element(By.ID, "own-undo").click()
    waits("undo brings it back", lambda: abs(seconds() - whole) < 0.001)
    before = driver.find_element(By.CSS_SELECTOR, "#own-wave polygon").get_attribute("points")
    driver.find_element(By.ID, "own-reverse").click()
    waits("backwards", lambda: driver.find_element(By.CSS_SELECTOR, "#own-wave polygon").get_attribute("points") != before)
    driver.find_element(By.ID, "own-higher").click()
    waits("a semitone higher is shorter", lambda: abs(seconds() * 2 ** (1 / 12) / whole - 1) < 0.01)
    driver.find_element(By.ID, "own-remove").click()
    waits("one is removed", lambda: shown() == count - 1 and len(sounds_of(home, "kick")) == count - 1)
    driver.find_element(By.CSS_SELECTOR, "#own-pads button[value='snare']").click()
    waits("the other drum is shown", lambda: driver.find_element(By.CSS_SELECTOR, "#own-pads button[value='snare']").get_attribute("aria-pressed") == "true"
          and facts())
    driver.find_element(By.CSS_SELECTOR, '#kit-names button[value="flam"]').click()
    waits("kits of others have nothing to change", lambda: not driver.find_element(By.ID, "own").is_displayed()
          and text(driver, "#kit-title") == "flam")
    driver.find_element(By.CSS_SELECTOR, '#kit-names button[value="mouth"]').click()
    waits("and one's own again", lambda: driver.find_element(By.ID, "own-editor").is_displayed())
