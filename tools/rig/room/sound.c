// SPDX-License-Identifier: GPL-3.0-or-later
#include <sndfile.h>
#include <stdlib.h>

#include "room.h"

void read_take(Room *room, const char *path, double tailSeconds) {
  SF_INFO info = {0};
  SNDFILE *file = sf_open(path, SFM_READ, &info);
  if (!file) fail(path, sf_strerror(NULL));
  if (info.channels != 1) fail(path, "the take must have one channel");
  if (info.samplerate != (int)room->rate) fail(path, "not at the server's sample rate");
  room->takeFrames = info.frames;
  room->frames = info.frames + (long)(tailSeconds * info.samplerate);
  room->take = calloc((size_t)info.frames + 1, sizeof(float));
  room->recording = calloc((size_t)room->frames + 1, heard_channels * sizeof(float));
  if (!room->take || !room->recording) fail(path, "too long for this machine's memory");
  if (sf_readf_float(file, room->take, info.frames) != info.frames) fail(path, "cut off");
  sf_close(file);
}

void write_recording(const Room *room, const char *path) {
  SF_INFO info = {.samplerate = (int)room->rate,
                  .channels = heard_channels,
                  .format = SF_FORMAT_WAV | SF_FORMAT_FLOAT};
  SNDFILE *file = sf_open(path, SFM_WRITE, &info);
  if (!file) fail(path, sf_strerror(NULL));
  if (sf_writef_float(file, room->recording, room->position) != room->position) fail(path, "could not be written");
  sf_close(file);
}
