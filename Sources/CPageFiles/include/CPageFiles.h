// SPDX-License-Identifier: GPL-3.0-or-later
// The files of the page, as they lie in Sources/CPageFiles.
#pragma once
#include <stddef.h>

typedef struct {
  const unsigned char *_Nonnull bytes;
  size_t count;
} page_file;

extern const page_file page_markup;
extern const page_file page_style;
extern const page_file page_program;
extern const page_file page_monitor;
extern const page_file page_icon;
