// SPDX-License-Identifier: GPL-2.0
/*
 * pty [ACTION]... -- COMMAND [ARGUMENT]... - run a command in a terminal of
 * its own, 24 x 80, and do to it what a user would. What it writes comes out
 * on stdout as it is.
 *
 *   wait:TEXT       until TEXT has been written since the last wait
 *   key:TEXT        type it
 *   size:ROWSxCOLS  resize the terminal
 *   signal:NUMBER   send a signal
 *   stopped         until it has stopped; its terminal must be as it was
 *   raw             until it has switched off echo
 *
 * In the end it is waited for. Exit status: that of the command, 128 + N if
 * signal N ended it; 97 usage, 98 the terminal is not as it was, 99 something
 * did not come within ten seconds.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE_MS 10000

static int master, slave;
static pid_t child;
static struct termios before;
static char seen[1 << 20];	/* since the last wait, NULs left out */
static size_t nr_seen;

static void __attribute__((noreturn)) give_up(int code, const char *why,
					      const char *what)
{
	fprintf(stderr, "pty: %s%s\n", why, what);
	if (child > 0)
		kill(child, SIGKILL);
	exit(code);
}

/* Pass on what has come within @ms. Return: whether anything came. */
static bool pump(int ms)
{
	struct pollfd fd = { .fd = master, .events = POLLIN };
	char part[4096];
	ssize_t got, i;

	if (poll(&fd, 1, ms) <= 0)
		return false;
	got = read(master, part, sizeof(part));
	if (got <= 0)
		return false;
	if (write(STDOUT_FILENO, part, got) != got)
		give_up(97, "cannot write", "");
	for (i = 0; i < got; i++)
		if (part[i] && nr_seen < sizeof(seen) - 1)
			seen[nr_seen++] = part[i];
	seen[nr_seen] = '\0';
	return true;
}

static bool as_before(void)
{
	struct termios now;

	return tcgetattr(slave, &now) == 0 && now.c_iflag == before.c_iflag &&
	       now.c_oflag == before.c_oflag && now.c_lflag == before.c_lflag &&
	       memcmp(now.c_cc, before.c_cc, sizeof(now.c_cc)) == 0;
}

static bool is_raw(void)
{
	struct termios now;

	return tcgetattr(slave, &now) == 0 && !(now.c_lflag & (ECHO | ICANON));
}

static void wait_text(const char *text)
{
	int waited;

	for (waited = 0; !strstr(seen, text); waited += 10) {
		if (waited > PATIENCE_MS)
			give_up(99, "never came: ", text);
		pump(10);
	}
	nr_seen = 0;
	seen[0] = '\0';
}

static void wait_stopped(void)
{
	int waited, status;

	for (waited = 0; waitpid(child, &status, WUNTRACED | WNOHANG) == 0;
	     waited += 10) {
		if (waited > PATIENCE_MS)
			give_up(99, "did not stop", "");
		pump(10);
	}
	if (!WIFSTOPPED(status))
		give_up(99, "ended instead of stopping", "");
	if (!as_before())
		give_up(98, "stopped, but the terminal is not as it was", "");
}

static void wait_raw(void)
{
	int waited;

	for (waited = 0; !is_raw(); waited += 10) {
		if (waited > PATIENCE_MS)
			give_up(99, "does not read keys", "");
		pump(10);
	}
}

static int wait_end(void)
{
	int waited, status;

	for (waited = 0; waitpid(child, &status, WNOHANG) == 0; waited += 10) {
		if (waited > PATIENCE_MS)
			give_up(99, "did not end", "");
		pump(10);
	}
	child = 0;
	while (pump(50))
		;
	if (!as_before())
		give_up(98, "the terminal is not as it was", "");
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status)
				   : WEXITSTATUS(status);
}

static void act(const char *action)
{
	struct winsize size = { 0 };

	if (strncmp(action, "wait:", 5) == 0)
		wait_text(action + 5);
	else if (strncmp(action, "key:", 4) == 0 &&
		 write(master, action + 4, strlen(action + 4)) > 0)
		return;
	else if (sscanf(action, "size:%hux%hu", &size.ws_row,
			&size.ws_col) == 2)
		ioctl(master, TIOCSWINSZ, &size);
	else if (strncmp(action, "signal:", 7) == 0)
		kill(child, atoi(action + 7));
	else if (strcmp(action, "stopped") == 0)
		wait_stopped();
	else if (strcmp(action, "raw") == 0)
		wait_raw();
	else
		give_up(97, "no action ", action);
}

static void run(char **command)
{
	int signal_number;

	setsid();
	ioctl(slave, TIOCSCTTY, 0);
	dup2(slave, STDIN_FILENO);
	dup2(slave, STDOUT_FILENO);
	dup2(slave, STDERR_FILENO);
	close(slave);
	close(master);
	/* A job of a script ignores these */
	for (signal_number = 1; signal_number < 32; signal_number++)
		signal(signal_number, SIG_DFL);
	execvp(command[0], command);
	_exit(127);
}

int main(int argc, char **argv)
{
	const struct winsize size = { .ws_row = 24, .ws_col = 80 };
	int i, command;

	for (command = 1; command < argc; command++)
		if (strcmp(argv[command], "--") == 0)
			break;
	if (command + 1 >= argc)
		give_up(97, "usage: pty [ACTION]... -- COMMAND...", "");
	master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (master < 0 || grantpt(master) || unlockpt(master))
		give_up(97, "no terminal: ", strerror(errno));
	slave = open(ptsname(master), O_RDWR | O_NOCTTY);
	if (slave < 0 || tcgetattr(slave, &before))
		give_up(97, "no terminal: ", strerror(errno));
	ioctl(master, TIOCSWINSZ, &size);
	child = fork();
	if (child == 0)
		run(argv + command + 1);
	for (i = 1; i < command; i++)
		act(argv[i]);
	return wait_end();
}
