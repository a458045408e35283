// SPDX-License-Identifier: GPL-2.0
#include "parse.h"

#include <errno.h>

/* strtoull() takes blanks, signs (and negates) and, by locale, more. */
int parse_u64_prefix(const char **text, uint64_t *value)
{
	const char *c = *text;
	int err = -EINVAL;
	uint64_t sum = 0;

	for (; *c >= '0' && *c <= '9'; c++) {
		unsigned int digit = *c - '0';

		if (err == -EINVAL)
			err = 0;
		if (sum > (UINT64_MAX - digit) / 10)
			err = -ERANGE;
		else
			sum = sum * 10 + digit;
	}
	*text = c;
	if (!err)
		*value = sum;
	return err;
}

int parse_u64(const char *text, uint64_t min, uint64_t max, uint64_t *value)
{
	uint64_t number = 0;
	int err = parse_u64_prefix(&text, &number);

	if (*text != '\0')
		return -EINVAL;
	if (err)
		return err;
	if (number < min || number > max)
		return -ERANGE;
	*value = number;
	return 0;
}

int parse_ms(const char *text, uint64_t min, uint64_t max, uint64_t *value)
{
	uint64_t seconds, thousandths = 0;
	const char *digits;
	int err = parse_u64_prefix(&text, &seconds);

	if (!err && *text == '.') {
		digits = ++text;
		err = parse_u64_prefix(&text, &thousandths);
		if (text - digits > 3)
			return -EINVAL;
		while (!err && text - digits < 3) {
			thousandths *= 10;
			digits--;
		}
	}
	if (err == -EINVAL || *text != '\0')
		return -EINVAL;
	if (err || seconds > (UINT64_MAX - 999) / 1000)
		return -ERANGE;
	seconds = seconds * 1000 + thousandths;
	if (seconds < min || seconds > max)
		return -ERANGE;
	*value = seconds;
	return 0;
}
