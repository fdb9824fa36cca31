// SPDX-License-Identifier: GPL-3.0-or-later
// What the machine does to programs that must be on time, seen without looking at any of them: a thread on each
// processor, of higher priority than all that is measured, wakes up again and again and notes when it does so late.
#ifndef FLAM_RIG_MACHINE_H
#define FLAM_RIG_MACHINE_H

#include <stdatomic.h>

// Watches from now on; lateness of `leastSeconds` is noted along with the `position` of the recording. A processor
// that is away for three times as long is always noticed.
void machine_watch(double leastSeconds, const atomic_long *position);
// Notes other lateness, such as the sound server's; any thread may.
void machine_note(const char *what, double lateSeconds);
// Ends watching, and prints its notes as members of a JSON object.
void machine_print(void);

#endif
