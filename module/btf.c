// SPDX-License-Identifier: GPL-2.0
/*
 * btf: offsets of struct members, read from a BTF blob.
 *
 * The format: Documentation/bpf/btf.rst; from 7.x on the kind has 7 bits and
 * vlen 24, which older kernels leave zero. A type record has no index to find
 * it by, so a lookup walks the section. A handful of lookups at load do not
 * pay for an index.
 */
#include "afp_btf.h"

#define BTF_MAGIC	0xeb9f

enum btf_kind {
	KIND_INT = 1, KIND_PTR, KIND_ARRAY, KIND_STRUCT, KIND_UNION, KIND_ENUM,
	KIND_FWD, KIND_TYPEDEF, KIND_VOLATILE, KIND_CONST, KIND_RESTRICT,
	KIND_FUNC, KIND_FUNC_PROTO, KIND_VAR, KIND_DATASEC, KIND_FLOAT,
	KIND_DECL_TAG, KIND_TYPE_TAG, KIND_ENUM64, NR_KINDS
};

struct btf_header {
	__u16 magic;
	__u8 version;
	__u8 flags;
	__u32 hdr_len;
	__u32 type_off;
	__u32 type_len;
	__u32 str_off;
	__u32 str_len;
};

struct btf_type {
	__u32 name_off;
	__u32 info;
	__u32 size_or_type;
};

struct btf_member {
	__u32 name_off;
	__u32 type;
	__u32 offset;
};

struct btf_array {
	__u32 type;
	__u32 index_type;
	__u32 nelems;
};

/* What follows a record: bytes once, bytes for each of vlen. */
static const struct {
	__u8 once;
	__u8 each;
} tail[NR_KINDS] = {
	[KIND_INT]	  = { 4, 0 },
	[KIND_ARRAY]	  = { sizeof(struct btf_array), 0 },
	[KIND_STRUCT]	  = { 0, sizeof(struct btf_member) },
	[KIND_UNION]	  = { 0, sizeof(struct btf_member) },
	[KIND_ENUM]	  = { 0, 8 },
	[KIND_FUNC_PROTO] = { 0, 8 },
	[KIND_VAR]	  = { 4, 0 },
	[KIND_DATASEC]	  = { 0, 12 },
	[KIND_DECL_TAG]	  = { 4, 0 },
	[KIND_ENUM64]	  = { 0, 12 },
};

/*
 * Structs in structs and typedefs of typedefs: deeper than any kernel's. And
 * the unnamed members one lookup may look into, each a walk of the section: a
 * blob of a few kilobytes could otherwise ask for more than a lifetime's.
 */
#define MAX_DEPTH	16
#define MAX_UNNAMED	1000

static __u32 __init kind_of(const struct btf_type *t)
{
	return t->info >> 24 & 0x7f;
}

static __u32 __init vlen_of(const struct btf_type *t)
{
	return t->info & 0xffffff;
}

static bool __init kind_flag_of(const struct btf_type *t)
{
	return t->info >> 31;
}

int __init afp_btf_open(struct afp_btf *btf, const void *blob, size_t len)
{
	const struct btf_header *h = blob;
	size_t room;

	if (len < sizeof(*h) || h->magic != BTF_MAGIC || h->version != 1)
		return -EINVAL;
	if (h->hdr_len < sizeof(*h) || h->hdr_len > len || h->hdr_len % 4)
		return -EINVAL;
	room = len - h->hdr_len;
	if (h->type_off > room || h->type_len > room - h->type_off ||
	    h->str_off > room || h->str_len > room - h->str_off ||
	    h->type_off % 4 || !h->str_len)
		return -EINVAL;
	btf->types = (const __u8 *)blob + h->hdr_len + h->type_off;
	btf->types_len = h->type_len;
	btf->strs = (const char *)blob + h->hdr_len + h->str_off;
	btf->strs_len = h->str_len;
	return btf->strs[btf->strs_len - 1] ? -EINVAL : 0;
}

/* The record at *pos, its whole tail inside the section; moves *pos behind. */
static const struct btf_type *__init next_type(const struct afp_btf *btf,
					       __u32 *pos)
{
	const struct btf_type *t;
	__u32 room = btf->types_len - *pos, kind;
	__u64 len;

	if (room < sizeof(*t))
		return NULL;
	t = (const struct btf_type *)(btf->types + *pos);
	kind = kind_of(t);
	if (!kind || kind >= NR_KINDS)
		return NULL;
	len = sizeof(*t) + tail[kind].once +
	      (__u64)tail[kind].each * vlen_of(t);
	if (len > room)
		return NULL;
	*pos += len;
	return t;
}

static const struct btf_type *__init type_by_id(const struct afp_btf *btf,
						__u32 id)
{
	const struct btf_type *t = NULL;
	__u32 pos = 0;

	/* id 0 is void, which has no record */
	while (id--) {
		t = next_type(btf, &pos);
		if (!t)
			return NULL;
	}
	return t;
}

