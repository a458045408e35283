/* SPDX-License-Identifier: GPL-2.0 */
/* Colour: only on a terminal, and only if nobody objects. */
#ifndef COLOUR_H
#define COLOUR_H

#define COLOUR_GOOD	"\033[1;32m"
#define COLOUR_WATCH	"\033[1;33m"
#define COLOUR_BAD	"\033[1;31m"
#define COLOUR_HEAD	"\033[1m"

/**
 * colour_choose() - decide whether there will be colours
 *
 * There will if stdout is a terminal, TERM is set and not dumb, and NO_COLOR
 * is unset or empty. Until this is called there are none.
 */
void colour_choose(void);

/**
 * colour() - begin a colour
 * @code: COLOUR_*
 *
 * Return: @code, or "" if there are no colours.
 */
const char *colour(const char *code);

/**
 * colour_off() - end it
 *
 * Return: an escape sequence, or "" if there are no colours.
 */
const char *colour_off(void);

#endif /* COLOUR_H */
