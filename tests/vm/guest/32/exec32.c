// SPDX-License-Identifier: GPL-2.0
/* exec32 PROGRAM [ARGUMENT...] - a 32-bit process that executes another. */
static long syscall3(long nr, const void *a, const void *b, const void *c)
{
	long result;

	__asm__ volatile("int $0x80"
			 : "=a" (result)
			 : "0" (nr), "b" (a), "c" (b), "d" (c)
			 : "memory");
	return result;
}

__attribute__((used)) static void start(char **stack)
{
	long argc = (long)stack[0];
	char **argv = stack + 1;

	if (argc > 1)
		syscall3(11, argv[1], argv + 1, argv + argc + 1);
	syscall3(1, (void *)127, 0, 0);
}

__asm__(".globl _start\n"
	"_start:\n"
	"	mov %esp, %eax\n"
	"	push %eax\n"
	"	call start\n");
