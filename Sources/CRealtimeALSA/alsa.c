// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "CRealtimeALSA.h"
#include <CThreads.h>
#include <alsa/asoundlib.h>
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>

// A device that a simulated world has lost answers as one that was pulled out.
static int lost(void) { return rt_world_has_lost_devices() ? -ENODEV : 0; }

int rt_pcm_open(snd_pcm_t **pcm, const char *name, bool isCapture) {
  snd_pcm_stream_t stream = isCapture ? SND_PCM_STREAM_CAPTURE : SND_PCM_STREAM_PLAYBACK;
  return lost() ?: snd_pcm_open(pcm, name, stream, SND_PCM_NONBLOCK);
}

long rt_pcm_read(snd_pcm_t *pcm, void *frames, unsigned long count) {
  return lost() ?: snd_pcm_readi(pcm, frames, count);
}

long rt_pcm_write(snd_pcm_t *pcm, const void *frames, unsigned long count) {
  return lost() ?: snd_pcm_writei(pcm, frames, count);
}

long rt_pcm_available(snd_pcm_t *pcm) { return lost() ?: snd_pcm_avail(pcm); }
int rt_pcm_prepare(snd_pcm_t *pcm) { return lost() ?: snd_pcm_prepare(pcm); }
int rt_pcm_start(snd_pcm_t *pcm) { return lost() ?: snd_pcm_start(pcm); }
int rt_pcm_drop(snd_pcm_t *pcm) { return snd_pcm_drop(pcm); }
bool rt_pcm_is_running(snd_pcm_t *pcm) { return snd_pcm_state(pcm) == SND_PCM_STATE_RUNNING; }

enum { maximum_descriptors = 16 };

static int descriptors_of(snd_pcm_t *pcm, struct pollfd *descriptors) {
  int count = pcm ? snd_pcm_poll_descriptors_count(pcm) : 0;
  if (count <= 0 || count > maximum_descriptors) return 0;
  count = snd_pcm_poll_descriptors(pcm, descriptors, (unsigned)count);
  return count < 0 ? 0 : count;
}

void rt_pcm_wait(snd_pcm_t *capture, snd_pcm_t *playback, int timeoutMilliseconds) {
  struct pollfd descriptors[2 * maximum_descriptors];
  int captureCount = descriptors_of(capture, descriptors);
  int playbackCount = descriptors_of(playback, descriptors + captureCount);
  if (rt_poll(descriptors, (nfds_t)(captureCount + playbackCount), timeoutMilliseconds) <= 0) return;
  // A plug-in empties its descriptors here; without it the next poll would return at once.
  unsigned short events;
  if (captureCount) snd_pcm_poll_descriptors_revents(capture, descriptors, (unsigned)captureCount, &events);
  if (playbackCount)
    snd_pcm_poll_descriptors_revents(playback, descriptors + captureCount, (unsigned)playbackCount, &events);
}

static void say_nothing(const char *file, int line, const char *function, int code, const char *format, ...) {
  (void)file, (void)line, (void)function, (void)code, (void)format;
}

void rt_alsa_quiet(void) { snd_lib_error_set_handler(say_nothing); }

static void keep_to_itself(const char *message) { (void)message; }

void rt_plugins_quiet(void) {
  void *jack = dlopen("libjack.so.0", RTLD_LAZY | RTLD_NOLOAD);
  if (!jack) return;
  const char *setters[] = {"jack_set_error_function", "jack_set_info_function"};
  for (int i = 0; i < 2; i++) {
    void (*set)(void (*)(const char *)) = (void (*)(void (*)(const char *)))dlsym(jack, setters[i]);
    if (set) set(keep_to_itself);
  }
  dlclose(jack);
}
