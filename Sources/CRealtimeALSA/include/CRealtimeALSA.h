// SPDX-License-Identifier: GPL-3.0-or-later
// ALSA as the audio thread calls it: streams are open and set up, no call allocates, and only rt_pcm_wait waits.
#pragma once
#include <stdbool.h>

#define RT_SAFE __attribute__((swift_attr("@_noLocks")))

#pragma clang assume_nonnull begin

struct _snd_pcm;

/// Opens a device by ALSA's name for capture or playback, without waiting for it; a negative error where it cannot be had.
int rt_pcm_open(struct _snd_pcm *_Nullable *_Nonnull pcm, const char *name, bool isCapture);
/// Reads up to `frames` interleaved frames; returns how many, or a negative error (-EAGAIN where there are none).
RT_SAFE long rt_pcm_read(struct _snd_pcm *pcm, void *frames, unsigned long count);
/// Writes up to `count` interleaved frames; returns how many, or a negative error (-EAGAIN where there is no room).
RT_SAFE long rt_pcm_write(struct _snd_pcm *pcm, const void *frames, unsigned long count);
/// Frames that can be read or written now, or a negative error.
RT_SAFE long rt_pcm_available(struct _snd_pcm *pcm);
RT_SAFE int rt_pcm_prepare(struct _snd_pcm *pcm);
RT_SAFE int rt_pcm_start(struct _snd_pcm *pcm);
RT_SAFE int rt_pcm_drop(struct _snd_pcm *pcm);
RT_SAFE bool rt_pcm_is_running(struct _snd_pcm *pcm);

/// Sleeps until one of the streams may be ready, or for `timeoutMilliseconds`; NULL: not waited for.
/// What came of it, faults too, is what rt_pcm_available returns.
RT_SAFE void rt_pcm_wait(struct _snd_pcm *_Nullable capture, struct _snd_pcm *_Nullable playback,
                         int timeoutMilliseconds);

/// Keeps ALSA from printing its errors; they are reported as values.
void rt_alsa_quiet(void);
/// The same for libraries that its plug-ins have brought along: JACK's client prints whenever its server changes.
void rt_plugins_quiet(void);

#pragma clang assume_nonnull end
