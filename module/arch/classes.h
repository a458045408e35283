/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One arch's syscall classes. The file that includes this defines
 * AFP_CLASSES and has the arch's __NR_ macros, and no other arch's, in
 * scope: the lists below are made of those macros, exactly as the kernel
 * makes its own (arch/x86/kernel/audit_64.c, arch/x86/ia32/audit.c).
 */
#include "afp_scope.h"

const struct afp_classes AFP_CLASSES = {
	.write = (const __u32[]) {
#include <asm-generic/audit_write.h>
		AFP_CLASS_END
	},
	.read = (const __u32[]) {
#include <asm-generic/audit_read.h>
		AFP_CLASS_END
	},
	.chattr = (const __u32[]) {
#include <asm-generic/audit_change_attr.h>
		AFP_CLASS_END
	},
	.signal = (const __u32[]) {
#include <asm-generic/audit_signal.h>
		AFP_CLASS_END
	},
	.open = (const __u32[]) {
		__NR_open,
		__NR_openat,
#ifdef __NR_openat2
		__NR_openat2,
#endif
		AFP_CLASS_END
	},
	.exec = (const __u32[]) {
		__NR_execve,
		__NR_execveat,
		AFP_CLASS_END
	},
	.bind = (const __u32[]) {
#ifdef __NR_socketcall
		__NR_socketcall,
#endif
		AFP_CLASS_END
	},
};
