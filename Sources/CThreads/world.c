// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "world.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { page_bytes = 4096, least_stack_bytes = 1 << 18 };
static const int64_t first_nanoseconds = 3600 * (int64_t)1000000000;
// What waits for another thread of the world, or for a file descriptor, looks again after so long.
static const int64_t look_nanoseconds = 500 * (int64_t)1000;
// A look at descriptors is a system call: who looks again and again lets time pass.
static const int64_t call_nanoseconds = 1000;
static const int64_t never = INT64_MAX;

struct ct_fiber {
  ucontext_t context;
  rt_world *world;
  rt_thread_main main;
  void *argument;
  char *stack;
  size_t stackBytes;
  /// It goes on at this time; `never` before it may go, and once it has ended.
  int64_t wake;
  /// Of those that wait for the same time, who began to first.
  int64_t turn;
  bool hasEnded, isDetached;
  ct_fiber *next;
};

struct rt_world {
  int64_t now;
  rt_world_order order;
  uint64_t random;
  int64_t turns;
  rt_world_report report;
  bool hasLostDevices;
  ct_fiber first;
  ct_fiber *current;
  /// In the order in which they were started, `first` before all others.
  ct_fiber *fibers;
};

_Thread_local int64_t *rt_world_clock __attribute__((tls_model("initial-exec")));
static _Thread_local rt_world *world __attribute__((tls_model("initial-exec")));

bool rt_is_simulated(void) { return world != NULL; }
rt_world *rt_world_current(void) { return world; }

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
static uint64_t next_random(rt_world *w) {
  uint64_t z = w->random += 0x9E3779B97F4A7C15;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
  z = (z ^ z >> 27) * 0x94D049BB133111EB;
  return z ^ z >> 31;
}

uint64_t rt_world_choose(uint64_t bound) { return world && bound ? next_random(world) % bound : 0; }

void rt_world_lose_devices(bool areLost) {
  if (world) world->hasLostDevices = areLost;
}

bool rt_world_has_lost_devices(void) { return world && world->hasLostDevices; }

static bool is_chosen(rt_world *w, unsigned oneOf) { return oneOf && next_random(w) % oneOf == 0; }

rt_world *rt_world_make(rt_world_order order) {
  rt_world *made = calloc(1, sizeof *made);
  if (!made) abort();
  made->now = first_nanoseconds;
  made->order = order;
  made->random = order.seed;
  made->first.world = made;
  made->current = made->fibers = &made->first;
  return made;
}

void rt_world_enter(rt_world *entered) {
  world = entered;
  rt_world_clock = entered ? &entered->now : NULL;
}

static void free_stack(ct_fiber *fiber) {
  if (fiber->stack) munmap(fiber->stack, fiber->stackBytes);
  fiber->stack = NULL;
}

static void forget(ct_fiber *fiber) {
  for (ct_fiber **place = &fiber->world->fibers; *place; place = &(*place)->next) {
    if (*place != fiber) continue;
    *place = fiber->next;
    break;
  }
  free_stack(fiber);
  free(fiber);
}

rt_world_report rt_world_report_of(rt_world *reported) {
  rt_world_report report = reported->report;
  report.nanoseconds = reported->now - first_nanoseconds;
  for (ct_fiber *fiber = reported->fibers; fiber; fiber = fiber->next) {
    if (fiber != &reported->first && !fiber->hasEnded) report.running++;
  }
  return report;
}

void rt_world_end(rt_world *ended) {
  for (ct_fiber *fiber = ended->fibers, *next; fiber; fiber = next) {
    next = fiber->next;
    if (fiber != &ended->first) forget(fiber);
  }
  free(ended);
}

/// Who goes on next: who has waited longest for the earliest moment, or any whose moment has come.
static ct_fiber *next_fiber(rt_world *w) {
  ct_fiber *first = NULL;
  for (ct_fiber *fiber = w->fibers; fiber; fiber = fiber->next) {
    if (!first || fiber->wake < first->wake || (fiber->wake == first->wake && fiber->turn < first->turn)) first = fiber;
  }
  if (first->wake == never) {
    fputs("flam: every thread of a simulated world waits for another one\n", stderr);
    abort();
  }
  if (first->wake > w->now) w->now = first->wake;
  if (!w->order.isShuffled) return first;
  uint64_t count = 0;
  for (ct_fiber *fiber = w->fibers; fiber; fiber = fiber->next) count += fiber->wake <= w->now;
  uint64_t place = next_random(w) % count;
  for (ct_fiber *fiber = w->fibers;; fiber = fiber->next) {
    if (fiber->wake > w->now) continue;
    if (place-- == 0) return fiber;
  }
}

