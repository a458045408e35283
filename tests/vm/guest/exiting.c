// SPDX-License-Identifier: GPL-2.0
/*
 * exiting FILE FILE - a child calls exit_group(2), and is held in it by ptrace, as
 * by a debugger, after the first file was made and until the second one is there.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

static void must(int done, const char *what)
{
	if (done)
		return;
	perror(what);
	exit(1);
}

int main(int argc, char **argv)
{
	int ends[2], status;
	char byte = 0;
	pid_t child;

	must(argc == 3 && !pipe(ends), "usage: exiting FILE FILE");
	child = fork();
	must(child >= 0, "fork");
	if (!child)
		_exit(read(ends[0], &byte, 1) != 1);
	must(!ptrace(PTRACE_SEIZE, child, NULL, PTRACE_O_TRACEEXIT), "ptrace");
	must(write(ends[1], &byte, 1) == 1, "write");
	must(waitpid(child, &status, 0) == child && WIFSTOPPED(status) &&
	     status >> 8 == (SIGTRAP | PTRACE_EVENT_EXIT << 8), "wait");
	must(open(argv[1], O_CREAT | O_WRONLY, 0600) >= 0, argv[1]);
	while (access(argv[2], F_OK))
		usleep(10000);
	must(!ptrace(PTRACE_CONT, child, NULL, NULL), "ptrace");
	must(waitpid(child, &status, 0) == child && WIFEXITED(status), "wait");
	return WEXITSTATUS(status);
}
