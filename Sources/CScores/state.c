// SPDX-License-Identifier: GPL-3.0-or-later
// A score's Lua and its scripts.
#include "state.h"

#include <CThreads.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

sc_state *sc_of(lua_State *lua) { return *(sc_state **)lua_getextraspace(lua); }

static void *allocate(void *context, void *block, size_t old, size_t new) {
  sc_state *state = context;
  if (!block) old = 0;
  if (new == 0) {
    free(block);
    state->bytes -= old;
    return NULL;
  }
  if (new > old && new - old > state->most_bytes - state->bytes) return NULL;
  // What fills much memory at a time takes as long as many steps.
  if (new > old) state->steps += (new - old) / SC_BYTES_OF_A_STEP;
  void *moved = realloc(block, new);
  if (moved) state->bytes = state->bytes - old + new;
  return moved;
}

void sc_where(lua_State *lua, char *place, size_t size) {
  lua_Debug record;
  place[0] = 0;
  for (int level = 0; lua_getstack(lua, level, &record); level++) {
    lua_getinfo(lua, "Sl", &record);
    if (record.source[0] == '@' && record.currentline > 0) {
      snprintf(place, size, "%s:%d: ", record.source + 1, record.currentline);
      return;
    }
  }
}

int sc_fail(lua_State *lua, const char *message) {
  char place[512];
  sc_where(lua, place, sizeof place);
  lua_pushfstring(lua, "%s%s", place, message);
  return lua_error(lua);
}

static void watch(lua_State *lua, lua_Debug *record);

#define ADVICE "without giving the clock back: let it wait(seconds) or rest(beats)"

/// Writes that the score computes for too long; false if it does not.
static bool is_too_long(sc_state *state, char *problem, size_t size) {
  if (state->steps > state->most_steps) {
    snprintf(problem, size, "the score computes for ever " ADVICE);
    return true;
  }
  if (!state->is_timed || rt_thread_nanoseconds() - state->begun <= state->most_nanoseconds) return false;
  snprintf(problem, size, "the score computes for longer than %d ms " ADVICE, (int)(state->most_nanoseconds / 1000000));
  return true;
}

/// Fails if the score has computed for too long.
static int check_steps(lua_State *lua) {
  char problem[256];
  if (!is_too_long(sc_of(lua), problem, sizeof problem)) return 0;
  // From here on each step fails, so that no pcall keeps the script alive.
  lua_sethook(lua, watch, LUA_MASKCOUNT, 1);
  return sc_fail(lua, problem);
}

/// Counts what one step of Lua does as several: as many as its argument says.
static int charge(lua_State *lua) {
  double steps = lua_tonumber(lua, 1);
  if (steps > 0) sc_of(lua)->steps += (uint64_t)fmin(steps, 1e15);
  return check_steps(lua);
}

/// Lua calls this after every so many steps.
static void watch(lua_State *lua, lua_Debug *record) {
  (void)record;
  sc_of(lua)->steps += SC_COUNTED_STEPS;
  check_steps(lua);
}

static int open_libraries(lua_State *lua) {
  luaL_requiref(lua, LUA_GNAME, luaopen_base, 1);
  luaL_requiref(lua, LUA_COLIBNAME, luaopen_coroutine, 1);
  luaL_requiref(lua, LUA_TABLIBNAME, luaopen_table, 1);
  luaL_requiref(lua, LUA_STRLIBNAME, luaopen_string, 1);
  luaL_requiref(lua, LUA_MATHLIBNAME, luaopen_math, 1);
  luaL_requiref(lua, LUA_UTF8LIBNAME, luaopen_utf8, 1);
  lua_settop(lua, 0);
  sc_make_objects(lua);
  lua_register(lua, "charge", charge);
  return 0;
}

/// Calls a function of C that takes one light userdata; true if nothing failed.
static bool call(sc_state *state, lua_CFunction function, void *data) {
  lua_settop(state->lua, 0);
  if (!lua_checkstack(state->lua, 2)) return false;
  lua_pushcfunction(state->lua, function);
  lua_pushlightuserdata(state->lua, data);
  return lua_pcall(state->lua, 1, 1, 0) == LUA_OK;
}

