// SPDX-License-Identifier: GPL-3.0-or-later
// A board with pads at a pseudo-terminal: sends the firmware's messages from a simulated board at their times, and hears the
// drums that answer.
//
//   board [-u] [-f MICROSECONDS] LINK SAID CAPTURE
//
// SAID is board-sim's output for a script, with its strikes among the bytes: "TIME byte HEX", "TIME strike ...", in
// microseconds since the board started, which it does now. Its resonator is 500 ppm slow, as theirs are. What it said before
// the first strike are answers to queries: they are given to the same queries. Settings and signs of life are answered as they
// come; -u: without the board's time, so that hits have none for the host. The line has 115 200 bits a second; -f: what passes
// is handed over at the end of a frame, as USB does.
// The loopback card may lose periods if the guest is busy, which Flam finds out in 2 s: strikes up to 2.5 s behind one are
// answered, but their delays are not counted.
// Prints NAME=VALUE words, delays from strike to drum in frames.
#define _GNU_SOURCE
#include "stream.h"

#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { most_said = 1 << 16, most_strikes = 4096, most_message = 256, most_losses = 1024 };
static const Settings settings = {.rate = 48000, .channels = 2, .period = 64};
static const double byte_seconds = 10.0 / 115200, board_second = 1.0005, tick_seconds = 64e-6;
static const float drum_threshold = 1e-4f;
static const double longest_delay_seconds = 0.1, silence_seconds = 0.03, blind_seconds = 2.5;

// The board's messages, and when they are ready, by its clock.
typedef struct {
  double seconds;
  uint8_t byte;
} Said;

static Said recorded[most_said];
static int recorded_count, first_hit_byte;
static double strikes[most_strikes];
static int strike_count;
// When the firmware's clock began, by the board's.
static double clock_start;
static double start, frame_seconds;
static bool is_unstamped;
static int line;
static volatile bool is_over;

static double board_now(void) { return (now() - start) / board_second; }
static double host_seconds(double board) { return start + board * board_second; }

static void read_said(const char *path) {
  FILE *file = fopen(path, "r");
  must(path, file ? 0 : -errno);
  char text[256];
  while (fgets(text, sizeof text, file)) {
    double microseconds;
    unsigned byte;
    if (sscanf(text, "%lf byte %x", &microseconds, &byte) == 2 && recorded_count < most_said)
      recorded[recorded_count++] = (Said){1e-6 * microseconds, (uint8_t)byte};
    else if (strstr(text, " strike ") && sscanf(text, "%lf", &microseconds) == 1 && strike_count < most_strikes)
      strikes[strike_count++] = 1e-6 * microseconds;
  }
  must("strikes", strike_count > 0 ? 0 : -ENODATA);
  while (first_hit_byte < recorded_count && recorded[first_hit_byte].seconds < strikes[0]) first_hit_byte++;
  fclose(file);
  // It sent its clock once.
  for (int i = 0; i + 4 < first_hit_byte; i++)
    if (recorded[i].byte == 0xF0 && recorded[i + 1].byte == 0x02)
      clock_start = recorded[i].seconds - tick_seconds * (recorded[i + 3].byte | recorded[i + 4].byte << 7);
}

// The line: bytes one after the other, each handed over when it is whole, or when the frame ends.
static void say(double ready, const uint8_t *bytes, int count) {
  static double free_at;
  for (int i = 0; i < count; i++) {
    free_at = fmax(free_at, host_seconds(ready)) + byte_seconds;
    double due = frame_seconds > 0 ? ceil(free_at / frame_seconds) * frame_seconds : free_at;
    struct timespec time = {.tv_sec = (time_t)due, .tv_nsec = (long)(1e9 * fmod(due, 1))};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL);
    if (write(line, bytes + i, 1) < 0) return;
  }
}

// The messages before the first strike that begins so; up to the end of a message of system exclusive, or three bytes.
static void say_recorded(uint8_t first, uint8_t second) {
  uint8_t message[most_message];
  for (int i = 0; i + 1 < first_hit_byte; i++) {
    if (recorded[i].byte != first || (first == 0xF0 && recorded[i + 1].byte != second)) continue;
    int count = 0;
    do message[count] = recorded[i + count].byte;
    while (message[count++] != 0xF7 && count < most_message && i + count < first_hit_byte && (first == 0xF0 || count < 3));
    return say(board_now(), message, count);
  }
}

// A whole message of the host, after so many bytes of no message.
static void hear(const uint8_t *message, int count, int leading) {
  if (message[0] == 0xF9) return say_recorded(0xF9, 0);
  if (message[0] != 0xF0 || count < 3) return;
  switch (message[1]) {
    case 0x79: case 0x69: case 0x6B: return say_recorded(0xF0, message[1] == 0x79 ? 0x79 : message[1] + 1);
    case 0x03: return say(board_now(), message, count);
    case 0x02: {
      // It was on its way, and waited for a frame.
      double taken = board_now() + byte_seconds * (leading + count);
      if (frame_seconds > 0) taken += frame_seconds - fmod(now(), frame_seconds);
      unsigned ticks = (unsigned)fmod((taken - clock_start) / tick_seconds, 16384);
      uint8_t answer[] = {0xF0, 0x02, message[2], ticks & 0x7F, ticks >> 7, 0xF7}, version[] = {0xF9, 2, 5};
      return is_unstamped ? say(taken, version, sizeof version) : say(taken, answer, sizeof answer);
    }
  }
}

