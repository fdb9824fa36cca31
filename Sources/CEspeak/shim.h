#ifndef FLAM_CESPEAK_H
#define FLAM_CESPEAK_H

// libespeak-ng, looked up when something is first said: with the 30 libraries behind it, it would take 4 ms of every start.

#include <dlfcn.h>
#include <espeak-ng/speak_lib.h>
#include <stdbool.h>

/// The functions of libespeak-ng that are called.
struct es_library {
  __typeof__(&espeak_Initialize) initialize;
  __typeof__(&espeak_SetSynthCallback) set_callback;
  __typeof__(&espeak_SetVoiceByName) set_voice;
  __typeof__(&espeak_Synth) synthesise;
};

/// Looks the functions up; false where the library is not installed. It stays loaded.
static inline bool es_open(struct es_library *library) {
  void *loaded = dlopen("libespeak-ng.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!loaded) return false;
  library->initialize = (__typeof__(library->initialize))dlsym(loaded, "espeak_Initialize");
  library->set_callback = (__typeof__(library->set_callback))dlsym(loaded, "espeak_SetSynthCallback");
  library->set_voice = (__typeof__(library->set_voice))dlsym(loaded, "espeak_SetVoiceByName");
  library->synthesise = (__typeof__(library->synthesise))dlsym(loaded, "espeak_Synth");
  return library->initialize && library->set_callback && library->set_voice && library->synthesise;
}

/// The library's rate in hertz, with its speech handed to the callback; below 0 where its voices are missing.
static inline int es_start(const struct es_library *library, t_espeak_callback *callback) {
  int rate = library->initialize(AUDIO_OUTPUT_SYNCHRONOUS, 0, NULL, espeakINITIALIZE_DONT_EXIT);
  if (rate > 0) library->set_callback(callback);
  return rate;
}

/// Speaks UTF-8 text of so many bytes, its end included, as it stands: nothing in it is markup.
static inline bool es_say(const struct es_library *library, const char *text, size_t bytes, void *user) {
  return library->synthesise(text, bytes, 0, POS_CHARACTER, 0, espeakCHARS_UTF8, NULL, user) == EE_OK;
}

#endif
