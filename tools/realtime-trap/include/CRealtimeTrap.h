// SPDX-License-Identifier: GPL-3.0-or-later
// Counts forbidden acts on an audio thread. Linked into a program, it stands in front of the C library's
// allocator, locks and file calls; each thread counts for itself, and only while it is armed.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// What a thread did between arm and disarm.
typedef struct {
  int64_t allocations;  // malloc, calloc, realloc, memalign …
  int64_t frees;
  int64_t locks;        // mutexes, read-write locks, condition variables, futexes
  int64_t fileCalls;    // open, read, write …
} realtime_trap_counts;

/// False in a build with a sanitizer, which has interposers of its own.
bool realtime_trap_present(void);
/// Begins to count on this thread, from zero.
void realtime_trap_arm(void);
/// Ends it and returns what was counted.
realtime_trap_counts realtime_trap_disarm(void);
