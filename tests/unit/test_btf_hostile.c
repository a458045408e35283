// SPDX-License-Identifier: GPL-2.0
/*
 * btf: well-formed blobs whose types make no sense. Each blob is an allocation of exactly its size;
 * under the address sanitizer (`make asan`) a read beyond it is fatal.
 * Without it these tests still see hangs, crashes and wrong answers.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "btf_lookup.h"
#include "btf_writer.h"

/* No lookup takes longer than this, whatever the blob; seconds. */
#define TIME_LIMIT	10

static void expect_member_error(const struct bw *w, const char *member,
				int expected)
{
	struct afp_btf_member m;
	struct afp_btf btf;
	size_t len;
	void *blob = bw_finish(w, &len);
	int err;

	assert_int_equal(afp_btf_open(&btf, blob, len), 0);
	err = afp_btf_member(&btf, "s", member, &m);
	if (err != expected)
		fail_msg("s.%s: %d, not %d", member, err, expected);
	look_up(&btf);
	free(blob);
}

static void unknown_kinds(void **state)
{
	static const __u32 kinds[] = { 0, 20, 31, 32, 0x24, 0x44, 0x64, 0x7f };
	struct bw w;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		bw_init(&w);
		/* with fewer bits of kind 0x24, 0x44 and 0x64 are structs */
		bw_type(&w, "s", kinds[i], 1, 8);
		bw_member(&w, "m", 0, 0);
		bw_type(&w, "s", BW_STRUCT, 1, 8);
		bw_member(&w, "m", 0, 0);
		expect_member_error(&w, "m", -EINVAL);
		bw_free(&w);
	}
}

static void names_out_of_range(void **state)
{
	static const __u32 wild[] = { 64, 0xffffff, 0x7fffffff, ~0U };
	struct afp_btf_member m;
	struct afp_btf btf;
	struct bw w;
	size_t i, len;
	void *blob;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(wild); i++) {
		bw_init(&w);
		bw_u32(&w, wild[i]);
		bw_u32(&w, BW_INT << 24);
		bw_u32(&w, 4);
		bw_u32(&w, 32);
		w.last_id++;
		bw_type(&w, "s", BW_STRUCT, 1, 8);
		bw_u32(&w, wild[i]);
		bw_u32(&w, 1);
		bw_u32(&w, 0);
		blob = bw_finish(&w, &len);
		assert_int_equal(afp_btf_open(&btf, blob, len), 0);
		assert_true(afp_btf_member(&btf, "s", "m", &m) < 0);
		try_blob(blob, len);
		bw_free(&w);
	}
}

static void types_out_of_range(void **state)
{
	static const __u32 wild[] = { 3, 4, 0xfffff, 0x7fffffff, ~0U };
	struct bw w;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(wild); i++) {
		bw_init(&w);
		bw_type(&w, NULL, BW_CONST, 0, wild[i]);
		bw_type(&w, "s", BW_STRUCT, 3, 8);
		bw_member(&w, "direct", wild[i], 0);
		bw_member(&w, "through", 1, 0);
		bw_member(&w, "void", 0, 0);
		expect_member_error(&w, "direct", -EINVAL);
		expect_member_error(&w, "through", -EINVAL);
		bw_free(&w);
	}
}

static void vlen_past_the_end(void **state)
{
	static const __u32 vlens[] = { 2, 3, 0xffff, 0xffffff };
	static const __u32 kinds[] = {
		BW_STRUCT, BW_UNION, BW_ENUM, BW_FUNC_PROTO, BW_DATASEC,
		BW_ENUM64,
	};
	struct bw w;
	size_t i, k;

	(void)state;
	for (k = 0; k < ARRAY_SIZE(kinds); k++) {
		for (i = 0; i < ARRAY_SIZE(vlens); i++) {
			bw_init(&w);
			bw_type(&w, "s", kinds[k], vlens[i], 8);
			bw_member(&w, "m", 0, 0);
			expect_member_error(&w, "m", -EINVAL);
			bw_free(&w);
		}
	}
}

