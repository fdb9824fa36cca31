// SPDX-License-Identifier: GPL-3.0-or-later
// An ALSA stream of the room: opened with given settings and no others, and the line that its clock runs along.
#pragma once
#include <alsa/asoundlib.h>
#include <time.h>

enum { buffer_periods = 32 };

typedef struct {
  unsigned rate, channels;
  snd_pcm_uframes_t period;
} Settings;

typedef struct {
  snd_pcm_t *pcm;
  Settings settings;
  snd_pcm_uframes_t buffer;
  long frames;  // played or heard so far
  // Means of frame and time, and their covariances: the line that the clock runs along.
  double count, frame, time, frameFrame, frameTime;
} Stream;

static inline double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline long must(const char *what, long code) {
  if (code >= 0) return code;
  fprintf(stderr, "room: %s: %s\n", what, snd_strerror((int)code));
  exit(1);
}

static inline Stream open_stream(const char *name, snd_pcm_stream_t direction, Settings settings) {
  Stream stream = {.settings = settings};
  snd_pcm_hw_params_t *hardware;
  snd_pcm_sw_params_t *software;
  snd_pcm_uframes_t never;
  snd_pcm_hw_params_alloca(&hardware);
  snd_pcm_sw_params_alloca(&software);
  must(name, snd_pcm_open(&stream.pcm, name, direction, 0));
  must("any", snd_pcm_hw_params_any(stream.pcm, hardware));
  must("access", snd_pcm_hw_params_set_access(stream.pcm, hardware, SND_PCM_ACCESS_RW_INTERLEAVED));
  must("format", snd_pcm_hw_params_set_format(stream.pcm, hardware, SND_PCM_FORMAT_FLOAT_LE));
  must("channels", snd_pcm_hw_params_set_channels(stream.pcm, hardware, settings.channels));
  must("rate", snd_pcm_hw_params_set_rate(stream.pcm, hardware, settings.rate, 0));
  must("period", snd_pcm_hw_params_set_period_size(stream.pcm, hardware, settings.period, 0));
  stream.buffer = buffer_periods * settings.period;
  must("buffer", snd_pcm_hw_params_set_buffer_size_near(stream.pcm, hardware, &stream.buffer));
  must("settings", snd_pcm_hw_params(stream.pcm, hardware));
  must("current", snd_pcm_sw_params_current(stream.pcm, software));
  must("boundary", snd_pcm_sw_params_get_boundary(software, &never));
  must("start", snd_pcm_sw_params_set_start_threshold(stream.pcm, software, never));
  must("wake-up", snd_pcm_sw_params_set_avail_min(stream.pcm, software, settings.period));
  must("thresholds", snd_pcm_sw_params(stream.pcm, software));
  return stream;
}

static inline int card_of(const Stream *stream) {
  snd_pcm_info_t *info;
  snd_pcm_info_alloca(&info);
  must("info", snd_pcm_info(stream->pcm, info));
  return snd_pcm_info_get_card(info);
}

// Takes in that a stream had come to `frame` at `time`.
static inline void observe(Stream *stream, double frame, double time) {
  double away = frame - stream->frame;
  stream->count++;
  stream->frame += away / stream->count;
  stream->time += (time - stream->time) / stream->count;
  stream->frameFrame += away * (frame - stream->frame);
  stream->frameTime += away * (time - stream->time);
}

// When the stream was at `frame`, by the line through the observations.
static inline double seconds_at(const Stream *stream, double frame) {
  return stream->time + (frame - stream->frame) * stream->frameTime / stream->frameFrame;
}
