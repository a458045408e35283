/* SPDX-License-Identifier: GPL-2.0 */
/* Opening files through io_uring, without its library: the calls are the caller's. */
#ifndef URING_H
#define URING_H

#include <fcntl.h>
#include <linux/io_uring.h>
#include <string.h>

/*
 * Put the ring's operation @i, counted from 0, into the queue: open @path for
 * reading. @ring is what is mapped at IORING_OFF_SQ_RING, @flags are IOSQE_*.
 */
static inline void uring_queue_open(void *ring, struct io_uring_sqe *sqes,
				    const struct io_uring_params *params,
				    unsigned int i, long path, int flags)
{
	unsigned int *array = (void *)((char *)ring + params->sq_off.array);
	unsigned int *tail = (void *)((char *)ring + params->sq_off.tail);

	memset(&sqes[i], 0, sizeof(*sqes));
	sqes[i].opcode = IORING_OP_OPENAT;
	sqes[i].flags = flags;
	sqes[i].fd = AT_FDCWD;
	sqes[i].addr = path;
	sqes[i].open_flags = O_RDONLY;
	array[i] = i;
	__atomic_store_n(tail, i + 1, __ATOMIC_RELEASE);
}

#endif /* URING_H */
