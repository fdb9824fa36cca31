// SPDX-License-Identifier: GPL-3.0-or-later
// A MIDI player and a MIDI listener for the kernel rig: notes go in, drums come out, delays are counted in frames.
//
//   notes play RAWMIDI CAPTURE COUNT     plays notes at odd times, looks for the drum that answers each on the ALSA PCM
//   notes hear SECONDS                   a port "ear": a line for each note that arrives, its time, note and velocity
//
// `play` prints NAME=VALUE words, for a shell to read: delays in frames. Ends with 0, with 1 where something is refused.
#include "stream.h"

#include <math.h>
#include <poll.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

static const Settings settings = {.rate = 48000, .channels = 2, .period = 64};
static const float drum_threshold = 1e-4f;
static const double longest_delay_seconds = 0.1, silence_seconds = 0.03;

static uint32_t seed = 1;
static uint32_t next_random(void) {
  seed = seed * 1664525 + 1013904223;
  return seed >> 8;
}

static snd_rawmidi_t *open_raw(const char *name) {
  snd_rawmidi_t *raw;
  must(name, snd_rawmidi_open(NULL, &raw, name, 0));
  return raw;
}

static void write_raw(snd_rawmidi_t *raw, const unsigned char *bytes, size_t count) {
  while (count > 0) {
    long written = must("write", snd_rawmidi_write(raw, bytes, count));
    bytes += written;
    count -= (size_t)written;
  }
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static int play(const char *raw_name, const char *capture_name, int count) {
  snd_rawmidi_t *raw = open_raw(raw_name);
  Stream capture = open_stream(capture_name, SND_PCM_STREAM_CAPTURE, settings);
  must("start", snd_pcm_start(capture.pcm));
  double *struck = calloc((size_t)count, sizeof *struck), *heard = calloc((size_t)count, sizeof *heard);
  int played = 0, drums = 0;
  long silent = 0;
  // By then the player's clock has settled.
  double next = now() + 2, end = next + 0.25 * count + 2;
  float samples[2 * 64];
  while (now() < end) {
    snd_pcm_sframes_t available = must("available", snd_pcm_avail(capture.pcm));
    if (available >= 64) observe(&capture, (double)(capture.frames + available), now());
    must("read", snd_pcm_readi(capture.pcm, samples, 64));
    for (int frame = 0; frame < 64; frame++) {
      int isLoud = fabsf(samples[2 * frame]) > drum_threshold;
      if (isLoud && silent > silence_seconds * settings.rate && drums < count)
        heard[drums++] = (double)(capture.frames + frame);
      silent = isLoud ? 0 : silent + 1;
    }
    capture.frames += 64;
    if (played < count && now() >= next) {
      // Anywhere in a period, so that a delay that hangs on it is seen.
      struct timespec pause = {.tv_nsec = (long)(next_random() % 1333333)};
      nanosleep(&pause, NULL);
      unsigned char on[3] = {0x99, 38, (unsigned char)(1 + next_random() % 127)};
      struck[played++] = now();
      write_raw(raw, on, sizeof on);
      next += 0.2 + 1e-6 * (double)(next_random() % 50000);
    }
  }
  double *delays = calloc((size_t)count, sizeof *delays);
  int answered = 0;
  for (int note = 0, drum = 0; note < played; note++) {
    while (drum < drums && seconds_at(&capture, heard[drum]) < struck[note]) drum++;
    if (drum == drums) break;
    double delay = seconds_at(&capture, heard[drum]) - struck[note];
    if (delay < longest_delay_seconds) delays[answered++] = delay * settings.rate;
  }
  qsort(delays, (size_t)answered, sizeof *delays, compare);
  printf("notes=%d answered=%d drums=%d", played, answered, drums);
  if (answered) printf(" least=%.3f median=%.3f most=%.3f", delays[0], delays[answered / 2], delays[answered - 1]);
  printf("\n");
  return 0;
}

static int hear(double seconds) {
  snd_seq_t *sequencer;
  must("sequencer", snd_seq_open(&sequencer, "default", SND_SEQ_OPEN_INPUT, SND_SEQ_NONBLOCK));
  snd_seq_set_client_name(sequencer, "ear");
  must("port", snd_seq_create_simple_port(sequencer, "ear", SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE,
                                          SND_SEQ_PORT_TYPE_APPLICATION));
  double end = now() + seconds;
  while (now() < end) {
    struct pollfd descriptors[4];
    int count = snd_seq_poll_descriptors(sequencer, descriptors, 4, POLLIN);
    if (poll(descriptors, (nfds_t)count, 50) <= 0) continue;
    double time = now();
    snd_seq_event_t *event;
    while (snd_seq_event_input(sequencer, &event) >= 0)
      if (event->type == SND_SEQ_EVENT_NOTEON)
        printf("%.6f %d %d\n", time, event->data.note.note, event->data.note.velocity);
    fflush(stdout);
  }
  return 0;
}

int main(int count, char **arguments) {
  struct sched_param priority = {.sched_priority = 60};
  sched_setscheduler(0, SCHED_FIFO, &priority);
  if (count == 5 && !strcmp(arguments[1], "play")) return play(arguments[2], arguments[3], atoi(arguments[4]));
  if (count == 3 && !strcmp(arguments[1], "hear")) return hear(atof(arguments[2]));
  fprintf(stderr, "notes play RAWMIDI CAPTURE COUNT | hear SECONDS\n");
  return 64;
}
