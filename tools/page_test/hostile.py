# SPDX-License-Identifier: GPL-3.0-or-later
"""Names of others that would run as a page, control a terminal or break a line: they are text wherever they are shown."""
import json
import shutil
import time

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from page_test.browser import ROOT, text, view, waits

# As a file may be called.
HOSTILE = "<img src=x onerror=window.ran=1>"
# As a sound may be called.
LABEL = "<script>window.ran=1</script>\x1b]0;owned\x07\"'&<img src=x onerror=window.ran=1>"
SHOWN = "onerror=window.ran=1>"


def make(home):
    """A kit, a profile and a session of that name, with a drum and a sound that are called no better."""
    kit = home / ".local/share/flam/kits" / HOSTILE
    kit.mkdir(parents=True)
    sound = next((ROOT / "Samples/kit").rglob("*.ogg"))
    shutil.copy(sound, kit / f"{HOSTILE}.ogg")
    profiles = home / ".config/flam/profiles"
    profile = json.loads((profiles / "me.json").read_text())
    profile["sounds"][0]["name"] = LABEL + "\nall is well"
    (profiles / f"{HOSTILE}.json").write_text(json.dumps(profile))
    session = next(path.parent for path in home.rglob("session.json"))
    shutil.copytree(session, session.parent / HOSTILE)


def pick(driver, list_id, name):
    driver.find_element(By.ID, list_id).click()
    waits(f"{list_id}: a hostile name is text", lambda: name in text(driver, "#items"))
    driver.find_element(By.ID, "filter").send_keys(name + Keys.ENTER)


def meet(driver, flam, home):
    """Each is picked and shown in each view; none is run, and none becomes an element of the page."""
    make(home)
    view(driver, "play")
    pick(driver, "kit", HOSTILE)
    waits("the kit of that name plays", lambda: HOSTILE in text(driver, "#kit b") and "%" not in text(driver, "#kit b"))
    waits("its drum is called so", lambda: SHOWN in text(driver, "#pads"))
    pick(driver, "sounds", HOSTILE)
    waits("the profile of that name is heard by", lambda: HOSTILE in text(driver, "#sounds b"))
    driver.execute_script("for (const id of ['monitor', 'answers']) document.getElementById(id).open = true")
    waits("its sound is called so", lambda: SHOWN in text(driver, "#monitor"))
    for name, place in {"sessions": "#shelf", "teach": "#lesson-sounds", "kits": "#kit-names"}.items():
        view(driver, name)
        waits(f"it is text in the view of {name}", lambda: SHOWN in text(driver, place))
    view(driver, "kits")
    waits("the kit is opened", lambda: next(
        button for button in driver.find_elements(By.CSS_SELECTOR, "#kit-names button") if SHOWN in button.text).click() is None)
    waits("and can be looked into", lambda: HOSTILE in text(driver, "#kit-title"))
    view(driver, "sessions")
    waits("the session opens", lambda: next(
        button for button in driver.find_elements(By.CSS_SELECTOR, "#shelf button") if SHOWN in button.text).click() is None)
    waits("with its hits", lambda: "hits, none picked" in text(driver, "#hit-text"))
    time.sleep(0.5)
    assert driver.execute_script("return window.ran") is None, "a name was run"
    made = driver.execute_script("return document.querySelectorAll('img[src=x], script:not([src])').length")
    assert made == 0, "a name became a part of the page"
    before = len(flam.reported("hit.begun"))
    waits("playing goes on", lambda: len(flam.reported("hit.begun")) > before)
