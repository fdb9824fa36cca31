// SPDX-License-Identifier: GPL-3.0-or-later
// The MIDI player and listener of the kernel rig: notes go in, drums come out, delays are counted in frames.
//
//   notes play CAPTURE COUNT             a port "player" plays notes at odd times; looks for the drum that answers each on
//                                        the ALSA PCM
//   notes hear SECONDS                   a port "ear": a line for each note that arrives, its time, note and velocity
//   notes flood BYTES                    the port "player" sends random bytes and long system messages
//   notes onsets FILE RATE               a line for each note of a recording: the second at which it begins; of 16 bits, stereo,
//                                        without a head, a minute at most
//   notes file FILE.mid                  the same of a MIDI file of one track and one tempo
//
// `play` prints NAME=VALUE words, for a shell to read: delays in frames. Ends with 0, with 1 if something is refused.
#include "stream.h"

#include <math.h>
#include <poll.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const Settings settings = {.rate = 48000, .channels = 2, .period = 64};
static const float drum_threshold = 1e-4f;
static const double longest_delay_seconds = 0.1, silence_seconds = 0.03;

static uint32_t seed = 1;
static uint32_t next_random(void) {
  seed = seed * 1664525 + 1013904223;
  return seed >> 8;
}

// A client of the sequencer with one port, both called `name`.
static snd_seq_t *open_port(const char *name, int streams, unsigned capabilities) {
  snd_seq_t *sequencer;
  must("sequencer", snd_seq_open(&sequencer, "default", streams, SND_SEQ_NONBLOCK));
  snd_seq_set_client_name(sequencer, name);
  must("port", snd_seq_create_simple_port(sequencer, name, capabilities, SND_SEQ_PORT_TYPE_APPLICATION));
  return sequencer;
}

