// SPDX-License-Identifier: GPL-2.0
/* A rule in the words of auditctl -l. */
#include "rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clean.h"

/* libaudit has it from 4.0 on. */
extern const char *audit_uringop_to_name(int op) __attribute__((weak));

/* libaudit can name none of them; the order is that of linux/audit.h. */
static const char *const compared[][2] = {
	[AUDIT_COMPARE_UID_TO_OBJ_UID] = { "uid", "obj_uid" },
	[AUDIT_COMPARE_GID_TO_OBJ_GID] = { "gid", "obj_gid" },
	[AUDIT_COMPARE_EUID_TO_OBJ_UID] = { "euid", "obj_uid" },
	[AUDIT_COMPARE_EGID_TO_OBJ_GID] = { "egid", "obj_gid" },
	[AUDIT_COMPARE_AUID_TO_OBJ_UID] = { "auid", "obj_uid" },
	[AUDIT_COMPARE_SUID_TO_OBJ_UID] = { "suid", "obj_uid" },
	[AUDIT_COMPARE_SGID_TO_OBJ_GID] = { "sgid", "obj_gid" },
	[AUDIT_COMPARE_FSUID_TO_OBJ_UID] = { "fsuid", "obj_uid" },
	[AUDIT_COMPARE_FSGID_TO_OBJ_GID] = { "fsgid", "obj_gid" },
	[AUDIT_COMPARE_UID_TO_AUID] = { "uid", "auid" },
	[AUDIT_COMPARE_UID_TO_EUID] = { "uid", "euid" },
	[AUDIT_COMPARE_UID_TO_FSUID] = { "uid", "fsuid" },
	[AUDIT_COMPARE_UID_TO_SUID] = { "uid", "suid" },
	[AUDIT_COMPARE_AUID_TO_FSUID] = { "auid", "fsuid" },
	[AUDIT_COMPARE_AUID_TO_SUID] = { "auid", "suid" },
	[AUDIT_COMPARE_AUID_TO_EUID] = { "auid", "euid" },
	[AUDIT_COMPARE_EUID_TO_SUID] = { "euid", "suid" },
	[AUDIT_COMPARE_EUID_TO_FSUID] = { "euid", "fsuid" },
	[AUDIT_COMPARE_SUID_TO_FSUID] = { "suid", "fsuid" },
	[AUDIT_COMPARE_GID_TO_EGID] = { "gid", "egid" },
	[AUDIT_COMPARE_GID_TO_FSGID] = { "gid", "fsgid" },
	[AUDIT_COMPARE_GID_TO_SGID] = { "gid", "sgid" },
	[AUDIT_COMPARE_EGID_TO_FSGID] = { "egid", "fsgid" },
	[AUDIT_COMPARE_EGID_TO_SGID] = { "egid", "sgid" },
	[AUDIT_COMPARE_SGID_TO_FSGID] = { "sgid", "fsgid" },
};

static const char *op_of(const struct audit_rule_data *data, int i)
{
	const char *symbol = audit_operator_to_symbol(data->fieldflags[i]);

	return symbol ? symbol : "?";
}

/*
 * What auditctl -w gives has a path, perm= and no field that -w cannot give.
 * auditctl takes more rules for watches, and then drops their action.
 */
static bool is_watch(const struct audit_rule_data *data)
{
	bool path = false, perm = false;
	uint32_t i;

	for (i = 0; i < data->field_count; i++) {
		switch (data->fields[i]) {
		case AUDIT_WATCH:
		case AUDIT_DIR:
			path = i == 0;
			break;
		case AUDIT_PERM:
			perm = true;
			break;
		case AUDIT_FILTERKEY:
			break;
		default:
			return false;
		}
	}
	return path && perm && data->flags == AUDIT_FILTER_EXIT &&
	       data->action == AUDIT_ALWAYS && rule_names_all(data);
}

static void put_arch(FILE *to, const struct audit_rule_data *data, int i)
{
	uint32_t arch = data->values[i];

	fprintf(to, " -F arch%s", op_of(data, i));
	if (audit_elf_to_machine(arch) < 0)
		fprintf(to, "0x%X", arch);
	else
		fputs(arch & __AUDIT_ARCH_64BIT ? "b64" : "b32", to);
}

static const char *call_name(const struct audit_rule_data *data, int nr)
{
	int i = rule_field(data, AUDIT_ARCH);
	int machine = i < 0 ? audit_detect_machine() :
			      audit_elf_to_machine(data->values[i]);

	if (data->flags == AUDIT_FILTER_URING_EXIT)
		return audit_uringop_to_name ? audit_uringop_to_name(nr) : NULL;
	return machine < 0 ? NULL : audit_syscall_to_name(nr, machine);
}

static void put_syscalls(FILE *to, const struct audit_rule_data *data)
{
	const char *before = " -S ";
	int nr;

	if (data->flags != AUDIT_FILTER_EXIT &&
	    data->flags != AUDIT_FILTER_URING_EXIT)
		return;
	if (rule_names_all(data)) {
		fputs(" -S all", to);
		return;
	}
	for (nr = 0; nr < AUDIT_BITMASK_SIZE * 32; nr++) {
		const char *name;

		if (!(data->mask[AUDIT_WORD(nr)] & AUDIT_BIT(nr)))
			continue;
		name = call_name(data, nr);
		if (name)
			fprintf(to, "%s%s", before, name);
		else
			fprintf(to, "%s%d", before, nr);
		before = ",";
	}
}

