// SPDX-License-Identifier: GPL-3.0-or-later
// Measures A0 to A5 one after the other without a pause, and gives each sample to its pad.
#pragma once

#include "Trigger.h"

namespace scan {

/// Begins to measure.
void begin();
/// All pads are as they were at the start.
void reset();
/// The time in ticks of 64 us, of 14 bits.
uint16_t ticks();
/// What was measured last at an analog channel, 0 to 1023.
uint16_t latest(uint8_t channel);
/// What a setting is; the pad and the setting exist.
uint16_t setting(uint8_t pad, uint8_t setting);
/// Changes a setting; the pad and the setting exist. Returns what holds.
uint16_t set(uint8_t pad, uint8_t setting, uint16_t value);
/// Takes the oldest hit that has not been taken; false where there is none.
bool take(pads::Hit &hit);
/// Takes how many hits there was no room for since the last call.
uint8_t takeLost();

} // namespace scan
