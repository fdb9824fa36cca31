# SPDX-License-Identifier: GPL-3.0-or-later
"""The lanes of the loop's layers."""
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from page_test.browser import appear, axe, text, violations, waits
from page_test.pixels import box
from page_test.touching import swipe


def drawn(driver):
    """The beats of the notes that the first lane shows."""
    return driver.execute_script(
        "return [...document.querySelectorAll('#lanes li:first-child .note')].map((note) => Number(note.getAttribute('x1')))")


def beats(flam, layer):
    return [note["beat"] for note in flam.reported("loop.layer", number=layer)[-1]["notes"]]


def agrees(driver, flam, layer):
    """The lane shows what the program reports."""
    return len(drawn(driver)) > 0 and all(abs(one - other) < 0.002 for one, other in zip(drawn(driver), beats(flam, layer), strict=True))


def later(before, after, by, length):
    """Every note lies so many beats later, round the loop."""
    return all(abs((two - one - by + length / 2) % length - length / 2) < 0.003 for one, two in zip(before, after, strict=True))


def play_lanes(driver, flam):
    """A layer is seen, muted, heard alone, and moved: by mouse, by keys and by a finger."""
    layer = flam.reported("loop")[-1]["layers"][0]["number"]
    length = flam.reported("loop")[-1]["grid"]["beats"]
    waits("a lane shows each note of a layer", lambda: agrees(driver, flam, layer))
    hues = driver.execute_script(
        "return [...document.querySelectorAll('#lanes .note')].map((note) => getComputedStyle(note).stroke)")
    assert "none" not in hues and len(set(hues)) > 1, f"notes do not have the hues of their drums: {set(hues)}"
    one = lambda selector: driver.find_element(By.CSS_SELECTOR, f"#lanes li:first-child {selector}")
    at = lambda: float(driver.execute_script("return document.getElementById('lanes').style.getPropertyValue('--share')"))
    places = set()
    waits("the place that sounds goes along it", lambda: places.add(round(at(), 2)) or len(places) > 5)
    mute, solo = driver.find_elements(By.CSS_SELECTOR, "#lanes li:first-child button")
    mute.click()
    waits("a touch silences a layer", lambda: flam.reported("loop")[-1]["settings"]["mutedLayers"] == [layer])
    waits("and it is shown", lambda: mute.get_attribute("aria-pressed") == "true" and "silent" in one(".lane").find_element(By.XPATH, "..").get_attribute("class"))
    mute.click()
    solo.click()
    waits("another one lets it sound alone", lambda: flam.reported("loop")[-1]["settings"]["soloLayers"] == [layer])
    solo.click()
    waits("and with the others", lambda: not flam.reported("loop")[-1]["settings"]["soloLayers"])

    before, lane = beats(flam, layer), one(".lane")
    dots = box(driver, lane)[2] / length
    ActionChains(driver).move_to_element_with_offset(lane, -int(dots), 0).click_and_hold().move_by_offset(int(dots / 2), 0).move_by_offset(
        int(dots / 2) + 2, 0).release().perform()
    waits("a lane that is dragged moves by a beat", lambda: later(before, beats(flam, layer), 1, length) and agrees(driver, flam, layer))
    before = beats(flam, layer)
    lane.send_keys(Keys.ARROW_LEFT)
    waits("a key moves it by a step", lambda: later(before, beats(flam, layer), -1 / 4, length) or later(before, beats(flam, layer), -1 / 3, length))
    assert "begins at beat" in lane.get_attribute("aria-valuetext"), lane.get_attribute("aria-valuetext")
    driver.find_element(By.ID, "loop-undo").click()
    waits("undo takes that back", lambda: beats(flam, layer) == before and agrees(driver, flam, layer))
    driver.refresh()
    waits("a page that opens later has it, too", lambda: agrees(driver, flam, layer))
    driver.execute_async_script("const done = arguments[0]; import('./live.js').then((m) => { m.command('loop.lock', { isOn: true }); done(); })")
    one(".lane").send_keys(Keys.ARROW_RIGHT)
    waits("the lock refuses it, and says so", lambda: "locked" in text(driver, "#notice"))
    waits("and the lane is as it was", lambda: beats(flam, layer) == before and agrees(driver, flam, layer))
    driver.execute_async_script("const done = arguments[0]; import('./live.js').then((m) => { m.command('loop.lock', { isOn: false }); done(); })")

    faults = []
    for size in ("computer", "phone", "small"):
        appear(driver, size, size == "phone")
        faults += violations(driver, axe())
        assert driver.execute_script("return document.documentElement.scrollWidth - innerWidth") <= 0, f"lanes are wider than the {size}"
        for button in driver.find_elements(By.CSS_SELECTOR, "#lanes button, #lanes .lane"):
            _, _, width, height = box(driver, button)
            assert width >= 44 and height >= 44, f"a finger misses {width} × {height} px on the {size}"
    assert not faults, faults
    print("page-test: lanes are large enough for fingers, and axe-core finds nothing")
    appear(driver, "phone", False)
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", one(".lane"))
    left, top, width, height = box(driver, one(".lane"))
    across = width / length
    swipe(driver, (left + width / 2, top + height / 2), (left + width / 2 - across, top + height / 2))
    waits("a finger drags it a beat earlier", lambda: later(before, beats(flam, layer), -1, length))
    appear(driver, "computer", False)