// Delivers a note to all connected ports before it returns.
static void strike(snd_seq_t *sequencer, unsigned char note, unsigned char velocity) {
  snd_seq_event_t event;
  snd_seq_ev_clear(&event);
  snd_seq_ev_set_source(&event, 0);
  snd_seq_ev_set_subs(&event);
  snd_seq_ev_set_direct(&event);
  snd_seq_ev_set_noteon(&event, 9, note, velocity);
  must("note", snd_seq_event_output_direct(sequencer, &event));
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static int play(const char *capture_name, int count) {
  snd_seq_t *player = open_port("player", SND_SEQ_OPEN_OUTPUT, SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ);
  Stream capture = open_stream(capture_name, SND_PCM_STREAM_CAPTURE, settings);
  must("start", snd_pcm_start(capture.pcm));
  double *struck = calloc((size_t)count, sizeof *struck), *heard = calloc((size_t)count, sizeof *heard);
  int played = 0, drums = 0;
  long silent = 0;
  // By then the player's clock has settled, and Flam has found out that the loopback card lost a period as it was opened.
  double next = now() + 3, end = next + 0.25 * count + 2;
  float samples[2 * 64];
  while (now() < end) {
    must("wait", snd_pcm_wait(capture.pcm, 1000));
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
      struck[played++] = now();
      strike(player, 38, (unsigned char)(1 + next_random() % 127));
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
  snd_seq_t *sequencer = open_port("ear", SND_SEQ_OPEN_INPUT, SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE);
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

// Random bytes as ALSA reads them, so also running status, real-time bytes within messages and broken ones; every so often a
// system exclusive message of 1000 bytes.
static int flood(int count) {
  snd_seq_t *player = open_port("player", SND_SEQ_OPEN_OUTPUT, SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ);
  snd_midi_event_t *parser;
  must("parser", snd_midi_event_new(1024, &parser));
  sleep(1);  // by then Flam is connected
  unsigned char bytes[1002];
  long events = 0;
  for (int sent = 0, length; sent < count; sent += length) {
    int isLong = next_random() % 16 == 0;
    length = isLong ? 1002 : 64;
    for (int i = 0; i < length; i++) bytes[i] = (unsigned char)(next_random() >> 8) & (isLong ? 0x7f : 0xff);
    if (isLong) bytes[0] = 0xf0, bytes[1001] = 0xf7;
    for (int i = 0; i < length; i++) {
      snd_seq_event_t event;
      snd_seq_ev_clear(&event);
      if (snd_midi_event_encode_byte(parser, bytes[i], &event) != 1) continue;
      snd_seq_ev_set_source(&event, 0);
      snd_seq_ev_set_subs(&event);
      snd_seq_ev_set_direct(&event);
      must("event", snd_seq_event_output_direct(player, &event));
      events++;
    }
    usleep(1000);  // ten times as fast as a cable
  }
  printf("events=%ld\n", events);
  return 0;
}

// Notes alike begin when the sound first comes to a tenth of its peak, after a tenth of a second below that.
static int print_onsets(const char *path, int rate) {
  static int16_t samples[2 * 64 * 96000];
  FILE *file = fopen(path, "rb");
  if (!file) return 1;
  long frames = (long)fread(samples, 2 * sizeof *samples, sizeof samples / (2 * sizeof *samples), file);
  int peak = 0;
  for (long i = 0; i < 2 * frames; i++) peak = abs(samples[i]) > peak ? abs(samples[i]) : peak;
  for (long frame = 0, silent = rate; frame < frames; frame++) {
    int isLoud = 10 * abs(samples[2 * frame]) >= peak || 10 * abs(samples[2 * frame + 1]) >= peak;
    if (isLoud && silent > rate / 10) printf("%.6f\n", (double)frame / rate);
    silent = isLoud ? 0 : silent + 1;
  }
  return 0;
}

// A number of seven bits a byte, the last without its highest bit.
static unsigned long read_varying(FILE *file) {
  unsigned long number = 0;
  int byte;
  do {
    byte = fgetc(file);
    number = number << 7 | (unsigned)(byte & 0x7f);
  } while (byte != EOF && byte & 0x80);
  return number;
}

static unsigned long read_bytes(FILE *file, int count) {
  unsigned long number = 0;
  while (count-- > 0) number = number << 8 | (unsigned)(fgetc(file) & 0xff);
  return number;
}

static int print_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file || read_bytes(file, 4) != 0x4d546864) return 1;  // MThd
  read_bytes(file, 8);
  double ticks_per_quarter = (double)read_bytes(file, 2), quarter_seconds = 0.5, seconds = 0;
  read_bytes(file, 8);  // MTrk and its length
  for (int status = 0, byte; !feof(file);) {
    seconds += (double)read_varying(file) * quarter_seconds / ticks_per_quarter;
    if ((byte = fgetc(file)) & 0x80) status = byte; else ungetc(byte, file);
    if (status == 0xff) {
      int kind = fgetc(file);
      unsigned long length = read_varying(file);
      if (kind == 0x2f) break;
      if (kind == 0x51) quarter_seconds = 1e-6 * (double)read_bytes(file, 3); else fseek(file, (long)length, SEEK_CUR);
    } else if (status == 0xf0) {
      fseek(file, (long)read_varying(file), SEEK_CUR);
    } else {
      fgetc(file);
      int isPair = (status & 0xe0) != 0xc0, second = isPair ? fgetc(file) : 0;
      if ((status & 0xf0) == 0x90 && second > 0) printf("%.6f\n", seconds);
    }
  }
  return 0;
}

int main(int count, char **arguments) {
  struct sched_param priority = {.sched_priority = 90};
  // A flood comes from a program like any other; the timekeeper goes before all but the cards' clock.
  if (count > 1 && strcmp(arguments[1], "flood")) sched_setscheduler(0, SCHED_FIFO, &priority);
  if (count == 4 && !strcmp(arguments[1], "play")) return play(arguments[2], atoi(arguments[3]));
  if (count == 3 && !strcmp(arguments[1], "hear")) return hear(atof(arguments[2]));
  if (count == 3 && !strcmp(arguments[1], "flood")) return flood(atoi(arguments[2]));
  if (count == 4 && !strcmp(arguments[1], "onsets")) return print_onsets(arguments[2], atoi(arguments[3]));
  if (count == 3 && !strcmp(arguments[1], "file")) return print_file(arguments[2]);
  fprintf(stderr, "notes play CAPTURE COUNT | hear SECONDS | flood BYTES | onsets FILE RATE | file FILE.mid\n");
  return 64;
}