/// Lets others go on until this one is next.
static void give_way(rt_world *w) {
  ct_fiber *self = w->current, *next = next_fiber(w);
  if (next == self) return;
  w->report.switches++;
  w->current = next;
  swapcontext(&self->context, &next->context);
  // Those that ended detached, on whose stacks nobody stands by now.
  for (ct_fiber *fiber = w->fibers, *after; fiber; fiber = after) {
    after = fiber->next;
    if (fiber->hasEnded && fiber->isDetached && fiber != w->current) forget(fiber);
  }
}

static void begin(unsigned high, unsigned low) {
  ct_fiber *self = (ct_fiber *)((uintptr_t)high << 32 | low);
  self->main(self->argument);
  self->hasEnded = true;
  self->wake = never;
  give_way(self->world);
  abort();
}

ct_fiber *ct_fiber_start(size_t stackBytes, rt_thread_main main, void *argument) {
  if (is_chosen(world, world->order.refusedOneOf)) {
    world->report.refused++;
    return NULL;
  }
  ct_fiber *fiber = calloc(1, sizeof *fiber);
  if (!fiber) return NULL;
  size_t bytes = (stackBytes < least_stack_bytes ? least_stack_bytes : stackBytes) + page_bytes;
  char *stack = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (stack == MAP_FAILED) {
    free(fiber);
    return NULL;
  }
  mprotect(stack, page_bytes, PROT_NONE);
  fiber->world = world;
  fiber->main = main;
  fiber->argument = argument;
  fiber->stack = stack;
  fiber->stackBytes = bytes;
  fiber->wake = never;
  getcontext(&fiber->context);
  fiber->context.uc_stack.ss_sp = stack + page_bytes;
  fiber->context.uc_stack.ss_size = bytes - page_bytes;
  uintptr_t self = (uintptr_t)fiber;
  makecontext(&fiber->context, (void (*)(void))begin, 2, (unsigned)(self >> 32), (unsigned)self);
  ct_fiber **last = &world->fibers;
  while (*last) last = &(*last)->next;
  *last = fiber;
  world->report.threads++;
  return fiber;
}

static void wait_until(ct_fiber *fiber, int64_t nanoseconds) {
  rt_world *w = fiber->world;
  fiber->wake = nanoseconds > w->now ? nanoseconds : w->now;
  fiber->turn = ++w->turns;
}

void ct_fiber_go(ct_fiber *fiber) { wait_until(fiber, fiber->world->now); }

void ct_fiber_join(ct_fiber *fiber) {
  while (!fiber->hasEnded) ct_world_sleep_until(world->now + look_nanoseconds);
  forget(fiber);
}

void ct_fiber_detach(ct_fiber *fiber) {
  fiber->isDetached = true;
  if (fiber->hasEnded) forget(fiber);
}

void ct_world_sleep_until(int64_t nanoseconds) {
  rt_world *w = world;
  if (is_chosen(w, w->order.lateOneOf)) {
    w->report.late++;
    int64_t from = nanoseconds > w->now ? nanoseconds : w->now;
    nanoseconds = from + (int64_t)(next_random(w) % (uint64_t)(w->order.mostLateNanoseconds + 1));
  }
  wait_until(w->current, nanoseconds);
  give_way(w);
}

int ct_world_poll(struct pollfd *descriptors, nfds_t count, int milliseconds) {
  int64_t end = milliseconds < 0 ? never : world->now + milliseconds * (int64_t)1000000;
  ct_world_sleep_until(world->now + call_nanoseconds);
  while (true) {
    int ready = poll(descriptors, count, 0);
    if (ready != 0 || world->now >= end) return ready;
    int64_t next = world->now + look_nanoseconds;
    ct_world_sleep_until(next < end ? next : end);
  }
}
