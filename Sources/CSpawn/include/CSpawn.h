// SPDX-License-Identifier: GPL-3.0-or-later
// Starts programs with nothing that is open here but their three streams, which takes functions of GNU that Swift does not see.
#pragma once
#include <sys/types.h>

// Starts the program at `path` in `folder` (NULL: where this one runs). No signal is blocked in it, and it leads a group of
// its own. `streams` are what it has as standard input, output and error. Returns 0 and its number, or what errno would be.
int spawn_alone(const char *_Nonnull path, char *_Nullable const *_Nonnull arguments,
                char *_Nullable const *_Nonnull environment, const char *_Nullable folder, const int *_Nonnull streams,
                pid_t *_Nonnull started);
