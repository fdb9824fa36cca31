// SPDX-License-Identifier: GPL-3.0-or-later
// Compares a recording with the hits that were reported. 'drums FILE.wav HITS.jsonl EVENTS.jsonl DRUM_FRAMES' prints
// frames=N drums=N hits=N whole=N unreported=N. A drum begins after 20 ms of silence. It is whole if it sounds for
// DRUM_FRAMES from the frame that a line of HITS gives. Drums that are as long, but in no line of EVENTS, are unreported.
// EVENTS also has the hits that were withdrawn: they are cut short, or ring out if the card went before.
#include <math.h>
#include <sndfile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_hits = 100000 };

static long starts[most_hits], reported[most_hits];

// The frames at which reported drums begin, and how many there are; hits without a drum have none.
static long read_starts(const char *path, long *starts) {
  static char line[8192];
  static const char key[] = "\"startFrame\":";
  FILE *file = fopen(path, "r");
  long count = 0;
  while (file && count < most_hits && fgets(line, sizeof line, file)) {
    const char *place = strstr(line, key);
    if (place) starts[count++] = atol(place + strlen(key));
  }
  if (file) fclose(file);
  return file ? count : -1;
}

static int sounds(const float *frame) { return fmaxf(fabsf(frame[0]), fabsf(frame[1])) >= 1e-4f; }

int main(int count, char **arguments) {
  SF_INFO info = {0};
  SNDFILE *file = count == 5 ? sf_open(arguments[1], SFM_READ, &info) : NULL;
  if (!file || info.channels != 2) return 1;
  long hits = read_starts(arguments[2], starts), lines = read_starts(arguments[3], reported), length = atol(arguments[4]);
  if (hits < 0 || lines < 0) return 1;
  float *samples = calloc((size_t)info.frames, 2 * sizeof(float));
  long frames = samples ? (long)sf_readf_float(file, samples, info.frames) : 0;
  long drums = 0, whole = 0, unreported = 0, silent = info.samplerate, sounding = 0;
  for (long frame = 0; frame <= frames; frame++) {
    int isSounding = frame < frames && sounds(samples + 2 * frame), isReported = 0;
    if (isSounding && silent >= info.samplerate / 50) drums++;
    if (!isSounding && sounding >= length) {
      for (long i = 0; i < lines; i++) isReported |= reported[i] >= frame - sounding && reported[i] < frame;
      unreported += !isReported;
    }
    silent = isSounding ? 0 : silent + 1;
    sounding = isSounding ? sounding + 1 : 0;
  }
  for (long i = 0; i < hits; i++) {
    long frame = starts[i];
    while (frame < starts[i] + length && frame < frames && sounds(samples + 2 * frame)) frame++;
    whole += frame == starts[i] + length;
  }
  printf("frames=%ld drums=%ld hits=%ld whole=%ld unreported=%ld\n", frames, drums, hits, whole, unreported);
  return frames == info.frames ? 0 : 1;
}
