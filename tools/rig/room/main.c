// SPDX-License-Identifier: GPL-3.0-or-later
// The room that a program on the rig hears and plays into.
//
//   room SERVER TAKE.wav RECORDING.wav TAIL_SECONDS RETURN_GAIN WORDS [listens]
//   room watch SECONDS
//
// The second form only watches the machine for so long, and prints how often it was late.
//
// One JACK callback plays the take to the program and records what the program plays, so frame n of the recording
// is frame n of the take and a delay can be counted in frames. The recording has three channels: the take, then the
// program's left and right. The program's output returns to it 480 frames later, each side at RETURN_GAIN.
// The take begins once the program is connected and has written something into the file WORDS. "listens": the program
// only hears, and plays nothing.
//
// On standard output: "ready" when the program may start, "playing" when the take begins,
// "recorded" at the end of the tail, and at SIGTERM, which may come before, a JSON object. Times are those of the
// monotonic clock: arrivedSeconds when the program was first seen, startSeconds when the take began, lastSeconds when
// the server was last heard of. By its own counter the server gave framesBefore frames between the first and the second
// and framesAfter frames between the end of the recording and the third. awaitedSeconds are those that the room waited
// for the program; isFirst: it had served before the program was there. disturbances are what machine.h notes from the opening on, each with the frame of the recording by
// then (0 before it).
#include <glob.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "machine.h"
#include "room.h"

_Noreturn void fail(const char *what, const char *why) {
  fprintf(stderr, "room: %s: %s\n", what, why);
  exit(1);
}

// Returns once the server has a socket: one that is knocked at before may never come up.
static void await_server(const char *name) {
  char sockets[256];
  snprintf(sockets, sizeof sockets, "/dev/shm/jack_%s_*", name);
  glob_t found;
  double began = now_seconds();
  while (glob(sockets, 0, NULL, &found)) {
    if (now_seconds() - began > wait_seconds) fail(name, "no such JACK server");
    usleep(1000);
  }
  globfree(&found);
}

static void print_summary(Room *room, bool isWhole) {
  printf("{\"frames\":%ld,\"whole\":%s,\"arrivedSeconds\":%.6f,\"startSeconds\":%.6f,\"lastSeconds\":%.6f,"
         "\"framesBefore\":%d,\"framesAfter\":%d,\"awaitedSeconds\":%.3f,\"isFirst\":%s,",
         room->position, isWhole ? "true" : "false", room->arrivedSeconds, room->startSeconds, room->lastSeconds,
         (int32_t)(room->startTime - room->arrivedTime),
         (int32_t)(room->nextTime - room->startTime - (jack_nframes_t)room->position), room->awaitedSeconds,
         room->isFirst ? "true" : "false");
  machine_print();
  puts("}");
  fflush(stdout);
}

static int watch_machine(double seconds) {
  static const double least_seconds = 64.0 / 48000 * noted_periods;  // as in a room of the shortest common period
  static const atomic_long nowhere;
  machine_watch(least_seconds, &nowhere);
  usleep((useconds_t)(1e6 * seconds));
  printf("{");
  machine_print();
  puts("}");
  return 0;
}

int main(int count, char **arguments) {
  if (count == 3 && !strcmp(arguments[1], "watch")) return watch_machine(atof(arguments[2]));
  if (count != 7 && count != 8) fail("usage", "room SERVER TAKE.wav RECORDING.wav TAIL_SECONDS RETURN_GAIN WORDS [listens]");
  bool onlyListens = count == 8;
  static Room room;
  room.returnGain = (float)atof(arguments[5]);
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, NULL);
  await_server(arguments[1]);
  for (int attempt = 0; attempt < 200 && !room.client; attempt++) {
    if (attempt) usleep(poll_microseconds);  // the server may still be starting
    room.client = jack_client_open("room", JackNoStartServer | JackServerName, NULL, arguments[1]);
  }
  if (!room.client) fail(arguments[1], "no such JACK server");
  room.rate = jack_get_sample_rate(room.client);
  read_take(&room, arguments[2], atof(arguments[4]));
  room.tap = jack_port_register(room.client, "tap", JACK_DEFAULT_AUDIO_TYPE, JackPortIsOutput, 0);
  room.left = jack_port_register(room.client, "left", JACK_DEFAULT_AUDIO_TYPE, JackPortIsInput, 0);
  room.right = jack_port_register(room.client, "right", JACK_DEFAULT_AUDIO_TYPE, JackPortIsInput, 0);
  jack_set_process_callback(room.client, serve, &room);
  jack_set_xrun_callback(room.client, note_pop, &room);
  machine_watch(noted_periods * jack_get_buffer_size(room.client) / room.rate, &room.position);
  if (!room.tap || !room.left || !room.right || jack_activate(room.client)) fail("JACK", "refuses the room");
  puts("ready");
  fflush(stdout);

  await_program(&room, arguments[6], onlyListens);
  puts("playing");
  fflush(stdout);
  bool isWhole = record(&room, onlyListens);
  write_recording(&room, arguments[3]);
  print_summary(&room, isWhole);
  bool isDead = now_seconds() - room.lastSeconds > silence_seconds;
  if (isDead) _exit(!isWhole);  // a dead server lets no one go
  jack_client_close(room.client);
  return !isWhole;
}
