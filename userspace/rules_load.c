// SPDX-License-Identifier: GPL-2.0
/* The loaded rules, over netlink as auditctl -l gets them. */
#include "rules.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "diag.h"

/* The kernel sends 10,000 rules in far less. */
#define PATIENCE_MS	10000

static void explain_errno(int err)
{
	switch (err) {
	case EPERM:
		diag("the kernel shows its rules only to CAP_AUDIT_CONTROL; run "
		     "as root");
		break;
	case ECONNREFUSED:
		diag("audit does not answer here: it does so only outside of "
		     "containers, and if the kernel has it");
		break;
	case EPROTONOSUPPORT:
	case EAFNOSUPPORT:
	case EINVAL:
		diag("this kernel has no audit");
		break;
	default:
		diag("cannot read the loaded rules: %s", strerror(err));
	}
}

/* What the kernel says of itself is checked all the same before it is used. */
static struct audit_rule_data *copy(const struct audit_rule_data *data,
				    size_t length)
{
	struct audit_rule_data *mine;
	size_t strings = 0;
	uint32_t i;

	if (length < sizeof(*data) ||
	    data->buflen > length - sizeof(*data) ||
	    data->field_count > AUDIT_MAX_FIELDS ||
	    (data->flags & ~AUDIT_FILTER_PREPEND) > AUDIT_FILTER_MASK)
		return NULL;
	for (i = 0; i < data->field_count; i++) {
		if (!rule_field_is_string(data->fields[i]))
			continue;
		if (data->values[i] > data->buflen - strings)
			return NULL;
		strings += data->values[i];
	}
	mine = malloc(sizeof(*data) + data->buflen);
	if (mine)
		memcpy(mine, data, sizeof(*data) + data->buflen);
	return mine;
}

/* Return: 1 for more to come, 0 at the end, -1 after a message. */
static int take(struct rules *rules, const struct audit_reply *reply)
{
	struct audit_rule_data *data;

	switch (reply->type) {
	case NLMSG_DONE:
		return 0;
	case NLMSG_ERROR:
		if (!reply->error->error)	/* an acknowledgement */
			return 1;
		explain_errno(-reply->error->error);
		return -1;
	case AUDIT_LIST_RULES:
		data = copy(reply->ruledata, NLMSG_PAYLOAD(reply->nlh, 0));
		if (!data) {
			diag("the kernel sent a rule that makes no sense");
			return -1;
		}
		return rules_add(rules, data, 0) ? -1 : 1;
	default:
		return 1;
	}
}

static int take_all(struct rules *rules, int fd)
{
	struct pollfd waiting = { .fd = fd, .events = POLLIN };
	static struct audit_reply reply;
	int got, more = 1;

	while (more > 0) {
		got = poll(&waiting, 1, PATIENCE_MS);
		if (got < 0 && errno == EINTR)
			continue;
		if (got == 0) {
			diag("the kernel does not send its rules");
			return -1;
		}
		got = audit_get_reply(fd, &reply, GET_REPLY_NONBLOCKING, 0);
		if (got == -EAGAIN)
			continue;
		if (got <= 0) {
			diag("cannot read the loaded rules: %s",
			     strerror(got ? -got : EBADMSG));
			return -1;
		}
		more = take(rules, &reply);
	}
	return more;
}

int rules_load(struct rules *rules)
{
	int fd, err;

	memset(rules, 0, sizeof(*rules));
	set_aumessage_mode(MSG_QUIET, DBG_NO);
	fd = audit_open();
	if (fd < 0) {
		explain_errno(errno);
		return -1;
	}
	err = audit_request_rules_list_data(fd);
	if (err <= 0) {
		explain_errno(err ? -err : EPROTO);
		audit_close(fd);
		return -1;
	}
	err = take_all(rules, fd);
	audit_close(fd);
	return err ? err : rules_number(rules);
}
