/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What code needs that is compiled both into the module and on the host
 * (tools, unit tests, fuzzers): fixed-width types, bool, memory and string
 * functions, and __init for code that the module drops once it is loaded. Such
 * code uses the __u8 ... __u64 types and nothing else of either world.
 */
#ifndef AFP_PURE_H
#define AFP_PURE_H

#include <linux/types.h>
#ifdef __KERNEL__
#include <linux/errno.h>
#include <linux/init.h>
#include <linux/string.h>
#else
#define __init
#define __initconst
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#endif

#endif /* AFP_PURE_H */