sc_state *sc_open(size_t most_bytes, uint64_t most_steps, void *context, sc_statement statement) {
  sc_state *state = calloc(1, sizeof *state);
  if (!state) return NULL;
  state->most_bytes = most_bytes;
  state->most_steps = most_steps;
  state->context = context;
  state->statement = statement;
  state->lua = lua_newstate(allocate, state);
  if (!state->lua) {
    free(state);
    return NULL;
  }
  *(sc_state **)lua_getextraspace(state->lua) = state;
  if (!call(state, open_libraries, NULL)) {
    sc_close(state);
    return NULL;
  }
  return state;
}

void sc_limit_time(sc_state *state, int64_t most_nanoseconds) { state->most_nanoseconds = most_nanoseconds; }

void sc_close(sc_state *state) {
  lua_close(state->lua);
  free(state->kept);
  free(state);
}

struct definition {
  const char *name;
  bool is_method;
};

static int define(lua_State *lua) {
  const struct definition *definition = lua_touserdata(lua, 1);
  sc_state *state = sc_of(lua);
  lua_pushinteger(lua, state->statement_count);
  lua_pushstring(lua, definition->name);
  lua_pushboolean(lua, definition->is_method);
  lua_pushcclosure(lua, sc_call, 3);
  if (definition->is_method) {
    luaL_getmetatable(lua, SC_OBJECTS);
    lua_getfield(lua, -1, "__index");
    lua_pushvalue(lua, -3);
    lua_setfield(lua, -2, definition->name);
  } else {
    lua_setglobal(lua, definition->name);
  }
  return 0;
}

bool sc_define(sc_state *state, const char *name, bool is_method) {
  struct definition definition = {name, is_method};
  if (!call(state, define, &definition)) return false;
  state->statement_count++;
  return true;
}

static int seal(lua_State *lua) {
  const uint64_t *seed = lua_touserdata(lua, 1);
  if (luaL_loadbufferx(lua, sc_sandbox, strlen(sc_sandbox), "=flam", "t") != LUA_OK) return lua_error(lua);
  lua_pushinteger(lua, (lua_Integer)*seed);
  lua_call(lua, 1, 0);
  return 0;
}

bool sc_seal(sc_state *state, uint64_t seed) { return call(state, seal, &seed); }

/// Skips "name:12: "; where there is none, the text itself.
static const char *after_place(const char *text) {
  const char *colon = strchr(text, ':');
  if (!colon || colon == text) return text;
  const char *end = colon + 1 + strspn(colon + 1, "0123456789");
  return end > colon + 1 && end[0] == ':' && end[1] == ' ' ? end + 2 : text;
}

/// Writes why a script failed: the error on top of its stack, which is as it was then.
static void explain(lua_State *script, int status, char *problem, size_t size) {
  const char *text = lua_type(script, -1) == LUA_TSTRING ? lua_tostring(script, -1) : NULL;
  char place[512];
  sc_where(script, place, sizeof place);
  if (status == LUA_ERRMEM) {
    snprintf(problem, size, "%sthe score needs more memory than the %zu MB that there are for it", place,
             sc_of(script)->most_bytes >> 20);
    return;
  }
  if (!text) text = "an error that is no text";
  if (strncmp(text, "flam:", 5) == 0) text = after_place(text);
  snprintf(problem, size, "%s%s", after_place(text) == text ? place : "", text);
}

struct source {
  const char *name, *text;
  size_t length;
};

/// Keeps a new script for the function on top of the stack; returns its number.
static int keep_script(lua_State *lua) {
  lua_State *script = lua_newthread(lua);
  lua_sethook(script, watch, LUA_MASKCOUNT, SC_COUNTED_STEPS);
  lua_insert(lua, -2);
  lua_xmove(lua, script, 1);
  lua_pushinteger(lua, luaL_ref(lua, LUA_REGISTRYINDEX));
  return 1;
}

static int load(lua_State *lua) {
  const struct source *source = lua_touserdata(lua, 1);
  lua_pushfstring(lua, "@%s", source->name);
  if (luaL_loadbufferx(lua, source->text, source->length, lua_tostring(lua, -1), "t") != LUA_OK) return lua_error(lua);
  return keep_script(lua);
}

static int start(lua_State *lua) {
  const int *function = lua_touserdata(lua, 1);
  lua_rawgeti(lua, LUA_REGISTRYINDEX, *function);
  return keep_script(lua);
}

/// Calls what keeps a script; returns its number, 0 where that fails.
static int made(sc_state *state, lua_CFunction make, void *data, char *problem, size_t size) {
  if (call(state, make, data)) return (int)lua_tointeger(state->lua, -1);
  const char *text = lua_type(state->lua, -1) == LUA_TSTRING ? lua_tostring(state->lua, -1) : "there is no memory";
  char place[512] = "";
  if (state->running) sc_where(state->running, place, sizeof place);
  snprintf(problem, size, "%s%s", after_place(text) == text ? place : "", text);
  return 0;
}

