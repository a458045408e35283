// SPDX-License-Identifier: GPL-2.0
/* The quiet syscalls of x86_64. */
#include <asm/unistd_64.h>

#define AFP_QUIET	afp_quiet_native
#define AFP_QUIET_MORE
#include "quiet.h"
