// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "room.h"

// Connects the port `owner`:`name` of the program, as soon as it is there, with `mine`; false if it is not.
static bool connect_port(Room *room, const char *owner, const char *name, jack_port_t *mine) {
  const char **ports = jack_get_ports(room->client, owner, JACK_DEFAULT_AUDIO_TYPE, 0);
  bool isConnected = false;
  for (int i = 0; ports && ports[i] && !isConnected; i++) {
    const char *colon = strrchr(ports[i], ':');
    if (!colon || strcmp(colon + 1, name)) continue;
    const char *own = jack_port_name(mine);
    int failure = jack_port_flags(mine) & JackPortIsOutput ? jack_connect(room->client, own, ports[i])
                                                           : jack_connect(room->client, ports[i], own);
    isConnected = !failure || failure == EEXIST;
  }
  jack_free(ports);
  return isConnected;
}

// Connects the program's open ports (again); true where it hears, and plays, unless it `onlyListens`.
static bool connect_program(Room *room, bool onlyListens) {
  if (!jack_port_connected(room->tap)) {
    if (!connect_port(room, "flam_hears", "in_000", room->tap)) return false;
    connect_port(room, "flam_hears", "in_001", room->tap);
  }
  atomic_store(&room->isThere, true);
  if (onlyListens) return true;
  return (jack_port_connected(room->left) || connect_port(room, "flam_plays", "out_000", room->left)) &&
         (jack_port_connected(room->right) || connect_port(room, "flam_plays", "out_001", room->right));
}

// Waits a moment; true at SIGTERM.
static bool rest(void) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  return sigtimedwait(&signals, NULL, &(struct timespec){.tv_nsec = 1000 * poll_microseconds}) == SIGTERM;
}

static bool is_written(const char *path) {
  struct stat file;
  return !stat(path, &file) && file.st_size > 0;
}

void await_program(Room *room, const char *words, bool onlyListens) {
  double began = now_seconds();
  while (!atomic_load(&room->lastSeconds) && now_seconds() - began < wait_seconds) usleep(1000);
  connect_program(room, true);
  room->isFirst = !jack_port_connected(room->tap);
  for (bool isConnected = false; !isConnected || !is_written(words);) {
    if (rest()) exit(0);
    if (!isConnected && connect_program(room, onlyListens)) {
      isConnected = true;
      room->awaitedSeconds = now_seconds() - began;
    }
    if (now_seconds() - began > wait_seconds)
      fail("the program", isConnected ? "said nothing" : "opened not all of its streams in time");
  }
  usleep(500000);  // the program's streams settle
}

bool record(Room *room, bool onlyListens) {
  double limit = now_seconds() + 20 + (double)room->frames / room->rate;
  atomic_store(&room->isRunning, true);
  bool isPrinted = false;
  while (!rest()) {
    bool isSilent = now_seconds() - atomic_load(&room->lastSeconds) > silence_seconds;
    if (!isSilent && atomic_load(&room->isRunning)) connect_program(room, onlyListens);
    if (isPrinted || atomic_load(&room->isRunning)) {
      if (!isPrinted && now_seconds() > limit) return false;
      continue;
    }
    puts("recorded");
    fflush(stdout);
    isPrinted = true;
  }
  atomic_store(&room->isRunning, false);
  return true;
}
