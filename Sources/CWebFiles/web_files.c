// SPDX-License-Identifier: GPL-3.0-or-later
#include "CWebFiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char markup[] = {
#embed "web/index.html"
};
static const unsigned char style[] = {
#embed "web/style.css"
};
static const unsigned char play_style[] = {
#embed "web/play.css"
};
static const unsigned char views_style[] = {
#embed "web/views.css"
};
static const unsigned char drums[] = {
#embed "web/drums.js"
};
static const unsigned char only[] = {
#embed "web/only.js"
};
static const unsigned char racks[] = {
#embed "web/racks.js"
};
static const unsigned char recordings[] = {
#embed "web/recordings.js"
};
static const unsigned char loop[] = {
#embed "web/loop.js"
};
static const unsigned char lanes[] = {
#embed "web/lanes.js"
};
static const unsigned char own[] = {
#embed "web/own.js"
};
static const unsigned char spectrum[] = {
#embed "web/spectrum.js"
};
static const unsigned char patterns[] = {
#embed "web/patterns.js"
};
static const unsigned char folds[] = {
#embed "web/folds.js"
};
static const unsigned char icon[] = {
#embed "web/icon.svg"
};
static const unsigned char app[] = {
#embed "web/app.js"
};
static const unsigned char confusion[] = {
#embed "web/confusion.js"
};
static const unsigned char boards[] = {
#embed "web/boards.js"
};
static const unsigned char canvas[] = {
#embed "web/canvas.js"
};
static const unsigned char transport[] = {
#embed "web/transport.js"
};
static const unsigned char dom[] = {
#embed "web/dom.js"
};
static const unsigned char edits[] = {
#embed "web/edits.js"
};
static const unsigned char flam[] = {
#embed "web/flam.js"
};
static const unsigned char hits[] = {
#embed "web/hits.js"
};
static const unsigned char kits[] = {
#embed "web/kits.js"
};
static const unsigned char live[] = {
#embed "web/live.js"
};
static const unsigned char machine[] = {
#embed "web/machine.js"
};
static const unsigned char mixer[] = {
#embed "web/mixer.js"
};
static const unsigned char monitor[] = {
#embed "web/monitor.js"
};
static const unsigned char newsounds[] = {
#embed "web/newsounds.js"
};
static const unsigned char notices[] = {
#embed "web/notices.js"
};
static const unsigned char pads[] = {
#embed "web/pads.js"
};
static const unsigned char pick[] = {
#embed "web/pick.js"
};
static const unsigned char sessions[] = {
#embed "web/sessions.js"
};
static const unsigned char session_list[] = {
#embed "web/sessionlist.js"
};
static const unsigned char teach[] = {
#embed "web/teach.js"
};
static const unsigned char timeline[] = {
#embed "web/timeline.js"
};
static const unsigned char views[] = {
#embed "web/views.js"
};
static const unsigned char voices[] = {
#embed "web/voices.js"
};

#define TEXT(type) "text/" type "; charset=utf-8"
#define FILE_OF(bytes) bytes, sizeof bytes
static const web_file all[] = {
    {"/", TEXT("html"), FILE_OF(markup)},
    {"/style.css", TEXT("css"), FILE_OF(style)},
    {"/play.css", TEXT("css"), FILE_OF(play_style)},
    {"/views.css", TEXT("css"), FILE_OF(views_style)},
    {"/drums.js", TEXT("javascript"), FILE_OF(drums)},
    {"/only.js", TEXT("javascript"), FILE_OF(only)},
    {"/racks.js", TEXT("javascript"), FILE_OF(racks)},
    {"/recordings.js", TEXT("javascript"), FILE_OF(recordings)},
    {"/loop.js", TEXT("javascript"), FILE_OF(loop)},
    {"/lanes.js", TEXT("javascript"), FILE_OF(lanes)},
    {"/own.js", TEXT("javascript"), FILE_OF(own)},
    {"/patterns.js", TEXT("javascript"), FILE_OF(patterns)},
    {"/spectrum.js", TEXT("javascript"), FILE_OF(spectrum)},
    {"/folds.js", TEXT("javascript"), FILE_OF(folds)},
    {"/icon.svg", "image/svg+xml", FILE_OF(icon)},
    {"/app.js", TEXT("javascript"), FILE_OF(app)},
    {"/confusion.js", TEXT("javascript"), FILE_OF(confusion)},
    {"/boards.js", TEXT("javascript"), FILE_OF(boards)},
    {"/canvas.js", TEXT("javascript"), FILE_OF(canvas)},
    {"/transport.js", TEXT("javascript"), FILE_OF(transport)},
    {"/dom.js", TEXT("javascript"), FILE_OF(dom)},
    {"/edits.js", TEXT("javascript"), FILE_OF(edits)},
    {"/flam.js", TEXT("javascript"), FILE_OF(flam)},
    {"/hits.js", TEXT("javascript"), FILE_OF(hits)},
    {"/kits.js", TEXT("javascript"), FILE_OF(kits)},
    {"/live.js", TEXT("javascript"), FILE_OF(live)},
    {"/machine.js", TEXT("javascript"), FILE_OF(machine)},
    {"/mixer.js", TEXT("javascript"), FILE_OF(mixer)},
    {"/monitor.js", TEXT("javascript"), FILE_OF(monitor)},
    {"/newsounds.js", TEXT("javascript"), FILE_OF(newsounds)},
    {"/notices.js", TEXT("javascript"), FILE_OF(notices)},
    {"/pads.js", TEXT("javascript"), FILE_OF(pads)},
    {"/pick.js", TEXT("javascript"), FILE_OF(pick)},
    {"/sessions.js", TEXT("javascript"), FILE_OF(sessions)},
    {"/sessionlist.js", TEXT("javascript"), FILE_OF(session_list)},
    {"/teach.js", TEXT("javascript"), FILE_OF(teach)},
    {"/timeline.js", TEXT("javascript"), FILE_OF(timeline)},
    {"/views.js", TEXT("javascript"), FILE_OF(views)},
    {"/voices.js", TEXT("javascript"), FILE_OF(voices)},
};
const web_file *const web_files = all;
const size_t web_file_count = sizeof all / sizeof *all;
