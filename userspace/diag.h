/* SPDX-License-Identifier: GPL-2.0 */
/* One line on stderr, whatever is in the message. */
#ifndef DIAG_H
#define DIAG_H

/* The program's name, the prefix of every message: each main() defines it. */
extern const char diag_name[];

/* Called before each message if set: gives the terminal back. */
extern void (*diag_before)(void);

/**
 * diag() - print one line on stderr, prefixed by the program's name
 * @fmt: printf format, without a newline
 *
 * Arguments and files may hold anything, so control characters are replaced:
 * a message never becomes two lines and never drives a terminal. Keeps errno.
 */
void diag(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/**
 * diag_bad_option() - say what is wrong with the option getopt_long() refused
 * @argv: the arguments given to getopt_long()
 * @got: what it returned, '?' or ':'
 * @letters: the option string given to it, which begins with ':'
 * @known: the options that would be right, for the message
 */
void diag_bad_option(char **argv, int got, const char *letters,
		     const char *known);

#endif /* DIAG_H */
