// SPDX-License-Identifier: GPL-3.0-or-later
#include "Sysex.h"

#include <Arduino.h>

#include "Pins.h"
#include "Scan.h"

namespace {

using namespace pads;

enum : uint8_t {
  hitMessage = 0x01,
  keepAlive = 0x02,
  padSetting = 0x03,
  maximumOnTime = 0x04,
  analogMappingQuery = 0x69,
  analogMapping = 0x6A,
  capabilityQuery = 0x6B,
  capabilities = 0x6C,
  pinStateQuery = 0x6D,
  pinState = 0x6E,
  extendedAnalog = 0x6F,
  text = 0x71,
  firmwareReport = 0x79,
  none = 0x7F
};

void begin(uint8_t id) {
  Serial.write(sysex::firstByte);
  Serial.write(id);
}

void end() { Serial.write(sysex::lastByte); }

void put14(uint16_t value) {
  Serial.write(static_cast<uint8_t>(value & 0x7F));
  Serial.write(static_cast<uint8_t>(value >> 7 & 0x7F));
}

void putText(const char *words) {
  for (; *words; words++) put14(static_cast<uint8_t>(*words));
}

void putNumber(uint8_t number) {
  char digits[4];
  utoa(number, digits, 10);
  putText(digits);
}

void sendAnalogMapping() {
  begin(analogMapping);
  for (uint8_t pin = 0; pin < pins::count; pin++) {
    const bool isAnalog = pins::supports(pin, pins::analog);
    Serial.write(isAnalog ? pin - pins::firstAnalog : static_cast<uint8_t>(none));
  }
  end();
}

void sendCapabilities() {
  // pyfirmata2 looks for output right after input.
  constexpr uint8_t modes[][2] = {
      {pins::input, 1}, {pins::output, 1}, {pins::pullUp, 1}, {pins::analog, 10}, {pins::pwm, 8}};
  begin(capabilities);
  for (uint8_t pin = 0; pin < pins::count; pin++) {
    for (const auto &mode : modes)
      if (pins::supports(pin, mode[0])) Serial.write(mode, 2);
    Serial.write(static_cast<uint8_t>(none));
  }
  end();
}

void sendPinState(uint8_t pin) {
  if (pin >= pins::count) return sysex::refuse("pin", pin);
  begin(pinState);
  Serial.write(pin);
  Serial.write(pins::mode(pin));
  put14(pins::state(pin));
  end();
}

void sendAlive(uint8_t number) {
  const uint16_t ticks = scan::ticks();
  pins::keepAlive();
  begin(keepAlive);
  Serial.write(number);
  put14(ticks);
  end();
}

void sendSetting(uint8_t pad, uint8_t setting) {
  begin(padSetting);
  Serial.write(pad);
  Serial.write(setting);
  put14(scan::setting(pad, setting));
  end();
}

void changeSetting(const uint8_t *data, uint8_t length) {
  const uint8_t pad = data[0], setting = data[1];
  if (pad >= padCount) return sysex::refuse("pad", pad);
  if (setting >= settingCount) return sysex::refuse("setting", setting);
  if (length == 4) {
    scan::set(pad, setting, data[2] | data[3] << 7);
    if (setting == settingIsOn && data[2]) pins::setMode(pins::firstAnalog + pad, pins::analog);
  }
  sendSetting(pad, setting);
}

void changeMaximumOnTime(uint8_t pin, uint16_t milliseconds) {
  if (!pins::supports(pin, pins::output)) return sysex::refuse("pin", pin);
  pins::setMaximumOnTime(pin, milliseconds);
  begin(maximumOnTime);
  Serial.write(pin);
  put14(milliseconds);
  end();
}

} // namespace

namespace sysex {

bool obey(const uint8_t *data, uint8_t length) {
  const uint8_t *rest = data + 1;
  const uint8_t count = length - 1;
  switch (data[0]) {
  case keepAlive:
    if (count == 1) sendAlive(rest[0]);
    return true;
  case padSetting:
    if (count == 2 || count == 4) changeSetting(rest, count);
    return true;
  case maximumOnTime:
    if (count == 3) changeMaximumOnTime(rest[0], rest[1] | rest[2] << 7);
    return true;
  case firmwareReport: sendFirmware(); return true;
  case analogMappingQuery: sendAnalogMapping(); return true;
  case capabilityQuery: sendCapabilities(); return true;
  case pinStateQuery:
    if (count == 1) sendPinState(rest[0]);
    return true;
  case extendedAnalog:
    if (count >= 2) writeAnalog(rest[0], rest[1] | (count >= 3 ? rest[2] << 7 : 0));
    return true;
  default: return false;
  }
}

void writeAnalog(uint8_t pin, uint16_t value) {
  if (!pins::writePwm(pin, value > 255 ? 255 : value)) refuse("PWM", pin);
}

void sendHit(const Hit &hit) {
  begin(hitMessage);
  Serial.write(hit.pad);
  put14(hit.peak);
  put14(hit.ticks);
  end();
}

void sendLost(uint8_t count) {
  begin(text);
  putText("lost hits: ");
  putNumber(count);
  end();
}

void sendFirmware() {
  begin(firmwareReport);
  Serial.write(static_cast<uint8_t>(1));
  Serial.write(static_cast<uint8_t>(0));
  putText("FlamPads");
  end();
}

void refuse(const char *what, uint8_t number) {
  begin(text);
  putText("no ");
  putText(what);
  putText(" ");
  putNumber(number);
  end();
}

} // namespace sysex
