// SPDX-License-Identifier: GPL-2.0
/* The running kernel: how it was configured, what it has. */
#include "doctor.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doctor_symbols.h"
#include "root.h"
#include "spawn.h"

/* module/compat.h does not let itself be built without the first ones. */
static const struct {
	const char *option;
	enum verdict without;
	const char *why;
} options[] = {
	{ "AUDITSYSCALL", VERDICT_PROBLEM,
	  "there are no audit rules for syscalls" },
	{ "KALLSYMS_ALL", VERDICT_PROBLEM,
	  "the kernel's audit data cannot be found" },
	{ "KPROBES", VERDICT_PROBLEM,
	  "symbols cannot be looked up" },
	{ "DYNAMIC_FTRACE_WITH_REGS", VERDICT_PROBLEM,
	  "rule changes cannot be heard of" },
	{ "IA32_EMULATION", VERDICT_PROBLEM,
	  "the module is made for kernels that have it" },
	{ "DEBUG_INFO_BTF", VERDICT_PROBLEM,
	  "the layout of the audit structures is not known" },
	{ "DYNAMIC_FTRACE_WITH_DIRECT_CALLS", VERDICT_NOTE,
	  "the slower tier ftrace is taken instead of direct" },
};
#define NR_OPTIONS (sizeof(options) / sizeof(options[0]))

/* Where distributions put it, and where the kernel may show it. */
static char *read_config(struct doctor *doctor)
{
	const char *command[] = { "gzip", "-dc", NULL, NULL };
	char path[PATH_MAX];
	char *text;
	int status;

	text = root_read(NULL, "/boot/config-%s", doctor->release);
	if (!text)
		text = root_read(NULL, "/lib/modules/%s/config",
				 doctor->release);
	if (text)
		return text;
	root_path(path, "/proc/config.gz");
	command[2] = path;
	if (!root_there("/proc/config.gz"))
		return NULL;
	text = spawn_read(command, NULL, &status);
	if (text && status == 0)
		return text;
	free(text);
	return NULL;
}

static bool is_set(const char *config, const char *option)
{
	char line[64];
	const char *at;

	snprintf(line, sizeof(line), "CONFIG_%s=y", option);
	for (at = config; (at = strstr(at, line)); at++)
		if ((at == config || at[-1] == '\n') &&
		    (at[strlen(line)] == '\n' || !at[strlen(line)]))
			return true;
	return false;
}

void doctor_config(struct doctor *doctor)
{
	char *config = read_config(doctor);
	char list[512] = "";
	size_t i, used = 0;

	if (!config) {
		doctor_found(doctor, VERDICT_UNKNOWN,
			     "there is no /boot/config-%s and no "
			     "/proc/config.gz", doctor->release);
		return;
	}
	for (i = 0; i < NR_OPTIONS; i++) {
		const char *option = options[i].option;

		if (is_set(config, option)) {
			used += snprintf(list + used, sizeof(list) - used,
					 "%s%s", used ? ", " : "", option);
			continue;
		}
		doctor_found(doctor, options[i].without,
			     "CONFIG_%s is not set: %s", option,
			     options[i].why);
		if (options[i].without == VERDICT_PROBLEM)
			doctor_advise(doctor, "boot a kernel that has it; all "
				      "of Debian's since 5.10 do");
	}
	if (used)
		doctor_found(doctor, VERDICT_OK, "has %s", list);
	free(config);
}

static const struct {
	const char *name;
	enum symbol_kind kind;
} symbols[] = {
#define X(name, kind) { #name, kind },
	DOCTOR_SYMBOLS(X)
#undef X
};
#define NR_SYMBOLS (sizeof(symbols) / sizeof(symbols[0]))

static const char unsupported[] =
	"the module cannot be loaded on this kernel; audit works as always "
	"without it";

/* What was found of a symbol */
enum presence { ABSENT, RENAMED, PRESENT };

/*
 * Lines of "ADDRESS TYPE NAME" and, for a module's, "[MODULE]". The compiler
 * renames what it has taken apart: NAME.isra.0, NAME.constprop.0.
 */
static void look_up(FILE *kallsyms, enum presence found[NR_SYMBOLS])
{
	size_t size = 0, length, i;
	char *line = NULL, *name;

	while (getline(&line, &size, kallsyms) > 0) {
		name = strchr(line, ' ');
		name = name ? strchr(name + 1, ' ') : NULL;
		if (!name)
			continue;
		name++;
		length = strcspn(name, "\t\n");
		name[length] = '\0';
		for (i = 0; i < NR_SYMBOLS; i++) {
			length = strlen(symbols[i].name);
			if (strncmp(name, symbols[i].name, length) != 0)
				continue;
			if (!name[length])
				found[i] = PRESENT;
			else if (name[length] == '.' && found[i] == ABSENT)
				found[i] = RENAMED;
		}
	}
	free(line);
}

