// SPDX-License-Identifier: GPL-2.0
/*
 * Requests to audit. A request is carried out while it is sent: libaudit would
 * only return once it has read the acknowledgement as well, later than need be.
 */
#include <errno.h>
#include <libaudit.h>
#include <linux/netlink.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include "churn.h"

void (*audit_returned)(void);

int audit_socket(uint32_t groups)
{
	struct sockaddr_nl address = {
		.nl_family = AF_NETLINK,
		.nl_groups = groups,
	};
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_AUDIT);

	if (fd < 0 || bind(fd, (struct sockaddr *)&address, sizeof(address)))
		die("audit netlink: %s", strerror(errno));
	return fd;
}

int audit_request(int fd, int type, const void *payload, uint32_t size)
{
	static uint32_t sequence;
	static union {
		struct nlmsghdr header;
		char bytes[9000];
	} message;
	struct nlmsgerr *answer = NLMSG_DATA(&message.header);
	ssize_t got;

	memset(&message.header, 0, sizeof(message.header));
	message.header.nlmsg_len = NLMSG_LENGTH(size);
	message.header.nlmsg_type = type;
	message.header.nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK;
	message.header.nlmsg_seq = ++sequence;
	memcpy(NLMSG_DATA(&message.header), payload, size);
	if (send(fd, &message, message.header.nlmsg_len, 0) < 0)
		return -errno;
	if (audit_returned)
		audit_returned();
	do {
		got = recv(fd, &message, sizeof(message), 0);
		if (got < 0 && errno != EINTR)
			return -errno;
	} while (got < (ssize_t)NLMSG_LENGTH(sizeof(*answer)) ||
		 message.header.nlmsg_type != NLMSG_ERROR ||
		 message.header.nlmsg_seq != sequence);
	return answer->error;
}
