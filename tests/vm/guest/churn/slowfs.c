// SPDX-License-Identifier: GPL-2.0
/*
 * A file system that holds one symbolic link, and takes its time to read it: a
 * rule on a path that leads through it is long on its way, which the kernel
 * spends without audit_filter_mutex.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>
#include "churn.h"
#include "tests/vm/guest/fuse.h"

/* longer than the module waits until a burst of changes is over */
#define DELAY_US	60000
#define LINK		2

static int device;

static struct fuse_attr attributes(uint64_t node)
{
	return (struct fuse_attr){
		.ino = node,
		.mode = node == LINK ? S_IFLNK | 0777 : S_IFDIR | 0755,
		.nlink = 1,
		.size = node == LINK ? strlen(TOP) : 0,
	};
}

static void serve(const struct fuse_in_header *in, const char *payload)
{
	const struct fuse_init_in *init = (const void *)payload;
	struct fuse_init_out init_out = {
		.major = FUSE_KERNEL_VERSION,
		.minor = 31,
		.max_write = 4096,
	};
	struct fuse_attr_out attr = { .attr = attributes(in->nodeid) };
	struct fuse_entry_out entry = {
		.nodeid = LINK,
		.attr = attributes(LINK),
	};

	switch (in->opcode) {
	case FUSE_INIT:
		init_out.max_readahead = init->max_readahead;
		fuse_answer(device, in->unique, 0, &init_out, sizeof(init_out));
		break;
	case FUSE_LOOKUP:
		if (strcmp(payload, "link"))
			fuse_answer(device, in->unique, -ENOENT, "", 0);
		else
			fuse_answer(device, in->unique, 0, &entry, sizeof(entry));
		break;
	case FUSE_READLINK:
		sleep_us(DELAY_US);
		fuse_answer(device, in->unique, 0, TOP, strlen(TOP));
		break;
	case FUSE_GETATTR:
		fuse_answer(device, in->unique, 0, &attr, sizeof(attr));
		break;
	case FUSE_FORGET:
	case FUSE_BATCH_FORGET:
		break;
	default:
		fuse_answer(device, in->unique, -ENOSYS, "", 0);
	}
}

void slowfs_start(void)
{
	static union {
		struct fuse_in_header header;
		char bytes[FUSE_MIN_READ_BUFFER + 8192];
	} in;
	char options[80];
	ssize_t got;

	device = open("/dev/fuse", O_RDWR | O_CLOEXEC);
	if (device < 0)
		die("no FUSE: %s", strerror(errno));
	snprintf(options, sizeof(options),
		 "fd=%d,rootmode=40000,user_id=0,group_id=0", device);
	if (mkdir(SLOW, 0755) ||
	    mount("churn", SLOW, "fuse", MS_NOSUID | MS_NODEV, options))
		die(SLOW ": %s", strerror(errno));
	if (!role(1)) {
		close(device);
		return;
	}
	while ((got = read(device, &in, sizeof(in))) > 0 || errno == EINTR ||
	       errno == ENOENT)
		if (got >= (ssize_t)sizeof(in.header))
			serve(&in.header, in.bytes + sizeof(in.header));
	_exit(0);
}

void slowfs_stop(void)
{
	umount2(SLOW, MNT_DETACH);
}
