// SPDX-License-Identifier: GPL-2.0
/* Those who make the calls, each a process. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "../raw_call.h"
#include "churn.h"

/* Room that is left for calls that were begun when it was last looked. */
#define MARGIN 64

static struct call *new_call(enum type type, long *number)
{
	uint32_t index = atomic_fetch_add(&shared->next, 1);

	if (index >= NR_CALLS)
		die("more calls than there is room for");
	*number = atomic_load(&shared->first) + index;
	shared->calls[index].type = type;
	return &shared->calls[index];
}

static void end_call(struct call *call)
{
	call->begin[1] = call->end[1] = atomic_load(&shared->epoch);
	call->made = true;
	atomic_fetch_add(&shared->made[call->type], 1);
}

/* A system call that takes no time, with its number as an argument. */
static void make_call(enum type type)
{
	long a[6] = { 0 }, result = -1;
	struct call *call = new_call(type, &a[0]);

	if (type == OPEN64 || type == OPEN32 || type == EDIT64) {
		a[1] = (long)(type == EDIT64 ? shared->edited_file :
					       shared->tree_file);
		a[2] = O_RDWR;
	}
	call->begin[0] = call->end[0] = atomic_load(&shared->epoch);
	switch (type) {
	case LOW64:
		call_native(111, a);
		break;
	case HIGH64:
		call_native(NO_CALL_64, a);
		break;
	case LOW32:
		call_compat(65, a);
		break;
	case HIGH32:
		call_compat(NO_CALL_32, a);
		break;
	case OPEN64:
	case EDIT64:
		result = call_native(257, a);
		break;
	case OPEN32:
		result = call_compat(295, a);
		break;
	default:
		die("call of type %d", type);
	}
	end_call(call);
	if (result >= 0)
		close(result);
}

static void make_exit(void)
{
	long a[6] = { 0 };
	struct call *call = new_call(EXIT64, &a[0]);
	pid_t child;

	/* also a new task: it has come by a context of its own */
	call->begin[0] = call->end[0] = atomic_load(&shared->epoch);
	child = vfork();
	if (!child)
		call_native(60, a);
	if (child < 0 || waitpid(child, NULL, 0) != child)
		die("vfork: %s", strerror(errno));
	end_call(call);
}

/* true where there is room for calls; sleeps while there should be none */
static bool may_call(int me)
{
	uint32_t gate = atomic_load(&shared->gate);

	if (gate || atomic_load(&shared->next) > NR_CALLS - MARGIN) {
		atomic_store(&shared->parked[me], gate);
		sleep_us(50);
		return false;
	}
	return true;
}

/* Mostly of a type that the change is about. */
static enum type some_type(void)
{
	uint32_t hot = atomic_load(&shared->hot);
	enum type type = between(LOW64, EDIT64);
	int i;

	if (one_in(4))
		return type;
	for (i = 0; i < NR_TYPES; i++, type = (type + 1) % NR_TYPES)
		if (type <= EDIT64 && hot & BIT(type))
			break;
	return i == NR_TYPES ? between(LOW64, EDIT64) : type;
}

/*
 * One that is recorded now, or NR_TYPES. Those whose bits lie at the end of the
 * map first: when it is stored they are wrong for longest, if they ever are.
 */
static enum type recorded_type(const struct state *state)
{
	enum type type = between(LOW64, EDIT64);
	int i;

	if (!one_in(4) && state->want[HIGH32] > 0)
		return HIGH32;
	if (!one_in(4) && state->want[HIGH64] > 0)
		return HIGH64;
	for (i = LOW64; i <= EDIT64; i++, type = (type + 1) % (EDIT64 + 1))
		if (state->want[type] > 0)
			return type;
	return NR_TYPES;
}

/*
 * Many calls of a type that no rule matches, quick and not judged. Where a rule
 * keeps them all of interest, the module's count must show none skipped.
 */
static void call_quietly(const struct state *state)
{
	const long a[6] = { 0 };
	int i;

	for (i = 0; i < 200; i++)
		if (!state->want[HIGH32])
			call_compat(NO_CALL_32, a);
		else if (!state->want[HIGH64])
			call_native(NO_CALL_64, a);
		else
			return;
}

/*
 * Densest where a change is under way or has just been made. After that calls
 * that are recorded go on without a pause, for the module publishes what it
 * knows at a time of its own; many that are not would say no more than a few.
 */
static void __attribute__((noreturn)) call_always(int me, bool by_turns)
{
	uint32_t epoch, since = 0, calls = 0;
	enum type type;

	for (;;) {
		if (!may_call(me))
			continue;
		epoch = atomic_load(&shared->epoch);
		if (epoch != since) {
			since = epoch;
			calls = 0;
		}
		if (by_turns && epoch / 2 % 2) {
			sleep_us(500);
			continue;
		}
		type = NR_TYPES;
		if (++calls > (epoch & 1 ? 500 : 60) && !one_in(20)) {
			type = recorded_type(state_of(epoch));
			if (options.wide)
				call_quietly(state_of(epoch));
			else if (type == NR_TYPES)
				sleep_us(100);
		}
		make_call(type == NR_TYPES ? some_type() : type);
	}
}

static void __attribute__((noreturn)) exit_always(int me)
{
	for (;;) {
		if (!may_call(me))
			continue;
		if (atomic_load(&shared->hot) & BIT(EXIT64) || one_in(100))
			make_exit();
		else
			sleep_us(200);
	}
}

