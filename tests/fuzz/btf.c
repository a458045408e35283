// SPDX-License-Identifier: GPL-2.0
/*
 * The BTF reader. The first bytes of an input choose what to look for, so that
 * the fuzzer can name a struct of its own blob; the rest is the blob.
 */
#include <stdlib.h>
#include <string.h>

#include "afp_btf.h"

/* Two names of up to 7 bytes in front of the blob. */
#define NAME_LEN	8
#define PREFIX_LEN	(2 * NAME_LEN)

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
