// SPDX-License-Identifier: GPL-2.0
/* btf: blobs as compilers and kernels make them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "afp_btf.h"
#include "btf_writer.h"

#define HOST_BTF	"/sys/kernel/btf/vmlinux"

static void *open_writer(struct afp_btf *btf, const struct bw *w)
{
	size_t len;
	void *blob = bw_finish(w, &len);

	assert_int_equal(afp_btf_open(btf, blob, len), 0);
	return blob;
}

static void expect_member(const struct afp_btf *btf, const char *name,
			  const char *member, __u32 offset, __u32 size)
{
	struct afp_btf_member m;
	int err = afp_btf_member(btf, name, member, &m);

	if (err)
		fail_msg("%s.%s: %d", name, member, err);
	if (m.offset != offset || m.size != size)
		fail_msg("%s.%s: at %u size %u", name, member, m.offset, m.size);
}

static void expect_error(const struct afp_btf *btf, const char *name,
			 const char *member, int expected)
{
	struct afp_btf_member m;
	int err = afp_btf_member(btf, name, member, &m);

	if (err != expected)
		fail_msg("%s.%s: %d, not %d", name, member, err, expected);
}

static void plain_members(void **state)
{
	struct afp_btf btf;
	struct bw w;
	__u32 i, c, p;
	void *blob;

	(void)state;
	bw_init(&w);
	i = bw_int(&w, "int", 4);
	c = bw_int(&w, "char", 1);
	p = bw_type(&w, NULL, BW_PTR, 0, i);
	bw_type(&w, "audit_context", BW_STRUCT, 4, 40);
	bw_member(&w, "dummy", i, 0);
	bw_member(&w, "state", i, 64);
	bw_member(&w, "flag", c, 96);
	bw_member(&w, "next", p, 128);
	blob = open_writer(&btf, &w);

	assert_int_equal(afp_btf_struct_size(&btf, "audit_context"), 40);
	expect_member(&btf, "audit_context", "dummy", 0, 4);
	expect_member(&btf, "audit_context", "state", 8, 4);
	expect_member(&btf, "audit_context", "flag", 12, 1);
	expect_member(&btf, "audit_context", "next", 16, 8);
	expect_error(&btf, "audit_context", "stat", -ENOENT);
	expect_error(&btf, "audit_context", "states", -ENOENT);
	expect_error(&btf, "audit_contex", "dummy", -ENOENT);
	expect_error(&btf, "int", "dummy", -ENOENT);
	assert_int_equal(afp_btf_struct_size(&btf, "nothing"), -ENOENT);
	free(blob);
	bw_free(&w);
}

/* struct s { int a; union { struct { char b, c; }; const struct { int d; };
 * }; struct { union { int e; }; } f; };
 */
static void anonymous_members(void **state)
{
	struct afp_btf btf;
	struct bw w;
	/* known beforehand: a struct may come before what it is made of */
	enum { i = 2, c, s1, s2, k, u, u2, s3 };
	void *blob;

	(void)state;
	bw_init(&w);
	bw_type(&w, "s", BW_STRUCT, 3, 16);
	bw_member(&w, "a", i, 0);
	bw_member(&w, NULL, u, 32);
	bw_member(&w, "f", s3, 64);
	bw_int(&w, "int", 4);
	bw_int(&w, "char", 1);
	bw_type(&w, NULL, BW_STRUCT, 2, 2);
	bw_member(&w, "b", c, 0);
	bw_member(&w, "c", c, 8);
	bw_type(&w, NULL, BW_STRUCT, 1, 4);
	bw_member(&w, "d", i, 0);
	bw_type(&w, NULL, BW_CONST, 0, s2);
	bw_type(&w, NULL, BW_UNION, 2, 4);
	bw_member(&w, NULL, s1, 0);
	bw_member(&w, NULL, k, 0);
	bw_type(&w, NULL, BW_UNION, 1, 4);
	bw_member(&w, "e", i, 0);
	bw_type(&w, NULL, BW_STRUCT, 1, 4);
	bw_member(&w, NULL, u2, 0);
	assert_int_equal(w.last_id, s3);
	blob = open_writer(&btf, &w);

	expect_member(&btf, "s", "a", 0, 4);
	expect_member(&btf, "s", "b", 4, 1);
	expect_member(&btf, "s", "c", 5, 1);
	expect_member(&btf, "s", "d", 4, 4);
	expect_member(&btf, "s", "f", 8, 4);
	/* inside a named member: not the struct's own */
	expect_error(&btf, "s", "e", -ENOENT);
	free(blob);
	bw_free(&w);
}

