// SPDX-License-Identifier: GPL-3.0-or-later
// Counts the drums in a recording: drums FILE.wav prints frames=N drums=N. A drum begins after 20 ms of silence.
#include <math.h>
#include <sndfile.h>
#include <stdio.h>

int main(int count, char **arguments) {
  SF_INFO info = {0};
  SNDFILE *file = count == 2 ? sf_open(arguments[1], SFM_READ, &info) : NULL;
  if (!file || info.channels != 2) return 1;
  float frame[2];
  long frames = 0, drums = 0, silent = info.samplerate;
  for (; sf_readf_float(file, frame, 1) == 1; frames++) {
    int isSilent = fmaxf(fabsf(frame[0]), fabsf(frame[1])) < 1e-4f;
    if (!isSilent && silent >= info.samplerate / 50) drums++;
    silent = isSilent ? silent + 1 : 0;
  }
  printf("frames=%ld drums=%ld\n", frames, drums);
  return frames == info.frames ? 0 : 1;
}