int sc_load(sc_state *state, const char *name, const char *text, size_t length, char *problem, size_t size) {
  struct source source = {name, text, length};
  return made(state, load, &source, problem, size);
}

int sc_start(sc_state *state, int function, char *problem, size_t size) {
  return made(state, start, &function, problem, size);
}

void sc_forget(sc_state *state, int script) { luaL_unref(state->lua, LUA_REGISTRYINDEX, script); }

static void set_number(lua_State *lua, const char *name, double value) {
  if (value != value) return;
  if (value == (double)(lua_Integer)value) {
    lua_pushinteger(lua, (lua_Integer)value);
  } else {
    lua_pushnumber(lua, value);
  }
  lua_setfield(lua, -2, name);
}

static void set_text(lua_State *lua, const char *name, const char *value) {
  if (!value) return;
  lua_pushstring(lua, value);
  lua_setfield(lua, -2, name);
}

static int push_event(lua_State *lua) {
  const sc_event *event = lua_touserdata(lua, 1);
  lua_createtable(lua, 0, 8);
  set_number(lua, "frame", event->frame);
  set_number(lua, "seconds", event->seconds);
  set_number(lua, "velocity", event->velocity);
  set_number(lua, "note", event->note);
  set_text(lua, "sound", event->sound);
  set_text(lua, "source", event->source);
  set_text(lua, "message", event->message);
  set_text(lua, "pad", event->pad);
  return 1;
}

/// The script of a number; NULL where that is none.
static lua_State *script_of(sc_state *state, int script) {
  lua_settop(state->lua, 0);
  lua_rawgeti(state->lua, LUA_REGISTRYINDEX, script);
  return lua_tothread(state->lua, -1);
}

/// Writes the line at which a script goes on: of one that has not begun, that of its function, which lies below `count` values.
static void where_it_goes_on(lua_State *script, int count, char *place, size_t size) {
  sc_where(script, place, size);
  if (place[0] || !lua_isfunction(script, -1 - count)) return;
  lua_Debug record;
  lua_pushvalue(script, -1 - count);
  lua_getinfo(script, ">S", &record);
  if (record.source[0] == '@') snprintf(place, size, "%s:%d: ", record.source + 1, record.linedefined);
}

sc_state_of_script sc_resume(
  sc_state *state, int number, const sc_event *event, char *problem, size_t size) {
  lua_State *script = script_of(state, number);
  int count = 0;
  if (!script) {
    snprintf(problem, size, "a script is no longer there");
    return SC_FAILED;
  }
  if (event) {
    if (!call(state, push_event, (void *)event)) {
      snprintf(problem, size, "there is no memory for an event");
      return SC_FAILED;
    }
    lua_xmove(state->lua, script, 1);
    count = 1;
  }
  // Scripts that wait for no time, or begin each other, have to end as well.
  state->steps += SC_COUNTED_STEPS;
  if (state->most_nanoseconds > 0 && !state->is_timed) {
    state->begun = rt_thread_nanoseconds();
    state->is_timed = true;
  }
  char reason[256];
  if (is_too_long(state, reason, sizeof reason)) {
    char place[512];
    where_it_goes_on(script, count, place, sizeof place);
    snprintf(problem, size, "%s%s", place, reason);
    return SC_FAILED;
  }
  state->running = script;
  state->waits = state->stops = false;
  int results = 0;
  int status = lua_resume(script, NULL, count, &results);
  state->running = NULL;
  if (state->stops) return SC_STOPPED;
  if (status == LUA_OK) return SC_ENDED;
  if (status != LUA_YIELD) {
    explain(script, status, problem, size);
    return SC_FAILED;
  }
  lua_pop(script, results);
  if (state->waits) return SC_WAITING;
  char place[512];
  sc_where(script, place, sizeof place);
  snprintf(problem, size, "%scoroutine.yield: a script gives the clock back by wait(seconds) or rest(beats)", place);
  return SC_FAILED;
}

void sc_clock_moved(sc_state *state) {
  state->steps = 0;
  state->is_timed = false;
}

void sc_place(sc_state *state, char *place, size_t size) {
  place[0] = 0;
  if (state->running) sc_where(state->running, place, size);
}
