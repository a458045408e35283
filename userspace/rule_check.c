// SPDX-License-Identifier: GPL-2.0
/* What the kernel refuses though auditctl sends it. */
#include "rule_line.h"

#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "rules.h"

static bool is_id(uint32_t type)
{
	switch (type) {
	case AUDIT_UID ... AUDIT_FSGID:
	case AUDIT_OBJ_UID:
	case AUDIT_OBJ_GID:
		return true;
	default:
		return false;
	}
}

/* audit_field_valid(): which operators a field takes */
static const char *check_op(uint32_t type, uint32_t op)
{
	switch (type) {
	case AUDIT_ARG0 ... AUDIT_ARG3:
	case AUDIT_PERS:
	case AUDIT_DEVMINOR:
		return NULL;
	case AUDIT_UID ... AUDIT_LOGINUID:
	case AUDIT_OBJ_UID:
	case AUDIT_OBJ_GID:
	case AUDIT_PID:
	case AUDIT_PPID:
	case AUDIT_MSGTYPE:
	case AUDIT_DEVMAJOR:
	case AUDIT_EXIT:
	case AUDIT_SUCCESS:
	case AUDIT_INODE:
	case AUDIT_SESSIONID:
	case AUDIT_SUBJ_SEN:
	case AUDIT_SUBJ_CLR:
	case AUDIT_OBJ_LEV_LOW:
	case AUDIT_OBJ_LEV_HIGH:
	case AUDIT_SADDR_FAM:
		if (op == AUDIT_BIT_MASK || op == AUDIT_BIT_TEST)
			return "the kernel takes & and &= only for arguments "
			       "(a0 to a3)";
		return NULL;
	case AUDIT_SUBJ_USER ... AUDIT_SUBJ_TYPE:
	case AUDIT_OBJ_USER ... AUDIT_OBJ_TYPE:
	case AUDIT_WATCH:
	case AUDIT_DIR:
	case AUDIT_FILTERKEY:
	case AUDIT_ARCH:
	case AUDIT_FSTYPE:
	case AUDIT_PERM:
	case AUDIT_FILETYPE:
	case AUDIT_FIELD_COMPARE:
	case AUDIT_EXE:
		if (op != AUDIT_EQUAL && op != AUDIT_NOT_EQUAL)
			return "the kernel takes only = and != for one of its "
			       "fields";
		return NULL;
	default:
		return "the kernel has no such field";
	}
}

static const char *check_value(const struct audit_rule_data *data, uint32_t i)
{
	uint32_t value = data->values[i], op = data->fieldflags[i];

	switch (data->fields[i]) {
	case AUDIT_PERM:
		return value & ~15U ? "the kernel takes no such perm=" : NULL;
	case AUDIT_FILETYPE:
		return value & ~(uint32_t)S_IFMT ?
		       "the kernel takes no such filetype=" : NULL;
	case AUDIT_FIELD_COMPARE:
		return value > AUDIT_MAX_FIELD_COMPARE ?
		       "the kernel takes no such comparison" : NULL;
	case AUDIT_SADDR_FAM:
		return value >= AF_MAX ?
		       "the kernel takes no such saddr_fam=" : NULL;
	case AUDIT_INODE:
		return op != AUDIT_EQUAL && op != AUDIT_NOT_EQUAL ?
		       "inode takes only = and !=" : NULL;
	case AUDIT_WATCH:
		return op != AUDIT_EQUAL ? "path takes only =" : NULL;
	case AUDIT_DIR:
		return op != AUDIT_EQUAL ? "dir takes only =" : NULL;
	}
	if (is_id(data->fields[i]) && value == ~0U)
		return "the kernel takes -1 (unset) only for auid";
	return NULL;
}

static const char *check_string(const struct audit_rule_data *data, uint32_t i,
				const char *string)
{
	uint32_t length = data->values[i];

	if (!length)
		return "the kernel takes no empty value";
	switch (data->fields[i]) {
	case AUDIT_WATCH:
	case AUDIT_EXE:
		if (*string != '/' || string[length - 1] == '/')
			return "path= and exe= must begin with / and not end "
			       "with it";
		return NULL;
	case AUDIT_DIR:
		return *string != '/' ? "dir= must begin with /" : NULL;
	default:
		return NULL;
	}
}

/* The list, and the fields that only some lists have */
static const char *check_list(const struct audit_rule_data *data)
{
	uint32_t list = data->flags & ~AUDIT_FILTER_PREPEND;

	if (list != AUDIT_FILTER_EXCLUDE && list != AUDIT_FILTER_USER &&
	    rule_field(data, AUDIT_MSGTYPE) >= 0)
		return "msgtype= is only for the lists exclude and user";
	if (list != AUDIT_FILTER_FS && rule_field(data, AUDIT_FSTYPE) >= 0)
		return "fstype= is only for the list filesystem";
	if (list == AUDIT_FILTER_URING_EXIT &&
	    rule_field(data, AUDIT_PERM) >= 0)
		return "the list io_uring takes no perm=";
	if (list != AUDIT_FILTER_EXIT && list != AUDIT_FILTER_URING_EXIT &&
	    (rule_field(data, AUDIT_WATCH) >= 0 ||
	     rule_field(data, AUDIT_DIR) >= 0 ||
	     rule_field(data, AUDIT_INODE) >= 0))
		return "path=, dir= and inode= are only for the list exit";
	return NULL;
}

const char *rule_check(const struct audit_rule_data *data)
{
	const char *string = data->buf, *wrong = check_list(data);
	int keys = 0, exes = 0, files = 0;
	uint32_t i;

	for (i = 0; !wrong && i < data->field_count; i++) {
		uint32_t type = data->fields[i];

		wrong = check_op(type, data->fieldflags[i]);
		if (!wrong)
			wrong = check_value(data, i);
		if (!wrong && rule_field_is_string(type))
			wrong = check_string(data, i, string);
		if (rule_field_is_string(type))
			string += data->values[i];
		keys += type == AUDIT_FILTERKEY;
		exes += type == AUDIT_EXE;
		files += type == AUDIT_WATCH || type == AUDIT_DIR ||
			 type == AUDIT_INODE;
	}
	if (wrong)
		return wrong;
	if (keys > 1 || exes > 1)
		return "the kernel takes one key and one exe= a rule";
	if (files > 1)
		return "the kernel takes one of path=, dir= and inode= a rule";
	return NULL;
}
