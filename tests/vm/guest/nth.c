// SPDX-License-Identifier: GPL-2.0
/*
 * nth N load FILE [PARAMETERS] | unload MODULE | write FILE TEXT - do this, and
 * have the Nth allocation that the kernel makes for it fail (0: none). Needs
 * CONFIG_FAULT_INJECTION; see Documentation/fault-injection of the kernel.
 *
 * Prints whether so many were made, and what came of it: "failed 12" is ENOMEM
 * after a failed allocation, "all 0" success, with none left to fail.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int open_or_die(const char *path, int flags)
{
	int fd = open(path, flags | O_CLOEXEC);

	if (fd < 0) {
		fprintf(stderr, "nth: %s: %s\n", path, strerror(errno));
		exit(1);
	}
	return fd;
}

int main(int argc, char **argv)
{
	const char *what = argc > 3 ? argv[2] : "";
	const char *text = argc > 4 ? argv[4] : "";
	char left[16] = "";
	int nth, fd = -1, err = 0;
	long result;

	if (!strcmp(what, "load"))
		fd = open_or_die(argv[3], O_RDONLY);
	else if (!strcmp(what, "write"))
		fd = open_or_die(argv[3], O_WRONLY);
	else if (strcmp(what, "unload")) {
		fprintf(stderr, "usage: nth N load FILE [PARAMETERS] | unload MODULE | write FILE TEXT\n");
		return 2;
	}
	nth = open_or_die("/proc/self/fail-nth", O_RDWR);
	if (pwrite(nth, argv[1], strlen(argv[1]), 0) < 0) {
		perror("nth: fail-nth");
		return 1;
	}
	if (*what == 'l')
		result = syscall(SYS_finit_module, fd, text, 0);
	else if (*what == 'w')
		result = write(fd, text, strlen(text));
	else
		result = syscall(SYS_delete_module, argv[3], O_NONBLOCK);
	if (result < 0)
		err = errno;
	if (pread(nth, left, sizeof(left) - 1, 0) < 0 || pwrite(nth, "0", 1, 0) < 0) {
		perror("nth: fail-nth");
		return 1;
	}
	/* counted down to 0 is the one that failed */
	printf("%s %d\n", strcmp(argv[1], "0") && atoi(left) == 0 ? "failed" : "all", err);
	return 0;
}
