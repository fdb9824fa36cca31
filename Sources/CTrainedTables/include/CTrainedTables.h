// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of numbers, as the tools that train them wrote them.
#pragma once
#include <stddef.h>

// The model that hears before anyone taught it: tools/make-general-model.
extern const unsigned char *_Nonnull const general_model_bytes;
extern const size_t general_model_count;

// The weights that distinguish a hit from a noise: tools/train-judge.
extern const unsigned char *_Nonnull const hit_validator_bytes;
extern const size_t hit_validator_count;

// Onsets of sounds in which nothing is struck: tools/train-judge.
extern const unsigned char *_Nonnull const noise_onsets_bytes;
extern const size_t noise_onsets_count;
