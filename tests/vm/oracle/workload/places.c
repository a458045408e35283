// SPDX-License-Identifier: GPL-2.0
/*
 * places: a plain file, and some whose descriptors are out of the ordinary, for behind read(2) and
 * write(2) there is code of every sort: attributes in sysfs and configfs, one of
 * which is written a path; a block device with a file behind it; a terminal;
 * overlayfs and FUSE, which call other file systems or another task.
 *
 * They are made, and served, outside of audit, in the namespaces of the first task,
 * and go with it.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/loop.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <signal.h>

#include "calls.h"
#include "tests/vm/guest/fuse.h"

#define PLACES		DIRECTORY "places/"
#define NULLB		"/sys/kernel/config/nullb/oracle"
#define LOOP		"/dev/loop7"
#define FUSE_FILE	2
#define FUSE_SIZE	4096

const char *const places[] = {
	DIRECTORY "plain", PLACES "merged/file", PLACES "fuse/file", LOOP, NULLB "/size",
	"/sys/block/loop7/queue/read_ahead_kb", "/sys/block/zram0/backing_dev",
	"/sys/kernel/security/apparmor/.remove", "/proc/self/comm",
	"/proc/self/oom_score_adj", "/dev/tty1", "/dev/zero",
	NULL
};

static void must(bool done, const char *what)
{
	if (done)
		return;
	fprintf(stderr, "workload: %s: %s\n", what, strerror(errno));
	exit(2);
}

static struct fuse_attr attributes(uint64_t node)
{
	return (struct fuse_attr){
		.ino = node,
		.mode = node == FUSE_FILE ? S_IFREG | 0644 : S_IFDIR | 0755,
		.nlink = 1,
		.size = node == FUSE_FILE ? FUSE_SIZE : 0,
	};
}

/* One file of zeros, whatever is written to it. */
static void serve(int device, const struct fuse_in_header *in, const void *payload)
{
	static const char zeros[FUSE_SIZE];
	const struct fuse_init_in *init = payload;
	const struct fuse_read_in *io = payload;
	const struct fuse_init_out init_out = {
		.major = FUSE_KERNEL_VERSION,
		.minor = 31,
		.max_readahead = init->max_readahead,
		.max_write = FUSE_SIZE,
	};
	const struct fuse_attr_out attr = { .attr = attributes(in->nodeid) };
	const struct fuse_entry_out entry = {
		.nodeid = FUSE_FILE, .attr = attributes(FUSE_FILE),
	};
	const struct fuse_open_out opened = { .fh = 0 };
	const struct fuse_write_out written = { .size = io->size };

	switch (in->opcode) {
	case FUSE_INIT:
		fuse_answer(device, in->unique, 0, &init_out, sizeof(init_out));
		break;
	case FUSE_LOOKUP:
		if (strcmp(payload, "file"))
			fuse_answer(device, in->unique, -ENOENT, "", 0);
		else
			fuse_answer(device, in->unique, 0, &entry, sizeof(entry));
		break;
	case FUSE_GETATTR:
	case FUSE_SETATTR:
		fuse_answer(device, in->unique, 0, &attr, sizeof(attr));
		break;
	case FUSE_OPEN:
		fuse_answer(device, in->unique, 0, &opened, sizeof(opened));
		break;
	case FUSE_READ:
		fuse_answer(device, in->unique, 0, zeros, io->offset ? 0 :
			    io->size < FUSE_SIZE ? io->size : FUSE_SIZE);
		break;
	case FUSE_WRITE:
		fuse_answer(device, in->unique, 0, &written, sizeof(written));
		break;
	case FUSE_FLUSH:
	case FUSE_FSYNC:
	case FUSE_RELEASE:
		fuse_answer(device, in->unique, 0, "", 0);
		break;
	case FUSE_FORGET:
	case FUSE_BATCH_FORGET:
	case FUSE_INTERRUPT:
		break;
	default:
		fuse_answer(device, in->unique, -ENOSYS, "", 0);
	}
}

static void make_fuse(void)
{
	static union {
		struct fuse_in_header header;
		char bytes[FUSE_MIN_READ_BUFFER + 8192];
	} in;
	char options[80];
	pid_t server;
	ssize_t got;
	int device;

	device = open("/dev/fuse", O_RDWR | O_CLOEXEC);
	must(device >= 0, "/dev/fuse");
	snprintf(options, sizeof(options),
		 "fd=%d,rootmode=40000,user_id=0,group_id=0", device);
	must(!mkdir(PLACES "fuse", 0755) &&
	     !mount("oracle", PLACES "fuse", "fuse", MS_NOSUID | MS_NODEV, options), "FUSE");
	server = fork();
	must(server >= 0, "fork");
	if (server) {
		close(device);
		return;
	}
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	while ((got = read(device, &in, sizeof(in))) > 0 || errno == EINTR || errno == ENOENT)
		if (got >= (ssize_t)sizeof(in.header))
			serve(device, &in.header, in.bytes + sizeof(in.header));
	_exit(0);
}

static void make_file(const char *path, off_t size)
{
	int fd = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0644);

	must(fd >= 0 && !ftruncate(fd, size) && !close(fd), path);
}

/* It lets go of the file when the last descriptor is closed, a while later. */
static void make_loop(void)
{
	struct loop_config config = { .info.lo_flags = LO_FLAGS_AUTOCLEAR };
	int loop, tries = 500;

	make_file(PLACES "image", 65536);
	config.fd = open(PLACES "image", O_RDWR | O_CLOEXEC);
	loop = open(LOOP, O_RDWR | O_CLOEXEC);
	must((int)config.fd >= 0 && loop >= 0, LOOP);
	while (ioctl(loop, LOOP_CONFIGURE, &config)) {
		must(errno == EBUSY && tries--, "LOOP_CONFIGURE");
		usleep(10000);
	}
	must(fcntl(loop, F_DUPFD_CLOEXEC, FIRST_KEPT) >= 0, "dup");
	close(loop);
	close(config.fd);
}

void make_places(void)
{
	must(!mount("oracle", PLACES, "tmpfs", 0, NULL) &&
	     !mkdir(PLACES "lower", 0755) && !mkdir(PLACES "upper", 0755) &&
	     !mkdir(PLACES "work", 0755) && !mkdir(PLACES "merged", 0755), PLACES);
	make_file(PLACES "lower/file", 4096);
	must(!mount("oracle", PLACES "merged", "overlay", 0, "lowerdir=" PLACES "lower,upperdir="
		    PLACES "upper,workdir=" PLACES "work"), "overlay");
	must(!mount("oracle", "/sys/kernel/config", "configfs", 0, NULL), "configfs");
	rmdir(NULLB);
	must(!mkdir(NULLB, 0755), NULLB);
	make_loop();
	make_fuse();
}
