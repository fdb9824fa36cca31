// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "CPluginLine.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { look_nanoseconds = 20000000, second_nanoseconds = 1000000000 };

static plugin_memory *map(int descriptor) {
  void *memory = mmap(NULL, sizeof(plugin_memory), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

plugin_memory *plugin_memory_make(int *descriptor) {
  int made = memfd_create("flam-plugin", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (made < 0) return NULL;
  plugin_memory *memory = NULL;
  // A plug-in cannot take memory away from under the thread that reads it.
  if (!ftruncate(made, sizeof(plugin_memory)) && !fcntl(made, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL))
    memory = map(made);
  if (!memory) {
    int failure = errno;
    close(made);
    errno = failure;
    return NULL;
  }
  sem_init(&memory->is_given, 1, 0);
  sem_init(&memory->is_returned, 1, 0);
  *descriptor = made;
  return memory;
}

plugin_memory *plugin_memory_open(int descriptor) {
  struct stat found;
  if (fstat(descriptor, &found) || found.st_size != sizeof(plugin_memory)) return NULL;
  return map(descriptor);
}

void plugin_memory_free(plugin_memory *memory) { munmap(memory, sizeof(plugin_memory)); }

plugin_line *plugin_line_make(plugin_memory *memory, pid_t process, int messages, int64_t patience_nanoseconds) {
  plugin_line *line = calloc(1, sizeof(plugin_line));
  if (!line) abort();
  *line = (plugin_line){.memory = memory, .process = process, .messages = messages,
                        .patience_nanoseconds = patience_nanoseconds};
  return line;
}

void plugin_line_end(plugin_line *line) {
  if (!line->process) return;
  kill(line->process, SIGKILL);
  while (waitpid(line->process, NULL, 0) < 0 && errno == EINTR) {
  }
  line->process = 0;
}

void plugin_line_free(plugin_line *line) {
  plugin_line_end(line);
  close(line->messages);
  plugin_memory_free(line->memory);
  free(line);
}

plugin_state plugin_line_look(plugin_line *line) {
  siginfo_t found = {0};
  int looked = waitid(P_PID, (id_t)line->process, &found, WEXITED | WNOHANG | WNOWAIT);
  if (looked || found.si_pid) plugin_line_give_up(line, plugin_ended);
  return plugin_line_state(line);
}

uint32_t plugin_line_give(plugin_line *line) {
  uint32_t number = line->given++;
  __atomic_store_n(&line->memory->given, line->given, __ATOMIC_RELEASE);
  sem_post(&line->memory->is_given);
  return number;
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * second_nanoseconds + time.tv_nsec;
}

static bool is_there(const plugin_line *line, uint32_t number) {
  return (int32_t)(__atomic_load_n(&line->memory->returned, __ATOMIC_ACQUIRE) - number) > 0;
}

static void wait_for(plugin_line *line, uint32_t number) {
  int64_t end = now() + line->patience_nanoseconds;
  while (!is_there(line, number) && plugin_line_state(line) == plugin_runs) {
    int64_t next = now() + look_nanoseconds;
    struct timespec time = {next / second_nanoseconds, next % second_nanoseconds};
    if (sem_clockwait(&line->memory->is_returned, CLOCK_MONOTONIC, &time)) plugin_line_look(line);
    if (now() > end && !is_there(line, number) && plugin_line_state(line) == plugin_runs)
      plugin_line_give_up(line, plugin_hangs);
  }
}

plugin_slot *plugin_line_take(plugin_line *line, uint32_t number) {
  if (line->patience_nanoseconds) wait_for(line, number);
  return is_there(line, number) ? &line->memory->slots[number % plugin_slot_count] : NULL;
}

plugin_slot *plugin_memory_wait(plugin_memory *memory, uint32_t number) {
  while (__atomic_load_n(&memory->given, __ATOMIC_ACQUIRE) == number) sem_wait(&memory->is_given);
  return &memory->slots[number % plugin_slot_count];
}

void plugin_memory_return(plugin_memory *memory, uint32_t number) {
  __atomic_store_n(&memory->returned, number + 1, __ATOMIC_RELEASE);
  sem_post(&memory->is_returned);
}
