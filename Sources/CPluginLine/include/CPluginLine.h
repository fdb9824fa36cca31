// SPDX-License-Identifier: GPL-3.0-or-later
// The line between a plug-in, which runs in a process of its own, and the thread whose sound it changes: blocks of sound in
// memory that both share. That thread gives a block and takes what came of an earlier one; it waits for nothing unless it says
// how long. Nothing that the other process writes there is believed: counts are compared, never used as places.
#pragma once
#include <semaphore.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define PL_SAFE __attribute__((swift_attr("@_noLocks")))

#pragma clang assume_nonnull begin

enum {
  /// A plug-in gets its sound in blocks of so many frames.
  plugin_block_frames = 128,
  /// Blocks that may be on their way.
  plugin_slot_count = 4,
  /// Values of a plug-in that can be set.
  plugin_value_count = 8,
};

/// A block: the values that hold for it, its sound, and what came of it, interleaved stereo.
typedef struct {
  float values[plugin_value_count];
  float input[2 * plugin_block_frames];
  float output[2 * plugin_block_frames];
} plugin_slot;

PL_SAFE static inline float *plugin_slot_values(plugin_slot *slot) { return slot->values; }
PL_SAFE static inline float *plugin_slot_input(plugin_slot *slot) { return slot->input; }
PL_SAFE static inline float *plugin_slot_output(plugin_slot *slot) { return slot->output; }

/// What both processes see.
typedef struct {
  uint32_t given;
  uint32_t returned;
  sem_t is_given;
  sem_t is_returned;
  plugin_slot slots[plugin_slot_count];
} plugin_memory;

/// How the other process is.
typedef enum {
  plugin_runs,
  /// It crashed, or ended.
  plugin_ended,
  /// It gave nothing back for too long.
  plugin_hangs,
} plugin_state;

/// One side's end; the side that gives has the numbers.
typedef struct {
  plugin_memory *memory;
  /// The process of the plug-in.
  pid_t process;
  /// Where it says what it has to say; it ends when this is closed.
  int messages;
  /// How long a result is waited for; 0 while playing.
  int64_t patience_nanoseconds;
  /// Blocks that were given.
  uint32_t given;
  /// A `plugin_state`, for other threads to see.
  int32_t state;
} plugin_line;

/// Makes memory to share, and a number by which another process can open it; NULL and errno where there is none.
plugin_memory *_Nullable plugin_memory_make(int *descriptor);
/// The memory that another process made; NULL where the descriptor leads to none.
plugin_memory *_Nullable plugin_memory_open(int descriptor);
/// Gives the memory back to the system.
void plugin_memory_free(plugin_memory *memory);
/// A line to a process that waits for sound; it owns all three. A result is waited for so long, 0 while playing.
plugin_line *plugin_line_make(plugin_memory *memory, pid_t process, int messages, int64_t patience_nanoseconds);
/// Ends the process; nothing more is given or taken.
void plugin_line_end(plugin_line *line);
/// Ends the process and frees the line.
void plugin_line_free(plugin_line *line);
/// Looks whether the process is still there, and returns its state. Not for the audio thread.
plugin_state plugin_line_look(plugin_line *line);

/// The state as it was last noticed.
PL_SAFE static inline plugin_state plugin_line_state(const plugin_line *line) {
  return (plugin_state)__atomic_load_n(&line->state, __ATOMIC_RELAXED);
}
/// Notes that the process is of no more use.
PL_SAFE static inline void plugin_line_give_up(plugin_line *line, plugin_state state) {
  __atomic_store_n(&line->state, (int32_t)state, __ATOMIC_RELAXED);
}

/// Where the next block can be written; NULL while too many are on their way.
PL_SAFE static inline plugin_slot *_Nullable plugin_line_free_slot(plugin_line *line) {
  uint32_t returned = __atomic_load_n(&line->memory->returned, __ATOMIC_ACQUIRE);
  return line->given - returned < plugin_slot_count ? &line->memory->slots[line->given % plugin_slot_count] : NULL;
}
/// Gives the block that was written there, and returns its number.
PL_SAFE uint32_t plugin_line_give(plugin_line *line);
/// What came of a block; NULL if it is not there, or did not come in the time that is waited.
PL_SAFE plugin_slot *_Nullable plugin_line_take(plugin_line *line, uint32_t number);

/// The other side: the first block, whose values are there before it is given.
static inline plugin_slot *plugin_memory_first(plugin_memory *memory) { return &memory->slots[0]; }
/// The other side: waits for the block of a number.
plugin_slot *plugin_memory_wait(plugin_memory *memory, uint32_t number);
/// The other side: returns the block of a number.
void plugin_memory_return(plugin_memory *memory, uint32_t number);

/// Sends what is written to standard output from now on to nowhere, and returns where it went before.
int plugin_take_output(void);
/// Ends this process once nobody reads what is written to a pipe.
void plugin_end_with_reader(int descriptor);

#pragma clang assume_nonnull end
