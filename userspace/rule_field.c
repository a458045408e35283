// SPDX-License-Identifier: GPL-2.0
/* -F and -C, through libaudit, and its error numbers in words. */
#include "rule_line.h"

#include <ctype.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The numbers are those of lib/errormsg.h, which is not installed. */
static const char *const reasons[] = {
	[1] = "no operator in it; there are = != < <= > >= & &=",
	[2] = "unknown field",
	[3] = "arch= must come before -S and before a watch",
	[4] = "unknown architecture",
	[5] = "unknown architecture; there are b64 and b32",
	[6] = "this machine has no such architecture",
	[7] = "only for the list exit",
	[8] = "unknown record type",
	[9] = "msgtype= is only for the lists exclude and user",
	[11] = "its value is too long",
	[12] = "only msgtype, pid, uid, gid, auid, subj_* and exe can be "
	       "excluded by",
	[13] = "takes only = and !=",
	[14] = "a permission consists of r, w, x and a",
	[15] = "unknown error name",
	[16] = "unknown file type",
	[17] = "only for the list exit",
	[19] = "a key needs a watch, -S, path=, dir=, perm= or exe= before it",
	[20] = "no value behind the operator",
	[21] = "its value is not a number",
	[22] = "no field before the operator",
	[24] = "no field before the operator",
	[25] = "no field behind the operator",
	[26] = "unknown field",
	[27] = "unknown field behind the operator",
	[28] = "more fields than a rule can have",
	[29] = "takes only =",
	[30] = "this kernel has no such field",
	[31] = "only for the lists exclude, user and exit",
	[32] = "no list before it",
	[33] = "these two fields cannot be compared",
	[34] = "not a field of this list",
	[35] = "this kernel has no such list",
	[36] = "unknown file system",
	[37] = "its value is too large",
	/* libaudit has looked for a user or a group */
	[38] = "no such user or group on this machine",
};

static const char *reason(int err)
{
	size_t i = -err;

	if (i < sizeof(reasons) / sizeof(reasons[0]) && reasons[i])
		return reasons[i];
	return "not understood";
}

/* Length of the name in a pair, and the operator behind it. */
static size_t split(const char *pair, uint32_t *op, const char **value)
{
	static const struct {
		const char *text;
		uint32_t op;
	} ops[] = {
		{ "!=", AUDIT_NOT_EQUAL },
		{ ">=", AUDIT_GREATER_THAN_OR_EQUAL },
		{ "<=", AUDIT_LESS_THAN_OR_EQUAL },
		{ "&=", AUDIT_BIT_TEST },
		{ "=", AUDIT_EQUAL },
		{ ">", AUDIT_GREATER_THAN },
		{ "<", AUDIT_LESS_THAN },
		{ "&", AUDIT_BIT_MASK },
	};
	size_t length = strcspn(pair, "!<>=&"), i;

	for (i = 0; i < sizeof(ops) / sizeof(ops[0]); i++) {
		size_t size = strlen(ops[i].text);

		if (strncmp(pair + length, ops[i].text, size) == 0) {
			*op = ops[i].op;
			*value = pair + length + size;
			return length;
		}
	}
	return 0;
}

static bool is(const char *pair, size_t length, const char *name)
{
	return strlen(name) == length && strncmp(pair, name, length) == 0;
}

static const char *add_value(struct audit_rule_data *data, uint32_t type,
			     uint32_t op, uint32_t value)
{
	if (data->field_count >= AUDIT_MAX_FIELDS - 1)
		return reason(-28);
	data->fields[data->field_count] = type;
	data->fieldflags[data->field_count] = op;
	data->values[data->field_count] = value;
	data->field_count++;
	return NULL;
}

