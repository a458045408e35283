/* SPDX-License-Identifier: GPL-2.0 */
/* fuse: what a test program needs to be a file system. */
#ifndef FUSE_H
#define FUSE_H

#include <errno.h>
#include <linux/fuse.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

/* At most 4096 bytes. Ends the program when the file system is gone. */
static inline void fuse_answer(int device, uint64_t unique, int error,
			       const void *payload, size_t size)
{
	struct {
		struct fuse_out_header header;
		char payload[4096];
	} out = {
		.header.len = sizeof(out.header) + size,
		.header.unique = unique,
		.header.error = error,
	};

	memcpy(out.payload, payload, size);
	/* who asked may have been killed meanwhile */
	if (write(device, &out, out.header.len) < 0 && errno != ENOENT)
		_exit(1);
}

#endif /* FUSE_H */
