/* SPDX-License-Identifier: GPL-2.0 */
/* Numbers, read strictly. */
#ifndef PARSE_H
#define PARSE_H

#include <stdint.h>

/**
 * parse_u64() - read a decimal number that is the whole of a string
 * @text: digits only: no sign, no blank, no 0x, nothing behind
 * @min: smallest value accepted
 * @max: largest value accepted
 * @value: the number, untouched on error
 *
 * Return: 0, -EINVAL if @text is not a number, -ERANGE if it is outside
 * [@min, @max] (or outside 64 bits).
 */
int parse_u64(const char *text, uint64_t min, uint64_t max, uint64_t *value);

/**
 * parse_ms() - read a decimal number of seconds that is the whole of a string
 * @text: digits, and maybe a point and up to three digits behind it
 * @min: smallest value accepted, in milliseconds
 * @max: largest value accepted
 * @value: milliseconds, untouched on error
 *
 * Return: as parse_u64().
 */
int parse_ms(const char *text, uint64_t min, uint64_t max, uint64_t *value);

/**
 * parse_u64_prefix() - read the decimal number a string begins with
 * @text: in: the string; out: its first character that is not a digit
 * @value: the number, untouched on error
 *
 * Return: 0, -EINVAL if there is no digit, -ERANGE beyond 64 bits.
 */
int parse_u64_prefix(const char **text, uint64_t *value);

#endif /* PARSE_H */