static const char *add_exe(struct audit_rule_data **data, uint32_t op,
			   const char *value)
{
	size_t length = strlen(value);
	struct audit_rule_data *more;
	const char *wrong;

	if (op != AUDIT_EQUAL && op != AUDIT_NOT_EQUAL)
		return reason(-13);
	if (length > PATH_MAX)
		return reason(-11);
	more = realloc(*data, sizeof(*more) + (*data)->buflen + length);
	if (!more)
		return "out of memory";
	*data = more;
	wrong = add_value(more, AUDIT_EXE, op, length);
	if (wrong)
		return wrong;
	memcpy(more->buf + more->buflen, value, length);
	more->buflen += length;
	_audit_exeadded = 1;
	return NULL;
}

static const char *add_session(struct audit_rule_data *data, uint32_t op,
			       const char *value)
{
	const char *digits = value + (*value == '-');

	if (strcmp(value, "unset") == 0)
		return add_value(data, AUDIT_SESSIONID, op, ~0U);
	if (!isdigit((unsigned char)*digits))
		return reason(-21);
	return add_value(data, AUDIT_SESSIONID, op, strtoul(value, NULL, 0));
}

static const char *add_fstype(struct audit_rule_data *data, uint32_t op,
			      const char *value)
{
	int type = isdigit((unsigned char)*value) ? (int)strtoul(value, NULL, 0)
						  : audit_name_to_fstype(value);

	if (op != AUDIT_EQUAL && op != AUDIT_NOT_EQUAL)
		return reason(-13);
	if (type == -1)
		return reason(-36);
	_audit_filterfsadded = 1;
	return add_value(data, AUDIT_FSTYPE, op, type);
}

static bool can_exclude(const char *pair, size_t length)
{
	return is(pair, length, "msgtype") || is(pair, length, "pid") ||
	       is(pair, length, "uid") || is(pair, length, "gid") ||
	       is(pair, length, "auid") || is(pair, length, "loginuid") ||
	       (length > 5 && strncmp(pair, "subj_", 5) == 0);
}

/* Return: NULL or what is wrong; *done: that was all, libaudit is not asked. */
static const char *without_features(struct audit_rule_data **data,
				    const char *pair, unsigned int *list,
				    bool *done)
{
	const char *value = NULL;
	uint32_t op = 0;
	size_t length = split(pair, &op, &value);

	*done = false;
	if (!length || !*value)
		return NULL;	/* libaudit knows what is wrong */
	*done = true;
	if (is(pair, length, "exe") && *list != AUDIT_FILTER_FS)
		return add_exe(data, op, value);
	if (is(pair, length, "sessionid") && *list != AUDIT_FILTER_FS)
		return *list == AUDIT_FILTER_TASK ? reason(-31) :
		       *list == AUDIT_FILTER_EXCLUDE ? reason(-12) :
		       add_session(*data, op, value);
	if (*list == AUDIT_FILTER_FS)
		return is(pair, length, "fstype") ?
		       add_fstype(*data, op, value) :
		       "the list filesystem takes only fstype= and a key";
	*done = false;
	if (*list == AUDIT_FILTER_EXCLUDE) {
		if (!can_exclude(pair, length))
			return reason(-12);
		/* the same fields, and no question to the kernel */
		*list = AUDIT_FILTER_USER;
	}
	return NULL;
}

int rule_field_add(struct audit_rule_data **data, int option, const char *pair,
		   unsigned int list, char *why, size_t size)
{
	const char *wrong = NULL;
	bool done = false;
	char *spoilt;
	int err;

	if (option == 'F')
		wrong = without_features(data, pair, &list, &done);
	if (!wrong && !done) {
		/* libaudit writes to it */
		spoilt = strdup(pair);
		if (!spoilt) {
			wrong = "out of memory";
		} else if (option == 'C') {
			err = audit_rule_interfield_comp_data(data, spoilt,
							      list);
			wrong = err ? reason(err) : NULL;
		} else {
			err = audit_rule_fieldpair_data(data, spoilt, list);
			wrong = err ? reason(err) : NULL;
		}
		free(spoilt);
	}
	if (!wrong)
		return 0;
	snprintf(why, size, "-%c %.100s: %s", option, pair, wrong);
	return -1;
}
