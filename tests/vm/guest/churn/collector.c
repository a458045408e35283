// SPDX-License-Identifier: GPL-2.0
/*
 * Reads all records and notes at each call what was recorded of it. An event
 * without an auditd goes to the multicast group; one that the kernel dropped
 * is in its count of lost records, one that this socket dropped ends it all.
 */
#include <errno.h>
#include <libaudit.h>
#include <linux/netlink.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include "churn.h"

#define RECEIVE_BUFFER (256 << 20)

static uint32_t number_after(const char *text, const char *name, int base)
{
	const char *at = strstr(text, name);

	return at ? strtoul(at + strlen(name), NULL, base) : 0;
}

/* which argument the number of a call is in, by the syscall's number */
static const char *number_in(uint32_t arch, uint32_t nr)
{
	return nr == (arch == AUDIT_ARCH_I386 ? 3 : 0) ? " a2=" : " a0=";
}

static void note_syscall(const char *text)
{
	uint32_t arch = number_after(text, " arch=", 16);
	uint32_t nr = number_after(text, " syscall=", 10);
	uint32_t index = number_after(text, number_in(arch, nr), 16) -
			 atomic_load(&shared->first);
	struct call *call = &shared->calls[index];

	/* others make calls too */
	if (index >= NR_CALLS || !strstr(text, " comm=\"churn\""))
		return;
	call->records++;
	call->arch = arch;
	call->nr = nr;
	call->key = number_after(text, " key=\"churn-", 10);
}

static void __attribute__((noreturn)) collect(int fd)
{
	static union {
		struct nlmsghdr header;
		char bytes[16384];
	} message;
	const char *text = NLMSG_DATA(&message.header);
	ssize_t got;

	for (;;) {
		got = recv(fd, &message, sizeof(message) - 1, 0);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			die("records are missing: %s", strerror(errno));
		if (got < NLMSG_HDRLEN)
			continue;
		message.bytes[got] = '\0';
		if (message.header.nlmsg_type == AUDIT_SYSCALL)
			note_syscall(text);
		else if (message.header.nlmsg_type == AUDIT_USER &&
			 strstr(text, "churn-marker-"))
			atomic_store(&shared->drained,
				     number_after(text, "churn-marker-", 10));
	}
}

void collector_start(void)
{
	const int size = RECEIVE_BUFFER;
	int fd = audit_socket(1 << (AUDIT_NLGRP_READLOG - 1));

	if (setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &size, sizeof(size)))
		die("receive buffer: %s", strerror(errno));
	if (role(0))
		collect(fd);
	close(fd);
}
