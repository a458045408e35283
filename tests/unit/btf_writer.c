// SPDX-License-Identifier: GPL-2.0
/* Writes BTF blobs for the tests. See btf_writer.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "btf_writer.h"

static void *must(void *p)
{
	if (!p) {
		perror("malloc");
		exit(1);
	}
	return p;
}

static void append(struct bw_section *s, const void *data, __u32 len)
{
	if (s->len + len > s->room) {
		s->room = 2 * (s->len + len);
		s->data = must(realloc(s->data, s->room));
	}
	memcpy(s->data + s->len, data, len);
	s->len += len;
}

void bw_init(struct bw *w)
{
	memset(w, 0, sizeof(*w));
	append(&w->strs, "", 1);
}

void bw_free(struct bw *w)
{
	free(w->types.data);
	free(w->strs.data);
}

__u32 bw_str(struct bw *w, const char *s)
{
	__u32 off = w->strs.len;

	if (!s || !*s)
		return 0;
	append(&w->strs, s, strlen(s) + 1);
	return off;
}

void bw_u32(struct bw *w, __u32 v)
{
	append(&w->types, &v, sizeof(v));
}

__u32 bw_type(struct bw *w, const char *name, __u32 kind, __u32 vlen,
	      __u32 size_or_type)
{
	bw_u32(w, bw_str(w, name));
	bw_u32(w, (kind & BW_KIND_FLAG) | (kind & 0x7f) << 24 | vlen);
	bw_u32(w, size_or_type);
	return ++w->last_id;
}

__u32 bw_int(struct bw *w, const char *name, __u32 size)
{
	__u32 id = bw_type(w, name, BW_INT, 0, size);

	bw_u32(w, size * 8);
	return id;
}

__u32 bw_array(struct bw *w, __u32 type, __u32 nelems)
{
	__u32 id = bw_type(w, NULL, BW_ARRAY, 0, 0);

	bw_u32(w, type);
	bw_u32(w, type);
	bw_u32(w, nelems);
	return id;
}

void bw_member(struct bw *w, const char *name, __u32 type, __u32 bits)
{
	bw_u32(w, bw_str(w, name));
	bw_u32(w, type);
	bw_u32(w, bits);
}

struct bw_header bw_header(const struct bw *w)
{
	return (struct bw_header) {
		.magic = 0xeb9f,
		.version = 1,
		.hdr_len = BW_HEADER_LEN,
		.type_len = w->types.len,
		.str_off = w->types.len,
		.str_len = w->strs.len,
	};
}

static void place(unsigned char *blob, size_t len, __u64 at,
		  const struct bw_section *s)
{
	if (s->len && at < len)
		memcpy(blob + at, s->data, s->len < len - at ? s->len : len - at);
}

void *bw_finish_as(const struct bw *w, const struct bw_header *h, size_t len)
{
	unsigned char *blob = must(calloc(1, len ? len : 1));

	place(blob, len, (__u64)h->hdr_len + h->type_off, &w->types);
	place(blob, len, (__u64)h->hdr_len + h->str_off, &w->strs);
	memcpy(blob, h, len < sizeof(*h) ? len : sizeof(*h));
	return blob;
}

void *bw_finish(const struct bw *w, size_t *len)
{
	struct bw_header h = bw_header(w);

	*len = BW_HEADER_LEN + w->types.len + w->strs.len;
	return bw_finish_as(w, &h, *len);
}

void bw_sample(struct bw *w)
{
	__u32 i, p, t, k, arr, u, inner;

	bw_init(w);
	i = bw_int(w, "int", 4);
	p = bw_type(w, NULL, BW_PTR, 0, i);
	t = bw_type(w, "u32", BW_TYPEDEF, 0, i);
	k = bw_type(w, NULL, BW_CONST, 0, t);
	arr = bw_array(w, k, 8);
	u = bw_type(w, NULL, BW_UNION, 2, 8);
	bw_member(w, "one", p, 0);
	bw_member(w, "two", i, 0);
	inner = bw_type(w, NULL, BW_STRUCT | BW_KIND_FLAG, 3, 16);
	bw_member(w, "bit", i, 1 << 24);
	bw_member(w, "deep", k, 32);
	bw_member(w, NULL, u, 64);
	bw_type(w, "s", BW_FWD, 0, 0);
	bw_type(w, "s", BW_STRUCT, 3, 56);
	bw_member(w, "first", p, 0);
	bw_member(w, NULL, inner, 64);
	bw_member(w, "mask", arr, 192);
}
