// SPDX-License-Identifier: GPL-3.0-or-later
// The monotonic clock, threads, and waiting: the system's, or those of a simulated world.
//
// In a world (`rt_world_enter`) time stands still while anything computes and jumps to the next moment that somebody waits for,
// so that an hour of playing passes as fast as it can be computed. Threads that are started there run on the thread that runs
// the world, one at a time; each goes on until it waits. Which goes first of those that may, and how late it wakes up, one
// seed decides: the same seed gives the same run. After FoundationDB's simulation (Zhou et al., SIGMOD 2021).
#pragma once
#include <poll.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#define CT_SAFE __attribute__((swift_attr("@_noLocks")))

#pragma clang assume_nonnull begin

/// Where the clock of the world stands that this thread is in, in nanoseconds; NULL outside of any.
extern _Thread_local int64_t *_Nullable rt_world_clock __attribute__((tls_model("initial-exec")));

/// The monotonic clock, in nanoseconds.
CT_SAFE static inline __attribute__((always_inline)) int64_t rt_now_nanoseconds(void) {
  if (rt_world_clock) return *rt_world_clock;
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/// Processor time that this thread has used, in nanoseconds: not what others, or a hypervisor, took from it. In a world
/// computing takes no time.
CT_SAFE static inline __attribute__((always_inline)) int64_t rt_thread_nanoseconds(void) {
  if (rt_world_clock) return 0;
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/// Sleeps until the monotonic clock shows `nanoseconds`: how a loop without a device keeps time.
CT_SAFE void rt_sleep_until(int64_t nanoseconds);
/// The same, counted from now.
void rt_sleep(int64_t nanoseconds);
/// `poll`, in the time of this thread's world.
int rt_poll(struct pollfd *_Nullable descriptors, nfds_t count, int milliseconds);
/// Takes one from a semaphore, and waits for it until the monotonic clock shows `nanoseconds`; false then. Outside of any
/// world.
bool rt_semaphore_wait_until(sem_t *semaphore, int64_t nanoseconds);
/// This thread is in a world: it must not wait in the kernel for what another thread of the world does, but look for it and
/// `rt_sleep` in between.
bool rt_is_simulated(void);

typedef void *_Nullable (*rt_thread_main)(void *_Nullable context);
typedef struct rt_thread rt_thread;

/// Makes a thread under SCHED_FIFO where that is permitted and `priority` is above 0, else as any other, and says which in
/// `isRealtime`. It calls `main` once it may go. Returns NULL where no thread can be made.
rt_thread *_Nullable rt_thread_start(const char *_Nullable name, int priority, size_t stackBytes, rt_thread_main main,
                                     void *_Nullable context, bool *isRealtime);
/// The kernel's number of the thread.
int rt_thread_id(rt_thread *thread);
/// Has the thread call its main function.
void rt_thread_go(rt_thread *thread);
/// Waits for the thread to end and frees it.
void rt_thread_join(rt_thread *thread);
/// Frees the thread once it has ended, which nobody waits for.
void rt_thread_detach(rt_thread *thread);
/// Lets the calling thread come before those that are scheduled as usual, where the account may; what it starts does not.
void rt_thread_prefer(int priority);
/// Lets all others come before the calling thread.
void rt_thread_give_way(void);

/// How a world goes.
typedef struct {
  /// Decides all that is left to chance below.
  uint64_t seed;
  /// Of threads that wait for the same moment, the seed picks the next one; where this is false, it is the one that began to
  /// wait first.
  bool isShuffled;
  /// One of so many wakings is late; 0 for none.
  unsigned lateOneOf;
  /// By so much at the most, in nanoseconds.
  int64_t mostLateNanoseconds;
  /// Of so many threads that are asked for, one cannot be started; 0 for all can.
  unsigned refusedOneOf;
} rt_world_order;

/// What a world went through.
typedef struct {
  /// Where its clock stands, from its beginning.
  int64_t nanoseconds;
  /// How often a thread gave way to another.
  int64_t switches;
  /// Threads that were started.
  int64_t threads;
  /// Threads that have not ended.
  int64_t running;
  /// Wakings that were late.
  int64_t late;
  /// Threads that could not be started.
  int64_t refused;
} rt_world_report;

typedef struct rt_world rt_world;

/// Makes a world whose clock stands at an hour.
rt_world *rt_world_make(rt_world_order order);
/// Has this thread be in a world as its first thread, or in none again.
void rt_world_enter(rt_world *_Nullable world);
/// The world that this thread is in; NULL for none.
rt_world *_Nullable rt_world_current(void);
/// A number below `bound`, by the seed; 0 outside of any world.
uint64_t rt_world_choose(uint64_t bound);
/// Takes the sound devices of this thread's world away, or brings them back.
void rt_world_lose_devices(bool areLost);
/// The sound devices of this thread's world are away; false outside of any.
bool rt_world_has_lost_devices(void);
rt_world_report rt_world_report_of(rt_world *world);
/// Frees a world that no thread is in; what has not ended there is forgotten.
void rt_world_end(rt_world *world);

#pragma clang assume_nonnull end