static void put_keys(FILE *to, const char *option, const char *keys,
		     size_t length)
{
	while (length) {
		const char *end = memchr(keys, AUDIT_KEY_SEPARATOR, length);
		size_t one = end ? (size_t)(end - keys) : length;

		if (one)
			fprintf(to, " %s%.*s", option, (int)one, keys);
		length -= one + !!end;
		keys += one + !!end;
	}
}

static void put_perm(FILE *to, uint32_t perm)
{
	if (perm & AUDIT_PERM_READ)
		putc('r', to);
	if (perm & AUDIT_PERM_WRITE)
		putc('w', to);
	if (perm & AUDIT_PERM_EXEC)
		putc('x', to);
	if (perm & AUDIT_PERM_ATTR)
		putc('a', to);
}

static void put_name(FILE *to, const char *name, uint32_t value)
{
	if (name)
		fputs(name, to);
	else
		fprintf(to, "%d", (int)value);
}

static void put_value(FILE *to, uint32_t type, uint32_t value)
{
	const char *name = NULL;

	switch (type) {
	case AUDIT_PERM:
		put_perm(to, value);
		return;
	case AUDIT_INODE:
		fprintf(to, "%u", value);
		return;
	case AUDIT_ARG0 ... AUDIT_ARG3:
		fprintf(to, "0x%X", value);
		return;
	case AUDIT_EXIT:
		if ((int)value < 0)
			name = audit_errno_to_name(-(int)value);
		if (name)
			putc('-', to);
		break;
	case AUDIT_MSGTYPE:
		name = audit_msg_type_to_name(value);
		break;
	case AUDIT_FSTYPE:
		name = audit_fstype_to_name(value);
		break;
	case AUDIT_FILETYPE:
		name = audit_ftype_to_name(value);
		break;
	}
	put_name(to, name, value);
}

static void put_field(FILE *to, const struct audit_rule_data *data, int i,
		      const char *string, bool watch)
{
	uint32_t type = data->fields[i], value = data->values[i];
	const char *name = audit_field_to_name(type);

	if (type == AUDIT_FILTERKEY) {
		put_keys(to, watch ? "-k " : "-F key=", string, value);
	} else if (type == AUDIT_FIELD_COMPARE) {
		if (value && value < sizeof(compared) / sizeof(compared[0]))
			fprintf(to, " -C %s%s%s", compared[value][0],
				op_of(data, i), compared[value][1]);
		else
			fprintf(to, " -C %u", value);
	} else if (watch && type == AUDIT_PERM) {
		fputs(" -p ", to);
		put_perm(to, value);
	} else if (watch) {
		fprintf(to, "-w %.*s", (int)value, string);
	} else if (name) {
		fprintf(to, " -F %s%s", name, op_of(data, i));
		if (rule_field_is_string(type))
			fprintf(to, "%.*s", (int)value, string);
		else
			put_value(to, type, value);
	} else {
		fprintf(to, " -F f%u%s%d", type, op_of(data, i), (int)value);
	}
}

/* Close @to, whose text is @text; the text is spoilt if that fails. */
static char *finished(FILE *to, char **text)
{
	bool failed = ferror(to);

	if (fclose(to) || failed) {
		free(*text);
		return NULL;
	}
	clean(*text);
	return *text;
}

char *rule_text(const struct audit_rule_data *data)
{
	bool watch = is_watch(data);
	const char *string = data->buf;
	const char *list = audit_flag_to_name(data->flags);
	size_t length;
	uint32_t i;
	char *text;
	FILE *to = open_memstream(&text, &length);

	if (!to)
		return NULL;
	if (!watch) {
		fprintf(to, "-a %s,%s",
			data->action == AUDIT_NEVER ? "never" : "always",
			list ? list : "?");
		for (i = 0; i < data->field_count; i++)
			if (data->fields[i] == AUDIT_ARCH)
				put_arch(to, data, i);
		put_syscalls(to, data);
	}
	for (i = 0; i < data->field_count; i++) {
		if (data->fields[i] == AUDIT_ARCH)
			continue;
		put_field(to, data, i, string, watch);
		if (rule_field_is_string(data->fields[i]))
			string += data->values[i];
	}
	return finished(to, &text);
}

char *rule_key(const struct audit_rule_data *data)
{
	const char *string = data->buf;
	size_t length;
	uint32_t i;
	char *text;
	FILE *to = open_memstream(&text, &length);

	if (!to)
		return NULL;
	for (i = 0; i < data->field_count; i++) {
		uint32_t j;

		if (data->fields[i] == AUDIT_FILTERKEY)
			for (j = 0; j < data->values[i]; j++)
				putc(string[j] == AUDIT_KEY_SEPARATOR ?
				     ',' : string[j], to);
		if (rule_field_is_string(data->fields[i]))
			string += data->values[i];
	}
	return finished(to, &text);
}
