// SPDX-License-Identifier: GPL-3.0-or-later
// The room at the far end of a kernel loopback card (snd-aloop): taps go in, drums come out, delays are counted in frames.
//
//   room -m COUNT TAPS.raw
//   room [-w] [-r RATE] [-p PERIOD] [-c CHANNELS] [-s SECONDS] [-t DISTANCE] [-o FILE] PLAYBACK CAPTURE
//
// Writes COUNT taps to learn from, or plays equal taps on the ALSA PCM PLAYBACK for SECONDS, one every DISTANCE frames
// (-w: from SIGUSR1 on), and looks for the drum that answers each on CAPTURE. Two PCMs of one card are linked and filled before they start, so frame n of
// both is one instant. Those of two cards have two clocks: a line through (frame, time) of each makes seconds of frames.
// Prints NAME=VALUE words, for a shell to read: delays in frames, times in seconds since boot; "firstDrum" at once, the
// others at the end. FILE gets a line a tap: its frame and its delay, "lost" if no drum came. Ends with 0, with 1
// if a device refuses, with 2 if one was taken away.
#define _GNU_SOURCE
#include "stream.h"

#include <limits.h>
#include <math.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <unistd.h>

enum { most_drums = 400000, most_samples = 8 * 8192, tap_frames = 2400, most_descriptors = 8 };
static const double silence_seconds = 0.02, end_seconds = 0.5, longest_delay_seconds = 0.2;
static const float drum_threshold = 1e-4f;

static Settings settings = {.rate = 48000, .channels = 2, .period = 64};
static double length_seconds = 10, begin_seconds;
static long distance = 12007, drums[most_drums], drum_count, silent_frames;
static float tap[tap_frames], samples[most_samples];
static const char *report_path;
static bool is_one_card;
// Frames of the first tap, and after the last.
static long first, last = LONG_MAX;
static volatile sig_atomic_t mayTap = 1;

// A knock: a damped mode of 900 Hz that rises within 0.2 ms. All are equal, so only the program and the device can make
// their answers unequal.
static void make_tap(void) {
  for (int i = 0; i < tap_frames; i++) {
    double time = (double)i / settings.rate;
    tap[i] = (float)(0.9 * sin(2 * M_PI * 900 * time) * (1 - exp(-time / 0.0002)) * exp(-time / 0.015));
  }
}

// Writes `count` taps of rising strength to a file, half a second apart: floats.
static int write_taps(int count, const char *path) {
  FILE *file = fopen(path, "wb");
  if (!file) return 1;
  for (long frame = 0; frame < (count + 1L) * settings.rate / 2; frame++) {
    long number = 2 * frame / settings.rate, age = frame - number * settings.rate / 2;
    float sample = number > 0 && age < tap_frames ? tap[age] * (float)number / (float)count : 0;
    if (fwrite(&sample, sizeof sample, 1, file) != 1) return 1;
  }
  return fclose(file);
}

// When a tap was played or a drum heard: on one card frames give it exactly.
static double moment(const Stream *stream, long frame) {
  return is_one_card ? (double)frame / settings.rate : seconds_at(stream, (double)frame);
}

static void begin_taps(int signal) {
  (void)signal;
  mayTap = 1;
}

static long play_period(Stream *plays) {
  if (last == LONG_MAX && mayTap) {
    first = plays->frames + settings.rate / 10;  // the program hears nothing of a tap that sounds as its streams start
    last = first + lround(length_seconds * settings.rate);
  }
  for (snd_pcm_uframes_t i = 0; i < settings.period; i++) {
    long frame = plays->frames + (long)i, age = (frame - first) % distance;
    bool sounds = mayTap && age < tap_frames && frame - age < last;
    for (unsigned c = 0; c < settings.channels; c++) samples[i * settings.channels + c] = sounds ? tap[age] : 0;
  }
  plays->frames += (long)settings.period;
  return snd_pcm_writei(plays->pcm, samples, settings.period);
}

static long hear_period(Stream *hears) {
  long code = snd_pcm_readi(hears->pcm, samples, settings.period);
  if (code < 0) return code;
  for (snd_pcm_uframes_t i = 0; i < settings.period; i++) {
    float peak = 0;
    for (unsigned c = 0; c < settings.channels; c++) peak = fmaxf(peak, fabsf(samples[i * settings.channels + c]));
    bool begins = peak > drum_threshold && silent_frames >= silence_seconds * settings.rate;
    if (begins && drum_count == 0) printf("firstDrum=%.4f\n", now());
    if (begins && drum_count < most_drums) drums[drum_count++] = hears->frames + (long)i;
    silent_frames = peak > drum_threshold ? 0 : silent_frames + 1;
  }
  hears->frames += (long)settings.period;
  return code;
}

