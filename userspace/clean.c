// SPDX-License-Identifier: GPL-2.0
#include "clean.h"

/* Length of the UTF-8 character at @c, 0 if it is none or no text. */
static int character(const unsigned char *c)
{
	int length = *c < 0x80 ? 1 : *c >= 0xf0 ? 4 : *c >= 0xe0 ? 3 : 2;
	int i;

	if (*c < ' ' || *c == 0x7f || (*c >= 0x80 && *c < 0xc2) || *c > 0xf4)
		return 0;
	for (i = 1; i < length; i++)
		if ((c[i] & 0xc0) != 0x80)
			return 0;
	/* C1 controls, forms that are too long, surrogates, beyond the last */
	if ((*c == 0xc2 && c[1] < 0xa0) || (*c == 0xe0 && c[1] < 0xa0) ||
	    (*c == 0xed && c[1] >= 0xa0) || (*c == 0xf0 && c[1] < 0x90) ||
	    (*c == 0xf4 && c[1] >= 0x90))
		return 0;
	return length;
}

void clean(char *text)
{
	unsigned char *c = (unsigned char *)text;

	while (*c) {
		int length = character(c);

		if (!length)
			*c = '?';
		c += length ? length : 1;
	}
}
