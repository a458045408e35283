/* SPDX-License-Identifier: GPL-2.0 */
/* Options of a subcommand that takes no other arguments. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <getopt.h>
#include <stdint.h>

/**
 * option_next() - the next option of a subcommand
 * @command: the subcommand's name, for the message
 * @argc: as given to the subcommand
 * @argv: as given to the subcommand
 * @names: for getopt_long(), each with the letter that stands for it
 *
 * Return: its letter; -1 at the end; '?' if one is wrong, after a message.
 */
int option_next(const char *command, int argc, char **argv,
		const struct option *names);

/**
 * option_number() - read the whole number that is an option's value
 * @option: its name, for the message
 * @min: smallest value accepted
 * @max: largest value accepted
 * @value: receives it, untouched on error
 *
 * Return: 0, or -1 after a message.
 */
int option_number(const char *option, uint64_t min, uint64_t max,
		  uint64_t *value);

#endif /* OPTIONS_H */
