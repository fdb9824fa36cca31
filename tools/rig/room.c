// SPDX-License-Identifier: GPL-3.0-or-later
// The room that a program on the rig hears and plays into.
//
//   room SERVER TAKE.wav RECORDING.wav TAIL_SECONDS RETURN_GAIN [listens]
//
// One JACK callback plays the take to the program and records what the program plays, so frame n of the recording
// is frame n of the take and a delay can be counted in frames. The recording has three channels: the take, then the
// program's left and right. What the program plays returns to it 480 frames later, each side at RETURN_GAIN. On standard output: "ready" when the program may start, "playing" when it is
// connected and the take begins, and a JSON object at the end: its awaitedSeconds are those that the room waited for
// the program, its startSeconds and endSeconds when the take began and the recording ended,
// its openSeconds when the room opened, and its framesBefore those that the server counted from then to the take. "listens": the program only hears, and plays nothing.
#include <errno.h>
#include <jack/jack.h>
#include <sndfile.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { return_frames = 480, heard_channels = 3, poll_microseconds = 20000, wait_seconds = 20 };

typedef struct {
  jack_client_t *client;
  jack_port_t *tap, *left, *right;
  float *take, *recording;
  long takeFrames, frames, position;
  float returning[return_frames], returnGain;
  int oldest;
  jack_nframes_t nextTime;
  atomic_bool isRunning;
  atomic_long serverPops, skippedFrames;
  // When the take began and how long after the room was ready the program was there, by the monotonic clock.
  double openSeconds, startSeconds, endSeconds, awaitedSeconds;
  long framesBefore;
} Room;

static double now_seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void fail(const char *what, const char *why) {
  fprintf(stderr, "room: %s: %s\n", what, why);
  exit(1);
}

static int on_pop(void *context) {
  Room *room = context;
  if (atomic_load(&room->isRunning)) atomic_fetch_add(&room->serverPops, 1);
  return 0;
}

static int process(jack_nframes_t count, void *context) {
  Room *room = context;
  float *tap = jack_port_get_buffer(room->tap, count);
  const float *left = jack_port_get_buffer(room->left, count);
  const float *right = jack_port_get_buffer(room->right, count);
  for (jack_nframes_t i = 0; i < count; i++) {
    tap[i] = room->returning[room->oldest];
    room->returning[room->oldest] = room->returnGain * (left[i] + right[i]);
    room->oldest = (room->oldest + 1) % return_frames;
  }
  if (room->openSeconds == 0) room->openSeconds = now_seconds();
  if (room->position == 0) room->framesBefore += count;
  if (!atomic_load(&room->isRunning)) return 0;
  jack_nframes_t time = jack_last_frame_time(room->client);
  if (room->position == 0) room->startSeconds = now_seconds();
  if (room->position > 0) atomic_fetch_add(&room->skippedFrames, (long)(int32_t)(time - room->nextTime));
  room->nextTime = time + count;
  for (jack_nframes_t i = 0; i < count && room->position < room->frames; i++, room->position++) {
    if (room->position < room->takeFrames) tap[i] += room->take[room->position];
    float *frame = room->recording + heard_channels * room->position;
    frame[0] = tap[i];
    frame[1] = left[i];
    frame[2] = right[i];
  }
  if (room->position == room->frames) {
    room->endSeconds = now_seconds();
    atomic_store(&room->isRunning, false);
  }
  return 0;
}

static void read_take(Room *room, const char *path, double tailSeconds) {
  SF_INFO info = {0};
  SNDFILE *file = sf_open(path, SFM_READ, &info);
  if (!file) fail(path, sf_strerror(NULL));
  if (info.channels != 1) fail(path, "the take must have one channel");
  if (info.samplerate != (int)jack_get_sample_rate(room->client)) fail(path, "not at the server's sample rate");
  room->takeFrames = info.frames;
  room->frames = info.frames + (long)(tailSeconds * info.samplerate);
  room->take = calloc((size_t)info.frames + 1, sizeof(float));
  room->recording = calloc((size_t)room->frames + 1, heard_channels * sizeof(float));
  if (!room->take || !room->recording) fail(path, "too long for this machine's memory");
  if (sf_readf_float(file, room->take, info.frames) != info.frames) fail(path, "cut off");
  sf_close(file);
}

