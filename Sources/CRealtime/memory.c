// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that is there when it is played, and no more of it than is needed.
#define _GNU_SOURCE
#include "CRealtime.h"
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22
#define MADV_POPULATE_WRITE 23
#endif

enum {
  most_maps = 64,
  // Larger files that are only read are tables of libraries, such as those of ICU.
  most_table_bytes = 4 << 20,
  // What nothing may touch before a stack is no larger.
  most_guard_bytes = 64 << 10,
  own_pages_bytes = 256 << 10,
};

// What `rt_map_memory` gave: it is locked piece by piece, as it is used.
static struct {
  char *start;
  size_t bytes;
} maps[most_maps];
static pthread_mutex_t maps_lock = PTHREAD_MUTEX_INITIALIZER;
static bool is_locked;

static void note_map(char *start, size_t bytes, char *replaced) {
  pthread_mutex_lock(&maps_lock);
  for (int i = 0; i < most_maps; i++) {
    if (maps[i].start != replaced) continue;
    maps[i].start = start;
    maps[i].bytes = bytes;
    break;
  }
  pthread_mutex_unlock(&maps_lock);
}

void *rt_map_memory(size_t bytes) {
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return NULL;
  note_map(memory, bytes, NULL);
  return memory;
}

void rt_unmap_memory(void *memory, size_t bytes) {
  note_map(NULL, 0, memory);
  munmap(memory, bytes);
}

bool rt_pin_memory(void *memory, size_t bytes) {
  if (rt_is_simulated()) return true;  // a page fault takes no time there
  if (!mlock(memory, bytes)) return true;
  for (size_t i = 0; i < bytes; i += 4096) __atomic_fetch_or((char *)memory + i, 0, __ATOMIC_RELAXED);
  return false;
}

// Locks the pages of a map that are used, and no others.
static void lock_used(char *start, size_t bytes) {
  enum { pages_at_once = 4096 };
  unsigned char is_used[pages_at_once];
  munlock(start, bytes);
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  for (size_t first = 0; first < bytes; first += pages_at_once * page) {
    size_t length = bytes - first < pages_at_once * page ? bytes - first : pages_at_once * page;
    if (mincore(start + first, length, is_used)) return;
    size_t count = (length + page - 1) / page;
    for (size_t i = 0; i < count;) {
      size_t end = i;
      while (end < count && is_used[end] & 1) end++;
      if (end > i) mlock(start + first + i * page, (end - i) * page);
      i = end + 1;
    }
  }
}

static bool is_mapped_by_us(uintptr_t start) {
  for (int i = 0; i < most_maps; i++) {
    uintptr_t own = (uintptr_t)maps[i].start;
    if (own && start >= own && start < own + maps[i].bytes) return true;
  }
  return false;
}

// The kernel can fetch pages on request (since Linux 5.14).
static bool can_fetch(void) {
  void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return false;
  bool can = !madvise(page, 4096, MADV_POPULATE_WRITE);
  munmap(page, 4096);
  return can;
}

// Has all pages there that playing may touch: code, tables, and what is written. Not the stacks of other threads, which lie
// behind a page that nothing may touch, nor large tables. What a device has mapped is there anyway.
static bool fetch_pages(void) {
  FILE *list = can_fetch() ? fopen("/proc/self/maps", "re") : NULL;
  if (!list) return false;
  char line[512];
  uintptr_t guard_end = 0;
  while (fgets(line, sizeof line, list)) {
    unsigned long start, end, file;
    char may[5];
    if (sscanf(line, "%lx-%lx %4s %*x %*s %lu", &start, &end, may, &file) != 4) continue;
    bool is_stack = start == guard_end && may[1] == 'w' && !file;
    if (!strncmp(may, "---", 3) && end - start <= most_guard_bytes) guard_end = end;
    if (may[0] != 'r' || is_stack || is_mapped_by_us(start) || strstr(line, "[v")) continue;
    bool is_table = may[1] != 'w' && may[2] != 'x' && end - start > most_table_bytes;
    if (is_table) {
      munlock((void *)start, end - start);
    } else {
      madvise((void *)start, end - start, may[1] == 'w' ? MADV_POPULATE_WRITE : MADV_POPULATE_READ);
    }
  }
  fclose(list);
  return true;
}

int rt_lock_memory(void) {
  if (rt_is_simulated()) return 0;
  malloc_trim(0);
  pthread_mutex_lock(&maps_lock);
  int error = mlockall(MCL_CURRENT | MCL_ONFAULT) ? errno : 0;
  if (!error && !fetch_pages()) error = mlockall(MCL_CURRENT) ? errno : 0;
  if (!error && mlockall(MCL_FUTURE)) error = errno;
  is_locked = !error;
  for (int i = 0; i < most_maps && !error; i++) {
    if (maps[i].start) lock_used(maps[i].start, maps[i].bytes);
  }
  pthread_mutex_unlock(&maps_lock);
  return error;
}

void rt_share_heap(void) {
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_MMAP_THRESHOLD, own_pages_bytes);
  mallopt(M_TRIM_THRESHOLD, own_pages_bytes);
}

// The heap that all threads share; NULL where there is none.
static char *heap(size_t *bytes) {
  FILE *list = fopen("/proc/self/maps", "re");
  if (!list) return NULL;
  char line[512];
  unsigned long start = 0, end = 0;
  while (fgets(line, sizeof line, list)) {
    unsigned long first, last;
    if (!strstr(line, " [heap]\n") || sscanf(line, "%lx-%lx", &first, &last) != 2) continue;
    if (!start) start = first;
    end = last;
  }
  fclose(list);
  *bytes = end - start;
  return (char *)start;
}

// What is locked cannot be given back, so the heap is unlocked for that moment. What is in use stays where it is.
void rt_trim_memory(void) {
  pthread_mutex_lock(&maps_lock);
  size_t bytes = 0;
  char *start = is_locked ? heap(&bytes) : NULL;
  if (start) munlock(start, bytes);
  malloc_trim(0);
  // It may be shorter now.
  if (start && (start = heap(&bytes))) mlock2(start, bytes, MLOCK_ONFAULT);
  pthread_mutex_unlock(&maps_lock);
}
