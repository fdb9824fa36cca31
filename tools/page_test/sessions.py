# SPDX-License-Identifier: GPL-3.0-or-later
"""The view of sessions."""
import re
import subprocess
import time
import urllib.request
from pathlib import Path

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from page_test.browser import FLAM, text, view, waits


def opened(driver, address):
    """A download, asked for as the browser does: with its token."""
    cookies = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in driver.get_cookies())
    return urllib.request.urlopen(urllib.request.Request(address, headers={"Cookie": cookies}))


def fetch(driver, kind):
    """What 'Export' fetches: its address and name, without keeping it."""
    driver.execute_script(
        "window.fetched = null; HTMLAnchorElement.prototype.click = function () { window.fetched = [this.href, this.download]; };")
    Select(driver.find_element(By.ID, "format")).select_by_value(kind)
    driver.find_element(By.ID, "export").click()
    return waits(f"{kind} can be fetched", lambda: driver.execute_script("return window.fetched"))


def hit_place(driver):
    """The number of the picked hit, and of how many; empty if none is."""
    return re.findall(r"Hit (\d+) of (\d+)", text(driver, "#hit-text"))[0] if "Hit" in text(driver, "#hit-text") else ()


def edit(driver, flam, home):
    """What a player does with a session, by keys and by a pointer, and what comes of it."""
    driver.find_element(By.ID, "session").click()
    waits("a session begins", lambda: flam.reported("session", state="begun"))
    time.sleep(6)
    driver.find_element(By.ID, "session").click()
    folder = Path(waits("and ends", lambda: flam.reported("session", state="closed"))[-1]["path"])
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    view(driver, "sessions")
    waits("it is listed", lambda: folder.name in text(driver, "#shelf"))
    # The list is made anew as it arrives.
    waits("it can be opened", lambda: driver.find_element(By.CSS_SELECTOR, "#shelf button").click() is None)
    waits("it opens with its hits", lambda: "hits, none picked" in text(driver, "#hit-text"))
    line = driver.find_element(By.ID, "timeline")
    line.send_keys(Keys.END)
    waits("End picks the last where none was picked", lambda: len(set(hit_place(driver))) == 1)
    line.send_keys(Keys.HOME)
    waits("Home picks the first", lambda: hit_place(driver)[:1] == ("1",))
    line.send_keys(Keys.ARROW_RIGHT * 2)
    waits("keys pick a hit", lambda: "Hit 3 of" in text(driver, "#hit-text"))
    was = text(driver, "#hit-text")
    ActionChains(driver).key_down(Keys.SHIFT).send_keys(Keys.ARROW_RIGHT * 5).key_up(Keys.SHIFT).perform()
    waits("and move it in time", lambda: text(driver, "#hit-text") != was and "changed" in text(driver, "#hit-text"))
    line.send_keys(Keys.DELETE)
    waits("and delete one", lambda: "Save a copy (1 change)" in text(driver, "#keep"))
    driver.find_element(By.ID, "edit-undo").click()
    other = Select(driver.find_element(By.ID, "hit-sound"))
    name = next(o.text for o in other.options if o.text not in text(driver, "#hit-text"))
    other.select_by_visible_text(name)
    waits("a hit becomes another sound", lambda: f": {name} at" in text(driver, "#hit-text"))
    count = int(hit_place(driver)[1])
    driver.find_element(By.ID, "add").click()
    waits("a hit is added at the line, and picked", lambda: int(hit_place(driver)[1]) == count + 1
          and "changed" in text(driver, "#hit-text"))
    driver.find_element(By.ID, "edit-undo").click()
    waits("undo takes it away", lambda: f"{count} hits" in text(driver, "#hit-text"))
    line.send_keys("a")
    waits("a key adds one, too", lambda: int(hit_place(driver)[1]) == count + 1)
    driver.refresh()
    waits("after a reload it can be opened", lambda: driver.find_element(By.CSS_SELECTOR, "#shelf button").click() is None)
    waits("nothing that was edited is lost", lambda: "change" in text(driver, "#keep"))
    driver.find_element(By.ID, "hear").click()
    waits("the edited session is heard", lambda: driver.execute_script(
        "const s = document.getElementById('sound'); return !s.paused && s.duration > 5 && s.currentTime > 0.2"))
    driver.find_element(By.ID, "hear").click()
    driver.find_element(By.ID, "keep").click()
    copy = waits("a copy is saved beside it", lambda: list(folder.glob("edited *.jsonl")))[0]
    waits("and opened", lambda: "edited" in driver.execute_script("return document.getElementById('version').value"))
    assert all((folder / name).read_bytes() == bytes for name, bytes in before.items()), "the session changed"
    address, saved = fetch(driver, "wav")
    subprocess.run([FLAM, "replay", folder, home / "again.wav", "--hits", copy],
                   check=True, capture_output=True, stdin=subprocess.DEVNULL)
    with opened(driver, address) as answer:
        assert answer.read() == (home / "again.wav").read_bytes(), "what is heard is not what flam replay plays"
    print(f"page-test: '{saved}' has the bits of flam replay")
    for kind, start in {"mid": b"MThd", "csv": b"seconds,frame", "jsonl": b"{"}.items():
        with opened(driver, fetch(driver, kind)[0]) as answer:
            assert answer.read().startswith(start), kind
    drag(driver)
    double_click(driver)


