// SPDX-License-Identifier: GPL-3.0-or-later
// What a score asks of Flam: its values on their way to Swift, the answer on its way back.
#include <CThreads.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "state.h"

/// Values that a statement can be given.
#define MOST_VALUES 8
/// How deep tables may lie in a command.
#define MOST_DEPTH 8
/// How long they may be as JSON.
#define MOST_JSON_BYTES 65536

void sc_push_object(lua_State *lua, double number) {
  luaL_getsubtable(lua, LUA_REGISTRYINDEX, "flam.objects");
  if (lua_rawgeti(lua, -1, (lua_Integer)number) == LUA_TNIL) {
    lua_pop(lua, 1);
    double *object = lua_newuserdatauv(lua, sizeof *object, 0);
    *object = number;
    luaL_setmetatable(lua, SC_OBJECTS);
    lua_pushvalue(lua, -1);
    lua_rawseti(lua, -3, (lua_Integer)number);
  }
  lua_remove(lua, -2);
}

/// The number of an object, by which the sandbox orders keys; nil for anything else.
static int number_of_object(lua_State *lua) {
  double *object = luaL_testudata(lua, 1, SC_OBJECTS);
  if (!object) return 0;
  lua_pushnumber(lua, *object);
  return 1;
}

void sc_make_objects(lua_State *lua) {
  luaL_newmetatable(lua, SC_OBJECTS);
  lua_newtable(lua);
  lua_setfield(lua, -2, "__index");
  lua_pushboolean(lua, 0);
  lua_setfield(lua, -2, "__metatable");
  lua_pop(lua, 1);
  lua_pushcfunction(lua, number_of_object);
  lua_setglobal(lua, "number_of_object");
}

static void add_text(luaL_Buffer *buffer, const char *text, size_t length) {
  luaL_addchar(buffer, '"');
  for (size_t index = 0; index < length; index++) {
    unsigned char letter = (unsigned char)text[index];
    if (letter == '"' || letter == '\\' || letter < 32) {
      char escaped[8];
      luaL_addlstring(buffer, escaped, (size_t)snprintf(escaped, sizeof escaped, "\\u%04x", letter));
    } else {
      luaL_addchar(buffer, (char)letter);
    }
  }
  luaL_addchar(buffer, '"');
}

static void check_length(lua_State *lua) {
  if (lua_rawlen(lua, -1) > MOST_JSON_BYTES) luaL_error(lua, "a table is too long");
}

/// Replaces the value on top of the stack by its JSON.
static void encode(lua_State *lua, int depth) {
  if (depth > MOST_DEPTH || !lua_checkstack(lua, 8)) luaL_error(lua, "a table lies too deep in another");
  switch (lua_type(lua, -1)) {
    case LUA_TBOOLEAN:
      lua_pushstring(lua, lua_toboolean(lua, -1) ? "true" : "false");
      break;
    case LUA_TNUMBER: {
      char digits[40];
      double number = lua_tonumber(lua, -1);
      if (lua_isinteger(lua, -1)) {
        snprintf(digits, sizeof digits, "%lld", (long long)lua_tointeger(lua, -1));
      } else if (isfinite(number)) {
        snprintf(digits, sizeof digits, "%.17g", number);
      } else {
        luaL_error(lua, "a number of a table is not finite");
      }
      lua_pushstring(lua, digits);
      break;
    }
    case LUA_TSTRING: {
      size_t length;
      const char *text = lua_tolstring(lua, -1, &length);
      luaL_Buffer buffer;
      luaL_buffinit(lua, &buffer);
      add_text(&buffer, text, length);
      luaL_pushresult(&buffer);
      break;
    }
    case LUA_TTABLE: {
      bool is_list = lua_rawlen(lua, -1) > 0;
      lua_pushstring(lua, is_list ? "[" : "{");
      if (is_list) {
        for (lua_Integer place = 1; place <= (lua_Integer)lua_rawlen(lua, -2); place++) {
          if (place > 1) lua_pushstring(lua, ",");
          if (place > 1) lua_concat(lua, 2);
          lua_rawgeti(lua, -2, place);
          encode(lua, depth + 1);
          lua_concat(lua, 2);
          check_length(lua);
        }
      } else {
        bool is_first = true;
        lua_pushnil(lua);
        while (lua_next(lua, -3)) {
          if (lua_type(lua, -2) != LUA_TSTRING) luaL_error(lua, "the names in a table must be text");
          encode(lua, depth + 1);
          lua_pushvalue(lua, -2);
          encode(lua, depth + 1);
          // JSON so far, key, value, key as JSON: put together under the key.
          lua_pushvalue(lua, -4);
          if (!is_first) lua_pushstring(lua, ",");
          lua_pushvalue(lua, is_first ? -2 : -3);
          lua_pushstring(lua, ":");
          lua_pushvalue(lua, is_first ? -5 : -6);
          lua_concat(lua, is_first ? 4 : 5);
          check_length(lua);
          lua_replace(lua, -5);
          lua_pop(lua, 2);
          is_first = false;
        }
      }
      lua_pushstring(lua, is_list ? "]" : "}");
      lua_concat(lua, 2);
      break;
    }
    default: luaL_error(lua, "a table may hold numbers, text, true, false and tables, not a %s", luaL_typename(lua, -1));
  }
  lua_remove(lua, -2);
}

