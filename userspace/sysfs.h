/* SPDX-License-Identifier: GPL-2.0 */
/* Reads what the module shows in sysfs, and believes none of it. */
#ifndef SYSFS_H
#define SYSFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "afp_abi.h"
#include "afp_scope.h"

/* For tests: a directory to read in place of AFP_SYSFS_DIR. */
#define SYSFS_DIR_ENV	"AUFASTPATH_SYSFS"

enum state { STATE_ACTIVE, STATE_HELD, STATE_DISABLED, STATE_FAULTED };

#define X(name)	STAT_##name,
enum stat_line { AFP_STATS(X) NR_STATS };
#undef X

#define X(name)	KIND_##name,
enum kind { AFP_INTEREST_KINDS(X) NR_KINDS };
#undef X

/* Their names, in the order of the enums */
extern const char *const state_names[];
extern const char *const stat_names[NR_STATS];
extern const char *const kind_names[NR_KINDS];
extern const char *const arch_names[AFP_NR_ARCHES];

/**
 * struct bits - a file of interest/
 * @count: how many syscalls are in it
 * @set: which
 * @list: the file's own text, without the newline
 */
struct bits {
	unsigned int count;
	bool set[AFP_NR_SYSCALLS];
	char *list;
};

/**
 * struct hook - a line of hooks
 * @hook: the shortcut it serves
 * @function: the kernel function it sits on
 * @tier: direct, ftrace, kprobe or what a newer module may know
 * @why: the rest of the line, may be empty
 */
struct hook {
	char *hook;
	char *function;
	char *tier;
	char *why;
};

#define MAX_HOOKS 64

/**
 * struct report - everything the module shows
 * @state: first word of state
 * @reason: what follows "faulted: ", else empty
 * @enabled: enabled
 * @mode: the module's parameter, or NULL where it cannot be read
 * @nr_hooks: lines in @hooks
 * @hooks: hooks
 * @stats: stats; lines that this program does not know are left out
 * @interest: interest/KIND_ARCH
 * @text: the files that the strings point into
 */
struct report {
	enum state state;
	const char *reason;
	bool enabled;
	char *mode;
	size_t nr_hooks;
	struct hook hooks[MAX_HOOKS];
	uint64_t stats[NR_STATS];
	struct bits interest[NR_KINDS][AFP_NR_ARCHES];
	char *text[4 + NR_KINDS * AFP_NR_ARCHES];
	size_t nr_text;
};

/**
 * sysfs_dir() - where the module's files are
 *
 * Return: AFP_SYSFS_DIR, unless a test has set another; valid until the next
 * call.
 */
const char *sysfs_dir(void);

/**
 * sysfs_read() - read one of them
 * @name: such as "interest/exit_native"
 * @length: receives the number of bytes
 *
 * Return: its text and a NUL, to be freed; or NULL with errno, EFBIG if there
 * is more of it than there can be.
 */
char *sysfs_read(const char *name, size_t *length);

/**
 * sysfs_is_text() - may it be shown, and put into JSON?
 * @text: what a file held
 * @length: its length
 */
bool sysfs_is_text(const char *text, size_t length);

enum report_result { REPORT_READ, REPORT_NOT_LOADED, REPORT_TROUBLE };

/**
 * report_read() - read everything
 * @report: filled in; report_free() is due whatever the result
 *
 * The files are read one after the other, so counters that change meanwhile
 * may be a few syscalls apart. A module that is unloaded meanwhile is not
 * loaded.
 *
 * Return: REPORT_READ, REPORT_NOT_LOADED without a message, or REPORT_TROUBLE
 * after one.
 */
enum report_result report_read(struct report *report);

/**
 * report_free() - free what report_read() allocated
 * @report: it
 */
void report_free(struct report *report);

#endif /* SYSFS_H */
