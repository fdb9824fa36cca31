// SPDX-License-Identifier: GPL-3.0-or-later
// What Swift cannot ask of files.
#define _GNU_SOURCE
#include "CRealtime.h"
#include <fcntl.h>
#include <stdio.h>

int rt_exchange_paths(const char *one, const char *other) {
    return renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE);
}