/* Does the string at @off read @name? The section ends with NUL. */
static bool __init name_is(const struct afp_btf *btf, __u32 off,
			   const char *name)
{
	return off < btf->strs_len && !strcmp(btf->strs + off, name);
}

static int __init struct_by_name(const struct afp_btf *btf, const char *name,
				 const struct btf_type **found)
{
	const struct btf_type *t;
	__u32 pos = 0;

	while (pos < btf->types_len) {
		t = next_type(btf, &pos);
		if (!t)
			return -EINVAL;
		if (kind_of(t) == KIND_STRUCT && name_is(btf, t->name_off, name)) {
			*found = t;
			return 0;
		}
	}
	return -ENOENT;
}

/* Bytes of type @id; 0 where it has none of its own, -EINVAL if damaged. */
static int __init size_of(const struct afp_btf *btf, __u32 id, int depth,
			  __u32 *size)
{
	const struct btf_type *t;
	const struct btf_array *a;
	__u64 total;
	int err;

	*size = 0;
	if (!id)
		return 0;
	t = type_by_id(btf, id);
	if (!t || depth > MAX_DEPTH)
		return -EINVAL;
	switch (kind_of(t)) {
	case KIND_INT:
	case KIND_STRUCT:
	case KIND_UNION:
	case KIND_ENUM:
	case KIND_ENUM64:
	case KIND_FLOAT:
		*size = t->size_or_type;
		return 0;
	case KIND_PTR:
		*size = sizeof(void *);
		return 0;
	case KIND_TYPEDEF:
	case KIND_VOLATILE:
	case KIND_CONST:
	case KIND_RESTRICT:
	case KIND_TYPE_TAG:
		return size_of(btf, t->size_or_type, depth + 1, size);
	case KIND_ARRAY:
		a = (const struct btf_array *)(t + 1);
		err = size_of(btf, a->type, depth + 1, size);
		total = (__u64)*size * a->nelems;
		if (err || total > 0x7fffffff)
			return -EINVAL;
		*size = total;
		return 0;
	default:
		return 0;
	}
}

/* The struct or union behind type @id, through typedefs and qualifiers. */
static const struct btf_type *__init aggregate(const struct afp_btf *btf,
					       __u32 id)
{
	const struct btf_type *t;
	int depth;

	for (depth = 0; id && depth < MAX_DEPTH; depth++) {
		t = type_by_id(btf, id);
		if (!t)
			return NULL;
		switch (kind_of(t)) {
		case KIND_STRUCT:
		case KIND_UNION:
			return t;
		case KIND_TYPEDEF:
		case KIND_VOLATILE:
		case KIND_CONST:
		case KIND_RESTRICT:
			id = t->size_or_type;
			break;
		default:
			return NULL;
		}
	}
	return NULL;
}

static int __init find_member(const struct afp_btf *btf,
			      const struct btf_type *t, const char *name,
			      int depth, int *unnamed_left,
			      struct afp_btf_member *m)
{
	const struct btf_member *member = (const struct btf_member *)(t + 1);
	const struct btf_type *inner;
	__u32 n = vlen_of(t), bits;
	int err;

	if (depth > MAX_DEPTH)
		return -EINVAL;
	for (; n--; member++) {
		bool unnamed = name_is(btf, member->name_off, "");

		if (!unnamed && !name_is(btf, member->name_off, name))
			continue;
		/* with kind_flag the top byte is the width of a bit field */
		bits = member->offset;
		if (kind_flag_of(t) && bits >> 24) {
			if (unnamed)
				continue;
			return -EINVAL;
		}
		if (bits % 8 || bits / 8 > t->size_or_type)
			return -EINVAL;
		if (!unnamed) {
			m->offset = bits / 8;
			err = size_of(btf, member->type, 0, &m->size);
			if (!err && m->size > t->size_or_type - m->offset)
				err = -EINVAL;
			return err;
		}
		if (--*unnamed_left < 0)
			return -EINVAL;
		inner = aggregate(btf, member->type);
		if (!inner)
			continue;
		err = find_member(btf, inner, name, depth + 1, unnamed_left, m);
		if (err == -ENOENT)
			continue;
		if (err)
			return err;
		if (m->offset > t->size_or_type - bits / 8)
			return -EINVAL;
		m->offset += bits / 8;
		return m->size > t->size_or_type - m->offset ? -EINVAL : 0;
	}
	return -ENOENT;
}

int __init afp_btf_struct_size(const struct afp_btf *btf, const char *name)
{
	const struct btf_type *t;
	int err = struct_by_name(btf, name, &t);

	if (err)
		return err;
	return t->size_or_type > 0x7fffffff ? -EINVAL : (int)t->size_or_type;
}

int __init afp_btf_member(const struct afp_btf *btf, const char *name,
			  const char *member, struct afp_btf_member *m)
{
	const struct btf_type *t;
	int unnamed_left = MAX_UNNAMED;
	int err = struct_by_name(btf, name, &t);

	return err ? err : find_member(btf, t, member, 0, &unnamed_left, m);
}
