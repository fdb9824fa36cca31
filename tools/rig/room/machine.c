// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "machine.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "room.h"

enum { most_processors = 64, most_disturbances = 1 << 20, priority = 95 };

typedef struct {
  const char *what;
  long frame;
  double lateSeconds;
} Disturbance;

static struct {
  double leastSeconds, stolenBefore;
  const atomic_long *position;
  atomic_bool isEnding;
  atomic_int count;
  Disturbance noted[most_disturbances];
  int processorCount;
  pthread_t threads[most_processors];
  cpu_set_t processors[most_processors];
} machine;

// Time that the machine's own host took from all processors, since it started.
static double stolen_seconds(void) {
  double stolen = 0;
  FILE *file = fopen("/proc/stat", "r");
  if (file && fscanf(file, "cpu %*f %*f %*f %*f %*f %*f %*f %lf", &stolen) != 1) stolen = 0;
  if (file) fclose(file);
  return stolen / (double)sysconf(_SC_CLK_TCK);
}

void machine_note(const char *what, double lateSeconds) {
  if (lateSeconds < machine.leastSeconds) return;
  int index = atomic_fetch_add(&machine.count, 1);
  if (index < most_disturbances) machine.noted[index] = (Disturbance){what, atomic_load(machine.position), lateSeconds};
}

static void *watch(void *context) {
  sched_setaffinity(0, sizeof(cpu_set_t), context);
  struct sched_param scheduling = {.sched_priority = priority};
  pthread_setschedparam(pthread_self(), SCHED_FIFO, &scheduling);  // if it is permitted, as for the program
  struct timespec due, now;
  long step = (long)(2e9 * machine.leastSeconds);
  clock_gettime(CLOCK_MONOTONIC, &due);
  while (!atomic_load(&machine.isEnding)) {
    due.tv_nsec += step;
    if (due.tv_nsec >= 1000000000) {
      due.tv_nsec -= 1000000000;
      due.tv_sec++;
    }
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL);
    clock_gettime(CLOCK_MONOTONIC, &now);
    double late = (double)(now.tv_sec - due.tv_sec) + 1e-9 * (double)(now.tv_nsec - due.tv_nsec);
    if (late < machine.leastSeconds) continue;
    machine_note("processor", late);
    due = now;
  }
  return NULL;
}

void machine_watch(double leastSeconds, const atomic_long *position) {
  machine.leastSeconds = leastSeconds;
  machine.position = position;
  machine.stolenBefore = stolen_seconds();
  cpu_set_t allowed;
  sched_getaffinity(0, sizeof allowed, &allowed);
  for (int processor = 0; processor < CPU_SETSIZE && machine.processorCount < most_processors; processor++) {
    if (!CPU_ISSET(processor, &allowed)) continue;
    int index = machine.processorCount;
    CPU_ZERO(&machine.processors[index]);
    CPU_SET(processor, &machine.processors[index]);
    if (!pthread_create(&machine.threads[index], NULL, watch, &machine.processors[index])) machine.processorCount++;
  }
}

void machine_print(void) {
  atomic_store(&machine.isEnding, true);
  for (int index = 0; index < machine.processorCount; index++) pthread_join(machine.threads[index], NULL);
  int count = atomic_load(&machine.count);
  // Whether the machine was on time after that, no one knows.
  if (count > most_disturbances) fail("the machine", "was late more often than can be noted");
  printf("\"stolenSeconds\":%.2f,\"disturbances\":[", stolen_seconds() - machine.stolenBefore);
  for (int index = 0; index < count; index++) {
    const Disturbance *noted = &machine.noted[index];
    printf("%s{\"what\":\"%s\",\"frame\":%ld,\"milliseconds\":%.3f}", index ? "," : "", noted->what, noted->frame,
           1e3 * noted->lateSeconds);
  }
  printf("]");
}
