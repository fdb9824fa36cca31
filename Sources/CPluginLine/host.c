// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "CPluginLine.h"
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

int plugin_take_output(void) {
  int taken = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere >= 0) {
    dup2(nowhere, STDOUT_FILENO);
    close(nowhere);
  }
  return taken;
}

static void *end_with_reader(void *context) {
  struct pollfd output = {.fd = (int)(intptr_t)context};
  while (!(output.revents & (POLLERR | POLLNVAL))) poll(&output, 1, -1);
  _exit(0);
}

void plugin_end_with_reader(int descriptor) {
  pthread_t thread;
  if (!pthread_create(&thread, NULL, end_with_reader, (void *)(intptr_t)descriptor)) pthread_detach(thread);
}
