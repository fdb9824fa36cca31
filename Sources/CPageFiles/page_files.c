// SPDX-License-Identifier: GPL-3.0-or-later
#include "CPageFiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char markup[] = {
#embed "index.html"
};
static const unsigned char style[] = {
#embed "style.css"
};
static const unsigned char program[] = {
#embed "app.js"
};
static const unsigned char monitor[] = {
#embed "monitor.js"
};
static const unsigned char icon[] = {
#embed "icon.svg"
};
const page_file page_markup = {markup, sizeof markup};
const page_file page_style = {style, sizeof style};
const page_file page_program = {program, sizeof program};
const page_file page_monitor = {monitor, sizeof monitor};
const page_file page_icon = {icon, sizeof icon};
