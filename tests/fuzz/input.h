/* SPDX-License-Identifier: GPL-2.0 */
/* Takes a fuzzer's input apart. At its end there are zeros. */
#ifndef AFP_FUZZ_INPUT_H
#define AFP_FUZZ_INPUT_H

#include <linux/types.h>
#include <stddef.h>

struct input {
	const unsigned char *at;
	const unsigned char *end;
};

static inline __u8 take_byte(struct input *in)
{
	return in->at < in->end ? *in->at++ : 0;
}

static inline __u32 take_word(struct input *in)
{
	__u32 word = 0;
	int i;

	for (i = 0; i < 32; i += 8)
		word |= (__u32)take_byte(in) << i;
	return word;
}

#endif /* AFP_FUZZ_INPUT_H */
