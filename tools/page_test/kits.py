# SPDX-License-Identifier: GPL-3.0-or-later
"""The view of kits."""
from selenium.webdriver.common.by import By

from page_test.browser import text, view, waits


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
