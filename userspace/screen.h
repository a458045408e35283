/* SPDX-License-Identifier: GPL-2.0 */
/* The terminal as a screen to draw on, and its keys. */
#ifndef SCREEN_H
#define SCREEN_H

#include <stdbool.h>
#include <stdint.h>

/**
 * screen_possible() - is stdout a terminal that can be drawn on?
 */
bool screen_possible(void);

/**
 * screen_enter() - take the terminal
 *
 * Keys come at once and are not shown. The terminal is given back by
 * screen_leave(), before a message, while the program is stopped, and when a
 * signal ends it.
 */
void screen_enter(void);

/**
 * screen_leave() - give the terminal back
 *
 * Does nothing if it is not taken.
 */
void screen_leave(void);

/**
 * screen_size() - how large it is now
 * @rows: receives the rows
 * @columns: receives the columns
 */
void screen_size(int *rows, int *columns);

enum screen_event {
	SCREEN_TIME,	/* it is time */
	SCREEN_DRAW,	/* size or contents have changed: draw anew */
	SCREEN_QUIT,	/* q was pressed */
};

/**
 * screen_wait() - wait for a key, a change or the time
 * @until: CLOCK_MONOTONIC in nanoseconds
 *
 * Works without screen_enter() too; then there are no keys and no changes.
 */
enum screen_event screen_wait(uint64_t until);

/**
 * screen_now() - the clock of screen_wait()
 *
 * Return: CLOCK_MONOTONIC in nanoseconds.
 */
uint64_t screen_now(void);

#endif /* SCREEN_H */
