// SPDX-License-Identifier: GPL-3.0-or-later
#include "FirmataPort.h"

#include <Arduino.h>

#include "Pins.h"
#include "Scan.h"
#include "Sysex.h"

/// Bits a second: any that host and board both have, from 57600 to 1000000.
#ifndef FLAM_BAUD
#define FLAM_BAUD 115200
#endif

namespace {

using namespace pads;

enum : uint8_t {
  digitalPort = 0x90,
  reportAnalog = 0xC0,
  reportDigital = 0xD0,
  analogValue = 0xE0,
  setPinMode = 0xF4,
  setDigitalPin = 0xF5,
  versionReport = 0xF9,
  systemReset = 0xFF
};

constexpr uint8_t portCount = (pins::count + 7) / 8;
constexpr uint8_t hitBytes = 8;
constexpr uint16_t defaultInterval = 19;

/// The message that is being taken: its first byte, or 0; how much of it has come.
uint8_t command, data[sysex::longest], length;
bool isTooLong;

uint16_t reportedChannels, reportedPorts;
uint8_t lastPort[portCount];
uint16_t interval, reportedAt;

void sendVersion() {
  const uint8_t bytes[] = {versionReport, 2, 5};
  Serial.write(bytes, sizeof bytes);
}

void sendPort(uint8_t port) {
  const uint8_t bits = lastPort[port];
  const uint8_t bytes[] = {static_cast<uint8_t>(digitalPort | port), static_cast<uint8_t>(bits & 0x7F),
                           static_cast<uint8_t>(bits >> 7)};
  Serial.write(bytes, sizeof bytes);
}

void sendChannel(uint8_t channel) {
  const uint16_t value = scan::latest(channel);
  const uint8_t bytes[] = {static_cast<uint8_t>(analogValue | channel),
                           static_cast<uint8_t>(value & 0x7F), static_cast<uint8_t>(value >> 7)};
  Serial.write(bytes, sizeof bytes);
}

void reset() {
  pins::reset();
  scan::reset();
  reportedChannels = reportedPorts = 0;
  interval = defaultInterval;
}

void changeMode(uint8_t pin, uint8_t mode) {
  if (!pins::supports(pin, mode)) return sysex::refuse("pin mode", pin);
  // A pad whose pin becomes something else would hear that.
  if (pin >= pins::firstAnalog && mode != pins::analog) scan::set(pin - pins::firstAnalog, settingIsOn, 0);
  pins::setMode(pin, mode);
}

void writePort(uint8_t port, uint8_t bits) {
  for (uint8_t bit = 0; bit < 8; bit++) pins::writeDigital(port * 8 + bit, bits >> bit & 1);
}

/// A whole message that is no system-exclusive one.
void obey() {
  const uint8_t low = command & 0x0F;
  switch (command) {
  case setPinMode: return changeMode(data[0], data[1]);
  case setDigitalPin:
    if (!pins::writeDigital(data[0], data[1])) sysex::refuse("digital write", data[0]);
    return;
  }
  switch (command & 0xF0) {
  case digitalPort: return writePort(low, data[0] | data[1] << 7);
  case analogValue: return sysex::writeAnalog(low, data[0] | data[1] << 7);
  case reportAnalog:
    if (low >= padCount) return sysex::refuse("analog channel", low);
    if (data[0]) {
      reportedChannels |= 1 << low;
      sendChannel(low);
    } else {
      reportedChannels &= ~(1 << low);
    }
    return;
  case reportDigital:
    if (low >= portCount) return sysex::refuse("port", low);
    if (data[0]) {
      reportedPorts |= 1 << low;
      lastPort[low] = pins::readPort(low);
      sendPort(low);
    } else {
      reportedPorts &= ~(1 << low);
    }
    return;
  }
}

/// How many bytes follow a first one; 0 for none, and where it begins no message.
uint8_t dataCount(uint8_t status) {
  if (status == setPinMode || status == setDigitalPin) return 2;
  switch (status & 0xF0) {
  case digitalPort:
  case analogValue: return 2;
  case reportAnalog:
  case reportDigital: return 1;
  default: return 0;
  }
}

void begin(uint8_t status) {
  command = 0;
  length = 0;
  isTooLong = false;
  if (status == systemReset) reset();
  else if (status == versionReport) sendVersion();
  else if (status == sysex::firstByte || dataCount(status) > 0) command = status;
}

void take(uint8_t byte) {
  if (byte == sysex::lastByte) {
    if (command == sysex::firstByte && length > 0 && !isTooLong && !sysex::obey(data, length)) {
      if (data[0] == sysex::samplingInterval && length == 3) {
        interval = data[1] | data[2] << 7;
        if (interval == 0) interval = 1;
      }
    }
    command = 0;
  } else if (byte & 0x80) {
    begin(byte);
  } else if (command != 0) {
    if (length == sizeof data) isTooLong = true;
    else data[length++] = byte;
    if (command != sysex::firstByte && length == dataCount(command)) {
      obey();
      command = 0;
    }
  }
}

bool hasRoom(uint8_t bytes) { return Serial.availableForWrite() >= bytes; }

void sendHits() {
  Hit hit;
  while (hasRoom(hitBytes) && scan::take(hit)) sysex::sendHit(hit);
  if (!hasRoom(SERIAL_TX_BUFFER_SIZE - 1)) return;
  if (const uint8_t lost = scan::takeLost()) sysex::sendLost(lost);
}

void sendPorts() {
  for (uint8_t port = 0; port < portCount; port++) {
    if (!(reportedPorts >> port & 1) || !hasRoom(3)) continue;
    const uint8_t bits = pins::readPort(port);
    if (bits == lastPort[port]) continue;
    lastPort[port] = bits;
    sendPort(port);
  }
}

void sendChannels() {
  const uint16_t now = millis();
  // A hit waits for at most one report of all, however slow the line is.
  if (static_cast<uint16_t>(now - reportedAt) < interval || !hasRoom(SERIAL_TX_BUFFER_SIZE - 1)) return;
  reportedAt = now;
  for (uint8_t channel = 0; channel < padCount; channel++)
    if (reportedChannels >> channel & 1) sendChannel(channel);
}

} // namespace

namespace firmata {

void begin() {
  reset();
  Serial.begin(FLAM_BAUD);
  sendVersion();
  sysex::sendFirmware();
}

void tick() {
  sendHits();
  // One byte a loop, so that hits need not wait for the host's bytes.
  if (Serial.available() > 0) take(Serial.read());
  sendPorts();
  sendChannels();
}

} // namespace firmata
