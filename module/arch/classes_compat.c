// SPDX-License-Identifier: GPL-2.0
/* The syscall classes of i386, the compat arch of x86_64. */
#include <asm/unistd_32.h>

#define AFP_CLASSES afp_classes_compat
#include "classes.h"
