// SPDX-License-Identifier: GPL-3.0-or-later
// Finds hits in the voltages of piezos. It knows no hardware: the board feeds it a sample at a time, and so do tests.
//
// A hit begins with the first sample that reaches the threshold. Its peak is looked for during the scan time; then it is
// judged. During the mask time nothing else is a hit. After it the threshold falls from the hit's peak, by half in each
// retrigger cancel time: a drum that rings on is not struck again. A pad that is softer than its crosstalk cancel says, of
// what the loudest other pad still holds, has only been shaken by it.
#pragma once

#include <stdint.h>

namespace pads {

/// How many pads there are.
constexpr uint8_t padCount = 6;

/// The highest value of a setting, of a peak and of a time on the wire: 14 bits.
constexpr uint16_t wireMaximum = 0x3FFF;

/// What can be set of a pad, by its number on the wire.
enum Setting : uint8_t {
  settingIsOn,
  settingThreshold,
  settingScanTime,
  settingMaskTime,
  settingRetriggerCancel,
  settingCrosstalkCancel,
  settingCount
};

/// What a setting is from the start: off, 2.4 % of full scale, 2 ms, 8 ms, 10 ms, 30 %.
constexpr uint16_t defaultSettings[settingCount] = {0, 400, 20, 80, 100, 30};

/// A hit as it is reported: the pad, its peak of 14 bits, the time of its first sample of 14 bits.
struct Hit {
  uint8_t pad;
  uint16_t peak;
  uint16_t ticks;
};

/// The pads of a board.
class Trigger {
public:
  /// Pads that are sampled so many times a second each.
  explicit Trigger(uint16_t samplesPerSecond) : samplesPerSecond(samplesPerSecond) { reset(); }

  /// All pads are as they were at the start.
  void reset() {
    for (uint8_t pad = 0; pad < padCount; pad++)
      for (uint8_t setting = 0; setting < settingCount; setting++)
        set(pad, setting, defaultSettings[setting]);
  }

  /// What a setting is. The pad and the setting exist.
  uint16_t setting(uint8_t pad, uint8_t setting) const { return pads[pad].settings[setting]; }

  /// Changes a setting, and begins the pad anew. The pad and the setting exist. Returns what holds.
  uint16_t set(uint8_t index, uint8_t setting, uint16_t value) {
    Pad &pad = pads[index];
    value = limited(setting, value);
    pad.settings[setting] = value;
    switch (setting) {
    case settingThreshold: pad.threshold = measurable(value); break;
    case settingScanTime: pad.scanSamples = samples(value) > 0 ? samples(value) : 1; break;
    case settingMaskTime: pad.maskSamples = samples(value); break;
    case settingRetriggerCancel: pad.fallSamples = fallSamples(value); break;
    case settingCrosstalkCancel: pad.crosstalk256ths = (value * 256u + 50) / 100; break;
    default: break;
    }
    pad.state = pad.settings[settingIsOn] ? idle : off;
    pad.level = 0;
    return value;
  }

  /// Takes the next sample of a pad, of 16 bits. `now` is asked for the time in ticks where a hit begins.
  /// Returns true where a hit has been judged, which `hit` then is.
  template <typename Clock> bool sample(uint8_t index, uint16_t value, Clock now, Hit &hit) {
    Pad &pad = pads[index];
    switch (pad.state) {
    case off: return false;
    case idle:
      if (pad.level != 0) fall(pad);
      if (value < pad.threshold || value <= pad.level) return false;
      pad.state = scanning;
      pad.peak = value;
      pad.ticks = now();
      pad.countdown = pad.scanSamples;
      break;
    case scanning:
      if (value > pad.peak) pad.peak = value;
      break;
    case masked:
      if (--pad.countdown == 0) pad.state = idle;
      return false;
    }
    return --pad.countdown == 0 && judge(index, hit);
  }

private:
  enum State : uint8_t { off, idle, scanning, masked };

  struct Pad {
    State state = off;
    uint16_t settings[settingCount];
    uint16_t threshold, scanSamples, maskSamples, fallSamples, crosstalk256ths;
    /// What a sample must exceed after a hit; what the other pads' crosstalk is judged by.
    uint16_t level;
    uint16_t peak, ticks, countdown, fallCountdown;
  };

  const uint16_t samplesPerSecond;
  Pad pads[padCount];

  static uint16_t limited(uint8_t setting, uint16_t value) {
    switch (setting) {
    case settingIsOn: return value != 0;
    case settingThreshold: return value < 1 ? 1 : value > wireMaximum ? wireMaximum : value;
    case settingCrosstalkCancel: return value > 100 ? 100 : value;
    default: return value > wireMaximum ? wireMaximum : value;
    }
  }

  /// The lowest sample of 10 bits that is reported as such a peak, but not 0: silence is no hit.
  static uint16_t measurable(uint16_t peak) {
    const uint16_t sample = peak << 2 & 0xFFC0;
    return sample == 0 ? 1 << 6 : sample;
  }

  /// The samples of a time in tenths of a millisecond.
  uint16_t samples(uint16_t tenths) const {
    return static_cast<uint32_t>(tenths) * samplesPerSecond / 10000;
  }

  /// The samples between two steps of an eighth down, if a half shall take so many tenths of a millisecond; 0 for no fall.
  uint16_t fallSamples(uint16_t tenths) const {
    // log(7/8) / log(1/2) = 0.1926 = 49/256
    const uint16_t step = static_cast<uint32_t>(samples(tenths)) * 49 / 256;
    return tenths == 0 ? 0 : step == 0 ? 1 : step;
  }

  static void fall(Pad &pad) {
    if (pad.fallSamples == 0) {
      pad.level = 0;
    } else if (--pad.fallCountdown == 0) {
      pad.fallCountdown = pad.fallSamples;
      pad.level -= pad.level >> 3;
      if (pad.level < pad.threshold) pad.level = 0;
    }
  }

  bool judge(uint8_t index, Hit &hit) {
    Pad &pad = pads[index];
    pad.level = pad.peak;
    pad.fallCountdown = pad.fallSamples;
    // A shaken pad is not masked: a stroke that comes right after is stronger, and heard.
    pad.state = idle;
    const uint32_t needed = static_cast<uint32_t>(loudestBeside(index)) * pad.crosstalk256ths >> 8;
    if (pad.peak < needed) return false;
    if (pad.maskSamples > 0) {
      pad.state = masked;
      pad.countdown = pad.maskSamples;
    }
    hit.pad = index;
    hit.peak = pad.peak >> 2 | pad.peak >> 12;
    hit.ticks = pad.ticks;
    return true;
  }

  uint16_t loudestBeside(uint8_t index) const {
    uint16_t loudest = 0;
    for (uint8_t other = 0; other < padCount; other++) {
      const Pad &pad = pads[other];
      if (other == index || pad.state == off) continue;
      if (pad.level > loudest) loudest = pad.level;
      if (pad.state == scanning && pad.peak > loudest) loudest = pad.peak;
    }
    return loudest;
  }
};

} // namespace pads
