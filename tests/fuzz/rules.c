// SPDX-License-Identifier: GPL-2.0
/*
 * Rules, from a file or from the kernel. An input that begins with a NUL is
 * what the kernel answers over netlink, any other is a file for auditctl -R.
 * What was accepted must be a rule that the kernel would take (a file) and
 * that can be printed; printed and read again it must match the same
 * syscalls.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clean.h"
#include "explain.h"
#include "rule_line.h"

/* for take(), what it does with one message */
#include "../../userspace/rules_load.c"

const char diag_name[] = "fuzz";

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t len);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	interest_init(false);
	return 0;
}

static void expect(bool holds, const char *what, const char *text)
{
	if (holds)
		return;
	fprintf(stderr, "%s: %s\n", what, text);
	abort();
}

static void read_text(struct rules *rules, const void *text, size_t length)
{
	FILE *was = stdin;

	/* not const: it is opened for reading only */
	stdin = fmemopen((void *)text, length, "r");
	if (!stdin || rules_read(rules, "-"))
		abort();
	fclose(stdin);
	stdin = was;
}

/* One message, in memory that ends where it ends. Return: was it taken? */
static bool read_reply(struct rules *rules, const void *payload, size_t length)
{
	struct nlmsghdr *nlh = malloc(NLMSG_HDRLEN + length);
	struct audit_reply reply = { .type = AUDIT_LIST_RULES, .nlh = nlh };
	bool taken;

	if (!nlh)
		abort();
	nlh->nlmsg_len = NLMSG_LENGTH(length);
	memcpy(NLMSG_DATA(nlh), payload, length);
	reply.ruledata = NLMSG_DATA(nlh);
	memset(rules, 0, sizeof(*rules));
	taken = take(rules, &reply) == 1;
	free(nlh);
	return taken && rules_number(rules) == 0;
}

static void check_text(const char *text)
{
	char *again = strdup(text);

	if (!again)
		abort();
	clean(again);
	expect(!strcmp(again, text), "not clean", text);
	free(again);
}

static void check_rule(const struct rules *rules, size_t i, bool from_file)
{
	const struct rule *rule = &rules->rule[i];
	const struct audit_rule_data *data = rule->data;
	const char *wrong = rule_check(data);
	unsigned int before = i && rule[-1].list == rule->list ?
			      rule[-1].position : 0;

	expect(!from_file || !wrong, "would be refused", rule->text);
	expect(rule->position == before + 1, "has another position",
	       rule->text);
	expect(!from_file || rules_find(rules, data), "cannot be found",
	       rule->text);
	check_text(rule->text);
	check_text(rule->key);
}

/*
 * A '?' stands for what has no name or cannot be printed, a blank or a
 * backslash in a path would have to be escaped, and -w is about a directory or
 * a file by what is there when it is read: in all that, auditctl -l is the
 * same.
 */
static void check_again(const struct rule *rule)
{
	static struct interest before, after;
	struct rules again;

	if (strpbrk(rule->text, "?\\") || !strncmp(rule->text, "-w", 2))
		return;
	read_text(&again, rule->text, strlen(rule->text));
	if (again.nr == 1) {
		interest_of(&before, rule->data);
		interest_of(&after, again.rule[0].data);
		expect(!memcmp(&before, &after, sizeof(before)),
		       "matches other syscalls when it is read again",
		       rule->text);
	}
	rules_free(&again);
}

/* The length decides what is asked, and that JSON, which is slow, is rare. */
static void print(const struct rules *rules, size_t len)
{
	struct explanation why = {
		.rules = rules, .arch = len & 1, .nr = len & 2 ? -1 : 59
	};

	if (explain(&why))
		abort();
	if (len & 0x1c)
		explain_text(&why);
	else if (explain_json(&why))
		abort();
	explain_free(&why);
	fflush(stdout);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t len)
{
	bool from_file = len && *data;
	struct rules rules;
	bool taken = true;
	size_t i;

	if (!len)
		return 0;
	if (from_file)
		read_text(&rules, data, len);
	else
		taken = read_reply(&rules, data + 1, len - 1);
	for (i = 0; taken && i < rules.nr; i++) {
		check_rule(&rules, i, from_file);
		if (from_file)
			check_again(&rules.rule[i]);
	}
	if (taken)
		print(&rules, len);
	rules_free(&rules);
	return 0;
}
