/* SPDX-License-Identifier: GPL-2.0 */
/* What one could do about a rule, so that more is skipped. */
#ifndef ADVICE_H
#define ADVICE_H

#include <libaudit.h>

#include "interest.h"

/* In the order in which it pays */
enum advice {
	ADVICE_DEAD,
	ADVICE_SYSCALLS,
	ADVICE_PERM_PATH,
	ADVICE_NAMES_PERM,
	ADVICE_ARCH,
	ADVICE_NEVER,
	ADVICE_DIR,
	ADVICE_NAMED,
	ADVICE_INODE_PERM,
	ADVICE_INODE,
	NR_ADVICE
};

/**
 * advise() - choose what would help most
 * @data: a rule of the list exit or of an inode bucket
 * @interest: what it may match
 *
 * Return: the advice.
 */
enum advice advise(const struct audit_rule_data *data,
		   const struct interest *interest);

/* A word for each, for programs, and the text */
extern const char *const advice_words[NR_ADVICE];
extern const char *const advice_texts[NR_ADVICE];

#endif /* ADVICE_H */