static void *speak(void *nothing) {
  struct sched_param priority = {.sched_priority = 91};
  pthread_setschedparam(pthread_self(), SCHED_FIFO, &priority);
  uint8_t message[most_message];
  int count = 0, leading = 0, next = first_hit_byte;
  while (!is_over) {
    double left = next < recorded_count ? host_seconds(recorded[next].seconds) - now() : 0.1;
    if (left <= 0) {
      // A message at once: its bytes follow each other.
      int end = next;
      uint8_t said[most_message];
      while (end < recorded_count && end - next < most_message && (end == next || recorded[end - 1].byte != 0xF7)) {
        said[end - next] = recorded[end].byte;
        end++;
      }
      say(recorded[next].seconds, said, end - next);
      next = end;
      continue;
    }
    struct pollfd other = {.fd = line, .events = POLLIN};
    struct timespec wait = {.tv_nsec = (long)(1e9 * fmin(left, 0.01))};
    uint8_t byte;
    if (ppoll(&other, 1, &wait, NULL) <= 0) continue;
    if (read(line, &byte, 1) != 1) {
      usleep(1000);  // no program has the line open
      continue;
    }
    if (byte >= 0x80 && byte != 0xF7) leading += count, count = 0;
    if (count < most_message) message[count++] = byte;
    if (byte == 0xF7 || byte == 0xF9) hear(message, count, leading), count = leading = 0;
  }
  return nothing;
}

static void open_line(const char *link) {
  line = posix_openpt(O_RDWR | O_NOCTTY);
  struct termios raw;
  must("pseudo-terminal", line < 0 || grantpt(line) || unlockpt(line) ? -errno : 0);
  int other = open(ptsname(line), O_RDWR | O_NOCTTY);
  tcgetattr(other, &raw);
  cfmakeraw(&raw);
  tcsetattr(other, TCSANOW, &raw);
  close(other);
  unlink(link);
  must("link", symlink(ptsname(line), link) ? -errno : 0);
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

int main(int count, char **words) {
  for (int option; (option = getopt(count, words, "uf:")) != -1;) {
    if (option == 'u') is_unstamped = true;
    else if (option == 'f') frame_seconds = 1e-6 * atof(optarg);
    else optind = count;
  }
  if (count - optind != 3) {
    fprintf(stderr, "board [-u] [-f MICROSECONDS] LINK SAID CAPTURE\n");
    return 64;
  }
  read_said(words[optind + 1]);
  open_line(words[optind]);
  start = now();
  pthread_t speaker;
  pthread_create(&speaker, NULL, speak, NULL);

  // By then Flam plays, and its device is there. The loopback card loses a period as it is opened, which Flam finds out in 2 s.
  usleep((useconds_t)(1e6 * (strikes[0] - 3.4)));
  struct sched_param priority = {.sched_priority = 90};
  sched_setscheduler(0, SCHED_FIFO, &priority);
  Stream capture = open_stream(words[optind + 2], SND_PCM_STREAM_CAPTURE, settings);
  must("start", snd_pcm_start(capture.pcm));
  static double heard[2 * most_strikes], delays[most_strikes], lost[most_losses];
  const double longest_period_seconds = 1.2 * settings.period / settings.rate;
  double period_end = 0;
  int drums = 0, answered = 0, judged = 0, losses = 0;
  long silent = 0;
  float samples[2 * 64];
  while (now() < host_seconds(strikes[strike_count - 1]) + 1) {
    must("wait", snd_pcm_wait(capture.pcm, 1000));
    snd_pcm_sframes_t available = must("available", snd_pcm_avail(capture.pcm));
    // By the clock, not by a line through all frames: the card may lose some.
    double woken = now(), first_seconds = woken - (double)available / settings.rate;
    if (period_end > 0 && woken - period_end > longest_period_seconds && losses < most_losses) lost[losses++] = woken;
    period_end = woken;
    must("read", snd_pcm_readi(capture.pcm, samples, 64));
    for (int frame = 0; frame < 64; frame++) {
      bool is_loud = fabsf(samples[2 * frame]) > drum_threshold;
      if (is_loud && silent > silence_seconds * settings.rate && drums < 2 * most_strikes)
        heard[drums++] = first_seconds + (double)frame / settings.rate;
      silent = is_loud ? 0 : silent + 1;
    }
  }
  is_over = true;
  for (int strike = 0, drum = 0; strike < strike_count; strike++) {
    double struck = host_seconds(strikes[strike]);
    while (drum < drums && heard[drum] < struck) drum++;
    if (drum == drums) break;
    double delay = heard[drum] - struck;
    if (delay >= longest_delay_seconds) continue;
    answered++;
    bool is_blind = false;
    for (int i = 0; i < losses; i++) is_blind |= lost[i] < heard[drum] && lost[i] > struck - blind_seconds;
    if (!is_blind) delays[judged++] = delay * settings.rate;
  }
  qsort(delays, (size_t)judged, sizeof *delays, compare);
  printf("strikes=%d answered=%d drums=%d judged=%d", strike_count, answered, drums, judged);
  if (judged)
    printf(" least=%.3f median=%.3f late=%.3f most=%.3f", delays[0], delays[judged / 2], delays[judged * 99 / 100],
           delays[judged - 1]);
  printf("\n");
  return 0;
}
