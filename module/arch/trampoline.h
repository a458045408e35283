/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the trampolines of all shortcuts share.
 */
#include <linux/linkage.h>
#include <asm/percpu.h>

#ifndef ENDBR
#define ENDBR
#endif

/* Count, unless the trampoline is one that does not. */
.macro COUNT counter, stats
.if \stats
	incq	PER_CPU_VAR(\counter)
.endif
.endm
