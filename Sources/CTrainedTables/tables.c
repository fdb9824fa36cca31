// SPDX-License-Identifier: GPL-3.0-or-later
#include "CTrainedTables.h"

#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char general_model[] = {
#embed "general-model.bin"
};
static const unsigned char hit_validator[] = {
#embed "hit-validator.bin"
};
static const unsigned char noise_onsets[] = {
#embed "noise-onsets.txt"
};

const unsigned char *const general_model_bytes = general_model;
const size_t general_model_count = sizeof general_model;
const unsigned char *const hit_validator_bytes = hit_validator;
const size_t hit_validator_count = sizeof hit_validator;
const unsigned char *const noise_onsets_bytes = noise_onsets;
const size_t noise_onsets_count = sizeof noise_onsets;
