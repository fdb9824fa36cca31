# SPDX-License-Identifier: GPL-3.0-or-later
"""The pads of a board: our firmware on the simulated one."""
import json
import subprocess
import time

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from page_test.browser import ROOT, text, waits

BUILT = ROOT / ".build/pads"


class Board:
    """A simulated board and its table; it does nothing if it is not built."""

    def __init__(self, home):
        self.process, self.options = None, []
        if not (BUILT / "board-sim").exists():
            print("page-test: boards are left out; tools/pads/test builds the simulated one")
            return
        self.table = home / "board.json"
        self.table.write_text(json.dumps({"port": str(home / "board"), "pads": [
            {"input": "A0", "plays": "snare"}, {"input": "A1", "plays": "kick"}]}))
        self.process = subprocess.Popen(
            [BUILT / "board-sim", "--port", home / "board", BUILT / "FlamPads.elf"], stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL, text=True)
        while not (home / "board").exists():
            time.sleep(0.05)
        self.options = ["--board", self.table]

    def strike(self):
        self.process.stdin.write("0 strike 0 4 2\n")
        self.process.stdin.flush()

    def end(self):
        if self.process:
            self.process.stdin.close()
            self.process.kill()
            self.process.wait()


def set_pads(driver, flam, board):
    """What a player sets of the pads, and what the board and its table have of it."""
    if not board.process:
        return
    waits("the board's pads are shown", lambda: driver.find_element(By.ID, "boards").is_displayed())
    driver.find_element(By.CSS_SELECTOR, "#boards summary").click()
    pads = driver.find_elements(By.CSS_SELECTOR, "#board-pads fieldset")
    assert [pad.find_element(By.TAG_NAME, "legend").text for pad in pads] == ["A0 plays snare", "A1 plays kick"]
    sensitivity = pads[0].find_element(By.CSS_SELECTOR, "input")
    assert sensitivity.accessible_name.startswith("Sensitivity"), sensitivity.accessible_name
    board.strike()
    soft = waits("a strike is heard", lambda: flam.reported("note", source="board"))[-1]["velocity"]
    sensitivity.send_keys(Keys.ARROW_RIGHT * 20)
    waits("the page shows what is set", lambda: text(driver, "#board-pads output") == "70")
    kept = lambda: json.loads(board.table.read_text())["pads"][0]
    waits("the table keeps it", lambda: kept()["sensitivity"] == 70)
    Select(pads[0].find_element(By.TAG_NAME, "select")).select_by_visible_text("log2")
    waits("also the curve", lambda: kept()["curve"] == "log2")
    time.sleep(0.5)
    board.strike()
    waits("the same strike is harder", lambda: flam.reported("note", source="board")[-1]["velocity"] > soft + 0.1)
    driver.find_element(By.CSS_SELECTOR, "#board-pads input:focus, #board-pads input").send_keys(Keys.HOME)
    waits("and softer again", lambda: kept()["sensitivity"] == 0)
