// SPDX-License-Identifier: GPL-2.0
/*
 * btf: truncated and damaged blobs. Each blob is an allocation of exactly its size;
 * under the address sanitizer (`make asan`) a read beyond it is fatal.
 * Without it these tests still see hangs, crashes and wrong answers.
 *
 * AFP_FLIPS: how many damaged blobs (100,000). AFP_SEED: repeats a run.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "btf_lookup.h"
#include "btf_writer.h"
#include "rnd.h"

static __u64 seed;

static void sample_is_valid(void **state)
{
	struct afp_btf_member m;
	struct afp_btf btf;
	struct bw w;
	size_t len;
	void *blob;

	(void)state;
	bw_sample(&w);
	blob = bw_finish(&w, &len);
	assert_int_equal(afp_btf_open(&btf, blob, len), 0);
	assert_int_equal(afp_btf_member(&btf, "s", "one", &m), 0);
	assert_int_equal(m.offset, 16);
	assert_int_equal(m.size, 8);
	look_up(&btf);
	free(blob);
	bw_free(&w);
}

/* Cut at every byte: the last section no longer fits. */
static void truncated(void **state)
{
	struct afp_btf btf;
	struct bw_header h;
	struct bw w;
	size_t len, cut;
	void *blob;
	int order;

	(void)state;
	bw_sample(&w);
	for (order = 0; order < 2; order++) {
		h = bw_header(&w);
		if (order) {
			h.str_off = 0;
			h.type_off = (h.str_len + 3) & ~3U;
		}
		len = h.hdr_len + (order ? h.type_off + h.type_len :
					   h.str_off + h.str_len);
		for (cut = 0; cut < len; cut++) {
			blob = bw_finish_as(&w, &h, cut);
			if (afp_btf_open(&btf, blob, cut) != -EINVAL)
				fail_msg("opened %zu bytes of %zu", cut, len);
			free(blob);
		}
	}
	bw_free(&w);
}

/* The type section ends in the middle of a type, the header says so. */
static void short_type_section(void **state)
{
	struct afp_btf_member m;
	struct afp_btf btf;
	struct bw_header h;
	struct bw w;
	size_t len;
	__u32 cut;
	void *blob;

	(void)state;
	bw_sample(&w);
	for (cut = 0; cut < w.types.len; cut++) {
		h = bw_header(&w);
		h.str_off = 0;
		h.type_off = (h.str_len + 3) & ~3U;
		h.type_len = cut;
		len = h.hdr_len + h.type_off + cut;
		blob = bw_finish_as(&w, &h, len);
		if (!afp_btf_open(&btf, blob, len))
			assert_true(afp_btf_member(&btf, "s", "mask", &m) < 0);
		try_blob(blob, len);
	}
	bw_free(&w);
}

static void bad_headers(void **state)
{
	static const __u32 wild[] = {
		~0U, ~0U - 3, 0x80000000, 0x7fffffff, 0xfffffff0, 1 << 20,
	};
	struct bw_header good, h;
	struct afp_btf btf;
	struct bw w;
	size_t len, i, field;
	__u32 *fields = &h.hdr_len;
	void *blob;

	(void)state;
	bw_sample(&w);
	good = bw_header(&w);
	len = good.hdr_len + good.str_off + good.str_len;
	for (field = 0; field < 5; field++) {
		for (i = 0; i < ARRAY_SIZE(wild); i++) {
			h = good;
			fields[field] = wild[i];
			blob = bw_finish_as(&w, &h, len);
			assert_int_equal(afp_btf_open(&btf, blob, len), -EINVAL);
			free(blob);
		}
	}
	for (i = 0; i < BW_HEADER_LEN; i++) {
		h = good;
		h.hdr_len = i;
		blob = bw_finish_as(&w, &h, len);
		assert_int_equal(afp_btf_open(&btf, blob, len), -EINVAL);
		free(blob);
	}
	h = good;
	h.magic = 0x9feb;	/* the other byte order */
	blob = bw_finish_as(&w, &h, len);
	assert_int_equal(afp_btf_open(&btf, blob, len), -EINVAL);
	free(blob);
	h = good;
	h.version = 2;
	blob = bw_finish_as(&w, &h, len);
	assert_int_equal(afp_btf_open(&btf, blob, len), -EINVAL);
	free(blob);
	h = good;
	h.str_len = 0;
	try_blob(bw_finish_as(&w, &h, len), len);
	bw_free(&w);
}

static void unterminated_strings(void **state)
{
	struct afp_btf btf;
	struct bw_header h;
	struct bw w;
	size_t len;
	__u32 cut;
	void *blob;

	(void)state;
	bw_sample(&w);
	for (cut = 1; cut < w.strs.len; cut++) {
		h = bw_header(&w);
		h.str_len -= cut;
		len = h.hdr_len + h.str_off + h.str_len;
		blob = bw_finish_as(&w, &h, len);
		if (w.strs.data[h.str_len - 1])
			assert_int_equal(afp_btf_open(&btf, blob, len), -EINVAL);
		try_blob(blob, len);
	}
	bw_free(&w);
}

/* Random damage to a valid blob: bits, bytes, words, cuts. */
static void random_damage(void **state)
{
	struct rnd r = { seed };
	struct bw w;
	size_t len, at;
	unsigned char *blob;
	__u64 n, flips = rnd_env("AFP_FLIPS", 100000);
	__u32 hits;

	(void)state;
	bw_sample(&w);
	for (n = 0; n < flips; n++) {
		blob = bw_finish(&w, &len);
		for (hits = 1 + rnd_below(&r, 4); hits--;) {
			at = rnd_below(&r, len);
			switch (rnd_below(&r, 3)) {
			case 0:
				blob[at] ^= 1 << rnd_below(&r, 8);
				break;
			case 1:
				blob[at] = rnd_next(&r);
				break;
			default:
				at &= ~(size_t)3;
				if (at + 4 <= len)
					memset(blob + at, rnd_next(&r), 4);
			}
		}
		try_blob(blob, len);
	}
	bw_free(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sample_is_valid),
		cmocka_unit_test(truncated),
		cmocka_unit_test(short_type_section),
		cmocka_unit_test(bad_headers),
		cmocka_unit_test(unterminated_strings),
		cmocka_unit_test(random_damage),
	};

	seed = rnd_seed();
	printf("# btf: AFP_SEED=%llu\n", seed);
	fflush(stdout);
	return cmocka_run_group_tests_name("btf_damage", tests, NULL, NULL);
}
