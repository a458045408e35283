// SPDX-License-Identifier: GPL-2.0
#include "interest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "classes.h"
#include "diag.h"
#include "dir_class.h"
#include "syscall_names.h"

int interest_init(bool loaded)
{
	if (!loaded)
		classes_built_in();
	else if (classes_of_module())
		return -1;
	afp_scope_init();
	return 0;
}

void interest_resolve(uint32_t *mask)
{
	/* As arch/x86/kernel/audit_64.c registers them */
	const __u32 *const classes[] = {
		[AUDIT_CLASS_DIR_WRITE] = dir_class_native,
		[AUDIT_CLASS_DIR_WRITE_32] = dir_class_compat,
		[AUDIT_CLASS_CHATTR] = afp_classes_native.chattr,
		[AUDIT_CLASS_CHATTR_32] = afp_classes_compat.chattr,
		[AUDIT_CLASS_READ] = afp_classes_native.read,
		[AUDIT_CLASS_READ_32] = afp_classes_compat.read,
		[AUDIT_CLASS_WRITE] = afp_classes_native.write,
		[AUDIT_CLASS_WRITE_32] = afp_classes_compat.write,
		[AUDIT_CLASS_SIGNAL] = afp_classes_native.signal,
		[AUDIT_CLASS_SIGNAL_32] = afp_classes_compat.signal,
	};
	const __u32 *nr;
	size_t i;

	for (i = 0; i < AUDIT_SYSCALL_CLASSES; i++) {
		unsigned int bit = AUDIT_BITMASK_SIZE * 32 - i - 1;
		bool asked = mask[AUDIT_WORD(bit)] & AUDIT_BIT(bit);

		mask[AUDIT_WORD(bit)] &= ~AUDIT_BIT(bit);
		if (!asked || i >= sizeof(classes) / sizeof(classes[0]))
			continue;
		for (nr = classes[i]; *nr != AFP_CLASS_END; nr++)
			mask[AUDIT_WORD(*nr)] |= AUDIT_BIT(*nr);
	}
}

static void add_set(struct interest *interest, enum kind kind,
		    const struct afp_scope *scope)
{
	memcpy(interest->set[kind], scope->set, sizeof(scope->set));
}

/* See add_rule() in module/census.c and store_census() in interest.c there. */
void interest_of(struct interest *interest, const struct audit_rule_data *data)
{
	bool in_inode = rule_in_inode(data);
	struct afp_scope scope;
	uint32_t i;

	memset(interest, 0, sizeof(*interest));
	if (data->flags != AUDIT_FILTER_EXIT && !in_inode)
		return;
	afp_scope_begin(&scope, data->mask);
	for (i = 0; i < data->field_count; i++)
		afp_scope_field(&scope, data->fields[i], data->fieldflags[i],
				data->values[i]);
	if (in_inode) {
		add_set(interest, KIND_inode, &scope);
	} else {
		add_set(interest, KIND_exit, &scope);
		if (!scope.names)
			add_set(interest, KIND_exit_noname, &scope);
	}
	if (data->action != AUDIT_NEVER)
		add_set(interest, KIND_entry, &scope);
}

void interest_add(struct interest *sum, const struct interest *one)
{
	int kind, arch, i;

	for (kind = 0; kind < NR_KINDS; kind++)
		for (arch = 0; arch < AFP_NR_ARCHES; arch++)
			for (i = 0; i < AFP_SET_WORDS; i++)
				sum->set[kind][arch][i] |=
					one->set[kind][arch][i];
}

bool interest_counts(const struct audit_rule_data *data)
{
	return data->flags != AUDIT_FILTER_USER &&
	       data->flags != AUDIT_FILTER_EXCLUDE &&
	       data->flags != AUDIT_FILTER_FS;
}

bool interest_is_signal(const struct audit_rule_data *data)
{
	int arch = rule_field(data, AUDIT_ARCH);

	return afp_scope_is_signal(data->mask, arch >= 0,
				   arch >= 0 ? data->values[arch] : 0);
}

char *set_list(const __u64 *set)
{
	unsigned int nr, from;
	const char *comma = "";
	size_t length;
	char *text;
	FILE *to = open_memstream(&text, &length);

	for (nr = 0; to && nr < AFP_NR_SYSCALLS; nr++) {
		if (!afp_set_has(set, nr))
			continue;
		from = nr;
		while (nr + 1 < AFP_NR_SYSCALLS && afp_set_has(set, nr + 1))
			nr++;
		fprintf(to, "%s%u", comma, from);
		if (nr > from)
			fprintf(to, "-%u", nr);
		comma = ",";
	}
	if (!to || fclose(to)) {
		diag("out of memory");
		return NULL;
	}
	return text;
}

unsigned int set_count(const __u64 *set, enum afp_arch arch, bool known)
{
	unsigned int nr, count = 0;

	for (nr = 0; nr < AFP_NR_SYSCALLS; nr++)
		count += afp_set_has(set, nr) &&
			 (!known || syscall_name(arch, nr));
	return count;
}
