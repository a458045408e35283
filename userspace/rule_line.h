/* SPDX-License-Identifier: GPL-2.0 */
/* One line of a rules file, read as auditctl reads it. */
#ifndef RULE_LINE_H
#define RULE_LINE_H

#include <libaudit.h>
#include <stdbool.h>
#include <stddef.h>

/* What a line does to the rules */
enum line_kind { LINE_NOTHING, LINE_ADD, LINE_DELETE, LINE_FLUSH };

/**
 * struct rule_line - a line that has been read
 * @kind: what it does
 * @data: the rule to add or to delete, from malloc(); NULL for other kinds.
 *        Its mask is as auditctl sends it: see interest_resolve()
 * @key: for LINE_FLUSH: only rules with this in a key; empty: all rules
 * @goes_on: from here on auditctl -R does not stop at a refused line
 * @why: why it was refused
 */
struct rule_line {
	enum line_kind kind;
	struct audit_rule_data *data;
	char key[AUDIT_MAX_KEY_LEN + 1];
	bool goes_on;
	char why[256];
};

/**
 * rule_line_parse() - read a line
 * @line: filled; @line->data is the caller's to free
 * @argc: number of words, and one
 * @argv: "auditctl", the words, NULL; the words may be written to
 *
 * Source: setopt() and handle_request() of auditctl (audit-userspace, 3.0.9 and
 * 4.0.2). libaudit fills the rule, so that the mask is the one that auditctl
 * with that libaudit sends: from 4.0 on, perm= behind arch= adds the syscalls
 * of its own list for that perm, where 3.x leaves every bit set.
 *
 * Return: 0, or -1 with @line->why.
 */
int rule_line_parse(struct rule_line *line, int argc, char **argv);

/**
 * rule_field_add() - add what -F says, other than key=, or what -C says
 * @data: the rule; may move
 * @option: 'F' or 'C'
 * @pair: NAME OP VALUE
 * @list: the rule's filter, or AUDIT_FILTER_UNSET
 * @why: receives the reason of a refusal
 * @size: room there
 *
 * What libaudit takes only after it has asked the kernel for its features
 * (which needs privilege) is taken here without.
 *
 * Return: 0, or -1 with @why.
 */
int rule_field_add(struct audit_rule_data **data, int option, const char *pair,
		   unsigned int list, char *why, size_t size);

/**
 * rule_check() - would the kernel take the rule?
 * @data: the rule
 *
 * Source: audit_data_to_entry() and what it calls, kernel/auditfilter.c.
 * Paths are not looked up.
 *
 * Return: NULL, or why not.
 */
const char *rule_check(const struct audit_rule_data *data);

/* Options that came before, in libaudit because its functions look there too */
extern int _audit_permadded;
extern int _audit_archadded;
extern int _audit_syscalladded;
extern int _audit_exeadded;
extern int _audit_filterfsadded;
extern unsigned int _audit_elf;

#endif /* RULE_LINE_H */
