// SPDX-License-Identifier: GPL-3.0-or-later
#include "Pins.h"

namespace {

/// How long the host may be silent: less than a second, and three of its messages.
constexpr uint16_t silenceMilliseconds = 800;

struct Pin {
  uint8_t mode, state;
  /// 0 for no limit.
  uint16_t maximumOnMilliseconds;
  /// When it was switched on, or fell dark by itself.
  uint16_t since;
  /// It has been on too long, and rests as long.
  bool rests;
};

Pin all[pins::count];
bool isWatched;
uint16_t aliveAt;

uint16_t now() { return millis(); }

bool isOutput(const Pin &pin) { return pin.mode == pins::output || pin.mode == pins::pwm; }

void put(uint8_t number, uint8_t state) {
  Pin &pin = all[number];
  if (pin.rests && state > 0) return;
  if (pin.state == 0 && state > 0) pin.since = now();
  pin.state = state;
  if (pin.mode == pins::pwm) analogWrite(number, state);
  else digitalWrite(number, state > 0 ? HIGH : LOW);
}

} // namespace

namespace pins {

void reset() {
  isWatched = false;
  for (uint8_t pin = 0; pin < count; pin++) {
    all[pin] = Pin{unusable, 0, 0, 0, false};
    if (supports(pin, input)) setMode(pin, pin >= firstAnalog ? analog : input);
  }
}

bool supports(uint8_t pin, uint8_t mode) {
  if (pin < 2 || pin >= count) return false;
  switch (mode) {
  case input:
  case output:
  case pullUp: return true;
  case analog: return pin >= firstAnalog;
  case pwm: return digitalPinHasPWM(pin);
  default: return false;
  }
}

uint8_t mode(uint8_t pin) { return all[pin].mode; }

uint8_t state(uint8_t pin) { return all[pin].mode == pullUp ? 1 : all[pin].state; }

void setMode(uint8_t number, uint8_t mode) {
  Pin &pin = all[number];
  if (pin.mode == mode) return;
  if (isOutput(pin)) put(number, 0);
  pin.mode = mode;
  pin.state = 0;
  // Without its pull-up it would be high for a moment.
  digitalWrite(number, LOW);
  pinMode(number, isOutput(pin) ? OUTPUT : mode == pullUp ? INPUT_PULLUP : INPUT);
}

bool writeDigital(uint8_t number, bool isHigh) {
  if (number >= count || all[number].mode != output) return false;
  put(number, isHigh ? 1 : 0);
  return true;
}

bool writePwm(uint8_t number, uint8_t value) {
  if (number >= count || all[number].mode != pwm) return false;
  put(number, value);
  return true;
}

uint8_t readPort(uint8_t port) {
  uint8_t bits = 0;
  for (uint8_t bit = 0; bit < 8; bit++) {
    const uint8_t pin = port * 8 + bit;
    if (pin >= count || (all[pin].mode != input && all[pin].mode != pullUp)) continue;
    if (digitalRead(pin) == HIGH) bits |= 1 << bit;
  }
  return bits;
}

void setMaximumOnTime(uint8_t pin, uint16_t milliseconds) {
  all[pin].maximumOnMilliseconds = milliseconds;
  // A pin that is on, or rests, goes on doing so: no message lengthens it.
  if (all[pin].state == 0 && !all[pin].rests) all[pin].since = now();
}

void keepAlive() {
  isWatched = true;
  aliveAt = now();
}

void tick() {
  const bool isGone = isWatched && static_cast<uint16_t>(now() - aliveAt) > silenceMilliseconds;
  if (isGone) isWatched = false;
  for (uint8_t number = 0; number < count; number++) {
    Pin &pin = all[number];
    const bool isOver = pin.maximumOnMilliseconds > 0 &&
                        static_cast<uint16_t>(now() - pin.since) >= pin.maximumOnMilliseconds;
    if (pin.rests && isOver) pin.rests = false;
    if (!isOutput(pin) || pin.state == 0 || !(isGone || isOver)) continue;
    put(number, 0);
    if (isOver) {
      pin.rests = true;
      pin.since = now();
    }
  }
}

} // namespace pins
