// SPDX-License-Identifier: GPL-3.0-or-later
// The pins as Firmata sees them: the use of each, its last value, and when it must fall dark.
#pragma once

#include <Arduino.h>

namespace pins {

/// Pins of the board; 0 and 1 are the serial line.
constexpr uint8_t count = NUM_DIGITAL_PINS;
/// The pin of A0.
constexpr uint8_t firstAnalog = A0;

/// Modes by their numbers in Firmata.
enum Mode : uint8_t { input = 0, output = 1, analog = 2, pwm = 3, pullUp = 11, unusable = 127 };

/// All pins are inputs, without a limit.
void reset();
/// Whether a pin can take a mode.
bool supports(uint8_t pin, uint8_t mode);
/// What a pin is used for.
uint8_t mode(uint8_t pin);
/// What was written to a pin, 0 to 255 for PWM; of an input whether it is drawn high.
uint8_t state(uint8_t pin);
/// Uses a pin for something that it supports; as an output it begins low.
void setMode(uint8_t pin, uint8_t mode);
/// Sets an output high or low; false where the pin is none.
bool writeDigital(uint8_t pin, bool isHigh);
/// Sets a PWM output, 0 to 255; false where the pin is none.
bool writePwm(uint8_t pin, uint8_t value);
/// Reads a port's inputs, a bit a pin.
uint8_t readPort(uint8_t port);
/// How long a pin may be on; 0 for ever.
void setMaximumOnTime(uint8_t pin, uint16_t milliseconds);
/// The host is there. From the first call on outputs fall dark where the next are left out for 800 ms.
void keepAlive();
/// Lets fall what has been on too long, or all where the host has gone.
void tick();

} // namespace pins
