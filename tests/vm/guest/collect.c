// SPDX-License-Identifier: GPL-2.0
/*
 * collect FILE [--until TEXT] - write all audit records to FILE, one a line,
 * as "type=NAME msg=audit(...): ...".
 *
 * Reads the multicast group, so no auditd is needed.  FILE appears once the
 * group is joined.  Ends at the first record that holds TEXT, or after
 * SIGTERM: then it sends a marker of its own as a user message and reads up to
 * it, so that every record made before the signal is in the file.
 *
 * Exit status: 0 all is there; 1 could not start; 2 records were dropped here
 * (ENOBUFS) or by the kernel ("lost" has grown); 3 the marker did not come.
 */
#include <errno.h>
#include <libaudit.h>
#include <linux/netlink.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define RECEIVE_BUFFER (256 << 20)
#define MARKER_SECONDS 60

static volatile sig_atomic_t stopped;

static void on_signal(int sig)
{
	(void)sig;
	stopped = 1;
}

__attribute__((noreturn, format(printf, 2, 3)))
static void fail(int status, const char *format, ...)
{
	va_list args;

	fputs("collect: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	exit(status);
}

static int open_netlink(unsigned int groups)
{
	struct sockaddr_nl address = { .nl_family = AF_NETLINK, .nl_groups = groups };
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_AUDIT);

	if (fd < 0 || bind(fd, (struct sockaddr *)&address, sizeof(address)))
		fail(1, "audit netlink: %s", strerror(errno));
	return fd;
}

/* Send a message on the control socket; an answer of this type goes to data. */
static void request(int fd, int type, const void *payload, size_t size,
		    int answer, void *data, size_t data_size)
{
	struct {
		struct nlmsghdr header;
		char data[8192];
	} message = {
		.header.nlmsg_len = NLMSG_LENGTH(size),
		.header.nlmsg_type = type,
		.header.nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK,
	};
	bool acked = false, answered = !answer;
	ssize_t got;

	memcpy(message.data, payload, size);
	if (send(fd, &message, message.header.nlmsg_len, 0) < 0)
		fail(1, "request %d: %s", type, strerror(errno));
	while (!acked || !answered) {
		got = recv(fd, &message, sizeof(message), 0);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < (ssize_t)sizeof(struct nlmsghdr))
			fail(1, "request %d: no answer", type);
		if (message.header.nlmsg_type == NLMSG_ERROR) {
			int error;

			memcpy(&error, message.data, sizeof(error));
			if (error)
				fail(1, "request %d: %s", type, strerror(-error));
			acked = true;
		} else if (message.header.nlmsg_type == answer) {
			memcpy(data, message.data, data_size);
			answered = true;
		}
	}
}

static unsigned int lost_records(int fd)
{
	struct audit_status status;

	request(fd, AUDIT_GET, "", 0, AUDIT_GET, &status, sizeof(status));
	return status.lost;
}

/* Write one record.  Returns whether it holds the text that ends it all. */
static bool write_record(FILE *file, const struct nlmsghdr *header, size_t size,
			 const char *until)
{
	const char *name = audit_msg_type_to_name(header->nlmsg_type);
	/* Whoever filled nlmsg_len in may not have counted the header. */
	const char *text = NLMSG_DATA(header);
	size_t length = strnlen(text, size - NLMSG_HDRLEN);

	if (name)
		fprintf(file, "type=%s msg=%.*s\n", name, (int)length, text);
	else
		fprintf(file, "type=%d msg=%.*s\n", header->nlmsg_type, (int)length, text);
	return until && memmem(text, length, until, strlen(until));
}

/*
 * Read what there is.  Returns true when the record that ends it all came.
 */
static bool drain(int fd, FILE *file, const char *until)
{
	static union {
		struct nlmsghdr header;
		char bytes[65536];
	} buffer;
	ssize_t got;

	while ((got = recv(fd, &buffer, sizeof(buffer), MSG_DONTWAIT)) >= 0) {
		if (got < NLMSG_HDRLEN)
			continue;
		if (write_record(file, &buffer.header, got, until))
			return true;
	}
	if (errno == ENOBUFS)
		fail(2, "the receive buffer overflowed: records are missing");
	if (errno != EAGAIN && errno != EINTR)
		fail(2, "recv: %s", strerror(errno));
	return false;
}

int main(int argc, char **argv)
{
	const struct sigaction action = { .sa_handler = on_signal };
	const char *path = NULL, *until = NULL;
	const int size = RECEIVE_BUFFER;
	struct timespec deadline = { 0 }, now;
	bool marker_sent = false;
	unsigned int lost;
	int fd, control, i;
	char marker[64];
	FILE *file;

	for (i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--until") && i + 1 < argc)
			until = argv[++i];
		else if (!path && argv[i][0] != '-')
			path = argv[i];
		else
			path = NULL, i = argc;
	}
	if (!path)
		fail(1, "usage: collect FILE [--until TEXT]");

	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGINT, &action, NULL);
	control = open_netlink(0);
	lost = lost_records(control);
	fd = open_netlink(1 << (AUDIT_NLGRP_READLOG - 1));
	if (setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &size, sizeof(size)))
		fail(1, "receive buffer: %s", strerror(errno));
	file = fopen(path, "w");
	if (!file)
		fail(1, "%s: %s", path, strerror(errno));
	clock_gettime(CLOCK_MONOTONIC, &now);
	snprintf(marker, sizeof(marker), "collect-marker-%d-%ld%09ld", getpid(),
		 (long)now.tv_sec, now.tv_nsec);

	for (;;) {
		struct pollfd poller = { .fd = fd, .events = POLLIN };

		if (stopped && !marker_sent) {
			until = marker;
			request(control, AUDIT_USER, marker, strlen(marker) + 1, 0, NULL, 0);
			marker_sent = true;
			clock_gettime(CLOCK_MONOTONIC, &deadline);
			deadline.tv_sec += MARKER_SECONDS;
		}
		if (drain(fd, file, until))
			break;
		fflush(file);
		clock_gettime(CLOCK_MONOTONIC, &now);
		if (marker_sent && now.tv_sec > deadline.tv_sec)
			fail(3, "the marker did not come within %d s", MARKER_SECONDS);
		/* A signal between the test above and here is seen a bit later. */
		poll(&poller, 1, 200);
	}
	if (fclose(file))
		fail(2, "%s: %s", path, strerror(errno));
	if (lost_records(control) != lost)
		fail(2, "the kernel lost records: %u before, %u now", lost,
		     lost_records(control));
	return 0;
}
