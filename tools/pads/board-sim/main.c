// SPDX-License-Identifier: GPL-3.0-or-later
// board-sim [--port LINK | --script FILE] FIRMWARE.elf
//
// Runs a firmware on a simulated Arduino Uno.
//
//   --port LINK    As near real time as it gets: the serial line is a pseudo-terminal, to which LINK leads. Lines of what
//                  happens are read from the standard input; their times count from when they are read. Whoever opens the
//                  line resets the board, as on an Uno, whose boot loader then takes a while. It ends with SIGTERM.
//   --script FILE  In simulated time, the same each time: lines of what happens are read from FILE ("-" is the standard
//                  input), with times since the board started. It ends with the last.
//
// A line is a time in microseconds and an event:
//
//   TIME strike PAD VOLTS MILLISECONDS   a strike with such a peak, half a wave so long, that rings on
//   TIME volts PAD VOLTS                 a point of a line of voltages
//   TIME play FILE                       a sound file, a channel a pad; full scale is 5 V
//   TIME press PIN 0|1                   a pin is put low or high from outside
//   TIME bytes HEX                       the host sends bytes (--script)
//   TIME end                             it ends
//
// Lines are printed in the same form: "TIME byte HEX" the board sends (--script), "TIME pin PIN VALUE" an output changes:
// 0 to 255, or -1 if it is none. With --port "TIME strike PAD ..." says when a strike began, and times are those of the
// machine's monotonic clock; the results may come later if the machine is busy.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "board.h"
#include "piezo.h"

/// How finely time is cut: outputs are looked at so often, and a real line waits so long.
static const double step_us = 100;

/// How long the boot loader waits before the firmware starts.
static const double boot_us = 250e3;

static int terminal = -1;
/// The machine's time at which the board's was 0; 0 in simulated time.
static double start_us;
static uint8_t waiting[1 << 16];
static unsigned waiting_from, waiting_to;
static volatile sig_atomic_t is_over;

static void on_signal(int number) {
  (void)number;
  is_over = 1;
}

static _Noreturn void fail(const char *what, const char *on, const char *why) {
  fprintf(stderr, "board-sim: cannot %s '%s': %s\n", what, on, why);
  exit(1);
}

static void sends(uint8_t byte) {
  if (terminal < 0) printf("%.0f byte %02x\n", board_now_us(), byte);
  // Without anybody at the other end the line is full, and bytes are lost as on a wire.
  else if (write(terminal, &byte, 1) < 0 && errno != EAGAIN && errno != EIO)
    fail("write to", "the pseudo-terminal", strerror(errno));
}

static void queue(uint8_t byte) { waiting[waiting_to++ % sizeof waiting] = byte; }

static void give_waiting(void) {
  while (waiting_from != waiting_to && board_has_room())
    board_take(waiting[waiting_from++ % sizeof waiting]);
}

static void report_outputs(void) {
  static int last[PINS];
  static bool is_known;
  for (int pin = 2; pin < PINS; pin++) {
    const int value = board_output(pin);
    if (is_known ? value != last[pin] : value != -1)
      printf("%.0f pin %d %d\n", start_us + board_now_us(), pin, value);
    last[pin] = value;
  }
  is_known = true;
}

/// What a line says happens, but for its end. Returns false where it is not understood.
static bool happen(const char *line, double at_us) {
  int channel, is_high, used = 0;
  double volts, milliseconds;
  char path[4096];
  if (sscanf(line, "strike %d %lf %lf", &channel, &volts, &milliseconds) == 3) {
    if (channel < 0 || channel >= CHANNELS || milliseconds <= 0) return false;
    piezo_strike(channel, at_us, volts, milliseconds);
    if (terminal >= 0) printf("%.0f %s\n", start_us + at_us, line);
  } else if (sscanf(line, "volts %d %lf", &channel, &volts) == 2) {
    if (channel < 0 || channel >= CHANNELS) return false;
    piezo_point(channel, at_us, volts);
  } else if (sscanf(line, "press %d %d", &channel, &is_high) == 2) {
    if (channel < 2 || channel >= PINS) return false;
    board_press(channel, is_high);
  } else if (sscanf(line, "play %4095[^\n]", path) == 1) {
    const char *why = piezo_recording(path, at_us);
    if (why) fail("play", path, why);
  } else if (terminal < 0 && sscanf(line, "bytes %n", &used) == 0 && used > 0) {
    unsigned byte;
    for (const char *hex = line + used; sscanf(hex, "%2x%n", &byte, &used) == 1; hex += used)
      queue(byte);
  } else {
    return false;
  }
  return true;
}

