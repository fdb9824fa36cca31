// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "CScores.h"

struct sc_state {
  lua_State *lua;
  /// The script that runs, NULL for none.
  lua_State *running;
  size_t bytes, most_bytes;
  uint64_t steps, most_steps;
  /// The longest time for computing, 0 for any; when it began, by the clock of the thread.
  int64_t most_nanoseconds, begun;
  /// It computes, and time passes.
  bool is_timed;
  void *context;
  sc_statement statement;
  int statement_count;
  /// The script that runs gives the clock back, or ends the score.
  bool waits, stops;
  /// What the last answer brought.
  char *kept;
};

/// The name of what objects have in common.
#define SC_OBJECTS "object"
/// Lua counts this many steps at a time.
#define SC_COUNTED_STEPS 1000
/// Filling so many bytes takes as long as a step, or less.
#define SC_BYTES_OF_A_STEP 16

sc_state *sc_of(lua_State *lua);
/// Writes the innermost line of a score that runs in `lua`, as "groove.lua:12: "; nothing without one.
void sc_where(lua_State *lua, char *place, size_t size);
/// Raises an error that names its line.
int sc_fail(lua_State *lua, const char *message);
/// Calls a statement by its number, which is the closure's upvalue.
int sc_call(lua_State *lua);
/// Makes what objects have in common.
void sc_make_objects(lua_State *lua);
/// Pushes the object of a number, always the same one.
void sc_push_object(lua_State *lua, double number);
/// Pushes a table as JSON.
void sc_push_json(lua_State *lua, int index);
/// Lua that closes the sandbox.
extern const char sc_sandbox[];
