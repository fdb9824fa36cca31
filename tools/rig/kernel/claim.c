// SPDX-License-Identifier: GPL-3.0-or-later
// A program that wants a sound card for itself, by the custom of sessions: claim CARD PRIORITY SECONDS asks who has it to
// let go, takes its name on the session bus, keeps it for SECONDS and gives it back. Prints a line a step; ends with 1
// if it is refused.
#include <dbus/dbus.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char interface[] = "org.freedesktop.ReserveDevice1";

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Whether the owner of the card has let go of it.
static dbus_bool_t ask(DBusConnection *bus, const char *name, const char *path, dbus_int32_t priority) {
  DBusMessage *call = dbus_message_new_method_call(name, path, interface, "RequestRelease");
  dbus_message_append_args(call, DBUS_TYPE_INT32, &priority, DBUS_TYPE_INVALID);
  DBusMessage *reply = dbus_connection_send_with_reply_and_block(bus, call, 5000, NULL);
  dbus_bool_t hasLetGo = FALSE;
  return reply && dbus_message_get_args(reply, NULL, DBUS_TYPE_BOOLEAN, &hasLetGo, DBUS_TYPE_INVALID) && hasLetGo;
}

// Keeps the card: requests for it are refused.
static void keep(DBusConnection *bus, double seconds) {
  double end = now() + seconds;
  while (now() < end && dbus_connection_read_write(bus, 50)) {
    for (DBusMessage *message; (message = dbus_connection_pop_message(bus)); dbus_message_unref(message)) {
      if (!dbus_message_is_method_call(message, interface, "RequestRelease")) continue;
      dbus_bool_t answer = FALSE;
      DBusMessage *reply = dbus_message_new_method_return(message);
      dbus_message_append_args(reply, DBUS_TYPE_BOOLEAN, &answer, DBUS_TYPE_INVALID);
      dbus_connection_send(bus, reply, NULL);
      dbus_message_unref(reply);
    }
  }
}

int main(int count, char **arguments) {
  if (count != 4) return 64;
  DBusConnection *bus = dbus_bus_get(DBUS_BUS_SESSION, NULL);
  if (!bus) return 69;
  char name[64], path[64];
  snprintf(name, sizeof name, "%s.Audio%s", interface, arguments[1]);
  snprintf(path, sizeof path, "/org/freedesktop/ReserveDevice1/Audio%s", arguments[1]);
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (!ask(bus, name, path, atoi(arguments[2]))) return puts("refused"), 1;
  puts("let go");
  unsigned flags = DBUS_NAME_FLAG_REPLACE_EXISTING | DBUS_NAME_FLAG_DO_NOT_QUEUE;
  if (dbus_bus_request_name(bus, name, flags, NULL) != DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER) return puts("not taken"), 1;
  puts("taken");
  keep(bus, atof(arguments[3]));
  dbus_bus_release_name(bus, name, NULL);
  puts("given back");
  return 0;
}