static void write_recording(const Room *room, const char *path) {
  SF_INFO info = {.samplerate = (int)jack_get_sample_rate(room->client),
                  .channels = heard_channels,
                  .format = SF_FORMAT_WAV | SF_FORMAT_FLOAT};
  SNDFILE *file = sf_open(path, SFM_WRITE, &info);
  if (!file) fail(path, sf_strerror(NULL));
  if (sf_writef_float(file, room->recording, room->position) != room->position) fail(path, "could not be written");
  sf_close(file);
}

// Connects the port `owner`:`name` of the program, as soon as it is there, with `mine`; false where it is not.
static bool connect_port(Room *room, const char *owner, const char *name, jack_port_t *mine) {
  const char **ports = jack_get_ports(room->client, owner, JACK_DEFAULT_AUDIO_TYPE, 0);
  bool isConnected = false;
  for (int i = 0; ports && ports[i] && !isConnected; i++) {
    const char *colon = strrchr(ports[i], ':');
    if (!colon || strcmp(colon + 1, name)) continue;
    const char *own = jack_port_name(mine);
    int failure = jack_port_flags(mine) & JackPortIsOutput ? jack_connect(room->client, own, ports[i])
                                                           : jack_connect(room->client, ports[i], own);
    isConnected = !failure || failure == EEXIST;
  }
  jack_free(ports);
  return isConnected;
}

// Returns once the program hears, and plays, unless it `onlyListens`.
static void await_program(Room *room, bool onlyListens) {
  for (double waited = 0; waited < wait_seconds; waited += poll_microseconds * 1e-6) {
    if (connect_port(room, "flam_hears", "in_000", room->tap) &&
        (onlyListens || (connect_port(room, "flam_plays", "out_000", room->left) &&
                         connect_port(room, "flam_plays", "out_001", room->right)))) {
      connect_port(room, "flam_hears", "in_001", room->tap);
      room->awaitedSeconds = waited;
      usleep(500000);  // the program's streams settle
      return;
    }
    usleep(poll_microseconds);
  }
  fail("the program", onlyListens ? "opened no capture stream in time" : "opened no capture or no playback stream in time");
}

int main(int count, char **arguments) {
  if (count != 6 && count != 7) fail("usage", "room SERVER TAKE.wav RECORDING.wav TAIL_SECONDS RETURN_GAIN [listens]");
  Room room = {.returnGain = (float)atof(arguments[5])};
  for (int attempt = 0; attempt < 50 && !room.client; attempt++) {
    if (attempt) usleep(poll_microseconds);  // the server may still be starting
    room.client = jack_client_open("room", JackNoStartServer | JackServerName, NULL, arguments[1]);
  }
  if (!room.client) fail(arguments[1], "no such JACK server");
  read_take(&room, arguments[2], atof(arguments[4]));
  room.tap = jack_port_register(room.client, "tap", JACK_DEFAULT_AUDIO_TYPE, JackPortIsOutput, 0);
  room.left = jack_port_register(room.client, "left", JACK_DEFAULT_AUDIO_TYPE, JackPortIsInput, 0);
  room.right = jack_port_register(room.client, "right", JACK_DEFAULT_AUDIO_TYPE, JackPortIsInput, 0);
  jack_set_process_callback(room.client, process, &room);
  jack_set_xrun_callback(room.client, on_pop, &room);
  if (!room.tap || !room.left || !room.right || jack_activate(room.client)) fail("JACK", "refuses the room");
  puts("ready");
  fflush(stdout);

  await_program(&room, count == 7);
  puts("playing");
  fflush(stdout);
  atomic_store(&room.isRunning, true);
  double limit = 20 + (double)room.frames / jack_get_sample_rate(room.client);
  while (atomic_load(&room.isRunning) && limit > 0) {
    usleep(poll_microseconds);
    limit -= poll_microseconds * 1e-6;
  }
  bool isWhole = !atomic_exchange(&room.isRunning, false);
  jack_deactivate(room.client);
  write_recording(&room, arguments[3]);
  printf("{\"frames\":%ld,\"whole\":%s,\"startSeconds\":%.6f,\"endSeconds\":%.6f,"
         "\"openSeconds\":%.6f,\"framesBefore\":%ld,\"awaitedSeconds\":%.2f,"
         "\"serverPops\":%ld,\"skippedFrames\":%ld}\n",
         room.position, isWhole ? "true" : "false", room.startSeconds, room.endSeconds, room.openSeconds, room.framesBefore,
         room.awaitedSeconds, room.serverPops,
         room.skippedFrames);
  jack_client_close(room.client);
  return isWhole ? 0 : 1;
}
