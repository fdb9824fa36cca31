# SPDX-License-Identifier: GPL-3.0-or-later
"""The racks of effects in the mixer."""
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from page_test.browser import text, waits


# The first rack that is shown.
RACK = "#racks section:first-child"


def names(driver):
    return [node.text for node in driver.find_elements(By.CSS_SELECTOR, f"{RACK} .handle")]


def play_racks(driver, flam):
    """Effects come, are set, dragged, moved by keys, bypassed, and go."""
    one = lambda selector: driver.find_element(By.CSS_SELECTOR, f"{RACK} li:first-child {selector}")
    Select(driver.find_element(By.ID, "rack-bus")).select_by_value("drums")
    for effect in ("lowpass", "peak", "delay"):
        Select(driver.find_element(By.ID, "rack-effect")).select_by_value(effect)
        driver.find_element(By.ID, "rack-add").click()
    waits("effects are added", lambda: names(driver) == ["lowpass", "peak", "delay"])
    waits("the response of the filters is drawn", lambda: "dB" in (driver.find_element(By.CSS_SELECTOR, f"{RACK} svg").get_attribute("aria-label") or ""))
    Select(driver.find_element(By.ID, "rack-bus")).select_by_value("master")
    Select(driver.find_element(By.ID, "rack-effect")).select_by_value("width")
    driver.find_element(By.ID, "rack-add").click()
    waits("another bus has its own", lambda: text(driver, "#racks section:last-child .handle") == "width")
    driver.execute_script("for (const node of document.querySelectorAll('#mix option, #racks .handle')) node.isKept = true;")
    before = waits("and the first one its response", lambda: driver.find_element(By.CSS_SELECTOR, f"{RACK} .curve").get_attribute("d"))
    assert before.count("L") == 96, before
    one("input").send_keys(Keys.HOME)
    waits("a slider sets a value", lambda: flam.reported("effect")[-1]["setting"]["values"]["cutoff"] == 20)
    waits("and shows it", lambda: text(driver, f"{RACK} li:first-child output") == "20 Hz")
    waits("and the response follows", lambda: driver.find_element(By.CSS_SELECTOR, f"{RACK} .curve").get_attribute("d") != before)
    kept = driver.execute_script("return [...document.querySelectorAll('#rack-bus option, #rack-effect option, #racks .handle')].every((node) => node.isKept)")
    assert kept, "a list or a rack was made anew, though nothing came or went"
    handles = driver.find_elements(By.CSS_SELECTOR, f"{RACK} .handle")
    ActionChains(driver).click_and_hold(handles[0]).move_to_element(handles[1]).move_by_offset(0, 20).move_to_element(handles[2]).release().perform()
    waits("an effect is dragged to another place", lambda: names(driver) == ["peak", "delay", "lowpass"])
    one(".handle").send_keys(Keys.ARROW_RIGHT)
    waits("an arrow key moves one", lambda: names(driver) == ["delay", "peak", "lowpass"])
    waits("which stays in focus", lambda: driver.switch_to.active_element.text == "peak")
    bypass, remove = driver.find_elements(By.CSS_SELECTOR, f"{RACK} li:first-child .head button:not(.handle)")
    bypass.click()
    waits("it is bypassed", lambda: flam.reported("effect")[-1]["setting"]["isBypassed"] and bypass.get_attribute("aria-pressed") == "true")
    remove.click()
    waits("and removed", lambda: names(driver) == ["peak", "lowpass"])
    play_presets(driver)


def play_presets(driver):
    """A preset is put on and taken back by one undo; what is on is kept as one, under a name that is free."""
    choose = lambda name: Select(driver.find_element(By.ID, "preset")).select_by_value(name)
    choose("telephone")
    driver.find_element(By.ID, "preset-use").click()
    waits("a preset takes the place of a bus's effects", lambda: names(driver) == ["highpass", "lowpass", "distort"])
    waits("and the page says so", lambda: "“telephone” is on" in text(driver, "#notice"))
    assert text(driver, "#racks section:last-child .handle") == "width", "another bus lost its effect"
    driver.find_element(By.ID, "undo").click()
    waits("one undo brings back what was there", lambda: names(driver) == ["peak", "lowpass"])
    keep = lambda name: driver.find_element(By.ID, "preset-name").send_keys(name + Keys.ENTER)
    keep("../mine")
    waits("a path is no name", lambda: "that of a file" in text(driver, "#notice"))
    driver.find_element(By.ID, "preset-name").clear()
    keep("Mine")
    waits("all effects are kept", lambda: "preset “mine”" in text(driver, "#notice"))
    waits("and listed", lambda: "mine" in [node.get_attribute("value") for node in driver.find_elements(By.CSS_SELECTOR, "#preset option")])
    choose("mine")
    driver.find_element(By.ID, "preset-use").click()
    waits("and put on again", lambda: "“mine” is on" in text(driver, "#notice"))
    assert names(driver) == ["peak", "lowpass"], names(driver)
