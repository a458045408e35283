/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Writes BTF blobs for the tests, valid ones and others. The format is that
 * of Documentation/bpf/btf.rst, in the layout of 7.x (7 bits of kind, 24 of
 * vlen), which reads the same as the older one for small values.
 */
#ifndef AFP_TEST_BTF_WRITER_H
#define AFP_TEST_BTF_WRITER_H

#include <linux/types.h>
#include <stddef.h>

enum {
	BW_INT = 1, BW_PTR, BW_ARRAY, BW_STRUCT, BW_UNION, BW_ENUM, BW_FWD,
	BW_TYPEDEF, BW_VOLATILE, BW_CONST, BW_RESTRICT, BW_FUNC,
	BW_FUNC_PROTO, BW_VAR, BW_DATASEC, BW_FLOAT, BW_DECL_TAG, BW_TYPE_TAG,
	BW_ENUM64,
};

#define BW_KIND_FLAG	(1U << 31)

struct bw_section {
	unsigned char *data;
	__u32 len;
	__u32 room;
};

struct bw {
	struct bw_section types;
	struct bw_section strs;
	__u32 last_id;
};

/* The header; bw_finish() starts from bw_header(), a test may change it. */
struct bw_header {
	__u16 magic;
	__u8 version;
	__u8 flags;
	__u32 hdr_len;
	__u32 type_off;
	__u32 type_len;
	__u32 str_off;
	__u32 str_len;
};

#define BW_HEADER_LEN	24

void bw_init(struct bw *w);
void bw_free(struct bw *w);

/* Adds a string; NULL and "" are offset 0. */
__u32 bw_str(struct bw *w, const char *s);

/* Adds raw words to the type section, e.g. what follows a type. */
void bw_u32(struct bw *w, __u32 v);

/* Adds a type of any kind and returns its id; its tail is up to the caller. */
__u32 bw_type(struct bw *w, const char *name, __u32 kind, __u32 vlen,
	      __u32 size_or_type);

/* Types with their tails. */
__u32 bw_int(struct bw *w, const char *name, __u32 size);
__u32 bw_array(struct bw *w, __u32 type, __u32 nelems);

/* A member of the struct or union begun last; @bits from its start. */
void bw_member(struct bw *w, const char *name, __u32 type, __u32 bits);

/* The plain header for what is in @w: types right behind it, then strings. */
struct bw_header bw_header(const struct bw *w);

/*
 * The blob as one allocation of exactly its size, so that a sanitizer sees
 * any read beyond it. The sections go where @h says, if that is in the blob.
 */
void *bw_finish_as(const struct bw *w, const struct bw_header *h, size_t len);
void *bw_finish(const struct bw *w, size_t *len);

/*
 * Begins @w with all that a lookup can walk through: struct s has the members
 * first, mask, deep, one and two, and the bit field bit.
 */
void bw_sample(struct bw *w);

#endif /* AFP_TEST_BTF_WRITER_H */