static void type_loops(void **state)
{
	static const __u32 kinds[] = {
		BW_TYPEDEF, BW_CONST, BW_VOLATILE, BW_RESTRICT, BW_TYPE_TAG,
	};
	struct bw w;
	size_t k;

	(void)state;
	for (k = 0; k < ARRAY_SIZE(kinds); k++) {
		bw_init(&w);
		bw_type(&w, "self", kinds[k], 0, 1);
		bw_type(&w, "ping", kinds[k], 0, 3);
		bw_type(&w, "pong", kinds[k], 0, 2);
		bw_array(&w, 4, 1);	/* an array of itself */
		bw_type(&w, "s", BW_STRUCT, 5, 64);
		bw_member(&w, "self", 1, 0);
		bw_member(&w, "pair", 2, 0);
		bw_member(&w, "array", 4, 0);
		bw_member(&w, NULL, 1, 0);
		bw_member(&w, NULL, 2, 0);
		expect_member_error(&w, "self", -EINVAL);
		expect_member_error(&w, "pair", -EINVAL);
		expect_member_error(&w, "array", -EINVAL);
		bw_free(&w);
	}
}

static void struct_inside_itself(void **state)
{
	struct bw w;

	(void)state;
	bw_init(&w);
	bw_type(&w, "s", BW_STRUCT, 2, 8);
	bw_member(&w, NULL, 1, 0);
	bw_member(&w, "m", 0, 0);
	expect_member_error(&w, "m", -EINVAL);
	bw_free(&w);

	bw_init(&w);
	bw_type(&w, "s", BW_STRUCT, 1, 8);
	bw_member(&w, NULL, 2, 0);
	bw_type(&w, NULL, BW_UNION, 1, 8);
	bw_member(&w, NULL, 1, 0);
	expect_member_error(&w, "m", -EINVAL);
	bw_free(&w);
}

/* No loop, but each level multiplies the work: it must still end. */
static void nesting_that_explodes(void **state)
{
	struct afp_btf_member m;
	struct afp_btf btf;
	struct bw w;
	size_t len;
	__u32 level, i, levels = 15, wide = 200;
	void *blob;

	(void)state;
	bw_init(&w);
	for (level = 1; level <= levels; level++) {
		bw_type(&w, level == 1 ? "s" : NULL, BW_STRUCT,
			level < levels ? wide : 1, 8);
		for (i = 0; i < wide && level < levels; i++)
			bw_member(&w, NULL, level + 1, 0);
	}
	bw_member(&w, "other", 0, 0);
	blob = bw_finish(&w, &len);
	assert_int_equal(afp_btf_open(&btf, blob, len), 0);
	alarm(TIME_LIMIT);
	assert_true(afp_btf_member(&btf, "s", "m", &m) < 0);
	alarm(0);
	free(blob);
	bw_free(&w);
}

/* Sizes and offsets that overflow, or leave the struct. */
static void outside_the_struct(void **state)
{
	struct bw w;
	__u32 i, big, nest, inner, giant;

	(void)state;
	bw_init(&w);
	i = bw_int(&w, "int", 4);
	big = bw_array(&w, i, 0x40000001);	/* 4 bytes, in 32 bits */
	nest = bw_array(&w, big, 0x40000001);
	inner = bw_type(&w, NULL, BW_STRUCT, 1, 64);
	bw_member(&w, "beyond", i, 8 * 32);
	giant = bw_type(&w, NULL, BW_STRUCT, 1, ~0U);
	bw_member(&w, "giant", i, 0xfffffff8);
	bw_type(&w, "s", BW_STRUCT, 7, 16);
	bw_member(&w, "ok", i, 8 * 12);
	bw_member(&w, "half", i, 8 * 14);
	bw_member(&w, "far", i, 0xfffffff8);
	bw_member(&w, "big", big, 0);
	bw_member(&w, "nest", nest, 0);
	bw_member(&w, NULL, inner, 8 * 8);
	bw_member(&w, NULL, giant, 8 * 8);
	expect_member_error(&w, "ok", 0);
	expect_member_error(&w, "half", -EINVAL);
	expect_member_error(&w, "far", -EINVAL);
	expect_member_error(&w, "big", -EINVAL);
	expect_member_error(&w, "nest", -EINVAL);
	expect_member_error(&w, "beyond", -EINVAL);
	expect_member_error(&w, "giant", -EINVAL);
	bw_free(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(unknown_kinds),
		cmocka_unit_test(names_out_of_range),
		cmocka_unit_test(types_out_of_range),
		cmocka_unit_test(vlen_past_the_end),
		cmocka_unit_test(type_loops),
		cmocka_unit_test(struct_inside_itself),
		cmocka_unit_test(outside_the_struct),
		/* last: a hang ends the program */
		cmocka_unit_test(nesting_that_explodes),
	};

	return cmocka_run_group_tests_name("btf_hostile", tests, NULL, NULL);
}
