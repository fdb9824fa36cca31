# SPDX-License-Identifier: GPL-3.0-or-later
"""The view in which one plays."""
import subprocess
import time

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from page_test.browser import READABLE, text, touch, waits
from page_test.hostile import HOSTILE
from page_test.lanes import play_lanes
from page_test.racks import play_racks


def loop(driver, flam):
    """A loop of the take's hits, its layers, and its end."""
    pedal = driver.find_element(By.ID, "loop-record")
    pedal.click()
    waits("the looper is armed", lambda: flam.reported("loop", stage="armed"))
    waits("the first hit starts the loop", lambda: flam.reported("loop", stage="recording"))
    time.sleep(3)
    pedal.click()
    waits("the loop plays", lambda: flam.reported("note", source="loop"))
    waits("where it stands is shown", lambda: "beat" in text(driver, "#loop-text"))
    pedal.click()
    waits("adding ends", lambda: flam.reported("loop", stage="playing"))
    play_lanes(driver, flam)
    driver.find_element(By.ID, "loop-clear").click()
    waits("the loop is gone", lambda: flam.reported("loop")[-1]["stage"] == "empty")


def groove(driver, flam):
    """A groove plays along by its name; another one takes over with a bar."""
    grooves = driver.find_element(By.ID, "pattern")
    waits("grooves have their names", lambda: len(Select(grooves).options) == 20)
    Select(grooves).select_by_visible_text("Samba")
    driver.find_element(By.ID, "pattern-play").click()
    waits("a groove plays along", lambda: flam.reported("pattern", change="begun", title="Samba") and flam.reported("note", source="pattern"))
    waits("its bar is shown", lambda: text(driver, "#pattern-bar").startswith("bar 2 of"))
    driver.refresh()
    waits("a page that opens meanwhile shows it", lambda: Select(driver.find_element(By.ID, "pattern")).first_selected_option.text == "Samba")
    grooves = driver.find_element(By.ID, "pattern")
    Select(grooves).select_by_visible_text("Rock")
    waits("another one takes over", lambda: flam.reported("pattern", change="begun", title="Straight rock"))
    waits("and its name stays", lambda: Select(grooves).first_selected_option.text == "Rock" and text(driver, "#pattern-play") == "End groove")
    driver.find_element(By.ID, "pattern-play").click()
    waits("it ends", lambda: flam.reported("pattern")[-1]["change"] == "ended" and text(driver, "#pattern-bar") == "")


