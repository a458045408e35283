// SPDX-License-Identifier: GPL-2.0
/* The quiet and the loud syscalls of x86_64. */
#include <asm/unistd_64.h>

#define AFP_QUIET	afp_quiet_native
#define AFP_QUIET_MORE
#define AFP_LOUD	afp_loud_native
#define AFP_LOUD_MORE
#include "quiet.h"
