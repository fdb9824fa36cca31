// SPDX-License-Identifier: GPL-3.0-or-later
#include "CGeneralModel.h"

#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char bytes[] = {
#embed "general-model.bin"
};
const unsigned char *const general_model_bytes = bytes;
const size_t general_model_count = sizeof bytes;
