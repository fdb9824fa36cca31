// SPDX-License-Identifier: GPL-3.0-or-later
// The trigger alone, on this machine: samples in, hits out.
#include "../FlamPads/Trigger.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

using namespace pads;

namespace {

constexpr uint16_t rate = 5000;

struct Strike {
  double atMs, peak, widthMs, ringMs;
};

/// Feeds all pads what `signal` says, of full scale 1, for some milliseconds; hits come with the time in samples.
std::vector<Hit> play(Trigger &trigger, double ms, std::function<double(uint8_t, double)> signal) {
  std::vector<Hit> hits;
  for (uint32_t i = 0; i < ms * rate / 1000; i++)
    for (uint8_t pad = 0; pad < padCount; pad++) {
      const double value = std::fmin(1, std::fmax(0, signal(pad, i * 1000.0 / rate)));
      Hit hit;
      // 10 bits at the left of 16, as the converter gives them.
      const uint16_t sample = static_cast<uint16_t>(std::lround(value * 1023)) << 6;
      if (trigger.sample(pad, sample, [i] { return static_cast<uint16_t>(i); }, hit)) hits.push_back(hit);
    }
  return hits;
}

double wave(const std::vector<Strike> &strikes, double ms) {
  double sum = 0;
  for (const Strike &s : strikes)
    if (ms >= s.atMs) sum += s.peak * std::sin(M_PI * (ms - s.atMs) / s.widthMs) * std::exp(-(ms - s.atMs) / s.ringMs);
  return sum;
}

Trigger on() {
  Trigger trigger(rate);
  for (uint8_t pad = 0; pad < padCount; pad++) trigger.set(pad, settingIsOn, 1);
  return trigger;
}

int failures = 0;

void expect(bool holds, const char *claim) {
  if (holds) return;
  std::printf("failed: %s\n", claim);
  failures++;
}

void pads_that_are_off_hear_nothing() {
  Trigger trigger(rate);
  expect(play(trigger, 20, [](uint8_t, double) { return 1.0; }).empty(), "pads that are off hear nothing");
}

void a_strike_is_one_hit() {
  for (double width : {1.0, 2.0, 5.0})
    for (int velocity = 1; velocity <= 127; velocity++) {
      Trigger trigger = on();
      trigger.set(2, settingThreshold, 60);
      trigger.set(2, settingScanTime, 40);
      const std::vector<Strike> strike{{10, velocity / 127.0, width, 8 + width}};
      const auto hits = play(trigger, 120, [&](uint8_t pad, double ms) { return pad == 2 ? wave(strike, ms) : 0; });
      double peak = 0;
      for (double ms = 0; ms < 20; ms += 0.01) peak = std::fmax(peak, wave(strike, ms));
      expect(hits.size() == 1, "a strike is one hit");
      if (hits.size() != 1) continue;
      expect(hits[0].pad == 2, "the pad that was struck is reported");
      // The narrowest half wave has five samples.
      expect(std::fabs(hits[0].peak - peak * 16383) < 0.07 * peak * 16383 + 16, "its peak is reported");
      expect(hits[0].ticks >= 50 && hits[0].ticks <= 50 + rate * width / 2000, "its time is where it begins");
    }
}

void the_scale_is_whole() {
  Trigger trigger = on();
  trigger.set(0, settingThreshold, wireMaximum);
  const auto hits = play(trigger, 10, [](uint8_t pad, double) { return pad == 0 ? 1.0 : 0; });
  expect(hits.size() == 1 && hits[0].peak == wireMaximum, "full scale is 16383, and reaches the highest threshold");
}

void silence_is_no_hit_at_the_lowest_threshold() {
  Trigger trigger = on();
  expect(trigger.set(0, settingThreshold, 0) == 1, "the threshold is 1 at least");
  expect(play(trigger, 50, [](uint8_t, double) { return 0.0; }).empty(), "silence is no hit");
}

void the_threshold_is_exact() {
  // 400 of 16383 is 25 of 1023.
  Trigger trigger = on();
  const auto hits = [&](double level) {
    return play(trigger, 10, [level](uint8_t pad, double) { return pad == 1 ? level / 1023 : 0; }).size();
  };
  expect(hits(24) == 0, "below the threshold is no hit");
  expect(hits(25) == 1, "at the threshold is a hit");
}

void the_scan_time_is_waited_for() {
  for (uint16_t tenths : {0, 10, 20, 50}) {
    Trigger trigger = on();
    trigger.set(0, settingScanTime, tenths);
    uint32_t heardAt = 0;
    for (uint32_t i = 0; i < 100 && heardAt == 0; i++) {
      Hit hit;
      if (trigger.sample(0, 0x8000, [] { return uint16_t(0); }, hit)) heardAt = i + 1;
    }
    const uint32_t samples = tenths * rate / 10000;
    expect(heardAt == (samples > 0 ? samples : 1), "a hit is reported at the end of the scan time");
  }
}

void mask_time_hides_what_follows() {
  const std::vector<Strike> two{{10, 0.3, 1, 1}, {25, 0.9, 1, 1}};
  for (uint16_t tenths : {100, 200}) {
    Trigger trigger = on();
    trigger.set(0, settingMaskTime, tenths);
    const auto hits = play(trigger, 60, [&](uint8_t pad, double ms) { return pad == 0 ? wave(two, ms) : 0; });
    expect(hits.size() == (tenths == 100 ? 2 : 1), "the second stroke is hidden by the longer mask time alone");
  }
}

void retrigger_cancel_leaves_ringing_out() {
  const std::vector<Strike> long_ring{{10, 1, 2.2, 20}};
  Trigger without = on(), with = on();
  without.set(0, settingRetriggerCancel, 0);
  with.set(0, settingRetriggerCancel, 200);
  const auto signal = [&](uint8_t pad, double ms) { return pad == 0 ? wave(long_ring, ms) : 0; };
  expect(play(without, 150, signal).size() > 1, "without it a long ring is struck again");
  expect(play(with, 150, signal).size() == 1, "with it a long ring is one hit");
}

void a_soft_stroke_behind_a_hard_one_is_heard() {
  const std::vector<Strike> strokes{{10, 1, 2, 4}, {60, 0.1, 2, 4}};
  Trigger trigger = on();
  expect(play(trigger, 120, [&](uint8_t pad, double ms) { return pad == 0 ? wave(strokes, ms) : 0; }).size() == 2,
         "a stroke of a tenth is heard 50 ms behind a hard one");
}

void crosstalk_is_left_out() {
  const std::vector<Strike> strokes{{10, 0.9, 2, 6}};
  const auto shaken = [&](uint8_t pad, double ms) { return wave(strokes, ms - (pad == 0 ? 0 : 0.6)) * (pad == 0 ? 1 : 0.2); };
  Trigger without = on(), with = on();
  for (uint8_t pad = 0; pad < padCount; pad++) without.set(pad, settingCrosstalkCancel, 0);
  expect(play(without, 100, shaken).size() == 6, "without it every pad is heard");
  const auto hits = play(with, 100, shaken);
  expect(hits.size() == 1 && hits[0].pad == 0, "with it only what was struck");
}

void two_pads_at_once_are_both_heard() {
  const std::vector<Strike> first{{10, 0.9, 2, 4}}, second{{13, 0.6, 2, 4}};
  Trigger trigger = on();
  const auto hits = play(trigger, 100, [&](uint8_t pad, double ms) {
    const double a = wave(first, ms), b = wave(second, ms);
    return pad == 0 ? a + 0.15 * b : pad == 1 ? b + 0.15 * a : 0;
  });
  expect(hits.size() == 2 && hits[0].pad == 0 && hits[1].pad == 1, "a stroke on a pad that is being shaken is heard");
  if (hits.size() == 2) expect(hits[1].peak > 0.4 * 16383, "and its peak is its own");
}

void settings_are_kept_within_their_ranges() {
  Trigger trigger(rate);
  expect(trigger.set(5, settingCrosstalkCancel, 500) == 100, "crosstalk cancel is 100 % at most");
  expect(trigger.set(5, settingIsOn, 7) == 1, "on is 1");
  expect(trigger.setting(5, settingScanTime) == 20, "the scan time begins as 2 ms");
  trigger.set(5, settingScanTime, 33);
  expect(trigger.setting(5, settingScanTime) == 33 && trigger.setting(4, settingScanTime) == 20, "each pad has its own");
  trigger.reset();
  expect(trigger.setting(5, settingScanTime) == 20 && trigger.setting(5, settingIsOn) == 0, "a reset forgets them");
}

} // namespace

int main() {
  pads_that_are_off_hear_nothing();
  a_strike_is_one_hit();
  the_scale_is_whole();
  silence_is_no_hit_at_the_lowest_threshold();
  the_threshold_is_exact();
  the_scan_time_is_waited_for();
  mask_time_hides_what_follows();
  retrigger_cancel_leaves_ringing_out();
  a_soft_stroke_behind_a_hard_one_is_heard();
  crosstalk_is_left_out();
  two_pads_at_once_are_both_heard();
  settings_are_kept_within_their_ranges();
  std::printf("trigger: %d failures\n", failures);
  return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