/* All that are missing, of this kind, in one finding. */
static bool judge_kind(struct doctor *doctor, const enum presence *found,
		       bool btf)
{
	char list[512] = "";
	size_t i, used = 0;

	for (i = 0; i < NR_SYMBOLS && used < sizeof(list); i++)
		if (symbols[i].kind != SYMBOL_FILTER &&
		    symbols[i].kind != SYMBOL_ENTRY &&
		    (symbols[i].kind == SYMBOL_BTF) == btf &&
		    found[i] != PRESENT)
			used += snprintf(list + used, sizeof(list) - used,
					 "%s%s%s", used ? ", " : "",
					 symbols[i].name, found[i] == RENAMED ?
					 " (changed by its compiler)" : "");
	if (!used)
		return true;
	doctor_found(doctor, VERDICT_PROBLEM, "the kernel has no %s", list);
	if (btf)
		doctor_advise(doctor, "boot a kernel with "
			      "CONFIG_DEBUG_INFO_BTF");
	else
		doctor_advise(doctor, "%s", unsupported);
	return false;
}

static bool judge_filter(struct doctor *doctor, const enum presence *found)
{
	size_t i;

	for (i = 0; i < NR_SYMBOLS; i++)
		if (symbols[i].kind == SYMBOL_FILTER && found[i] == PRESENT)
			return true;
	doctor_found(doctor, VERDICT_PROBLEM, "the kernel has neither "
		     "__audit_filter_op nor audit_filter_syscall");
	doctor_advise(doctor, "%s", unsupported);
	return false;
}

static void judge_entry(struct doctor *doctor, const enum presence *found)
{
	size_t i;

	for (i = 0; i < NR_SYMBOLS; i++)
		if (symbols[i].kind == SYMBOL_ENTRY && found[i] != PRESENT) {
			doctor_found(doctor, VERDICT_NOTE, "the kernel has no "
				     "%s: the entry shortcut cannot be had",
				     symbols[i].name);
			return;
		}
}

void doctor_symbols(struct doctor *doctor)
{
	enum presence found[NR_SYMBOLS] = { ABSENT };
	char path[PATH_MAX];
	FILE *kallsyms;
	bool good;

	root_path(path, "/proc/kallsyms");
	kallsyms = fopen(path, "re");
	if (!kallsyms) {
		doctor_found(doctor, VERDICT_UNKNOWN,
			     "cannot read /proc/kallsyms: %s",
			     strerror(errno));
		return;
	}
	look_up(kallsyms, found);
	fclose(kallsyms);
	/* Each says what it misses, so all of them are asked */
	good = judge_kind(doctor, found, false);
	good &= judge_kind(doctor, found, true);
	good &= judge_filter(doctor, found);
	judge_entry(doctor, found);
	if (good)
		doctor_found(doctor, VERDICT_OK,
			     "all that the module looks up are there");
}

void doctor_ftrace(struct doctor *doctor)
{
	static const char file[] = "/proc/sys/kernel/ftrace_enabled";
	char *text = root_read(NULL, "%s", file);

	if (!text && errno == ENOENT) {
		doctor_found(doctor, VERDICT_OK,
			     "this kernel cannot switch it off");
	} else if (!text) {
		doctor_found(doctor, VERDICT_UNKNOWN, "cannot read %s: %s",
			     file, strerror(errno));
	} else if (text[0] == '0') {
		doctor_found(doctor, VERDICT_PROBLEM,
			     "kernel.ftrace_enabled is 0: rule changes cannot "
			     "be heard of, and the module refuses to load");
		doctor_advise(doctor, "as root: sysctl kernel.ftrace_enabled=1,"
			      " and look in /etc/sysctl.d for what set it");
	} else {
		doctor_found(doctor, VERDICT_OK,
			     "kernel.ftrace_enabled is 1");
	}
	free(text);
}

void doctor_headers(struct doctor *doctor)
{
	if (root_there("/lib/modules/%s/build/Makefile", doctor->release)) {
		doctor_found(doctor, VERDICT_OK, "those of %s are there",
			     doctor->release);
		return;
	}
	/* What is there was built somewhere, and need not be built here */
	doctor_found(doctor, doctor->report || doctor->file ?
		     VERDICT_NOTE : VERDICT_PROBLEM,
		     "/lib/modules/%s/build is not there: dkms cannot build "
		     "the module for this kernel", doctor->release);
	doctor_advise(doctor, "install linux-headers-%s (Debian) or "
		      "kernel-devel-%s (Red Hat)", doctor->release,
		      doctor->release);
}