def play(driver, flam, home):
    """What a player does, and what the program reports of it."""
    waits("pads are shown", lambda: len(driver.find_elements(By.CLASS_NAME, "pad")) > 5)
    waits("hits of the take are listed", lambda: len(driver.find_elements(By.CSS_SELECTOR, "#hits .answered")) > 2)
    last = waits("the program hears them, too", lambda: flam.reported("hit.settled"))[-1]
    waits("their sounds are those that it heard", lambda: READABLE[last["sound"]] in text(driver, "#hits"))
    waits("how they sound is shown", lambda: "strongest" in text(driver, "#sound-text"))
    pads = driver.find_elements(By.CLASS_NAME, "pad")
    names = [pad.find_element(By.CLASS_NAME, "name").text for pad in pads]
    crash = pads[names.index("Crash")]
    touch(driver, crash)
    waits("and its pad flashes", lambda: driver.execute_script("""
        const flash = getComputedStyle(arguments[0], "::before");
        return flash.backgroundColor !== "rgba(0, 0, 0, 0)" && Number(flash.opacity) > 0.1;""", crash)
        or touch(driver, crash))
    hard = waits("a touch plays", lambda: flam.reported("note", pad="crash", source="page"))[-1]
    waits("and is measured", lambda: "ms" in text(driver, "#touch"))
    print(f"page-test: from the touch to its answer {text(driver, '#touch')}")
    touch(driver, crash, y=0.1)
    waits("softly at the top of a pad", lambda: flam.reported("note", pad="crash")[-1]["velocity"] < hard["velocity"] / 2)
    driver.find_element(By.TAG_NAME, "body").send_keys("2")
    waits("a key plays the second pad", lambda: [e for e in flam.reported("note", source="page") if READABLE.get(e["pad"]) == names[1]])

    strip = driver.find_elements(By.CSS_SELECTOR, ".strip:not(.bus) input")[0]
    strip.send_keys(Keys.ARROW_LEFT * 6)
    waits("the mixer changes the mix", lambda: any(abs(e.get("gain", 0) - 10 ** (-3 / 20)) < 0.01 for e in flam.reported("mix")))
    waits("and shows it", lambda: "−3.0 dB" in text(driver, ".strip:not(.bus) output"))
    driver.find_element(By.ID, "undo").click()
    waits("undo takes it back", lambda: "0.0 dB" == text(driver, ".strip:not(.bus) output"))
    play_racks(driver, flam)
    waits("it says what is heard, and that nothing sounds without a loudspeaker", lambda:
          "hears the recording “table.flac”. Nothing sounds" in text(driver, "#where"))
    tempo = driver.find_element(By.ID, "tempo")
    everything = Keys.CONTROL + "a" + Keys.NULL
    tempo.send_keys(everything, "100", Keys.TAB)
    waits("a typed tempo counts", lambda: flam.reported("tempo", beatsPerMinute=100))
    changes = len(flam.reported("tempo"))
    tempo.send_keys(everything, Keys.BACKSPACE, Keys.TAB)
    waits("an emptied tempo stays what it was", lambda: tempo.get_attribute("value") == "100"
          and len(flam.reported("tempo")) == changes)
    driver.find_element(By.ID, "click").click()
    waits("the metronome clicks", lambda: flam.reported("tempo", isClicking=True))
    loop(driver, flam)
    groove(driver, flam)
    driver.find_element(By.ID, "sensitivity").send_keys(Keys.ARROW_RIGHT * 2)
    waits("sensitivity changes", lambda: flam.reported("hearing", sensitivity=52))

    driver.find_element(By.CSS_SELECTOR, "#answers summary").click()
    Select(driver.find_element(By.CSS_SELECTOR, ".voice select")).select_by_visible_text("Cowbell")
    waits("a sound plays another pad", lambda: flam.reported("sound.pad", pad="cowbell"))
    driver.find_element(By.ID, "undo").click()
    driver.find_element(By.ID, "sounds").click()
    waits("a hostile name is text", lambda: HOSTILE in text(driver, "#items"))
    driver.find_element(By.ID, "filter").send_keys(Keys.ESCAPE)
    driver.find_element(By.ID, "kit").click()
    wanted = waits("kits are listed", lambda: [
        b.text for b in driver.find_elements(By.CSS_SELECTOR, "#items button:not([aria-current])")])[0]
    driver.find_element(By.ID, "filter").send_keys(wanted + Keys.ENTER)
    # A kit that is played for the first time is made first.
    waits(f"another kit plays: {wanted}", lambda: [
        e for e in flam.reported("kit.loaded") if wanted in e["name"]])
    waits("and is shown", lambda: "%" not in text(driver, "#kit b") and text(driver, "#kit b") != "flam")

    driver.find_element(By.ID, "record").click()
    path = waits("a recording begins", lambda: [
        e for e in flam.reported("recording", state="begun") if "take.wav" not in e["path"]])[-1]["path"]
    time.sleep(1)
    waits("its time is shown", lambda: "0:0" in text(driver, "#record"))
    driver.find_element(By.ID, "record").click()
    waits("it is closed", lambda: flam.reported("recording", state="closed", path=path))
    length = subprocess.run(["soxi", "-D", path], capture_output=True, text=True, check=True).stdout
    waits(f"another program reads it: {float(length):.2f} s", lambda: float(length) > 0.5)
    assert driver.execute_script("return window.ran") is None, "a name was run"
