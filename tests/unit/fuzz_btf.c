// SPDX-License-Identifier: GPL-2.0
/*
 * btf under libFuzzer: `make fuzz`. The first bytes choose what to look for,
 * so that the fuzzer can name a struct of its own blob; the rest is the blob.
 *
 * Compiled with AFP_FUZZ_SEED this is a program of its own, which prints a
 * valid input to start from.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "afp_btf.h"
#include "btf_writer.h"

/* Two names of up to 7 bytes in front of the blob. */
#define NAME_LEN	8
#define PREFIX_LEN	(2 * NAME_LEN)

#ifndef AFP_FUZZ_SEED

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t len);

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t len)
{
	char name[NAME_LEN] = "", member[NAME_LEN] = "";
	struct afp_btf_member m;
	struct afp_btf btf;
	void *blob;
	int size;

	if (len < PREFIX_LEN)
		return 0;
	memcpy(name, data, NAME_LEN - 1);
	memcpy(member, data + NAME_LEN, NAME_LEN - 1);
	len -= PREFIX_LEN;
	/* a copy: aligned as the kernel's, and ending where it ends */
	blob = malloc(len ? len : 1);
	if (!blob)
		return 0;
	memcpy(blob, data + PREFIX_LEN, len);
	if (!afp_btf_open(&btf, blob, len)) {
		size = afp_btf_struct_size(&btf, name);
		if (!afp_btf_member(&btf, name, member, &m) && size >= 0 &&
		    (__u64)m.offset + m.size > (__u64)size)
			abort();
	}
	free(blob);
	return 0;
}

#else

int main(void)
{
	static const char prefix[PREFIX_LEN] = "s\0\0\0\0\0\0\0one";
	struct bw w;
	size_t len;
	void *blob;

	bw_sample(&w);
	blob = bw_finish(&w, &len);
	if (fwrite(prefix, 1, PREFIX_LEN, stdout) != PREFIX_LEN ||
	    fwrite(blob, 1, len, stdout) != len)
		return 1;
	free(blob);
	bw_free(&w);
	return 0;
}

#endif
