/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which syscalls a rule may match, as the module works it out: module/scope.c
 * is part of this program, and what module/census.c does with it is done here
 * with rules as user space sees them.
 */
#ifndef INTEREST_H
#define INTEREST_H

#include "afp_scope.h"
#include "rules.h"
#include "sysfs.h"

/**
 * struct interest - the sets under interest/, of one rule or of many
 * @set: by kind and arch; bit n of a set is syscall n
 */
struct interest {
	__u64 set[NR_KINDS][AFP_NR_ARCHES][AFP_SET_WORDS];
};

/**
 * interest_init() - to be called before all others here
 * @loaded: it is about the rules that are loaded, so that the classes of
 *	    syscalls are the module's, where one is loaded
 *
 * Return: 0, or -1 after a message.
 */
int interest_init(bool loaded);

/**
 * interest_resolve() - put syscalls in the place of their classes
 * @mask: a rule's mask as auditctl sends it; becomes what the kernel makes of
 *        it
 *
 * The last 16 bits of a mask do not stand for syscalls.
 * Source: audit_to_entry_common(), kernel/auditfilter.c.
 */
void interest_resolve(uint32_t *mask);

/**
 * interest_of() - what one rule adds
 * @interest: set to it
 * @data: a rule as the kernel holds it
 */
void interest_of(struct interest *interest, const struct audit_rule_data *data);

/**
 * interest_add() - what two add together
 * @sum: receives it
 * @one: added
 */
void interest_add(struct interest *sum, const struct interest *one);

/**
 * interest_counts() - does the kernel count the rule in audit_n_rules?
 * @data: the rule
 *
 * Return: true if it does.
 */
bool interest_counts(const struct audit_rule_data *data);

/**
 * interest_is_signal() - and in audit_signals?
 * @data: the rule
 *
 * Return: true if it does.
 */
bool interest_is_signal(const struct audit_rule_data *data);

/**
 * set_list() - a set in the form of the files under interest/
 * @set: of AFP_SET_WORDS words
 *
 * Return: such as "0-3,59", from malloc(), or NULL after a message.
 */
char *set_list(const __u64 *set);

/**
 * set_count() - size of a set
 * @set: of AFP_SET_WORDS words
 * @arch: whose syscalls
 * @known: count only numbers that have a name
 *
 * Return: how many are in it.
 */
unsigned int set_count(const __u64 *set, enum afp_arch arch, bool known);

#endif /* INTEREST_H */
