// SPDX-License-Identifier: GPL-2.0
#include "ending.h"

#include <signal.h>
#include <stddef.h>
#include <stdlib.h>

/*
 * All that end a program unless it says otherwise, and that can be caught.
 * SIGPIPE too: `audit_bench | head -1` ends that way.
 */
static const int endings[] = {
	SIGHUP, SIGINT, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE,
	SIGUSR1, SIGSEGV, SIGUSR2, SIGPIPE, SIGALRM, SIGTERM, SIGXCPU, SIGXFSZ,
	SIGVTALRM, SIGPROF, SIGSYS,
};
#define NR_ENDINGS (sizeof(endings) / sizeof(endings[0]))

#define MAX_UNDOS 4

static void (*volatile undos[MAX_UNDOS])(void);
static volatile sig_atomic_t nr_undos;

static void on_ending(int number)
{
	sig_atomic_t i;

	for (i = nr_undos; i > 0; i--)
		undos[i - 1]();
	/* SA_RESETHAND: this time it does what it does without a handler */
	raise(number);
}

static void catch_endings(void)
{
	struct sigaction action = {
		.sa_handler = on_ending,
		.sa_flags = SA_RESETHAND,
	};
	struct sigaction old;
	size_t i;

	for (i = 0; i < NR_ENDINGS; i++)
		sigaddset(&action.sa_mask, endings[i]);
	for (i = 0; i < NR_ENDINGS; i++)
		if (sigaction(endings[i], NULL, &old) == 0 &&
		    old.sa_handler == SIG_DFL)
			sigaction(endings[i], &action, NULL);
}

void ending_add(void (*undo)(void))
{
	sig_atomic_t i;

	for (i = 0; i < nr_undos; i++)
		if (undos[i] == undo)
			return;
	if (nr_undos == MAX_UNDOS)
		abort();
	undos[nr_undos] = undo;
	nr_undos++;
	if (nr_undos == 1)
		catch_endings();
}
