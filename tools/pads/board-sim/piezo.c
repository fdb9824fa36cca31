// SPDX-License-Identifier: GPL-3.0-or-later
#include "piezo.h"

#include <math.h>
#include <sndfile.h>
#include <stdlib.h>
#include <string.h>

enum { STRIKES = 16, POINTS = 1 << 16 };

/// How long a strike rings, in widths.
static const double ring_widths = 1.5;

struct strike {
  double at_us, volts, width_us;
};

struct point {
  double at_us, volts;
};

static struct strike strikes[CHANNELS][STRIKES];
static unsigned next_strike[CHANNELS];
static struct point *points[CHANNELS];
static unsigned point_count[CHANNELS], first_point[CHANNELS];
static struct {
  float *samples;
  double at_us, rate_hz;
  int channels;
  long frames;
} recording;

void piezo_strike(int channel, double at_us, double peak_volts, double width_ms) {
  // sin(pi t / w) exp(-t / (r w)) is highest at t = w / pi atan(pi r).
  const double highest = atan(M_PI * ring_widths) / M_PI;
  const double peak = sin(M_PI * highest) * exp(-highest / ring_widths);
  struct strike *strike = &strikes[channel][next_strike[channel]++ % STRIKES];
  *strike = (struct strike){at_us, peak_volts / peak, width_ms * 1000};
}

void piezo_point(int channel, double at_us, double volts) {
  if (!points[channel]) points[channel] = calloc(POINTS, sizeof(struct point));
  if (points[channel] && point_count[channel] < POINTS)
    points[channel][point_count[channel]++] = (struct point){at_us, volts};
}

const char *piezo_recording(const char *path, double at_us) {
  SF_INFO info = {0};
  SNDFILE *file = sf_open(path, SFM_READ, &info);
  if (!file) return sf_strerror(NULL);
  float *samples = malloc(sizeof(float) * info.frames * info.channels);
  if (!samples) {
    sf_close(file);
    return "there is no memory for it";
  }
  recording.frames = sf_readf_float(file, samples, info.frames);
  sf_close(file);
  free(recording.samples);
  recording.samples = samples;
  recording.channels = info.channels;
  recording.rate_hz = info.samplerate;
  recording.at_us = at_us;
  return NULL;
}

static double of_strikes(int channel, double at_us) {
  double volts = 0;
  for (int i = 0; i < STRIKES; i++) {
    const struct strike *strike = &strikes[channel][i];
    const double age = at_us - strike->at_us;
    if (strike->volts == 0 || age < 0 || age > 20 * strike->width_us) continue;
    volts += strike->volts * sin(M_PI * age / strike->width_us) *
             exp(-age / (ring_widths * strike->width_us));
  }
  return volts;
}

static double of_points(int channel, double at_us) {
  const struct point *line = points[channel];
  if (!line || line[0].at_us > at_us) return 0;
  unsigned *first = &first_point[channel];
  while (*first + 1 < point_count[channel] && line[*first + 1].at_us <= at_us) ++*first;
  const struct point from = line[*first];
  if (*first + 1 == point_count[channel]) return from.volts;
  const struct point to = line[*first + 1];
  return from.volts + (to.volts - from.volts) * (at_us - from.at_us) / (to.at_us - from.at_us);
}

static double of_recording(int channel, double at_us) {
  const long frame = (long)floor((at_us - recording.at_us) * recording.rate_hz / 1e6);
  if (channel >= recording.channels || frame < 0 || frame >= recording.frames) return 0;
  return 5.0 * recording.samples[frame * recording.channels + channel];
}

double piezo_volts(int channel, double at_us) {
  const double volts =
    of_strikes(channel, at_us) + of_points(channel, at_us) + of_recording(channel, at_us);
  return volts < 0 ? 0 : volts > 5 ? 5 : volts;
}
