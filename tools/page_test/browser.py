# SPDX-License-Identifier: GPL-3.0-or-later
"""The program with its page, and a browser that looks at it."""
import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
import zipfile
from pathlib import Path

from selenium import webdriver
from selenium.common.exceptions import ElementClickInterceptedException, ElementNotInteractableException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

from page_test.pixels import smaller

ROOT = Path(__file__).resolve().parent.parent.parent
FLAM = Path(os.environ.get("FLAM_BUILT", ROOT / ".build/release")) / "flam"
AXE = "axe-playwright-python==0.1.8"
SIZES = {"computer": (1366, 768, False), "tablet": (820, 1180, True), "phone": (390, 844, True),
         "across": (844, 390, True), "small": (320, 568, True)}
# Those of which the documents show pictures.
SHOWN = ["computer", "tablet", "phone"]

# Names that the page shows in place of those of kits.
READABLE = {"hihat-closed": "Closed hi-hat", "kick": "Kick", "snare": "Snare"}


def environment(home):
    """Nothing of the person who runs the test is read or changed."""
    folders = {"CONFIG": ".config", "STATE": ".state", "CACHE": ".cache"}
    return {**os.environ, "HOME": str(home), **{f"XDG_{name}_HOME": str(home / folder) for name, folder in folders.items()}}


def address(home, port):
    """Of the page, with the token that the program keeps for its owner."""
    return f"http://localhost:{port}/?token={(home / '.state/flam/page-token').read_text().strip()}"


class Flam:
    """The program with a page, and all its events."""

    def __init__(self, home, port, *options):
        self.begin(home, [
            FLAM, "play", "--take", ROOT / "Samples/takes/table.flac", "--loop",
            "--json", "--events", "--web", str(port), "--record", home / "take.wav", "--force", *options])

    def begin(self, home, command):
        self.events = []
        self.process = subprocess.Popen(
            command, cwd=home, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True,
            env=environment(home))
        self.readers = [threading.Thread(target=self.read, daemon=True),
                        threading.Thread(target=self.process.stderr.read, daemon=True)]
        for reader in self.readers:
            reader.start()

    def read(self):
        for line in self.process.stdout:
            event = json.loads(line)
            if "event" in event:
                self.events.append(event)

    def reported(self, name, **wanted):
        return [e for e in self.events if e["event"] == name and all(e.get(k) == v for k, v in wanted.items())]

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(timeout=FAR_LIMIT)


class PatientElement(WebElement):
    """A part of the page that is clicked once it can be, as a person does: another may be before it for a moment."""

    def click(self):
        end = time.monotonic() + FAR_LIMIT
        while True:
            try:
                return super().click()
            except (ElementNotInteractableException, ElementClickInterceptedException):
                if time.monotonic() > end:
                    raise
            time.sleep(0.03)


def browser():
    options = Options()
    for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
    driver._web_element_cls = PatientElement
    return driver


def appear(driver, size, is_dark):
    width, height, is_mobile = SIZES[size]
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_mobile})
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
        {"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}]})


def values(driver):
    """Named values of the style sheet that are none in either appearance: what they colour would stay as it is."""
    return driver.execute_script("""
        const root = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
          .find((rule) => rule.selectorText === ":root").style;
        return [...root].filter((name) => name.startsWith("--")).filter((name) => {
          const value = root.getPropertyValue(name).trim();
          return !CSS.supports("color", value) && !CSS.supports("width", value);
        });""")


# What has not come after so many seconds never comes.
FAR_LIMIT = 180


def waits(what, condition):
    """Waits until a condition holds; says what did not."""
    end = time.monotonic() + FAR_LIMIT
    while time.monotonic() < end:
        with contextlib.suppress(Exception):
            if value := condition():
                print(f"page-test: {what}", flush=True)
                return value
        time.sleep(0.03)
    raise SystemExit(f"page-test: FAILED: {what}")


def axe():
    cache = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "flam" / AXE
    script = cache / "axe.min.js"
    if not script.exists():
        cache.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", cache, AXE], check=True)
        with zipfile.ZipFile(next(cache.glob("*.whl"))) as wheel:
            script.write_bytes(wheel.read("axe_playwright_python/axe.min.js"))
    return script.read_text()


def violations(driver, script):
    driver.execute_script(script)
    found = driver.execute_async_script(
        "const done = arguments[arguments.length - 1];"
        "axe.run(document, {resultTypes: ['violations']}).then((r) => done(r.violations));")
    return [(v["id"], v["help"], [n["target"] for n in v["nodes"]][:3]) for v in found]


def touch(driver, pad, x=0.5, y=0.9):
    box = driver.execute_script("const b = arguments[0].getBoundingClientRect(); return [b.x, b.y, b.width, b.height]", pad)
    place = {"x": box[0] + x * box[2], "y": box[1] + y * box[3]}
    driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [place]})
    driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def text(driver, selector):
    return driver.find_element(By.CSS_SELECTOR, selector).text


def unfold(driver, name):
    """Opens a part of the page that is folded away."""
    if not driver.execute_script("return document.getElementById(arguments[0]).open", name):
        driver.find_element(By.CSS_SELECTOR, f"#{name} > summary").click()


def fold(driver):
    """The page as most see it: facts and mixer folded away."""
    driver.execute_script("for (const name of ['facts', 'mix', 'answers']) document.getElementById(name).open = false")


def view(driver, name):
    driver.find_element(By.CSS_SELECTOR, f'#views a[href="#{name}"]').click()
    # The browser reports the new address a moment later.
    WebDriverWait(driver, FAR_LIMIT).until(lambda _: driver.find_element(By.ID, name).is_displayed())


def picture(driver, shots, name):
    """Keeps a picture of the screen, where pictures are kept."""
    if shots:
        shots.mkdir(parents=True, exist_ok=True)
        (shots / f"{name}.png").write_bytes(smaller(driver.get_screenshot_as_png()))


def look(driver, name, script, shots):
    """What axe-core finds in a view, on each screen, light and dark; and pictures of it."""
    faults = []
    view(driver, name)
    for size in SIZES:
        for is_dark in (False, True):
            appear(driver, size, is_dark)
            time.sleep(0.9)
            faults += violations(driver, script)
            wide = driver.execute_script("return document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, f"{name} is wider than the {size} by {wide}"
            if size in SHOWN and not is_dark:
                picture(driver, shots, f"{name}-{size}")
    return faults