static void sizes_through_qualifiers_and_arrays(void **state)
{
	struct afp_btf btf;
	struct bw w;
	__u32 i, q, arr, two, flex, e, e64, f, s, fwd, tag;
	void *blob;

	(void)state;
	bw_init(&w);
	i = bw_int(&w, "int", 4);
	q = bw_type(&w, "u32", BW_TYPEDEF, 0, i);
	q = bw_type(&w, NULL, BW_VOLATILE, 0, q);
	q = bw_type(&w, NULL, BW_CONST, 0, q);
	tag = bw_type(&w, "rcu", BW_TYPE_TAG, 0, q);
	arr = bw_array(&w, q, 64);
	two = bw_array(&w, arr, 2);
	flex = bw_array(&w, i, 0);
	e = bw_type(&w, "state", BW_ENUM, 1, 4);
	bw_u32(&w, bw_str(&w, "AUDIT_STATE"));
	bw_u32(&w, 1);
	e64 = bw_type(&w, "wide", BW_ENUM64, 1, 8);
	bw_u32(&w, bw_str(&w, "WIDE"));
	bw_u32(&w, 1);
	bw_u32(&w, 2);
	f = bw_type(&w, "double", BW_FLOAT, 0, 8);
	fwd = bw_type(&w, "opaque", BW_FWD, 0, 0);
	s = bw_type(&w, "empty", BW_STRUCT, 0, 0);
	bw_type(&w, "rule", BW_STRUCT, 10, 1024);
	bw_member(&w, "q", q, 0);
	bw_member(&w, "mask", arr, 8 * 4);
	bw_member(&w, "both", two, 8 * 300);
	bw_member(&w, "e", e, 8 * 900);
	bw_member(&w, "e64", e64, 8 * 904);
	bw_member(&w, "f", f, 8 * 912);
	bw_member(&w, "s", s, 8 * 920);
	bw_member(&w, "fwd", fwd, 8 * 924);
	bw_member(&w, "tag", tag, 8 * 928);
	bw_member(&w, "flex", flex, 8 * 1024);
	blob = open_writer(&btf, &w);

	expect_member(&btf, "rule", "q", 0, 4);
	expect_member(&btf, "rule", "mask", 4, 256);
	expect_member(&btf, "rule", "both", 300, 512);
	expect_member(&btf, "rule", "e", 900, 4);
	expect_member(&btf, "rule", "e64", 904, 8);
	expect_member(&btf, "rule", "f", 912, 8);
	expect_member(&btf, "rule", "s", 920, 0);
	expect_member(&btf, "rule", "fwd", 924, 0);
	expect_member(&btf, "rule", "tag", 928, 4);
	expect_member(&btf, "rule", "flex", 1024, 0);
	free(blob);
	bw_free(&w);
}

/* With kind_flag a member's top byte is the width of a bit field. */
static void bit_fields_are_refused(void **state)
{
	struct afp_btf btf;
	struct bw w;
	__u32 i, inner;
	void *blob;

	(void)state;
	bw_init(&w);
	i = bw_int(&w, "int", 4);
	inner = bw_type(&w, NULL, BW_STRUCT | BW_KIND_FLAG, 2, 4);
	bw_member(&w, "low", i, 3 << 24 | 0);
	bw_member(&w, "high", i, 5 << 24 | 3);
	bw_type(&w, "s", BW_STRUCT | BW_KIND_FLAG, 5, 16);
	bw_member(&w, "whole", i, 0);
	bw_member(&w, "bit", i, 1 << 24 | 32);
	bw_member(&w, NULL, i, 31 << 24 | 33);	/* int : 31; */
	bw_member(&w, NULL, inner, 64);
	bw_member(&w, "last", i, 96);
	bw_type(&w, "odd", BW_STRUCT, 1, 8);
	bw_member(&w, "m", i, 4);
	blob = open_writer(&btf, &w);

	expect_member(&btf, "s", "whole", 0, 4);
	expect_member(&btf, "s", "last", 12, 4);
	expect_error(&btf, "s", "bit", -EINVAL);
	expect_error(&btf, "s", "low", -EINVAL);
	expect_error(&btf, "s", "high", -EINVAL);
	expect_error(&btf, "odd", "m", -EINVAL);
	free(blob);
	bw_free(&w);
}

