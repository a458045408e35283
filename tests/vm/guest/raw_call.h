/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System calls of either architecture from a 64-bit program, with no libc in
 * between: what the kernel returned is seen, and registers hold what was asked
 * for. Pointers given to the compat one must lie below 4 GiB.
 */
#ifndef RAW_CALL_H
#define RAW_CALL_H

static inline long call_native(long number, const long *a)
{
	register long r10 asm("r10") = a[3];
	register long r8 asm("r8") = a[4];
	register long r9 asm("r9") = a[5];
	long result;

	asm volatile("syscall"
		     : "=a" (result)
		     : "0" (number), "D" (a[0]), "S" (a[1]), "d" (a[2]),
		       "r" (r10), "r" (r8), "r" (r9)
		     : "rcx", "r11", "memory");
	return result;
}

static inline long call_compat(long number, const long *a)
{
	long result;

	/* The sixth argument is ebp, which the compiler may need itself. */
	asm volatile("push %%rbp\n\t"
		     "mov %[sixth], %%rbp\n\t"
		     "int $0x80\n\t"
		     "pop %%rbp"
		     : "=a" (result)
		     : "0" (number), "b" (a[0]), "c" (a[1]), "d" (a[2]),
		       "S" (a[3]), "D" (a[4]), [sixth] "r" (a[5])
		     : "r8", "r9", "r10", "r11", "memory");
	return (int)result;
}

#endif /* RAW_CALL_H */
