// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include "machine.h"
#include "room.h"

double now_seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int note_pop(void *context) {
  Room *room = context;
  machine_note("server's pop", (double)jack_get_buffer_size(room->client) / room->rate);
  return 0;
}

static void return_what_is_played(Room *room, jack_nframes_t count, float *tap, const float *left, const float *right) {
  for (jack_nframes_t i = 0; i < count; i++) {
    tap[i] = room->returning[room->oldest];
    room->returning[room->oldest] = room->returnGain * (left[i] + right[i]);
    room->oldest = (room->oldest + 1) % return_frames;
  }
}

// Takes in that the server serves `count` frames now, and notes if it does so late or has left frames out.
static void note_time(Room *room, jack_nframes_t count) {
  double now = now_seconds(), last = atomic_exchange(&room->lastSeconds, now);
  jack_nframes_t time = jack_last_frame_time(room->client);
  if (last > 0) {
    machine_note("lost frames", (double)abs((int32_t)(time - room->nextTime)) / room->rate);
    machine_note("server", now - last - (double)count / room->rate);
  }
  room->nextTime = time + count;
  if (last == 0 || !atomic_load(&room->isThere)) {
    room->arrivedSeconds = now;
    room->arrivedTime = room->nextTime;
  }
}

int serve(jack_nframes_t count, void *context) {
  Room *room = context;
  float *tap = jack_port_get_buffer(room->tap, count);
  const float *left = jack_port_get_buffer(room->left, count);
  const float *right = jack_port_get_buffer(room->right, count);
  return_what_is_played(room, count, tap, left, right);
  note_time(room, count);
  if (!atomic_load(&room->isRunning)) return 0;
  long position = atomic_load(&room->position);
  if (position == 0) {
    room->startSeconds = atomic_load(&room->lastSeconds);
    room->startTime = room->nextTime - count;
  }
  for (jack_nframes_t i = 0; i < count && position < room->frames; i++, position++) {
    if (position < room->takeFrames) tap[i] += room->take[position];
    float *frame = room->recording + heard_channels * position;
    frame[0] = tap[i];
    frame[1] = left[i];
    frame[2] = right[i];
  }
  atomic_store(&room->position, position);
  if (position == room->frames) atomic_store(&room->isRunning, false);
  return 0;
}
