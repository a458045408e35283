// SPDX-License-Identifier: GPL-2.0
/*
 * sweep: every system call number of both architectures once, and numbers that
 * are none, with all arguments -1: no descriptor, no address, no flags, no
 * size that exists. Most fail; those that take no argument succeed.
 *
 * No number is left out. Some end the caller and are made in a child; some
 * return twice; some block, and are made in a child that is killed in them
 * (tasks.c). What would do harm if it succeeded is made to fail only.
 */
#include <stdio.h>
#include <stdlib.h>

#include "calls.h"
#include "tests/unit/array_size.h"

#define LAST_NUMBER	480

struct number {
	int number[NR_ARCHES];
	const char *why;
};

#define NONE		(-1000)	/* no number that is called */

static const struct number in_child[] = {
	{ { 15, 173 }, "rt_sigreturn: ends the caller without a signal's frame" },
	{ { NONE, 119 }, "sigreturn: the same" },
	{ { 60, 1 }, "exit" },
	{ { 231, 252 }, "exit_group" },
	{ { 335, NONE }, "uretprobe: ends the caller outside of a probe" },
	{ { 336, NONE }, "uprobe: the same" },
};

static const struct number twice[] = {
	{ { 56, 120 }, "clone" },
	{ { 57, 2 }, "fork" },
	{ { 58, 190 }, "vfork" },
	{ { 435, 435 }, "clone3" },
};

static const struct number blocking[] = {
	{ { 34, 29 }, "pause" },
	{ { NONE, 72 }, "sigsuspend: its mask is no pointer" },
};

/* Never made with arguments that could succeed. */
static const struct number harmful[] = {
	{ { 169, 88 }, "reboot: ends the machine" },
	{ { 246, 283 }, "kexec_load: ends the machine" },
	{ { 320, NONE }, "kexec_file_load: ends the machine" },
	{ { 227, 264 }, "clock_settime: moves the clock that records show" },
	{ { NONE, 25 }, "stime: the same" },
	{ { NONE, 404 }, "clock_settime64: the same" },
	{ { 155, 217 }, "pivot_root: takes the watched files away" },
	{ { 167, 87 }, "swapon: there is nothing to swap to" },
	{ { 168, 115 }, "swapoff: the same" },
	{ { 175, 128 }, "init_module: the kernel would be another one" },
	{ { 313, 350 }, "finit_module: the same" },
	{ { 176, 129 }, "delete_module: the module tested would go" },
	{ { 321, 357 }, "bpf: numbers of programs grow from run to run" },
	{ { 308, 346 }, "setns: leaves the namespaces that make numbers repeat" },
};

/* Beyond the tables, at the ends of the rules' mask, x32, and out of range. */
static const long odd[] = {
	500, 511, 512, 520, 547, 548, 1023, 1024, 2015, 2016, 2031, 2032, 2046, 2047, 2048, 2049,
	4096, 65535, 100000, 0x40000000, 0x40000027, 0x40000101, 0x40000208, 0x7fffffff,
	0x80000000, -1, -2, -2147483648L, 0x100000027, 0x7fffffff00000027,
};

static bool is_one_of(const struct number *list, size_t count, enum arch arch, long number)
{
	while (count--)
		if (list[count].number[arch] == number)
			return true;
	return false;
}

#define ONE_OF(list, arch, number)	is_one_of(list, ARRAY_SIZE(list), arch, number)

static void sweep_one(enum arch arch, long number)
{
	static const long nothing[6] = { -1, -1, -1, -1, -1, -1 };
	pid_t child;

	if (ONE_OF(blocking, arch, number)) {
		return;
	} else if (ONE_OF(twice, arch, number)) {
		call_forking(arch, number, nothing);
	} else if (ONE_OF(in_child, arch, number)) {
		child = fork_first();
		if (!child) {
			call_number(arch, number, nothing);
			end(0);
		}
		reap(child);
	} else {
		call_number(arch, number, nothing);
	}
}

void sweep(enum arch arch)
{
	size_t i;
	long number;

	for (number = 0; number <= LAST_NUMBER; number++)
		sweep_one(arch, number);
	for (i = 0; i < ARRAY_SIZE(odd); i++)
		sweep_one(arch, odd[i]);
	/* what has succeeded all the same is undone */
	CALL(arch, "umask", 022);
	CALL(arch, "alarm", 0);
	CALL(arch, "ssetmask", 0);
	CALL(arch, "set_tid_address", 0);
	CALL(arch, "close_range", 3, FIRST_KEPT - 1, 0);
}

static void print_list(const char *how, const struct number *list, size_t count)
{
	for (; count--; list++) {
		printf("%s: ", how);
		if (list->number[NATIVE] != NONE)
			printf("b64 %d ", list->number[NATIVE]);
		if (list->number[COMPAT] != NONE)
			printf("b32 %d ", list->number[COMPAT]);
		printf("%s\n", list->why);
	}
}

void print_skipped(void)
{
	print_list("in a child", in_child, ARRAY_SIZE(in_child));
	print_list("killed in it", blocking, ARRAY_SIZE(blocking));
	print_list("only made to fail", harmful, ARRAY_SIZE(harmful));
}
