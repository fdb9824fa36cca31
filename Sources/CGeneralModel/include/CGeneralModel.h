// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of the model that hears before anyone taught it, as tools/make-general-model wrote them.
#pragma once
#include <stddef.h>

extern const unsigned char *_Nonnull const general_model_bytes;
extern const size_t general_model_count;
