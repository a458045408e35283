// SPDX-License-Identifier: GPL-2.0
#include <asm/unistd_64.h>
#include "afp_scope.h"
#include "dir_class.h"

const __u32 dir_class_native[] = {
#include <asm-generic/audit_dir_write.h>
	AFP_CLASS_END
};
