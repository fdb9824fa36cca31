// SPDX-License-Identifier: GPL-3.0-or-later
// What Swift cannot say, or may not call, on the audio thread. Everything marked RT_SAFE is a promise that the
// function neither locks, allocates nor blocks; the compiler believes it and RealtimeSanitizer checks it.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <fftw3.h>
#include <CThreads.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#define RT_SAFE __attribute__((swift_attr("@_noLocks")))
#define RT_INLINE RT_SAFE static inline __attribute__((always_inline))

#pragma clang assume_nonnull begin

// Arithmetic that the standard library offers only through calls the compiler cannot vouch for.
RT_INLINE float rt_sqrt(float x) { return __builtin_elementwise_sqrt(x); }
RT_SAFE float rt_exp2(float x);
RT_SAFE float rt_log2(float x);
RT_SAFE float rt_exp(float x);
RT_SAFE float rt_log(float x);
RT_SAFE float rt_sin(float x);
RT_SAFE float rt_cos(float x);
/// `ln(1 + x)` and `exp(x) - 1`, exact also near 0.
RT_SAFE double rt_log1p(double x);
RT_SAFE double rt_expm1(double x);

/// Runs a real-to-complex plan on buffers from `fftwf_alloc_*`.
RT_INLINE void rt_fft_r2c(fftwf_plan plan, float *input, float (*output)[2]) {
  fftwf_execute_dft_r2c(plan, input, output);
}

/// Runs a complex-to-real plan on buffers from `fftwf_alloc_*`; the input is lost.
RT_INLINE void rt_fft_c2r(fftwf_plan plan, float (*input)[2], float *output) {
  fftwf_execute_dft_c2r(plan, input, output);
}

/// Asks for the cache line at `address`, which is soon read; no address is wrong.
RT_INLINE void rt_prefetch(const void *address) { __builtin_prefetch(address); }

/// Makes denormal numbers zero on this thread.
RT_INLINE void rt_flush_denormals(void) {
#if defined(__x86_64__)
  _mm_setcsr(_mm_getcsr() | 0x8040u);
#elif defined(__aarch64__)
  uint64_t v;
  __asm__ volatile("mrs %0, fpcr" : "=r"(v));
  v |= 1u << 24;
  __asm__ volatile("msr fpcr, %0" ::"r"(v));
#endif
}

/// Between enter and exit RealtimeSanitizer, where it is linked, ends the program at a call that may block.
RT_SAFE void rt_region_enter(void);
RT_SAFE void rt_region_exit(void);
bool rt_sanitizer_present(void);

/// Calls `block(context, input, second, inputFrames, output, outputFrames)`, which promises to be real-time safe.
typedef void (*rt_block_function)(void *context, const float *_Nullable input,
                                  const float *_Nullable second, long inputFrames,
                                  float *_Nullable output, long outputFrames);
RT_INLINE void rt_call_block(rt_block_function block, void *context, const float *_Nullable input,
                             const float *_Nullable second, long inputFrames,
                             float *_Nullable output, long outputFrames) {
  block(context, input, second, inputFrames, output, outputFrames);
}

/// Locks the memory of the process, present and future; returns errno, 0 on success. What `rt_map_memory` gave is locked as
/// far as it is used. The stacks of other threads, and large tables of libraries, are there once they are used.
int rt_lock_memory(void);
/// Memory of zeros, of which a page is there once it is used; NULL where there is no room for so much.
void *_Nullable rt_map_memory(size_t bytes);
void rt_unmap_memory(void *memory, size_t bytes);
/// Ends the process with `message` on standard error and `code` where it would crash and the system gives no more memory;
/// other crashes stay what they are. The message must outlive the process.
void rt_end_on_memory_shortage(const char *message, int code);
/// Has all threads take memory from one heap, and its large pieces go back to the system as they are freed: each thread's
/// own heap would be kept, and locked, at its largest. The audio thread neither asks for memory nor frees any. To be called
/// before the first thread is started.
void rt_share_heap(void);
/// Files or folders at two paths take each other's place at once; -1 and `errno` where that fails, EINVAL on disks that
/// cannot do it. Not for the audio thread.
int rt_exchange_paths(const char *one, const char *other);
/// Gives memory that was freed back to the system.
void rt_trim_memory(void);
/// Has all pages of mapped memory there at once, and keeps them there where that is permitted: returns whether it is.
/// Others may use the memory meanwhile.
bool rt_pin_memory(void *memory, size_t bytes);
/// Raises the soft limits of locked memory and real-time priority to the hard ones.
void rt_raise_limits(void);
/// Lets no real-time thread of the process run longer than this without sleeping: the kernel would end the process.
void rt_limit_realtime(unsigned long microseconds);
/// Keeps what a thread starts from inheriting its priority, for when it has one.
void rt_reset_on_fork(int thread);
/// Touches the stack of this thread so that no page fault comes later.
RT_SAFE void rt_prefault_stack(void);

#pragma clang assume_nonnull end
