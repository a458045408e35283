// SPDX-License-Identifier: GPL-2.0
/*
 * Plain ANSI sequences: every terminal in use has these, and terminfo would
 * be one more library for five of them.
 */
#include "screen.h"

#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "diag.h"
#include "ending.h"

/* alternate screen, cursor away; and both back */
static const char enter_text[] = "\033[?1049h\033[?25l\033[2J";
static const char leave_text[] = "\033[0m\033[?25h\033[?1049l";

static struct termios before;
static bool is_terminal;		/* stdin too */
static bool has_keys;			/* and was not yet at its end */
static volatile sig_atomic_t taken;
static volatile sig_atomic_t changed, stopping, resumed;
static sigset_t waiting;		/* the mask while waiting */

bool screen_possible(void)
{
	const char *term = getenv("TERM");

	return isatty(STDOUT_FILENO) && term && *term &&
	       strcmp(term, "dumb") != 0;
}

static void put(const char *text, size_t length)
{
	/* A terminal that is gone needs nothing any more */
	if (write(STDOUT_FILENO, text, length) < 0)
		return;
}

/* Only async-signal-safe functions: called from a signal handler too. */
static void give_back(void)
{
	if (!taken)
		return;
	taken = 0;
	if (is_terminal)
		tcsetattr(STDIN_FILENO, TCSANOW, &before);
	put(leave_text, sizeof(leave_text) - 1);
}

static void take(void)
{
	struct termios keys = before;

	/* No echo, no waiting for a line; ^C and ^Z stay what they are */
	keys.c_lflag &= ~(ICANON | ECHO);
	keys.c_iflag &= ~IXON;
	keys.c_cc[VMIN] = 1;
	keys.c_cc[VTIME] = 0;
	taken = 1;
	if (is_terminal)
		tcsetattr(STDIN_FILENO, TCSANOW, &keys);
	put(enter_text, sizeof(enter_text) - 1);
	changed = 1;
}

static void on_change(int number)
{
	changed = 1;
	if (number == SIGTSTP)
		stopping = 1;
	if (number == SIGCONT)
		resumed = 1;
}

/*
 * SIGWINCH: another size. SIGTSTP: ^Z. SIGCONT: stopped by SIGSTOP, the shell
 * has had the terminal meanwhile. Blocked except while waiting, so that none
 * is missed between a look at the flags and the wait.
 */
static void catch_changes(void)
{
	static const int changes[] = { SIGWINCH, SIGTSTP, SIGCONT };
	struct sigaction old, action = { .sa_handler = on_change };
	sigset_t blocked;
	size_t i;

	sigemptyset(&blocked);
	for (i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
		sigaction(changes[i], NULL, &old);
		if (old.sa_handler != SIG_IGN)
			sigaction(changes[i], &action, NULL);
		sigaddset(&blocked, changes[i]);
	}
	sigprocmask(SIG_BLOCK, &blocked, &waiting);
}

void screen_enter(void)
{
	is_terminal = isatty(STDIN_FILENO) &&
		      tcgetattr(STDIN_FILENO, &before) == 0;
	has_keys = is_terminal;
	ending_add(give_back);
	diag_before = give_back;
	catch_changes();
	take();
}

void screen_leave(void)
{
	give_back();
}

void screen_size(int *rows, int *columns)
{
	struct winsize size;

	*rows = 24;
	*columns = 80;
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row &&
	    size.ws_col) {
		*rows = size.ws_row;
		*columns = size.ws_col;
	}
}

uint64_t screen_now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * UINT64_C(1000000000) + time.tv_nsec;
}

static void stop(void)
{
	stopping = 0;
	give_back();
	raise(SIGSTOP);
	/* fg */
	take();
}

/* Return: whether q was among the keys; at the end of keys there are none. */
static bool read_keys(void)
{
	char keys[64];
	ssize_t got = read(STDIN_FILENO, keys, sizeof(keys));
	ssize_t i;

	if (got <= 0)
		has_keys = false;
	for (i = 0; i < got; i++)
		if (keys[i] == 'q' || keys[i] == 'Q')
			return true;
	return false;
}

enum screen_event screen_wait(uint64_t until)
{
	struct pollfd keys = { .fd = STDIN_FILENO, .events = POLLIN };
	struct timespec time;
	uint64_t now;

	for (;;) {
		if (stopping)
			stop();
		if (resumed) {
			resumed = 0;
			take();
		}
		if (changed) {
			changed = 0;
			return SCREEN_DRAW;
		}
		now = screen_now();
		if (now >= until)
			return SCREEN_TIME;
		time.tv_sec = (until - now) / 1000000000;
		time.tv_nsec = (until - now) % 1000000000;
		if (ppoll(&keys, taken && has_keys, &time,
			  taken ? &waiting : NULL) > 0 && read_keys())
			return SCREEN_QUIT;
	}
}
