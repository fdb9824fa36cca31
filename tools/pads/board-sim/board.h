// SPDX-License-Identifier: GPL-3.0-or-later
// An Arduino Uno: an ATmega328P at 16 MHz that runs a firmware, piezos at its analog pins, and a serial line.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { PINS = 20 };

/// Called with each byte that the board sends, as it begins to leave.
typedef void (*board_sends)(uint8_t byte);

/// Loads a firmware. Returns why that cannot be, or NULL.
const char *board_load(const char *elf_path, board_sends sends);
/// Starts the firmware anew, as the reset button does; time goes on.
void board_reset(void);
/// Runs until a time since the start. Returns false where the firmware has crashed.
bool board_run(double until_us);
/// The time since the start.
double board_now_us(void);
/// Whether a byte from the host can be taken.
bool board_has_room(void);
/// Takes a byte from the host, at the pace of the line.
void board_take(uint8_t byte);
/// What a pin puts out: 0 to 255, or -1 where it is no output.
int board_output(int pin);
/// Puts an input pin high or low from outside.
void board_press(int pin, bool is_high);
