// SPDX-License-Identifier: GPL-2.0
/* The syscall classes of x86_64. */
#include <asm/unistd_64.h>

#define AFP_CLASSES afp_classes_native
#include "classes.h"
