// SPDX-License-Identifier: GPL-2.0
/* What all parts of churn need. */
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "churn.h"

/* xorshift64*, which must not be zero; each process has its own */
static uint64_t random_state = 1;

void die(const char *format, ...)
{
	va_list args;

	fputs("churn: ", stdout);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	putchar('\n');
	fflush(stdout);
	atomic_store(&shared->broken, true);
	/* the others die with the changer, see role() */
	_exit(2);
}

bool role(int cpu)
{
	int parent = getpid();

	fflush(stdout);
	switch (fork()) {
	case -1:
		die("fork: %s", strerror(errno));
	case 0:
		break;
	default:
		return false;
	}
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1);
	pin(cpu);
	seed_random(getpid());
	return true;
}

void seed_random(uint64_t seed)
{
	random_state = seed * 0x9e3779b97f4a7c15ULL | 1;
}

uint32_t between(uint32_t low, uint32_t high)
{
	random_state ^= random_state >> 12;
	random_state ^= random_state << 25;
	random_state ^= random_state >> 27;
	return low + ((random_state * 0x2545f4914f6cdd1dULL) >> 33) %
			     (high - low + 1);
}

bool one_in(uint32_t n)
{
	return between(1, n) == 1;
}

void sleep_us(uint32_t us)
{
	const struct timespec time = {
		.tv_sec = us / 1000000,
		.tv_nsec = us % 1000000 * 1000L,
	};

	nanosleep(&time, NULL);
}

void pin(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu % sysconf(_SC_NPROCESSORS_ONLN), &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		die("cannot stay on CPU %d", cpu);
}

bool patient(uint64_t *since)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	if (!*since)
		*since = now.tv_sec;
	sleep_us(30);
	/* none of the others ever ends */
	if (waitpid(-1, NULL, WNOHANG) > 0)
		atomic_store(&shared->broken, true);
	return !atomic_load(&shared->broken) &&
	       (uint64_t)now.tv_sec < *since + PATIENCE_S;
}
