# SPDX-License-Identifier: GPL-3.0-or-later
"""What the page promises of its looks: seen in pixels and in computed style."""
import re
import time

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from page_test.browser import appear, text, touch, view, waits
from page_test.pixels import box, colours, contrast, difference

# No two neighbours on the wheel of hues look alike from here on, as a sum over red, green and blue.
VISIBLE = 24
# Where a pad shows its own colour: beside its picture and name, softly, middling and hard.
ZONES = [(0.62, 0.2), (0.62, 0.5), (0.62, 0.9)]


def pad(driver, name):
    return next(pad for pad in driver.find_elements(By.CLASS_NAME, "pad")
                if pad.find_element(By.CLASS_NAME, "name").text == name)


def style(driver, element, name, part=None):
    return driver.execute_script("return getComputedStyle(arguments[0], arguments[2])[arguments[1]]", element, name, part)


def see(driver, flam):
    """Pads with a hue, a picture and three zones each; what a solo does to them; what is folded away."""
    names = [name.text for name in driver.find_elements(By.CSS_SELECTOR, ".pad .name")]
    assert "Closed hi-hat" in names and "Side stick" in names and len(set(names)) == len(names), names
    drawn = driver.execute_script(
        "return [...document.querySelectorAll('.pad')].map((pad) => [pad.querySelectorAll('svg.pictogram :is(path, circle, ellipse)').length,"
        " getComputedStyle(pad.querySelector('.pictogram')).stroke])")
    assert all(count > 0 for count, _ in drawn) and len({stroke for _, stroke in drawn}) == len(drawn), drawn
    shown = driver.execute_script("return document.querySelector('.voiced .pad .sound').textContent")
    assert shown == "", f"a pad says its name twice: {shown}"
    still = {name: colours(driver, pad(driver, name), *ZONES) for name in ("Crash", "Cowbell", "Low tom")}
    for name, zones in still.items():
        assert difference(zones[0], zones[2]) > VISIBLE and len(set(zones)) == 3, f"the zones of {name}: {zones}"
    hard = [zones[2] for zones in still.values()]
    assert all(difference(one, other) > VISIBLE / 2 for one in hard for other in hard if one != other) and len(set(hard)) == 3, hard
    print("page-test: each pad has a hue, a picture and three zones")
    crash = pad(driver, "Crash")
    waits("a pad that is struck lights up in pixels", lambda: touch(driver, crash) or difference(
        colours(driver, crash, ZONES[0])[0], still["Crash"][0]) > 3 * VISIBLE)
    waits("and goes dark again", lambda: difference(colours(driver, crash, ZONES[0])[0], still["Crash"][0]) < VISIBLE / 2)

    for name in ("mix", "facts"):
        assert not driver.execute_script("return document.getElementById(arguments[0]).open", name), f"{name} is not folded away"
    driver.find_element(By.CSS_SELECTOR, "#facts summary").click()
    waits("the facts unfold", lambda: driver.find_element(By.ID, "delay").is_displayed() and "ms" in text(driver, "#delay"))
    driver.find_element(By.CSS_SELECTOR, "#mix summary").click()
    waits("the mixer unfolds", lambda: driver.find_element(By.CSS_SELECTOR, ".strip output").is_displayed())
    solo = driver.find_element(By.CSS_SELECTOR, '.strip [aria-label="Solo Cowbell"]')
    solo.click()
    waits("a solo dims the other pads", lambda: flam.reported("mix", solo=True)
          and difference(colours(driver, crash, ZONES[2])[0], still["Crash"][2]) > 6
          and len(set(colours(driver, crash, *ZONES))) == 1)
    assert colours(driver, pad(driver, "Cowbell"), ZONES[2])[0] == still["Cowbell"][2], "the solo pad changed, too"
    solo.click()
    waits("and then they are as before", lambda: colours(driver, crash, *ZONES) == still["Crash"])
    readable(driver)
    painted(driver)


def readable(driver):
    """Names and marks stand out from every zone of their pads, by day and by night (WCAG 2.2, criterion 1.4.3)."""
    for is_dark in (False, True):
        appear(driver, "computer", is_dark)
        for name in ("Crash", "Cowbell", "Low tom"):
            own = pad(driver, name)
            for part in (".name", ".zones i"):
                ink = [int(value) for value in re.findall(r"\d+", style(driver, own.find_element(By.CSS_SELECTOR, part), "color"))[:3]]
                least = min(contrast(ink, zone) for zone in colours(driver, own, *ZONES))
                assert least >= 4.5, f"the contrast of {name} {part} is {least:.1f}"
    appear(driver, "computer", False)
    print("page-test: names and marks of pads have a contrast of 4.5 or more")


