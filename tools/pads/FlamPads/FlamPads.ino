// SPDX-License-Identifier: GPL-3.0-or-later
// Pads, pedals and lights for Flam on an Arduino Uno or Nano: docs/boards.md says how it is wired, flashed and spoken to.
#include "FirmataPort.h"
#include "Pins.h"
#include "Scan.h"

void setup() {
  pins::reset();
  scan::begin();
  firmata::begin();
}

void loop() {
  firmata::tick();
  pins::tick();
}
