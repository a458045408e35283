// SPDX-License-Identifier: GPL-2.0
/* calls: see calls.h. */
#include <libaudit.h>
#include <linux/sched.h>
#include <signal.h>
#include <sys/syscall.h>

#include "calls.h"
#include "tests/vm/guest/raw_call.h"

struct shared *shared;

static long counted(enum arch arch, long number, long result)
{
	const bool failed = result < 0 && result >= -4095;

	shared->calls++;
	if (number >= 0 && number < NR_COUNTED)
		(failed ? shared->failed : shared->succeeded)[arch][number]++;
	return result;
}

long call_number(enum arch arch, long number, const long *a)
{
	return counted(arch, number,
		       arch == NATIVE ? call_native(number, a) : call_compat(number, a));
}

static long number_of(enum arch arch, const char *name)
{
	return audit_name_to_syscall(name, arch == NATIVE ? MACH_86_64 : MACH_X86);
}

long call_name(enum arch arch, const char *name, const long *a)
{
	const long number = number_of(arch, name);

	return number < 0 ? NO_SUCH_CALL : call_number(arch, number, a);
}

/*
 * The child may share the stack, so it ends at once, and in that architecture.
 */
static long forking_native(long number, const long *a)
{
	register long r10 asm("r10") = a[3];
	long result;

	asm volatile("syscall\n\t"
		     "test %%rax, %%rax\n\t"
		     "jnz 1f\n\t"
		     "mov $60, %%eax\n\t"
		     "xor %%edi, %%edi\n\t"
		     "syscall\n"
		     "1:"
		     : "=a" (result)
		     : "0" (number), "D" (a[0]), "S" (a[1]), "d" (a[2]), "r" (r10)
		     : "rcx", "r11", "memory");
	return result;
}

static long forking_compat(long number, const long *a)
{
	long result;

	asm volatile("int $0x80\n\t"
		     "test %%eax, %%eax\n\t"
		     "jnz 1f\n\t"
		     "mov $1, %%eax\n\t"
		     "xor %%ebx, %%ebx\n\t"
		     "int $0x80\n"
		     "1:"
		     : "=a" (result)
		     : "0" (number), "b" (a[0]), "c" (a[1]), "d" (a[2]), "S" (a[3]), "D" (a[4])
		     : "r8", "r9", "r10", "r11", "memory");
	return (int)result;
}

long call_forking(enum arch arch, long number, const long *a)
{
	const long result = arch == NATIVE ? forking_native(number, a) : forking_compat(number, a);

	if (result > 0)
		reap(result);
	return counted(arch, number, result);
}

pid_t fork_first(void)
{
	return call_number(NATIVE, SYS_clone, (const long[6]){ CLONE_VFORK | SIGCHLD });
}

void end(int status)
{
	call_number(NATIVE, SYS_exit_group, (const long[6]){ status });
	__builtin_trap();
}

void reap(pid_t pid)
{
	call_number(NATIVE, SYS_wait4, (const long[6]){ pid });
}
