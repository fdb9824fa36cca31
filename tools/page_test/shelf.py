# SPDX-License-Identifier: GPL-3.0-or-later
"""Recordings and sessions on the shelf: heard, fetched, renamed, deleted and brought back."""
from pathlib import Path

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from page_test.browser import text, view, waits
from page_test.sessions import opened


def row(driver, title):
    return next(item for item in driver.find_elements(By.CSS_SELECTOR, "#shelf li, #recordings li")
                if item.find_elements(By.TAG_NAME, "b") and item.find_element(By.TAG_NAME, "b").text == title)


def press(driver, title, act):
    row(driver, title).find_element(By.CSS_SELECTOR, f'[aria-label="{act} {title}"]').click()


def rename(driver, title, other):
    press(driver, title, "Rename")
    field = waits("a name can be typed", lambda: driver.find_element(By.CSS_SELECTOR, ".naming input"))
    field.send_keys(Keys.CONTROL + "a" + Keys.NULL, other, Keys.ENTER)
    waits(f"it is called '{other}'", lambda: row(driver, other))


def keep_order(driver, flam):
    """What is done to a recording and a session on the page, seen on the disk."""
    view(driver, "sessions")
    path = Path(next(e for e in flam.reported("recording", state="closed") if "take.wav" not in e["path"])["path"])
    folder, bytes = path.parent, path.read_bytes()
    waits("the recording is listed", lambda: row(driver, path.stem))
    assert "0:0" in row(driver, path.stem).text and "B" in row(driver, path.stem).text
    row(driver, path.stem).find_element(By.TAG_NAME, "button").click()
    waits("it is heard", lambda: driver.execute_script("const s = document.getElementById('listen'); return s.duration > 0.5 && !s.error"))
    driver.execute_script(
        "window.fetched = null; HTMLAnchorElement.prototype.click = function () { window.fetched = [this.href, this.download]; };")
    press(driver, path.stem, "Fetch")
    address, name = waits("it is fetched", lambda: driver.execute_script("return window.fetched"))
    with opened(driver, address) as answer:
        assert answer.read() == bytes and name == path.name, name
    rename(driver, path.stem, "Groove one")
    assert (folder / "Groove one.wav").read_bytes() == bytes and not path.exists()
    press(driver, "Groove one", "Delete")
    waits("it is deleted", lambda: not (folder / "Groove one.wav").exists() and "is in the bin" in text(driver, "#notice"))
    assert (folder / "Bin/Groove one.wav").read_bytes() == bytes, "it is lost"
    driver.find_element(By.CSS_SELECTOR, "#notice button").click()
    waits("undo brings it back", lambda: (folder / "Groove one.wav").exists() and row(driver, "Groove one"))
    press(driver, "Groove one", "Delete")
    waits("the bin is shown", lambda: text(driver, "#bin summary") == "Bin (1)")
    driver.find_element(By.CSS_SELECTOR, "#bin summary").click()
    driver.find_element(By.CSS_SELECTOR, "#binned button").click()
    waits("and gives it back", lambda: (folder / "Groove one.wav").read_bytes() == bytes and row(driver, "Groove one"))

    session = Path(flam.reported("session", state="closed")[-1]["path"])
    rename(driver, session.name, "Practice")
    waits("what is open follows its new name", lambda: text(driver, "#opened-title") == "Practice")
    assert (folder / "Practice/session.json").exists() and not session.exists()
    press(driver, "Practice", "Delete")
    waits("a session goes to the bin, too", lambda: (folder / "Bin/Practice/session.json").exists()
          and not driver.find_element(By.ID, "opened").is_displayed() and "“Practice” is in the bin" in text(driver, "#notice"))
    driver.find_element(By.CSS_SELECTOR, "#notice button").click()
    waits("and comes back", lambda: (folder / "Practice/session.json").exists() and row(driver, "Practice"))
    rename(driver, "Practice", session.name)
    row(driver, session.name).find_element(By.TAG_NAME, "button").click()
    waits("and opens", lambda: text(driver, "#opened-title") == session.name)
