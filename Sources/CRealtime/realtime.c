// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "CRealtime.h"
#include <errno.h>
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

float rt_exp2(float x) { return exp2f(x); }
float rt_log2(float x) { return log2f(x); }
float rt_exp(float x) { return expf(x); }
float rt_log(float x) { return logf(x); }
float rt_sin(float x) { return sinf(x); }
float rt_cos(float x) { return cosf(x); }
double rt_log1p(double x) { return log1p(x); }
double rt_expm1(double x) { return expm1(x); }

// Weak: absent, and so never called, in a build without the sanitizer.
extern void __rtsan_ensure_initialized(void) __attribute__((weak));
extern void __rtsan_realtime_enter(void) __attribute__((weak));
extern void __rtsan_realtime_exit(void) __attribute__((weak));

bool rt_sanitizer_present(void) { return __rtsan_realtime_enter != 0; }

void rt_region_enter(void) {
  if (!__rtsan_realtime_enter) return;
  __rtsan_ensure_initialized();
  __rtsan_realtime_enter();
}

void rt_region_exit(void) {
  if (__rtsan_realtime_exit) __rtsan_realtime_exit();
}

// What a failed allocation, or what makes do without one, ends in.
static const int fatal_signals[] = {SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS};
enum { fatal_count = sizeof fatal_signals / sizeof *fatal_signals, probe_bytes = 64 << 20 };
static struct sigaction former_actions[fatal_count];
static const char *shortage_message;
static int shortage_code;

static void end_on_shortage(int number) {
  void *probe = mmap(NULL, probe_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (probe == MAP_FAILED) {
    ssize_t written = write(STDERR_FILENO, shortage_message, strlen(shortage_message));
    (void)written;
    _exit(shortage_code);
  }
  munmap(probe, probe_bytes);
  for (int i = 0; i < fatal_count; i++) {
    if (fatal_signals[i] == number) sigaction(number, &former_actions[i], NULL);
  }
  raise(number);
}

void rt_end_on_memory_shortage(const char *message, int code) {
  shortage_message = message;
  shortage_code = code;
  struct sigaction action = {.sa_handler = end_on_shortage};
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < fatal_count; i++) sigaction(fatal_signals[i], &action, &former_actions[i]);
}

static void raise_limit(int resource) {
  struct rlimit limit;
  if (getrlimit(resource, &limit)) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(resource, &limit);
}

void rt_raise_limits(void) {
  raise_limit(RLIMIT_MEMLOCK);
  raise_limit(RLIMIT_RTPRIO);
}

void rt_limit_realtime(unsigned long microseconds) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_RTTIME, &limit)) return;
  if (limit.rlim_max > microseconds) limit.rlim_max = microseconds;
  if (limit.rlim_cur > limit.rlim_max) limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_RTTIME, &limit);
}

void rt_reset_on_fork(int thread) {
  struct sched_param usual = {0};
  sched_setscheduler(thread, SCHED_OTHER | SCHED_RESET_ON_FORK, &usual);
}

void rt_prefault_stack(void) {
  volatile char pages[256 * 1024];
  for (size_t i = 0; i < sizeof pages; i += 4096) pages[i] = 1;
}
