// SPDX-License-Identifier: GPL-2.0
/*
 * uring PATH - open a file for reading through io_uring: at once, and then by a
 * worker. Exit status: 0 both were done, whatever came of them; 1 otherwise.
 */
#include <stdio.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "uring.h"

static void *map(int fd, size_t size, off_t what)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_POPULATE, fd, what);

	return p == MAP_FAILED ? NULL : p;
}

int main(int argc, char **argv)
{
	static const int flags[] = { 0, IOSQE_ASYNC };
	struct io_uring_params params = { 0 };
	const int fd = syscall(SYS_io_uring_setup, 2, &params);
	struct io_uring_sqe *sqes;
	unsigned int i;
	void *ring;

	if (argc != 2 || fd < 0)
		goto failed;
	ring = map(fd, 4096, IORING_OFF_SQ_RING);
	sqes = map(fd, 4096, IORING_OFF_SQES);
	if (!ring || !sqes)
		goto failed;
	for (i = 0; i < 2; i++) {
		uring_queue_open(ring, sqes, &params, i, (long)argv[1], flags[i]);
		if (syscall(SYS_io_uring_enter, fd, 1, i + 1,
			    IORING_ENTER_GETEVENTS, NULL, 0) != 1)
			goto failed;
	}
	return 0;
failed:
	perror("uring");
	return 1;
}
