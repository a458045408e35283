/* SPDX-License-Identifier: GPL-2.0 */
/* Lookups in blobs of which nothing is known. */
#ifndef AFP_TEST_BTF_LOOKUP_H
#define AFP_TEST_BTF_LOOKUP_H

#include "afp_btf.h"
#include "array_size.h"

/* All lookups; whatever is found must lie inside its struct. */
static inline void look_up(const struct afp_btf *btf)
{
	static const char *const members[] = {
		"first", "mask", "deep", "one", "two", "bit", "none", "",
	};
	static const char *const structs[] = { "s", "t", "none", "" };
	struct afp_btf_member m;
	int size, err;
	size_t i, j;

	for (i = 0; i < ARRAY_SIZE(structs); i++) {
		size = afp_btf_struct_size(btf, structs[i]);
		assert_true(size >= 0 || size == -ENOENT || size == -EINVAL);
		for (j = 0; j < ARRAY_SIZE(members); j++) {
			err = afp_btf_member(btf, structs[i], members[j], &m);
			assert_true(!err || err == -ENOENT || err == -EINVAL);
			if (!err && size >= 0 &&
			    (__u64)m.offset + m.size > (__u64)size)
				fail_msg("%s.%s: %u + %u in %d", structs[i],
					 members[j], m.offset, m.size, size);
		}
	}
}

/* Opens and looks everything up. Frees the blob. */
static inline void try_blob(void *blob, size_t len)
{
	struct afp_btf btf;
	int err = afp_btf_open(&btf, blob, len);

	assert_true(!err || err == -EINVAL);
	if (!err)
		look_up(&btf);
	free(blob);
}

#endif /* AFP_TEST_BTF_LOOKUP_H */