def drag(driver):
    """A pointer finds a hit, moves it later and into the lane below."""
    canvas = driver.find_element(By.CSS_SELECTOR, "#timeline canvas")
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", canvas)
    width, height = canvas.size["width"], canvas.size["height"]
    lane = (84 + 13 - height / 2)
    for x in range(-width // 2 + 120, width // 2 - 100, 8):
        ActionChains(driver).move_to_element_with_offset(canvas, x, lane).click().perform()
        was = text(driver, "#hit-text")
        if "Hit" in was:
            break
    ActionChains(driver).move_to_element_with_offset(canvas, x, lane).click_and_hold().move_by_offset(30, 26).release().perform()
    now = waits("a pointer moves a hit", lambda: "changed" in text(driver, "#hit-text") and text(driver, "#hit-text"))
    seconds = [float(line.split(" at ")[1].split(" s")[0]) for line in (was, now)]
    assert seconds[1] > seconds[0] + 0.05 and was.split(": ")[1].split()[0] not in now, (was, now)
    driver.find_element(By.ID, "edit-undo").click()


def double_click(driver):
    """A double click away from hits adds one, of the sound of the lane; one on a hit adds none."""
    canvas = driver.find_element(By.CSS_SELECTOR, "#timeline canvas")
    width, height = canvas.size["width"], canvas.size["height"]
    lane = (84 + 13 - height / 2)
    line = driver.find_element(By.ID, "timeline")
    line.send_keys(Keys.HOME)
    count = int(hit_place(driver)[1])
    # A click away from hits leaves the first one picked, or none.
    for x in range(-width // 2 + 320, width // 2 - 100, 8):
        line.send_keys(Keys.HOME)
        ActionChains(driver).move_to_element_with_offset(canvas, x, lane).click().perform()
        time.sleep(0.2)
        if hit_place(driver)[:1] in ((), ("1",)):
            break
    # The click that found the place is neither of the two.
    time.sleep(0.7)
    ActionChains(driver).move_to_element_with_offset(canvas, x, lane).double_click().perform()
    waits("a double click adds a hit, and picks it", lambda: int(hit_place(driver)[1]) == count + 1
          and "changed" in text(driver, "#hit-text"))
    ActionChains(driver).move_to_element_with_offset(canvas, x, lane).double_click().perform()
    time.sleep(0.3)
    assert int(hit_place(driver)[1]) == count + 1, "a double click on a hit added another"
    driver.find_element(By.ID, "edit-undo").click()
    waits("undo takes that away", lambda: f"{count} hits" in text(driver, "#hit-text") or hit_place(driver)[1:] == (str(count),))
    # As a picture shows it.
    line.send_keys(Keys.HOME + Keys.ARROW_RIGHT * 6)
