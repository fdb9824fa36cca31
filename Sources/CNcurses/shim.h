#ifndef FLAM_CNCURSES_H
#define FLAM_CNCURSES_H

// Macros of curses that Swift does not see, as functions.

#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <stdio.h>
#include <wchar.h>

// POSIX has it; wchar.h declares it for those who ask for POSIX before anything else.
extern int wcwidth(wchar_t letter);

/// A screen on standard input and output, of the terminal that TERM names; NULL where that cannot show one.
static inline SCREEN *nc_open(void) { return newterm(NULL, stdout, stdin); }

// term.h has it, beside macros such as "lines" and "columns".
extern char *tigetstr(const char *capability);

/// The terminal of the screen can put the cursor anywhere.
static inline int nc_places_cursor(void) {
  const char *move = tigetstr("cup");
  return move != NULL && move != (const char *)-1;
}

static inline WINDOW *nc_window(void) { return stdscr; }
static inline int nc_color_count(void) { return has_colors() ? COLORS : 0; }
static inline int nc_pair_count(void) { return COLOR_PAIRS; }

/// Text from here on: attributes, and a pair of colours.
static inline void nc_set_style(attr_t attributes, int pair) { attr_set(attributes, 0, &pair); }

static inline attr_t nc_bold(void) { return A_BOLD; }
static inline attr_t nc_dim(void) { return A_DIM; }
static inline attr_t nc_reverse(void) { return A_REVERSE; }

#endif
