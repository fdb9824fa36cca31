// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef FLAM_RIG_ROOM_H
#define FLAM_RIG_ROOM_H

#include <jack/jack.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { return_frames = 480, heard_channels = 3, poll_microseconds = 5000, wait_seconds = 60 };
// So much of a period lost to the machine is worth noting. A program that needs little of its time pops at one or more.
static const double noted_periods = 0.25;
// A server that is silent for so long has died.
static const double silence_seconds = 0.1;

typedef struct {
  jack_client_t *client;
  jack_port_t *tap, *left, *right;
  float *take, *recording;
  long takeFrames, frames;
  atomic_long position;
  float returning[return_frames], returnGain;
  int oldest;
  // By the server's counter: the end of the last cycle, of the last before the program was seen, and the take's start.
  jack_nframes_t nextTime, arrivedTime, startTime, rate;
  atomic_bool isThere, isRunning;
  bool isFirst;
  double arrivedSeconds, startSeconds, awaitedSeconds;
  _Atomic double lastSeconds;
} Room;

// The reading of JACK's clock.
double now_seconds(void);
_Noreturn void fail(const char *what, const char *why);

// The server's callbacks.
int serve(jack_nframes_t count, void *room);
int note_pop(void *room);

// The mono file at `path`, and room for a recording that is `tailSeconds` longer.
void read_take(Room *room, const char *path, double tailSeconds);
void write_recording(const Room *room, const char *path);

// Returns once the program hears, and plays, unless it `onlyListens`, and has written something into the file at `words`.
void await_program(Room *room, const char *words, bool onlyListens);
// Records until the end of the tail or SIGTERM, and then waits for that; the program may open its streams anew. False
// if the server stood still.
bool record(Room *room, bool onlyListens);

#endif
