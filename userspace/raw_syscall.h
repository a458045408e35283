/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The bare syscall instruction: no libc wrapper, no errno. All return what
 * the kernel returns, an error as -errno.
 */
#ifndef RAW_SYSCALL_H
#define RAW_SYSCALL_H

#define RAW_INLINE static inline __attribute__((always_inline, unused))

#if defined(__x86_64__) && defined(__LP64__)

/* The instruction itself overwrites rcx and r11; all arguments survive it. */
#define RAW_ASM(...)						\
	asm volatile("syscall"					\
		     : "=a" (ret)				\
		     : "a" (nr), ##__VA_ARGS__			\
		     : "rcx", "r11", "memory")

RAW_INLINE long raw_syscall0(long nr)
{
	long ret;

	RAW_ASM();
	return ret;
}

RAW_INLINE long raw_syscall1(long nr, long a)
{
	long ret;

	RAW_ASM("D" (a));
	return ret;
}

RAW_INLINE long raw_syscall2(long nr, long a, long b)
{
	long ret;

	RAW_ASM("D" (a), "S" (b));
	return ret;
}

RAW_INLINE long raw_syscall3(long nr, long a, long b, long c)
{
	long ret;

	RAW_ASM("D" (a), "S" (b), "d" (c));
	return ret;
}

RAW_INLINE long raw_syscall4(long nr, long a, long b, long c, long d)
{
	register long r10 asm("r10") = d;
	long ret;

	RAW_ASM("D" (a), "S" (b), "d" (c), "r" (r10));
	return ret;
}

RAW_INLINE long raw_syscall5(long nr, long a, long b, long c, long d, long e)
{
	register long r10 asm("r10") = d;
	register long r8 asm("r8") = e;
	long ret;

	RAW_ASM("D" (a), "S" (b), "d" (c), "r" (r10), "r" (r8));
	return ret;
}

RAW_INLINE long raw_syscall6(long nr, long a, long b, long c, long d, long e,
			     long f)
{
	register long r10 asm("r10") = d;
	register long r8 asm("r8") = e;
	register long r9 asm("r9") = f;
	long ret;

	RAW_ASM("D" (a), "S" (b), "d" (c), "r" (r10), "r" (r8), "r" (r9));
	return ret;
}

#else /* any other architecture: libc's syscall(2), a few instructions more */

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

RAW_INLINE long raw_result(long ret)
{
	return ret == -1 ? -errno : ret;
}

#define raw_syscall0(nr)	raw_result(syscall(nr))
#define raw_syscall1(nr, ...)	raw_result(syscall(nr, __VA_ARGS__))
#define raw_syscall2(nr, ...)	raw_result(syscall(nr, __VA_ARGS__))
#define raw_syscall3(nr, ...)	raw_result(syscall(nr, __VA_ARGS__))
#define raw_syscall4(nr, ...)	raw_result(syscall(nr, __VA_ARGS__))
#define raw_syscall5(nr, ...)	raw_result(syscall(nr, __VA_ARGS__))
#define raw_syscall6(nr, ...)	raw_result(syscall(nr, __VA_ARGS__))

#endif

#endif /* RAW_SYSCALL_H */
