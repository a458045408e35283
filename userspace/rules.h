/* SPDX-License-Identifier: GPL-2.0 */
/* Audit rules, as the kernel has them or as a file would load them. */
#ifndef RULES_H
#define RULES_H

#include <libaudit.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Headers older than 5.16 lack the list of io_uring operations. */
#ifndef AUDIT_FILTER_URING_EXIT
#define AUDIT_FILTER_URING_EXIT	0x07
#endif

/**
 * struct rule - one rule
 * @data: as the kernel takes it and shows it; the bits for classes of syscalls
 *        are resolved and AUDIT_FILTER_PREPEND is off, as in the kernel
 * @list: AUDIT_FILTER_EXIT, ...: the filter it was given for
 * @position: its place there, from 1, in the order in which the kernel looks
 * @line: the line that gave it, 0 for a loaded rule
 * @hash: of @data, to find a twin
 * @text: as auditctl -l prints it, without what would upset a terminal
 * @key: its keys with commas between them; empty if it has none
 */
struct rule {
	struct audit_rule_data *data;
	unsigned int list;
	unsigned int position;
	unsigned int line;
	uint32_t hash;
	char *text;
	char *key;
};

/* A line of a file that would load no rule, and why */
struct refused {
	unsigned int line;
	char *why;
};

/**
 * struct rules - all of them, list after list
 * @rule: the rules
 * @nr: how many
 * @refused: the lines that were refused
 * @nr_refused: how many
 * @stops_at: the refused line at which auditctl -R would stop, 0: at none
 */
struct rules {
	struct rule *rule;
	size_t nr;
	struct refused *refused;
	size_t nr_refused;
	unsigned int stops_at;
};

/**
 * rules_load() - ask the kernel for its rules
 * @rules: filled; rules_free() is due whatever the result
 *
 * Return: 0, or -1 after a message.
 */
int rules_load(struct rules *rules);

/**
 * rules_read() - read a file for auditctl -R
 * @rules: filled; rules_free() is due whatever the result
 * @file: its name, "-" for the standard input
 *
 * Changes nothing and asks the kernel for nothing. A line that auditctl or the
 * kernel would refuse is left out after a message, and counted. Only a watch
 * looks at the file system, as auditctl's does: is its path a directory?
 *
 * Return: 0, or -1 after a message.
 */
int rules_read(struct rules *rules, const char *file);

/**
 * rules_free() - free what the two above allocated
 * @rules: it
 */
void rules_free(struct rules *rules);

/**
 * rules_add() - add a rule
 * @rules: to which
 * @data: the rule, from malloc(); now owned by @rules, also on error
 * @line: the line that gave it, or 0
 *
 * Positions are set by rules_number(), once all rules are there.
 *
 * Return: 0, or -1 after a message: out of memory.
 */
int rules_add(struct rules *rules, struct audit_rule_data *data,
	      unsigned int line);

/**
 * rules_find() - find a rule's twin
 * @rules: where
 * @data: the rule
 *
 * Source: audit_compare_rule(), kernel/auditfilter.c.
 * Return: the rule that the kernel holds for the same, or NULL.
 */
struct rule *rules_find(const struct rules *rules,
			const struct audit_rule_data *data);

/**
 * rules_remove() - remove one
 * @rules: where
 * @rule: which
 */
void rules_remove(struct rules *rules, struct rule *rule);

/**
 * rules_number() - order them by list, and number each list's
 * @rules: the rules
 *
 * Return: 0, or -1 after a message: out of memory.
 */
int rules_number(struct rules *rules);

/**
 * rule_field() - find a field of a rule
 * @data: the rule
 * @type: AUDIT_ARCH, ...
 *
 * Return: its index, the last one's if there are several, or -1.
 */
int rule_field(const struct audit_rule_data *data, uint32_t type);

/**
 * rule_field_is_string() - has the field a string?
 * @type: AUDIT_ARCH, ...
 *
 * Return: true if the field's value is the length of a string in the rule's
 * buffer.
 */
bool rule_field_is_string(uint32_t type);

/**
 * rule_names_all() - does the rule name every syscall, or none?
 * @data: the rule
 *
 * Return: true if every bit of its mask is set, but for the last word, whose
 * bits stand for classes.
 */
bool rule_names_all(const struct audit_rule_data *data);

/**
 * rule_in_inode() - does the kernel keep the rule in an inode bucket?
 * @data: the rule
 *
 * Source: audit_find_rule(), audit_to_inode() and audit_to_watch() in
 * kernel/auditfilter.c and audit_watch.c. Whatever its filter, a rule for one
 * file lies in audit_inode_hash and not in the filter's list; inode!= is an
 * ordinary rule.
 *
 * Return: true for a rule with a watch, path= or inode=.
 */
bool rule_in_inode(const struct audit_rule_data *data);

/**
 * rule_text() - print a rule as auditctl -l does
 * @data: the rule
 *
 * Bytes that are no printable text are replaced by '?'.
 *
 * Return: the text, from malloc(), or NULL: out of memory.
 */
char *rule_text(const struct audit_rule_data *data);

/**
 * rule_key() - the keys of a rule
 * @data: the rule
 *
 * Return: the keys with commas between them, from malloc(); NULL: out of
 * memory.
 */
char *rule_key(const struct audit_rule_data *data);

#endif /* RULES_H */
