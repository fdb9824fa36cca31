// SPDX-License-Identifier: GPL-3.0-or-later
// The files of the page, as they lie in Sources/CWebFiles/web.
#pragma once
#include <stddef.h>

typedef struct {
  // Where browsers find it, and what it is (RFC 9110, section 8.3).
  const char *_Nonnull path;
  const char *_Nonnull type;
  const unsigned char *_Nonnull bytes;
  size_t count;
} web_file;

extern const web_file *const _Nonnull web_files;
extern const size_t web_file_count;
