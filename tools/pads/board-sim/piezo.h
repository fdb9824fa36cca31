// SPDX-License-Identifier: GPL-3.0-or-later
// The voltages at A0 to A5: strikes, drawn lines and recordings, added up and kept between 0 and 5 V as a diode does.
#pragma once

#include <stdint.h>

enum { CHANNELS = 6 };

/// From `at_us` on: half a sine of `width_ms` that rings on and dies away, with its peak at `peak_volts`.
void piezo_strike(int channel, double at_us, double peak_volts, double width_ms);

/// At `at_us` the line of a channel is at `volts`; it goes straight from its point before.
void piezo_point(int channel, double at_us, double volts);

/// From `at_us` on: the sound file at `path`, a channel a pad, full scale is 5 V. Returns why it cannot be played, or NULL.
const char *piezo_recording(const char *path, double at_us);

/// The voltage of a channel at a time; times never go back.
double piezo_volts(int channel, double at_us);