static void *thread(void *unused)
{
	(void)unused;
	make_call(between(LOW64, EDIT64));
	return NULL;
}

static void run(const char *program, const char *argument)
{
	char *const argv[] = { (char *)program, (char *)argument,
			       (char *)"true", NULL };
	char *const none[] = { NULL };
	pid_t child;

	if (posix_spawn(&child, program, NULL, NULL, argv, none) ||
	    waitpid(child, NULL, 0) != child)
		die("cannot run %s", program);
}

/* Threads that make one call, and programs of both word sizes. */
static void __attribute__((noreturn)) storm_always(int me)
{
	pthread_t threads[4];
	int i;

	for (;;) {
		if (!may_call(me))
			continue;
		for (i = 0; i < 4; i++)
			if (pthread_create(&threads[i], NULL, thread, NULL))
				die("no thread");
		for (i = 0; i < 4; i++)
			pthread_join(threads[i], NULL);
		run("/bin/busybox", "true");
		run("/afp/bin/exec32", "/bin/busybox");
	}
}

/*
 * A read that begins in one epoch and ends in a later one, of which the writer
 * tells: no earlier than that.
 */
static void __attribute__((noreturn)) sleep_always(int me, int n)
{
	struct wakeup *wakeup = &shared->sleepers[n].wakeup;
	enum type type = n ? READ32 : READ64;
	struct call *call;
	long a[6], got;

	for (;;) {
		if (!may_call(me))
			continue;
		a[0] = shared->sleepers[n].pipe[0];
		a[1] = (long)wakeup;
		call = new_call(type, &a[2]);
		call->begin[0] = atomic_load(&shared->epoch);
		atomic_store(&shared->sleepers[n].inside, true);
		got = n ? call_compat(3, a) : call_native(0, a);
		if (got != sizeof(*wakeup))
			die("read: %ld", got);
		call->end[0] = wakeup->now;
		end_call(call);
		call->begin[1] = wakeup->seen_asleep ?: wakeup->now;
	}
}

/*
 * Where the changer is, while it has nothing to do. From 6.12 on the timers of a
 * CPU that is idle are run by one that is not: without this the module's work
 * would always be done on the CPU of the calls that are to see it happen. By
 * turns, so that it is done on either.
 */
static void __attribute__((noreturn)) call_below(int me)
{
	static const struct sched_param none;

	if (sched_setscheduler(0, SCHED_IDLE, &none))
		die("SCHED_IDLE: %s", strerror(errno));
	call_always(me, true);
}

void callers_start(bool storm)
{
	int me, n;

	/* a change and its calls meet on two CPUs */
	if (role(1))
		call_always(0, false);
	if (role(1))
		exit_always(1);
	for (n = 0, me = 2; n < NR_SLEEPERS; n++, me++) {
		if (pipe(shared->sleepers[n].pipe))
			die("pipe: %s", strerror(errno));
		if (role(1)) {
			atomic_store(&shared->sleepers[n].pid, getpid());
			sleep_always(me, n);
		}
	}
	if (!storm)
		atomic_store(&shared->parked[me], UINT32_MAX);
	else if (role(0))
		storm_always(me);
	if (role(0))
		call_below(++me);
}

/* Which sleepers are in their read, and asleep, in this epoch? */
void sleepers_look(uint32_t seen[NR_SLEEPERS])
{
	char path[40], line[128], *state;
	FILE *file;
	int n;

	for (n = 0; n < NR_SLEEPERS; n++) {
		seen[n] = 0;
		if (!atomic_load(&shared->sleepers[n].inside))
			continue;
		snprintf(path, sizeof(path), "/proc/%d/stat",
			 atomic_load(&shared->sleepers[n].pid));
		file = fopen(path, "r");
		if (!file)
			continue;
		if (fgets(line, sizeof(line), file)) {
			state = strstr(line, ") ");
			/* nothing but the read sleeps while it is inside */
			if (state && state[2] == 'S')
				seen[n] = atomic_load(&shared->epoch);
		}
		fclose(file);
	}
}

/* Once for each read. */
void sleepers_wake(const uint32_t seen[NR_SLEEPERS])
{
	struct wakeup wakeup = { .now = atomic_load(&shared->epoch) };
	int n;

	for (n = 0; n < NR_SLEEPERS; n++) {
		wakeup.seen_asleep = seen[n];
		if (atomic_exchange(&shared->sleepers[n].inside, false) &&
		    write(shared->sleepers[n].pipe[1], &wakeup,
			  sizeof(wakeup)) != sizeof(wakeup))
			die("write to a sleeper: %s", strerror(errno));
	}
}

/* Let no call be under way, and none begin. */
void callers_park(void)
{
	static uint32_t gate;
	static const uint32_t unseen[NR_SLEEPERS];
	uint64_t since = 0;
	int i;

	atomic_store(&shared->gate, ++gate);
	for (i = 0; i < NR_CALLERS; i++)
		while (atomic_load(&shared->parked[i]) != gate &&
		       atomic_load(&shared->parked[i]) != UINT32_MAX) {
			if (!patient(&since))
				die("caller %d does not come to rest", i);
			if (i >= 2 && i < 2 + NR_SLEEPERS)
				sleepers_wake(unseen);
		}
}

void callers_resume(void)
{
	atomic_store(&shared->gate, 0);
}
