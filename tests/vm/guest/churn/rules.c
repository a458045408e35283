// SPDX-License-Identifier: GPL-2.0
/* The rules that come and go, as the kernel takes them. */
#include <libaudit.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include "churn.h"

#define MAX_SYSCALLS 4

/*
 * A kind of rule: an arch (0: either), syscalls (none: all), one field and its
 * text or value, a permission, and the types of calls that it matches.
 */
struct kind {
	const char *name;
	uint32_t arch;
	struct {
		int n;
		uint16_t nr[MAX_SYSCALLS];
	} syscalls;
	uint32_t field, op;
	const char *text;
	uint32_t value;
	uint32_t perm;
	uint32_t types;
};

#define B64	AUDIT_ARCH_X86_64
#define B32	AUDIT_ARCH_I386
#define WA	(AUDIT_PERM_WRITE | AUDIT_PERM_ATTR)
#define OPENS	(BIT(OPEN64) | BIT(OPEN32))

static const struct kind kinds[] = {
	[KIND_WATCH_EDITED] = { "watch that leaves", 0, {},
		AUDIT_WATCH, AUDIT_EQUAL, EDITED_FILE, 0, WA, BIT(EDIT64) },
	[KIND_TREE_EDITED] = { "tree that leaves", 0, {},
		AUDIT_DIR, AUDIT_EQUAL, EDITED, 0, WA, BIT(EDIT64) },
	[KIND_SLOW] = { "slow tree", 0, {},
		AUDIT_DIR, AUDIT_EQUAL, SLOW_TREE, 0, WA, OPENS },
	[KIND_STATX] = { "unrelated", B64, { 1, { 332 } },
		AUDIT_UID, AUDIT_EQUAL, NULL, 4711, 0, 0 },
	[KIND_PLAIN] = { "plain", B64, { 2, { 111, NO_CALL_64 } },
		0, 0, NULL, 0, 0, BIT(LOW64) | BIT(HIGH64) },
	{ "b32", B32, { 2, { 65, NO_CALL_32 } },
		0, 0, NULL, 0, 0, BIT(LOW32) | BIT(HIGH32) },
	{ "either arch", 0, { 4, { 111, 65, NO_CALL_64, NO_CALL_32 } },
		0, 0, NULL, 0, 0,
		BIT(LOW64) | BIT(HIGH64) | BIT(LOW32) | BIT(HIGH32) },
	{ "exe", B64, { 2, { 111, NO_CALL_64 } },
		AUDIT_EXE, AUDIT_EQUAL, "/afp/bin/churn", 0, 0,
		BIT(LOW64) | BIT(HIGH64) },
	{ "perm", B64, {},
		0, 0, NULL, 0, AUDIT_PERM_WRITE, BIT(OPEN64) | BIT(EDIT64) },
	{ "watch", 0, {},
		AUDIT_WATCH, AUDIT_EQUAL, TREE_FILE, 0, WA, OPENS },
	{ "tree", 0, {},
		AUDIT_DIR, AUDIT_EQUAL, TREE, 0, WA, OPENS },
	{ "inode", B64, { 1, { 257 } },
		AUDIT_INODE, AUDIT_EQUAL, NULL, 0, 0, BIT(OPEN64) },
	{ "argument", B64, { 1, { 0 } },
		AUDIT_ARG2, AUDIT_GREATER_THAN_OR_EQUAL, NULL, FIRST_CALL, 0,
		BIT(READ64) },
	{ "argument, b32", B32, { 1, { 3 } },
		AUDIT_ARG2, AUDIT_GREATER_THAN_OR_EQUAL, NULL, FIRST_CALL, 0,
		BIT(READ32) },
	{ "exit", B64, { 1, { 60 } },
		AUDIT_ARG0, AUDIT_GREATER_THAN_OR_EQUAL, NULL, FIRST_CALL, 0,
		BIT(EXIT64) },
};

const int nr_kinds = sizeof(kinds) / sizeof(*kinds);

const char *kind_name(int kind)
{
	return kinds[kind].name;
}

uint32_t kind_types(int kind)
{
	return kinds[kind].types;
}

static union {
	struct audit_rule_data rule;
	char bytes[sizeof(struct audit_rule_data) + 512];
} data;

static void add_field(uint32_t field, uint32_t op, uint32_t value)
{
	uint32_t n = data.rule.field_count++;

	data.rule.fields[n] = field;
	data.rule.fieldflags[n] = op;
	data.rule.values[n] = value;
}

static void add_text(uint32_t field, uint32_t op, const char *text)
{
	add_field(field, op, strlen(text));
	memcpy(data.rule.buf + data.rule.buflen, text, strlen(text));
	data.rule.buflen += strlen(text);
}

static uint32_t value_of(const struct kind *kind)
{
	struct stat st;

	if (kind->field != AUDIT_INODE)
		return kind->value;
	if (stat(TREE_FILE, &st))
		die("no " TREE_FILE);
	return st.st_ino;
}

int rule_send(int fd, const struct rule *rule, bool add)
{
	const struct kind *kind = &kinds[rule->kind];
	char key[24];
	int i;

	memset(&data, 0, sizeof(data));
	/* it is not kept with the rule, which would then not be found */
	data.rule.flags = AUDIT_FILTER_EXIT |
			  (add && rule->prepend ? AUDIT_FILTER_PREPEND : 0);
	data.rule.action = rule->never ? AUDIT_NEVER : AUDIT_ALWAYS;
	for (i = 0; i < kind->syscalls.n; i++)
		data.rule.mask[kind->syscalls.nr[i] / 32] |=
			1u << kind->syscalls.nr[i] % 32;
	if (!kind->syscalls.n)
		memset(data.rule.mask, 0xff, sizeof(data.rule.mask));
	if (kind->arch)
		add_field(AUDIT_ARCH, AUDIT_EQUAL, kind->arch);
	if (kind->text)
		add_text(kind->field, kind->op, kind->text);
	else if (kind->field)
		add_field(kind->field, kind->op, value_of(kind));
	if (kind->perm)
		add_field(AUDIT_PERM, AUDIT_EQUAL, kind->perm);
	snprintf(key, sizeof(key), "churn-%u", rule->key);
	add_text(AUDIT_FILTERKEY, AUDIT_EQUAL, key);
	return audit_request(fd, add ? AUDIT_ADD_RULE : AUDIT_DEL_RULE, &data,
			     sizeof(data.rule) + data.rule.buflen);
}

/* A file for auditctl -R: n unrelated rules and, amid them, a plain one. */
void rules_text(const char *path, int n, uint32_t key)
{
	FILE *file = fopen(path, "w");
	int i;

	if (!file)
		die("no %s", path);
	for (i = 0; i < n; i++) {
		if (i == n / 2)
			fprintf(file, "-a always,exit -F arch=b64 -S getpgrp -S %d -k churn-%u\n",
				NO_CALL_64, key);
		else
			fprintf(file, "-a always,exit -F arch=b64 -S statx -F uid=%d -k bulk\n",
				10000 + i);
	}
	if (fclose(file))
		die("cannot write %s", path);
}