/* Of several types of the name, the struct counts. */
static void other_kinds_of_the_same_name(void **state)
{
	struct afp_btf btf;
	struct bw w;
	__u32 i;
	void *blob;

	(void)state;
	bw_init(&w);
	i = bw_int(&w, "int", 4);
	bw_type(&w, "audit_krule", BW_FWD, 0, 0);
	bw_type(&w, "audit_krule", BW_TYPEDEF, 0, i);
	bw_type(&w, "audit_krule", BW_UNION, 1, 8);
	bw_member(&w, "mask", i, 32);
	bw_type(&w, "audit_krule", BW_FUNC, 1, 8);
	bw_type(&w, "sig", BW_FUNC_PROTO, 1, i);
	bw_u32(&w, bw_str(&w, "arg"));
	bw_u32(&w, i);
	bw_type(&w, "var", BW_VAR, 0, i);
	bw_u32(&w, 1);
	bw_type(&w, ".data", BW_DATASEC, 1, 4);
	bw_u32(&w, 9);
	bw_u32(&w, 0);
	bw_u32(&w, 4);
	bw_type(&w, "tag", BW_DECL_TAG, 0, i);
	bw_u32(&w, ~0U);
	bw_type(&w, "tag", BW_TYPE_TAG, 0, i);
	bw_type(&w, NULL, BW_RESTRICT, 0, i);
	bw_type(&w, "audit_krule", BW_STRUCT, 1, 16);
	bw_member(&w, "mask", i, 96);
	blob = open_writer(&btf, &w);

	assert_int_equal(afp_btf_struct_size(&btf, "audit_krule"), 16);
	expect_member(&btf, "audit_krule", "mask", 12, 4);
	free(blob);
	bw_free(&w);
}

/* vlen has 24 bits as of 7.x. */
static void very_many_members(void **state)
{
	struct afp_btf btf;
	struct bw w;
	__u32 i, n, many = 70000;
	void *blob;

	(void)state;
	bw_init(&w);
	i = bw_int(&w, "int", 4);
	bw_type(&w, "long", BW_STRUCT, many, 4 * many);
	for (n = 0; n < many; n++)
		bw_member(&w, n == many - 1 ? "last" : "m", i, 32 * n);
	bw_type(&w, "next", BW_STRUCT, 1, 4);
	bw_member(&w, "m", i, 0);
	blob = open_writer(&btf, &w);

	expect_member(&btf, "long", "last", 4 * (many - 1), 4);
	expect_member(&btf, "next", "m", 0, 4);
	free(blob);
	bw_free(&w);
}

/* 7.x adds layout_off and layout_len, and the next kernel may add more. */
static void longer_headers(void **state)
{
	struct afp_btf btf;
	struct bw_header h;
	struct bw w;
	__u32 i, extra;
	size_t len;
	void *blob;

	(void)state;
	bw_init(&w);
	i = bw_int(&w, "int", 4);
	bw_type(&w, "s", BW_STRUCT, 1, 8);
	bw_member(&w, "m", i, 32);
	for (extra = 0; extra <= 64; extra += 8) {
		h = bw_header(&w);
		h.hdr_len += extra;
		/* a section of layouts between types and strings */
		h.str_off += extra;
		len = h.hdr_len + h.str_off + h.str_len;
		blob = bw_finish_as(&w, &h, len);
		assert_int_equal(afp_btf_open(&btf, blob, len), 0);
		expect_member(&btf, "s", "m", 4, 4);
		free(blob);
	}
	/* strings first, types last */
	h = bw_header(&w);
	h.str_off = 0;
	h.type_off = (h.str_len + 3) & ~3U;
	len = h.hdr_len + h.type_off + h.type_len;
	blob = bw_finish_as(&w, &h, len);
	assert_int_equal(afp_btf_open(&btf, blob, len), 0);
	expect_member(&btf, "s", "m", 4, 4);
	free(blob);
	bw_free(&w);
}

/* The kernel that runs this, if it shows its BTF. */
static void running_kernel(void **state)
{
	struct afp_btf btf;
	FILE *f = fopen(HOST_BTF, "rb");
	size_t len = 0, room = 1 << 20, got;
	unsigned char *blob = NULL;

	(void)state;
	if (!f)
		skip();
	do {
		room *= 2;
		blob = realloc(blob, room);
		assert_non_null(blob);
		got = fread(blob + len, 1, room - len, f);
		len += got;
	} while (got);
	fclose(f);
	assert_int_equal(afp_btf_open(&btf, blob, len), 0);
	/* a kernel without CONFIG_AUDITSYSCALL */
	if (afp_btf_struct_size(&btf, "audit_context") == -ENOENT) {
		free(blob);
		skip();
	}
	expect_member(&btf, "audit_context", "dummy", 0, 4);
	expect_member(&btf, "audit_context", "state", 8, 4);
	expect_member(&btf, "audit_context", "current_state", 12, 4);
	expect_member(&btf, "audit_entry", "list", 0, 16);
	expect_member(&btf, "audit_entry", "rcu", 16, 16);
	assert_int_equal(afp_btf_struct_size(&btf, "audit_krule"), 376);
	expect_member(&btf, "audit_entry", "rule", 32, 376);
	free(blob);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(plain_members),
		cmocka_unit_test(anonymous_members),
		cmocka_unit_test(sizes_through_qualifiers_and_arrays),
		cmocka_unit_test(bit_fields_are_refused),
		cmocka_unit_test(other_kinds_of_the_same_name),
		cmocka_unit_test(very_many_members),
		cmocka_unit_test(longer_headers),
		cmocka_unit_test(running_kernel),
	};

	return cmocka_run_group_tests_name("btf", tests, NULL, NULL);
}
