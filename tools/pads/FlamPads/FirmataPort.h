// SPDX-License-Identifier: GPL-3.0-or-later
// Firmata over the serial line: takes a byte at a time, carries out requests, and reports. docs/boards.md has the bytes
// of our own messages; all others are Firmata 2.5.
#pragma once

#include <stdint.h>

namespace firmata {

/// Opens the line, and says which firmware this is.
void begin();
/// Takes what has come, and sends what is new. It never waits for the host.
void tick();

} // namespace firmata