// Sleeps until one of the streams has a period.
static void await(Stream *plays, Stream *hears) {
  struct pollfd descriptors[2 * most_descriptors];
  int playing = snd_pcm_poll_descriptors(plays->pcm, descriptors, most_descriptors);
  int hearing = snd_pcm_poll_descriptors(hears->pcm, descriptors + playing, most_descriptors);
  if (poll(descriptors, (nfds_t)(playing + hearing), 1000) == 0) must("wait", -ETIMEDOUT);
}

// Serves the stream that has a period; ALSA's error if one has none any more.
static long serve(Stream *plays, Stream *hears) {
  long room = snd_pcm_avail(plays->pcm), there = snd_pcm_avail(hears->pcm), code = 0;
  if (room < 0 || there < 0) return room < 0 ? room : there;
  double time = now() - begin_seconds;
  if (room >= (long)settings.period) {
    observe(plays, (double)(plays->frames - (long)plays->buffer + room), time);
    code = play_period(plays);
  }
  if (there >= (long)settings.period && code >= 0) {
    observe(hears, (double)(hears->frames + there), time);
    code = hear_period(hears);
  }
  if (room < (long)settings.period && there < (long)settings.period) await(plays, hears);
  return code;
}

static void start(Stream *plays, Stream *hears) {
  bool isLinked = is_one_card && snd_pcm_link(hears->pcm, plays->pcm) == 0;
  must("prepare", snd_pcm_prepare(plays->pcm));
  if (!isLinked) must("prepare", snd_pcm_prepare(hears->pcm));
  while (plays->frames + (long)settings.period <= (long)plays->buffer) must("fill", play_period(plays));
  begin_seconds = now();
  must("go", snd_pcm_start(hears->pcm));
  if (!isLinked) must("go", snd_pcm_start(plays->pcm));
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static void print_summary(const Stream *plays, const Stream *hears) {
  static double delays[most_drums];
  FILE *report = report_path ? fopen(report_path, "w") : NULL;
  long taps = 0, answered = 0, next = 0;
  for (long frame = first; frame < last && frame < plays->frames; frame += distance, taps++) {
    double tapSeconds = moment(plays, frame);
    while (next < drum_count && moment(hears, drums[next]) < tapSeconds) next++;
    double delay = next < drum_count ? moment(hears, drums[next]) - tapSeconds : INFINITY;
    bool isAnswered = delay < fmin(longest_delay_seconds, (double)distance / settings.rate) && answered < most_drums;
    if (isAnswered) delays[answered++] = delay * settings.rate;
    if (report && isAnswered) fprintf(report, "%ld %.3f\n", frame, delay * settings.rate);
    if (report && !isAnswered) fprintf(report, "%ld lost\n", frame);
  }
  if (report) fclose(report);
  qsort(delays, (size_t)answered, sizeof *delays, compare);
  printf("taps=%ld answered=%ld unasked=%ld", taps, answered, drum_count - answered);
  if (answered) printf(" least=%.3f median=%.3f most=%.3f", delays[0], delays[answered / 2], delays[answered - 1]);
  printf(" began=%.4f\n", begin_seconds);
}

int main(int count, char **arguments) {
  int option;
  while ((option = getopt(count, arguments, "wr:p:c:s:t:o:m:")) > 0) switch (option) {
      case 'w': mayTap = 0; break;
      case 'r': settings.rate = (unsigned)atoi(optarg); break;
      case 'p': settings.period = (snd_pcm_uframes_t)atoi(optarg); break;
      case 'c': settings.channels = (unsigned)atoi(optarg); break;
      case 's': length_seconds = atof(optarg); break;
      case 't': distance = atol(optarg); break;
      case 'm': make_tap(); return write_taps(atoi(optarg), arguments[optind]);
      case 'o': report_path = optarg; break;
      default: return 64;
    }
  if (count - optind != 2 || settings.period * settings.channels > most_samples) return 64;
  signal(SIGUSR1, begin_taps);
  setvbuf(stdout, NULL, _IOLBF, 0);
  make_tap();
  Stream plays = open_stream(arguments[optind], SND_PCM_STREAM_PLAYBACK, settings);
  Stream hears = open_stream(arguments[optind + 1], SND_PCM_STREAM_CAPTURE, settings);
  is_one_card = card_of(&plays) == card_of(&hears);
  sched_setscheduler(0, SCHED_FIFO, &(struct sched_param){.sched_priority = 90});
  mlockall(MCL_CURRENT | MCL_FUTURE);
  start(&plays, &hears);
  long code = 0;
  while (code >= 0 && (double)(hears.frames - last) < end_seconds * settings.rate) code = serve(&plays, &hears);
  if (code < 0) fprintf(stderr, "room: taken away: %s\n", snd_strerror((int)code));
  print_summary(&plays, &hears);
  return code < 0 ? 2 : 0;
}
