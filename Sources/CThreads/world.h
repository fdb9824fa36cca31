// SPDX-License-Identifier: GPL-3.0-or-later
// Threads of a simulated world, and their waiting.
#pragma once
#include "CThreads.h"

typedef struct ct_fiber ct_fiber;

/// Makes a thread of this thread's world; NULL where it refuses.
ct_fiber *ct_fiber_start(size_t stackBytes, rt_thread_main main, void *context);
void ct_fiber_go(ct_fiber *fiber);
void ct_fiber_join(ct_fiber *fiber);
void ct_fiber_detach(ct_fiber *fiber);
void ct_world_sleep_until(int64_t nanoseconds);
int ct_world_poll(struct pollfd *descriptors, nfds_t count, int milliseconds);
