// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "CRealtimeTrap.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(realtime_sanitizer)

bool realtime_trap_present(void) { return false; }
void realtime_trap_arm(void) {}
realtime_trap_counts realtime_trap_disarm(void) { return (realtime_trap_counts){0}; }

#else

// Initial-exec: reaching the flag must not itself allocate.
static __thread __attribute__((tls_model("initial-exec"))) bool armed;
static __thread __attribute__((tls_model("initial-exec"))) realtime_trap_counts counts;

bool realtime_trap_present(void) { return true; }

void realtime_trap_arm(void) {
  counts = (realtime_trap_counts){0};
  armed = true;
}

realtime_trap_counts realtime_trap_disarm(void) {
  armed = false;
  return counts;
}

#define COUNT(what) (armed ? (void)counts.what++ : (void)0)

// The allocator: glibc exports its own under these names.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

void *malloc(size_t size) {
  COUNT(allocations);
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  COUNT(allocations);
  return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
  COUNT(allocations);
  return __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size) {
  COUNT(allocations);
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  COUNT(allocations);
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  COUNT(allocations);
  void *allocated = __libc_memalign(alignment, size);
  if (!allocated) return ENOMEM;
  *memory = allocated;
  return 0;
}

void free(void *memory) {
  if (memory) COUNT(frees);
  __libc_free(memory);
}

// Everything else is forwarded to the next library that defines it.
#define NEXT(name)                                                        \
  ({                                                                      \
    static __typeof__(&name) next;                                        \
    if (!next) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name);         \
    next;                                                                 \
  })

int pthread_mutex_lock(pthread_mutex_t *mutex) {
  COUNT(locks);
  return NEXT(pthread_mutex_lock)(mutex);
}

int pthread_mutex_trylock(pthread_mutex_t *mutex) {
  COUNT(locks);
  return NEXT(pthread_mutex_trylock)(mutex);
}

int pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
  COUNT(locks);
  return NEXT(pthread_rwlock_rdlock)(lock);
}

int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
  COUNT(locks);
  return NEXT(pthread_rwlock_wrlock)(lock);
}

int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  COUNT(locks);
  return NEXT(pthread_cond_wait)(condition, mutex);
}

int pthread_cond_signal(pthread_cond_t *condition) {
  COUNT(locks);
  return NEXT(pthread_cond_signal)(condition);
}

// Swift's Mutex waits by futex.
long syscall(long number, ...) {
  if (number == SYS_futex) COUNT(locks);
  va_list list;
  va_start(list, number);
  long a[6];
  for (int i = 0; i < 6; i++) a[i] = va_arg(list, long);
  va_end(list);
  return NEXT(syscall)(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

int open(const char *path, int flags, ...) {
  COUNT(fileCalls);
  va_list list;
  va_start(list, flags);
  mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(list, mode_t) : 0;
  va_end(list);
  return NEXT(open)(path, flags, mode);
}

ssize_t read(int file, void *bytes, size_t count) {
  COUNT(fileCalls);
  return NEXT(read)(file, bytes, count);
}

ssize_t write(int file, const void *bytes, size_t count) {
  COUNT(fileCalls);
  return NEXT(write)(file, bytes, count);
}

int close(int file) {
  COUNT(fileCalls);
  return NEXT(close)(file);
}

#endif
