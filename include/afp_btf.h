/* SPDX-License-Identifier: GPL-2.0 */
/*
 * btf: offsets of struct members, read from a BTF blob.
 *
 * Pure code: the module reads the running kernel's blob, the unit tests and
 * the fuzzer read any. No byte outside the blob is ever touched, whatever the
 * blob says.
 */
#ifndef AFP_BTF_H
#define AFP_BTF_H

#include "afp_pure.h"

/**
 * struct afp_btf - an opened blob
 * @types:     the type section
 * @types_len: its length in bytes
 * @strs:      the string section
 * @strs_len:  its length in bytes; the last byte is NUL
 */
struct afp_btf {
	const __u8 *types;
	__u32 types_len;
	const char *strs;
	__u32 strs_len;
};

/**
 * struct afp_btf_member - where a member lies
 * @offset: bytes from the start of the struct
 * @size:   bytes, 0 where the type has no size of its own
 */
struct afp_btf_member {
	__u32 offset;
	__u32 size;
};

/**
 * afp_btf_open() - check a blob's header and sections
 * @btf:  filled
 * @blob: the blob, 4-byte aligned; must stay as it is while @btf is used
 * @len:  its length in bytes
 *
 * Return: 0, or -EINVAL if the header or a section does not fit the blob.
 */
int afp_btf_open(struct afp_btf *btf, const void *blob, size_t len);

/**
 * afp_btf_struct_size() - size of a struct
 * @btf:  opened blob
 * @name: the struct's name
 *
 * Return: its size in bytes, -ENOENT if there is no such struct, or -EINVAL
 * if the blob is damaged.
 */
int afp_btf_struct_size(const struct afp_btf *btf, const char *name);

/**
 * afp_btf_member() - find a member of a struct
 * @btf:    opened blob
 * @name:   the struct's name
 * @member: the member's name; members of anonymous structs and unions inside
 *          the struct are its own
 * @m:      filled
 *
 * Return: 0; -ENOENT if there is no such struct or member; -EINVAL if the
 * blob is damaged, nests too deeply, or the member is a bit field.
 */
int afp_btf_member(const struct afp_btf *btf, const char *name,
		   const char *member, struct afp_btf_member *m);

#endif /* AFP_BTF_H */
