// SPDX-License-Identifier: GPL-2.0
/*
 * churn CHANGES [SEED] [OPTION...] - change rules and judge calls, see churn.h.
 *
 *   idle    one unrelated rule is always there: contexts are never dummy
 *   wide    many more calls, of types that no rule matches
 *   leave   rules also leave by themselves: trees evicted, watched files
 *           replaced and their directories removed
 *   slow    rules whose path takes long to look up
 *   bulk    now and then 500 rules by auditctl -R, and a flush by auditctl -D
 *   many    those 500 rules are there from the beginning: a census takes long
 *   storm   threads and programs come and go meanwhile
 *   fifo    the changer is a real-time task: it interrupts what the module
 *           does as soon as the kernel lets it
 *   settle  the module is there: now and then no rule changes until it skips
 *           (with wide: until it has published)
 *   away    now and then there is no rule, until tasks are idle
 *   fail    kernel allocations fail for the changer (see fault-injection.rst)
 *
 * Prints counts. Exit status: 0 every call was as it must be; 1 one was not;
 * 2 it could not be found out.
 */
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "churn.h"

struct shared *shared;

struct options options;

/* ---- time ---- */

/*
 * The module takes its census some 20 ms after the last change: changes come
 * while it waits, while it counts, while it publishes, and after that; and, in
 * bursts of a second and more, so close that it does so amid of them.
 */
static void pause_a_while(uint32_t changes)
{
	static enum { BURST, HUNT, MIXED } mode;
	static uint32_t left;
	/* no part is nothing but one burst, in which all is held */
	uint32_t longest = changes < 1200 ? changes / 2 : 600;

	if (!left--) {
		mode = between(BURST, MIXED);
		left = mode == BURST ? between(longest / 12, longest) :
				       between(20, 100);
	}
	if (mode == HUNT || (mode == MIXED && one_in(4)))
		sleep_us(between(14000, 34000));
	else if (mode == MIXED || one_in(20))
		sleep_us(between(1, 3000));
	else if (one_in(2))
		sleep_us(between(1, 200));
}

static void churn(uint32_t changes)
{
	uint32_t n;

	if (options.idle)
		change_idle_rule();
	if (options.many)
		load_or_flush_bulk();
	for (n = 0; n < changes; n++) {
		flush_if_full();
		if (options.bulk && (n % 400 == 100 || n % 400 == 180))
			load_or_flush_bulk();
		else if (options.slow && n % 40 == 20)
			toggle(KIND_SLOW);
		else if (options.leave && one_in(3))
			change_edited();
		else
			change_some_rule();
		let_calls_be_made();
		if (options.away && n % 16 == 0) {
			delete_all();
			settle_idle();
		} else if (options.settle && n % 16 == 0) {
			settle();
		}
		pause_a_while(changes);
	}
	flush();
}

static void set_up(void)
{
	static const struct sched_param lowest = { .sched_priority = 1 };

	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
	if (shared == MAP_FAILED)
		exit(2);
	atomic_store(&shared->first, FIRST_CALL);
	atomic_store(&shared->epoch, 2);
	strcpy(shared->tree_file, TREE_FILE);
	strcpy(shared->edited_file, EDITED_FILE);
	changes_begin();
	if (options.slow)
		slowfs_start();
	collector_start();
	callers_start(options.storm);
	pin(0);
	if (options.fifo &&
	    sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &lowest))
		die("SCHED_FIFO: %s", strerror(errno));
}

static bool option(const char *word)
{
	const struct {
		const char *name;
		bool *option;
	} all[] = {
		{ "idle", &options.idle },   { "wide", &options.wide },
		{ "leave", &options.leave }, { "slow", &options.slow },
		{ "bulk", &options.bulk },   { "many", &options.many },
		{ "storm", &options.storm }, { "fifo", &options.fifo },
		{ "fail", &options.fail },   { "settle", &options.settle },
		{ "away", &options.away },
	};
	unsigned int i;

	for (i = 0; i < sizeof(all) / sizeof(*all); i++)
		if (!strcmp(word, all[i].name))
			return *all[i].option = true;
	return false;
}

int main(int argc, char **argv)
{
	uint32_t changes = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
	uint32_t seed = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
	int i;

	for (i = 3; i < argc; i++)
		if (!option(argv[i]))
			changes = 0;
	if (!changes) {
		fputs("usage: churn CHANGES SEED [OPTION...]\n", stderr);
		return 2;
	}
	set_up();
	seed_random(seed);
	churn(changes);
	if (options.slow)
		slowfs_stop();
	changes_report();
	judge_report();
	return tally.wrong ? 1 : 0;
}
