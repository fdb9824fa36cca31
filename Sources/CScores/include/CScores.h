// SPDX-License-Identifier: GPL-3.0-or-later
// Lua for scores. Errors of Lua jump over frames of C (longjmp), so all of its calls are here, each of them protected: none
// ever jumps over a frame of Swift. What a score asks for reaches Swift by one function, whose answer C carries out.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// A score's Lua: its memory, its scripts.
typedef struct sc_state sc_state;

/// What a value of a score is.
typedef enum { SC_NIL, SC_BOOLEAN, SC_NUMBER, SC_TEXT, SC_OBJECT, SC_FUNCTION, SC_TABLE, SC_OTHER } sc_kind;

/// A value that a score gave to a statement; its text lasts until that is answered.
typedef struct {
  sc_kind kind;
  /// The number itself; an object's number; 1 for true; what keeps a function.
  double number;
  /// The text itself; a table as JSON; what else it is.
  const char *_Nullable text;
  size_t length;
} sc_value;

/// How a statement goes on.
typedef enum {
  /// At once, with a value.
  SC_RETURNS,
  /// Once its script is resumed.
  SC_WAITS,
  /// Not: it has failed.
  SC_FAILS,
  /// Not: the score ends.
  SC_ENDS
} sc_outcome;

/// The answer to a statement.
typedef struct {
  sc_outcome outcome;
  /// What it returns: nothing, a number, an object or a text.
  sc_kind kind;
  double number;
  /// From malloc; C frees it. What it returns, or why it failed.
  char *_Nullable text;
  size_t length;
} sc_answer;

/// Answers a statement by its number.
typedef void (*sc_statement)(void *context, int statement, const sc_value *values, int count, sc_answer *answer);

/// Opens Lua; NULL without memory. `context` goes to `statement`.
sc_state *_Nullable sc_open(size_t most_bytes, uint64_t most_steps, void *context, sc_statement statement);
/// Lets scripts compute for so long between two moves of the clock, in the time of the thread that runs them; what a statement
/// does by itself, as reading a file, does not count. Without this only steps count.
void sc_limit_time(sc_state *state, int64_t most_nanoseconds);
/// Frees everything.
void sc_close(sc_state *state);

/// Adds a statement, in order of their numbers from 0: a function, or a method of objects.
bool sc_define(sc_state *state, const char *name, bool is_method);
/// Closes the sandbox, once all statements are there; `seed` is that of math.random.
bool sc_seal(sc_state *state, uint64_t seed);

/// Scripts are known by numbers above 0. Where there is none, `problem` says why not.
/// A script that runs a text of Lua; `name` is that of its file.
int sc_load(sc_state *state, const char *name, const char *text, size_t length, char *problem, size_t size);
/// A script that runs a function that a statement got.
int sc_start(sc_state *state, int function, char *problem, size_t size);
/// Gives up a script.
void sc_forget(sc_state *state, int script);

/// What an event gives to a script: what is not a number, or missing, is nil there.
typedef struct {
  double frame, seconds, velocity, note;
  const char *_Nullable sound, *_Nullable source, *_Nullable message, *_Nullable pad;
} sc_event;

/// How a script went on.
typedef enum { SC_ENDED, SC_WAITING, SC_FAILED, SC_STOPPED } sc_state_of_script;

/// Lets a script run until it waits or ends. It gets an event the first time, if there is one. `problem` says why it failed.
sc_state_of_script sc_resume(
  sc_state *state, int script, const sc_event *_Nullable event, char *problem, size_t size);

/// The clock has moved: computing counts from 0 again.
void sc_clock_moved(sc_state *state);
/// The line that runs now, as "groove.lua:12: "; empty for none.
void sc_place(sc_state *state, char *place, size_t size);

#pragma clang assume_nonnull end
