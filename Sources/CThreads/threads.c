// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "CThreads.h"
#include "world.h"
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

struct rt_thread {
  /// Where it runs in a world; NULL for a thread of the system.
  ct_fiber *fiber;
  pthread_t handle;
  rt_thread_main main;
  void *context;
  pid_t identity;
  sem_t ready, go;
  /// The thread until it has gone, and its owner until it joins or detaches it: the last one frees this.
  atomic_int holders;
};

static void wait_for(sem_t *semaphore) {
  while (sem_wait(semaphore) && errno == EINTR) {
  }
}

static void leave(rt_thread *thread) {
  if (atomic_fetch_sub(&thread->holders, 1) > 1) return;
  sem_destroy(&thread->ready);
  sem_destroy(&thread->go);
  free(thread);
}

static void *wait_and_run(void *given) {
  rt_thread *thread = given;
  rt_thread_main main = thread->main;
  void *context = thread->context;
  thread->identity = gettid();
  sem_post(&thread->ready);
  wait_for(&thread->go);
  leave(thread);
  return main(context);
}

static int create(rt_thread *thread, int priority, size_t stackBytes) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stackBytes);
  if (priority > 0) {
    struct sched_param wanted = {.sched_priority = priority};
    pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
    pthread_attr_setschedpolicy(&attributes, SCHED_FIFO);
    pthread_attr_setschedparam(&attributes, &wanted);
  }
  int failure = pthread_create(&thread->handle, &attributes, wait_and_run, thread);
  pthread_attr_destroy(&attributes);
  return failure;
}

rt_thread *rt_thread_start(const char *name, int priority, size_t stackBytes, rt_thread_main main, void *context,
                           bool *isRealtime) {
  rt_thread *thread = calloc(1, sizeof *thread);
  if (!thread) return NULL;
  thread->main = main;
  thread->context = context;
  if (rt_is_simulated()) {
    *isRealtime = priority > 0;
    thread->fiber = ct_fiber_start(stackBytes, main, context);
    if (thread->fiber) return thread;
    free(thread);
    return NULL;
  }
  sem_init(&thread->ready, 0, 0);
  sem_init(&thread->go, 0, 0);
  atomic_init(&thread->holders, 2);
  *isRealtime = priority > 0 && !create(thread, priority, stackBytes);
  if (!*isRealtime && create(thread, 0, stackBytes)) {
    atomic_store(&thread->holders, 1);
    leave(thread);
    return NULL;
  }
  if (name) pthread_setname_np(thread->handle, name);
  wait_for(&thread->ready);
  return thread;
}

int rt_thread_id(rt_thread *thread) { return thread->fiber ? gettid() : thread->identity; }

void rt_thread_go(rt_thread *thread) {
  if (thread->fiber) {
    ct_fiber_go(thread->fiber);
  } else {
    sem_post(&thread->go);
  }
}

void rt_thread_join(rt_thread *thread) {
  if (thread->fiber) {
    ct_fiber_join(thread->fiber);
    free(thread);
  } else {
    pthread_join(thread->handle, NULL);
    leave(thread);
  }
}

void rt_thread_detach(rt_thread *thread) {
  if (thread->fiber) {
    ct_fiber_detach(thread->fiber);
    free(thread);
  } else {
    pthread_detach(thread->handle);
    leave(thread);
  }
}

void rt_thread_prefer(int priority) {
  if (rt_is_simulated()) return;
  struct sched_param wanted = {.sched_priority = priority};
  sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &wanted);
}

void rt_thread_give_way(void) {
  if (!rt_is_simulated() && nice(10)) return;
}

void rt_sleep_until(int64_t nanoseconds) {
  if (rt_is_simulated()) {
    ct_world_sleep_until(nanoseconds);
    return;
  }
  struct timespec until = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR) {
  }
}

void rt_sleep(int64_t nanoseconds) { rt_sleep_until(rt_now_nanoseconds() + nanoseconds); }

bool rt_semaphore_wait_until(sem_t *semaphore, int64_t nanoseconds) {
  struct timespec until = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  while (sem_clockwait(semaphore, CLOCK_MONOTONIC, &until)) {
    if (errno != EINTR) return false;
  }
  return true;
}

int rt_poll(struct pollfd *descriptors, nfds_t count, int milliseconds) {
  return rt_is_simulated() ? ct_world_poll(descriptors, count, milliseconds) : poll(descriptors, count, milliseconds);
}