def painted(driver):
    """The picture of what Flam hears has the level, the dashed threshold and a mark for each hit; no names on top of it."""
    scope = driver.find_element(By.ID, "scope")
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", scope)
    waits("the picture of the last seconds shows level, threshold and marks", lambda: driver.execute_script("""
        const [canvas] = arguments, scale = canvas.width / canvas.clientWidth;
        const copy = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
        const paint = copy.getContext("2d", { willReadFrequently: true });
        paint.drawImage(canvas, 0, 0);
        const seen = (x, y, width, height) => {
          const { data } = paint.getImageData(x * scale, y * scale, width * scale, height * scale);
          const found = new Set();
          for (let at = 0; at < data.length; at += 4) if (data[at + 3] > 60) found.add(data.slice(at, at + 3).join());
          return found.size;
        };
        const wide = canvas.clientWidth, high = canvas.clientHeight;
        return seen(62, 0, wide - 62, 20) > 1 && seen(62, 40, wide - 62, high - 41) > 1 && seen(0, 22, 60, high - 22) > 0;""", scope))


def calm(driver):
    """With reduced motion nothing grows or pulses."""
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]})
    picture = driver.find_element(By.CSS_SELECTOR, ".pad .pictogram")
    assert style(driver, picture, "transform") == "none" and style(driver, driver.find_element(By.CSS_SELECTOR, "#record i"), "animationName") == "none"
    print("page-test: with reduced motion nothing moves but levels")
    appear(driver, "computer", False)
    assert style(driver, picture, "transform") != "none"


def fill(driver):
    """Pads alone fill the screen in both directions, and keep it on."""
    driver.execute_script("""
        window.wakes = [];
        Object.defineProperty(navigator, "wakeLock", { configurable: true, value: {
          request: async (kind) => { window.wakes.push(kind); return { release() { window.wakes.push("released"); }, addEventListener() {} }; } } });""")
    driver.find_element(By.ID, "only").click()
    waits("the pads alone are shown, and the screen stays on", lambda: driver.execute_script("return window.wakes") == ["screen"])
    for size in ("phone", "across"):
        appear(driver, size, False)
        waits(f"they fill the screen: {size}", lambda: fills(driver))
    hidden = ["header", "#views", "#notice", "#monitor", "#mix", ".deck"]
    assert not any(driver.find_element(By.CSS_SELECTOR, part).is_displayed() for part in hidden), "there is more than pads"
    driver.find_element(By.TAG_NAME, "body").send_keys(Keys.ESCAPE)
    waits("Escape leaves them", lambda: driver.find_element(By.ID, "views").is_displayed()
          and driver.execute_script("return window.wakes") == ["screen", "released"])
    appear(driver, "computer", False)


def fills(driver):
    """Every pad lies within the screen, none over another, and together they cover it but for the gaps."""
    wide, high = driver.execute_script("return [innerWidth, innerHeight]")
    boxes = [box(driver, pad) for pad in driver.find_elements(By.CLASS_NAME, "pad")]
    inside = all(x >= 0 and y >= 0 and x + width <= wide + 1 and y + height <= high + 1 and width > 60 and height > 60 for x, y, width, height in boxes)
    apart = len({(round(x), round(y)) for x, y, _, _ in boxes}) == len(boxes)
    return inside and apart and sum(width * height for _, _, width, height in boxes) > 0.75 * wide * high


def invite(driver):
    """Views with nothing in them say what goes there, with a button; newcomers are led to what is kept."""
    view(driver, "sessions")
    waits("an empty list has a button", lambda: [button.text for button in driver.find_elements(By.CSS_SELECTOR, "#shelf .none button, #recordings .none button")]
          == ["Begin a session", "Record"])
    view(driver, "play")
    waits("a newcomer is asked to teach", lambda: text(driver, "#notice button") == "Teach Flam your sounds")
    driver.find_element(By.CSS_SELECTOR, "#notice button").click()
    waits("and comes to the steps whose result is kept", lambda: driver.find_element(By.ID, "step-pick").get_attribute("aria-current") == "step")
    ready = [button.text for button in driver.find_elements(By.CSS_SELECTOR, "#ready button")]
    assert ready == ["Kick", "Snare", "Hi-hat"], ready
    assert not driver.execute_script("return document.getElementById('again').open"), "what is forgotten is offered first"
    time.sleep(0.3)
    wide = driver.execute_script("return innerWidth")
    steps = [box(driver, driver.find_element(By.ID, f"step-{name}")) for name in ("pick", "hit", "keep")]
    assert steps[0][0] < steps[1][0] < steps[2][0] and steps[2][0] + steps[2][2] <= wide, steps
    view(driver, "play")
