// SPDX-License-Identifier: GPL-2.0
#include "advice.h"

const char *const advice_words[NR_ADVICE] = {
	[ADVICE_DEAD] = "never_matches",
	[ADVICE_SYSCALLS] = "name_syscalls",
	[ADVICE_PERM_PATH] = "perm_needs_path",
	[ADVICE_NAMES_PERM] = "path_needs_perm",
	[ADVICE_ARCH] = "split_by_arch",
	[ADVICE_NEVER] = "narrow_never",
	[ADVICE_DIR] = "files_instead_of_dir",
	[ADVICE_NAMED] = "as_asked",
	[ADVICE_INODE_PERM] = "file_needs_perm",
	[ADVICE_INODE] = "file",
};

const char *const advice_texts[NR_ADVICE] = {
	[ADVICE_DEAD] =
		"matches no syscall at all, since -S, perm= and arch= have none "
		"in common: correct it or delete it",
	[ADVICE_SYSCALLS] =
		"is looked at after every syscall: name those that are meant "
		"with -S, split by -F arch=b64 and -F arch=b32",
	[ADVICE_PERM_PATH] =
		"perm= alone is looked at even where no file is concerned: add "
		"path= for a file (it then lies in an inode bucket) or dir= for "
		"a directory",
	[ADVICE_NAMES_PERM] =
		"is looked at after every syscall that used a path: add perm=, "
		"or name the syscalls with -S",
	[ADVICE_ARCH] =
		"has syscalls but no arch, so that the same numbers count in "
		"b64 and in b32, where they are other syscalls: split it by "
		"-F arch=b64 and -F arch=b32",
	[ADVICE_NEVER] =
		"records nothing, and yet is looked at: give it the -S and the "
		"arch of the rules behind it that it is to silence, or delete it "
		"if there are none",
	[ADVICE_DIR] =
		"is looked at after every such syscall that used a path, on "
		"whatever file; where a few files are meant, a rule with path= "
		"for each costs nothing elsewhere",
	[ADVICE_NAMED] =
		"names its syscalls, which is as narrow as it can be: nothing to "
		"do, unless one of them need not be audited",
	[ADVICE_INODE_PERM] =
		"lies in an inode bucket, which costs only on files in that "
		"bucket: perm= or -S would spare calls there too",
	[ADVICE_INODE] =
		"lies in an inode bucket and names what it is about: nothing to "
		"do",
};

static bool has(const struct audit_rule_data *data, uint32_t type, uint32_t op)
{
	uint32_t i;

	for (i = 0; i < data->field_count; i++)
		if (data->fields[i] == type && data->fieldflags[i] == op)
			return true;
	return false;
}

static bool opens(const struct interest *interest, enum kind kind)
{
	int arch;

	for (arch = 0; arch < AFP_NR_ARCHES; arch++)
		if (set_count(interest->set[kind][arch], arch, false))
			return true;
	return false;
}

enum advice advise(const struct audit_rule_data *data,
		   const struct interest *interest)
{
	bool all = rule_names_all(data);
	bool perm = has(data, AUDIT_PERM, AUDIT_EQUAL);

	if (!opens(interest, KIND_exit) && !opens(interest, KIND_inode))
		return ADVICE_DEAD;
	if (opens(interest, KIND_inode))
		return all && !perm ? ADVICE_INODE_PERM : ADVICE_INODE;
	if (data->action == AUDIT_NEVER)
		return ADVICE_NEVER;
	if (opens(interest, KIND_exit_noname)) {
		if (all)
			return perm ? ADVICE_PERM_PATH : ADVICE_SYSCALLS;
	} else if (all) {
		return perm ? ADVICE_DIR : ADVICE_NAMES_PERM;
	}
	if (!has(data, AUDIT_ARCH, AUDIT_EQUAL))
		return ADVICE_ARCH;
	return ADVICE_NAMED;
}