static bool run(double until_us) {
  while (board_now_us() < until_us) {
    const double next = board_now_us() + step_us;
    give_waiting();
    if (!board_run(next < until_us ? next : until_us)) return false;
    report_outputs();
  }
  return true;
}

static void run_script(const char *path) {
  FILE *script = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
  if (!script) fail("open", path, strerror(errno));
  char line[1 << 16];
  double now = 0;
  while (fgets(line, sizeof line, script)) {
    int used = 0;
    double at;
    if (sscanf(line, "%lf %n", &at, &used) != 1 || used == 0) fail("follow", line, "it has no time");
    // A line of voltages begins before its next point: it is known ahead.
    const bool is_point = strncmp(line + used, "volts", 5) == 0;
    if (!is_point) {
      if (at < now) fail("follow", line, "it is before the line above");
      now = at;
      if (!run(at)) fail("run", "the firmware", "it has crashed");
    }
    if (strncmp(line + used, "end", 3) == 0) return;
    if (!happen(line + used, at)) fail("follow", line, "it is not understood");
  }
  fail("follow", path, "it has no end");
}

static double real_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e6 + now.tv_nsec / 1e3;
}

static void open_terminal(const char *link) {
  terminal = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
  if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0)
    fail("open", "a pseudo-terminal", strerror(errno));
  // Raw, so that no byte is changed or sent back.
  const int other = open(ptsname(terminal), O_RDWR | O_NOCTTY);
  struct termios raw;
  if (other < 0 || tcgetattr(other, &raw) != 0) fail("open", ptsname(terminal), strerror(errno));
  cfmakeraw(&raw);
  tcsetattr(other, TCSANOW, &raw);
  close(other);
  unlink(link);
  if (symlink(ptsname(terminal), link) != 0) fail("make the link", link, strerror(errno));
  printf("port %s %s\n", link, ptsname(terminal));
  fcntl(STDIN_FILENO, F_SETFL, fcntl(STDIN_FILENO, F_GETFL) | O_NONBLOCK);
}

/// Whether somebody has the line open.
static bool has_host(void) {
  struct pollfd line = {.fd = terminal};
  return poll(&line, 1, 0) >= 0 && !(line.revents & POLLHUP);
}

/// Takes what has been written to the standard input; happens to whole lines. False where one says that it ends.
static bool take_lines(void) {
  static char line[1 << 12];
  static size_t length;
  char byte;
  while (read(STDIN_FILENO, &byte, 1) == 1) {
    if (byte != '\n') {
      if (length + 1 < sizeof line) line[length++] = byte;
      continue;
    }
    line[length] = 0;
    length = 0;
    int used = 0;
    double behind;
    if (sscanf(line, "%lf %n", &behind, &used) != 1 || used == 0) behind = -1;
    if (behind >= 0 && strncmp(line + used, "end", 3) == 0) return false;
    if (behind < 0 || !happen(line + used, board_now_us() + behind))
      fprintf(stderr, "board-sim: cannot follow '%s': it is not understood\n", line);
  }
  return true;
}

static void run_in_real_time(const char *link) {
  open_terminal(link);
  start_us = real_us() - board_now_us();
  double starts_at = 0;
  bool had_host = false;
  while (!is_over && take_lines()) {
    const bool has = has_host();
    if (has && !had_host) {
      board_reset();
      starts_at = real_us() + boot_us;
      start_us = starts_at - board_now_us();
    }
    had_host = has;
    uint8_t bytes[64];
    const ssize_t count = read(terminal, bytes, sizeof bytes);
    // The boot loader takes bytes that come too early.
    for (ssize_t i = 0; i < count && real_us() >= starts_at; i++) queue(bytes[i]);
    const double now = real_us() - start_us;
    if (board_now_us() < now) {
      // After a long pause of the machine it catches up a little at a time, and listens in between.
      if (!run(now < board_now_us() + 5000 ? now : board_now_us() + 5000))
        fail("run", "the firmware", "it has crashed");
      fflush(stdout);
    } else {
      usleep((useconds_t)step_us);
    }
  }
  unlink(link);
}

int main(int count, char **words) {
  if (count != 4 || (strcmp(words[1], "--port") != 0 && strcmp(words[1], "--script") != 0)) {
    fprintf(stderr, "board-sim: give --port LINK or --script FILE, and the firmware's ELF file\n");
    return 64;
  }
  const char *why = board_load(words[3], sends);
  if (why) fail("load", words[3], why);
  signal(SIGTERM, on_signal);
  signal(SIGINT, on_signal);
  if (strcmp(words[1], "--port") == 0) run_in_real_time(words[2]);
  else run_script(words[2]);
  return 0;
}
