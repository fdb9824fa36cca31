# SPDX-License-Identifier: GPL-3.0-or-later
"""A phone, and nothing but fingers on it."""
import time

from selenium.webdriver.common.by import By

from page_test.browser import appear, text, waits
from page_test.looks import pad
from page_test.pixels import box
from page_test.shelf import row


def fingers(driver, kind, *places):
    driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [
        {"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]})


def tap(driver, element, x=0.5, y=0.5):
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
    left, top, width, height = box(driver, element)
    fingers(driver, "touchStart", (left + x * width, top + y * height))
    fingers(driver, "touchEnd")


def swipe(driver, start, end, steps=8):
    fingers(driver, "touchStart", start)
    for step in range(1, steps + 1):
        fingers(driver, "touchMove", tuple(a + (b - a) * step / steps for a, b in zip(start, end)))
        time.sleep(0.02)
    fingers(driver, "touchEnd")


def one(driver, selector):
    return driver.find_element(By.CSS_SELECTOR, selector)


def walk(driver, flam):
    """Plays, scrolls, keeps and mends by touch alone."""
    appear(driver, "phone", False)
    driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 5})
    driver.refresh()
    waits("the page opens on a phone", lambda: len(driver.find_elements(By.CLASS_NAME, "pad")) > 5)
    tap(driver, one(driver, '#views a[href="#play"]'))
    waits("a finger opens a view", lambda: one(driver, "#pads").is_displayed())
    count = lambda: len(flam.reported("note", source="page", action="on"))
    driver.execute_script("scrollTo(0, 0)")
    left, top, width, height = box(driver, one(driver, ".others .pad"))
    before, middle = count(), (left + width / 2, top + height / 2)
    swipe(driver, middle, (middle[0], middle[1] - 260))
    waits("a finger scrolls from a small pad", lambda: driver.execute_script("return scrollY") > 100)
    tap(driver, pad(driver, "Crash"))
    waits("and a tap plays one", lambda: count() > before and flam.reported("note", source="page", action="on")[-1]["pad"] == "crash")
    assert count() == before + 1, "the scroll played"
    driver.execute_script("scrollTo(0, 0)")
    tap(driver, one(driver, "#only"))
    waits("pads alone", lambda: not one(driver, "#views").is_displayed())
    places = [box(driver, pad(driver, name)) for name in ("Low tom", "Ride")]
    before = count()
    fingers(driver, "touchStart", *[(x + width / 2, y + height * 0.9) for x, y, width, height in places])
    waits("two fingers play two pads at once, before they are lifted", lambda: count() == before + 2)
    fingers(driver, "touchEnd")
    assert {e["pad"] for e in flam.reported("note", source="page", action="on")[-2:]} == {"tom-low", "ride"}
    tap(driver, one(driver, "#leave"))
    waits("the cross leads back", lambda: one(driver, "#views").is_displayed())
    tap(driver, one(driver, "#record"))
    waits("a finger records", lambda: one(driver, "#record").get_attribute("aria-pressed") == "true")
    tap(driver, one(driver, "#record"))
    tap(driver, one(driver, '#views a[href="#sessions"]'))
    waits("sessions are listed", lambda: one(driver, "#shelf li > button").is_displayed())
    tap(driver, one(driver, "#shelf li > button"))
    waits("one opens", lambda: "hits" in text(driver, "#hit-text"))
    drag(driver)
    title = next(e for e in reversed(flam.reported("recording", state="closed")) if "take.wav" not in e["path"])["path"].split("/")[-1][:-4]
    waits("the recording is there", lambda: row(driver, title))
    tap(driver, row(driver, title).find_element(By.CSS_SELECTOR, f'[aria-label="Delete {title}"]'))
    waits("a finger deletes it", lambda: "is in the bin" in text(driver, "#notice"))
    tap(driver, one(driver, "#notice button"))
    waits("and takes that back", lambda: row(driver, title))
    driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
    appear(driver, "computer", False)


def drag(driver):
    """A finger drags a hit to the lane below, and the page does not scroll."""
    canvas = one(driver, "#timeline canvas")
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", canvas)
    left, top, width, _ = box(driver, canvas)
    lane = top + 84 + 13
    scrolled = driver.execute_script("return scrollY")
    for x in range(110, int(width) - 10, 12):
        fingers(driver, "touchStart", (left + x, lane))
        fingers(driver, "touchEnd")
        time.sleep(0.05)
        was = text(driver, "#hit-text")
        if was.startswith("Hit"):
            break
    swipe(driver, (left + x, lane), (left + x, lane + 26))
    waits("a finger drags a hit to another lane", lambda: "changed" in text(driver, "#hit-text")
          and text(driver, "#hit-text").split(": ")[1].split(" at ")[0] != was.split(": ")[1].split(" at ")[0])
    assert driver.execute_script("return scrollY") == scrolled, "the page scrolled under the finger"
    tap(driver, one(driver, "#edit-undo"))
