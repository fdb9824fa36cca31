// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "CSpawn.h"
#include <signal.h>
#include <spawn.h>

enum { stream_count = 3 };

int spawn_alone(const char *path, char *const *arguments, char *const *environment, const char *folder, const int *streams,
                pid_t *started) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none;
  sigemptyset(&none);
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  int failure = 0;
  for (int i = 0; i < stream_count && !failure; i++) failure = posix_spawn_file_actions_adddup2(&actions, streams[i], i);
  if (!failure) failure = posix_spawn_file_actions_addclosefrom_np(&actions, stream_count);
  if (!failure && folder) failure = posix_spawn_file_actions_addchdir_np(&actions, folder);
  if (!failure) failure = posix_spawnattr_setsigmask(&attributes, &none);
  if (!failure) failure = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
  if (!failure) failure = posix_spawn(started, path, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failure;
}
