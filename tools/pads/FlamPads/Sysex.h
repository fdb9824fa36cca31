// SPDX-License-Identifier: GPL-3.0-or-later
// The system-exclusive messages: Firmata's queries, and our pads' own.
#pragma once

#include "Trigger.h"

namespace sysex {

enum : uint8_t { firstByte = 0xF0, lastByte = 0xF7, samplingInterval = 0x7A };

/// The longest message that is taken, without its first and last byte.
constexpr uint8_t longest = 32;

/// Carries out a whole message; false where it is none that it knows.
bool obey(const uint8_t *data, uint8_t length);
/// Sets a pin to a value by its mode.
void writeAnalog(uint8_t pin, uint16_t value);
/// Reports a hit.
void sendHit(const pads::Hit &hit);
/// Reports how many hits there was no room for.
void sendLost(uint8_t count);
/// Reports the firmware's name and version.
void sendFirmware();
/// Says in words what cannot be done.
void refuse(const char *what, uint8_t number);

} // namespace sysex