void sc_push_json(lua_State *lua, int index) {
  lua_pushvalue(lua, index);
  encode(lua, 0);
}

/// Reads a value of a statement; what it needs stays on the stack.
static sc_value value_at(lua_State *lua, int index) {
  sc_value value = {SC_OTHER, 0, luaL_typename(lua, index), 0};
  value.length = strlen(value.text);
  switch (lua_type(lua, index)) {
    case LUA_TNIL: value.kind = SC_NIL; break;
    case LUA_TBOOLEAN:
      value.kind = SC_BOOLEAN;
      value.number = lua_toboolean(lua, index);
      break;
    case LUA_TNUMBER:
      value.kind = SC_NUMBER;
      value.number = lua_tonumber(lua, index);
      break;
    case LUA_TSTRING:
      value.kind = SC_TEXT;
      value.text = lua_tolstring(lua, index, &value.length);
      break;
    case LUA_TFUNCTION:
      value.kind = SC_FUNCTION;
      lua_pushvalue(lua, index);
      value.number = luaL_ref(lua, LUA_REGISTRYINDEX);
      break;
    case LUA_TTABLE:
      value.kind = SC_TABLE;
      sc_push_json(lua, index);
      value.text = lua_tolstring(lua, -1, &value.length);
      break;
    case LUA_TUSERDATA: {
      double *object = luaL_testudata(lua, index, SC_OBJECTS);
      if (!object) break;
      value.kind = SC_OBJECT;
      value.number = *object;
      break;
    }
    default: break;
  }
  return value;
}

/// Pushes what a statement returns; returns how many values that are.
static int push_answer(lua_State *lua, const sc_answer *answer) {
  switch (answer->kind) {
    case SC_NUMBER:
      if (answer->number == floor(answer->number) && fabs(answer->number) < 9e15) {
        lua_pushinteger(lua, (lua_Integer)answer->number);
      } else {
        lua_pushnumber(lua, answer->number);
      }
      return 1;
    case SC_OBJECT: sc_push_object(lua, answer->number); return 1;
    case SC_TEXT: lua_pushlstring(lua, answer->text ? answer->text : "", answer->length); return 1;
    default: return 0;
  }
}

int sc_call(lua_State *lua) {
  sc_state *state = sc_of(lua);
  int statement = (int)lua_tointeger(lua, lua_upvalueindex(1));
  int given = lua_gettop(lua);
  luaL_checkstack(lua, 2 * MOST_VALUES, "too many values");
  if (given > MOST_VALUES) {
    lua_pushfstring(lua, "%s: %d values are too many", lua_tostring(lua, lua_upvalueindex(2)), given);
    return sc_fail(lua, lua_tostring(lua, -1));
  }
  sc_value values[MOST_VALUES];
  for (int index = 0; index < given; index++) values[index] = value_at(lua, index + 1);
  sc_answer answer = {SC_RETURNS, SC_NIL, 0, NULL, 0};
  int64_t asked = state->is_timed ? rt_thread_nanoseconds() : 0;
  state->statement(state->context, statement, values, given, &answer);
  if (state->is_timed) state->begun += rt_thread_nanoseconds() - asked;
  free(state->kept);
  state->kept = answer.text;
  switch (answer.outcome) {
    case SC_RETURNS: return push_answer(lua, &answer);
    case SC_FAILS: return sc_fail(lua, answer.text ? answer.text : "it has failed");
    case SC_ENDS:
    case SC_WAITS:
      if (lua != state->running || !lua_isyieldable(lua)) {
        lua_pushfstring(lua, "%s: a script has to ask for this itself, not a coroutine or a function that sorts for it",
                        lua_tostring(lua, lua_upvalueindex(2)));
        return sc_fail(lua, lua_tostring(lua, -1));
      }
      state->waits = answer.outcome == SC_WAITS;
      state->stops = answer.outcome == SC_ENDS;
      return lua_yield(lua, 0);
  }
  return 0;
}
