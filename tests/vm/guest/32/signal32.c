// SPDX-License-Identifier: GPL-2.0
/* signal32 - a 32-bit process that sends itself a signal and returns from it. */
struct action {
	void (*handler)(int sig);
	unsigned long flags;
	void (*restorer)(void);
	unsigned long mask[2];
};

static long syscall4(long nr, long a, const void *b, const void *c, long d)
{
	long result;

	__asm__ volatile("int $0x80"
			 : "=a" (result)
			 : "0" (nr), "b" (a), "c" (b), "d" (c), "S" (d)
			 : "memory");
	return result;
}

static void handler(int sig)
{
	(void)sig;
}

/* sigreturn(2) finds the frame above the handler's return address */
void restorer(void);
__asm__(".globl restorer\n"
	"restorer:\n"
	"	pop %eax\n"
	"	mov $119, %eax\n"
	"	int $0x80\n");

void _start(void)
{
	/* SA_RESTORER */
	struct action action = { handler, 0x04000000, restorer, { 0, 0 } };
	long pid = syscall4(20, 0, 0, 0, 0);

	syscall4(174, 10, &action, 0, 8);
	syscall4(37, pid, (void *)10, 0, 0);
	syscall4(1, 0, 0, 0, 0);
}
