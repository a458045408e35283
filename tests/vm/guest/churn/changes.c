// SPDX-License-Identifier: GPL-2.0
/*
 * The changes, one function for each sort; what they make of each type of call
 * is noted before they are begun.
 */
#include <errno.h>
#include <fcntl.h>
#include <libaudit.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "churn.h"

#define MAX_LIVE	16
#define BULK_RULES	500

/* Rules in the order in which the kernel prefers them. */
static struct rule live[MAX_LIVE];
static int nr_live;
static struct rule idle_rule = { .kind = KIND_STATX };

static int control;
static uint32_t last_key, batch_epoch;
static uint32_t nr_added, nr_deleted, nr_left, nr_bulk, nr_refused;
static uint32_t nr_of_kind[32];
static bool bulk_loaded;

void must(int result, const char *what)
{
	if (result)
		die("%s: %s", what, strerror(errno));
}

/* ---- what is known of an epoch ---- */

static int32_t want_of(enum type type)
{
	int i;

	for (i = 0; i < nr_live; i++)
		if (kind_types(live[i].kind) & BIT(type))
			return live[i].never ? 0 : (int32_t)live[i].key;
	return 0;
}

static void describe(struct state *state, const char *what)
{
	int type;

	for (type = 0; type < NR_TYPES; type++)
		state->want[type] = want_of(type);
	/* the kernel's count may be late after a rule that left by itself */
	state->rules = nr_live || idle_rule.key || bulk_loaded ? 1 :
		       nr_left ? UNKNOWN : 0;
	snprintf(state->change, sizeof(state->change), "%s", what);
}

/*
 * A change begins: live is what will be. Calls of the types in @torn may see
 * anything meanwhile, even if they are of one kind before and after.
 */
void begin_change(const char *what, uint32_t torn)
{
	uint32_t epoch = atomic_load(&shared->epoch), hot = 0;
	struct state *old = state_of(epoch), *during = state_of(epoch + 1),
		     *new = state_of(epoch + 2);
	int type;

	describe(new, what);
	*during = *new;
	for (type = 0; type < NR_TYPES; type++)
		if (old->want[type] != new->want[type] || torn & BIT(type)) {
			during->want[type] = UNKNOWN;
			hot |= BIT(type);
		}
	if (old->rules != new->rules)
		during->rules = UNKNOWN;
	atomic_store(&shared->hot, hot);
	atomic_store(&shared->epoch, epoch + 1);
}

/* The change has returned, or perhaps not: then nothing was changed. */
void end_change(void)
{
	uint32_t epoch = atomic_load(&shared->epoch);

	if (epoch & 1)
		atomic_store(&shared->epoch, epoch + 1);
}

/* ---- batches ---- */

void flush(void)
{
	static uint32_t marker;
	char text[40];
	uint64_t since = 0;
	int err;

	callers_park();
	snprintf(text, sizeof(text), "churn-marker-%u", ++marker);
	audit_returned = NULL;
	err = audit_request(control, AUDIT_USER, text, strlen(text) + 1);
	if (err)
		die("marker: %s", strerror(-err));
	while (atomic_load(&shared->drained) != marker)
		if (!patient(&since))
			die("the marker did not come");
	judge_batch(batch_epoch, atomic_load(&shared->epoch));
	batch_epoch = atomic_load(&shared->epoch);
	memset(shared->calls, 0, sizeof(shared->calls));
	atomic_fetch_add(&shared->first, atomic_exchange(&shared->next, 0));
	callers_resume();
}

void flush_if_full(void)
{
	if (atomic_load(&shared->next) > NR_CALLS / 4 * 3 ||
	    atomic_load(&shared->epoch) - batch_epoch > NR_EPOCHS - 16)
		flush();
}

/* Until some calls of each type that the change was about have been made. */
void let_calls_be_made(void)
{
	uint32_t hot = atomic_load(&shared->hot), start[NR_TYPES];
	uint64_t since = 0;
	int type;

	/* a sleeper is woken once, if it slept */
	hot &= ~(BIT(READ64) | BIT(READ32));
	for (type = 0; type < NR_TYPES; type++)
		start[type] = atomic_load(&shared->made[type]);
	for (type = 0; type < NR_TYPES; type++)
		while (hot & BIT(type) &&
		       atomic_load(&shared->made[type]) - start[type] < 3) {
			if (!patient(&since))
				die("no calls are made");
			if (atomic_load(&shared->next) > NR_CALLS / 8 * 7)
				flush();
		}
}

/* ---- changes ---- */

/* From now on allocations fail that the kernel makes for this task, or not. */
static void fail_memory(bool fail)
{
	static int fd = -1;

	if (!options.fail)
		return;
	if (fd < 0)
		fd = open("/proc/self/make-it-fail", O_WRONLY | O_CLOEXEC);
	must(pwrite(fd, fail ? "1" : "0", 1, 0) != 1, "make-it-fail");
}

static void request(const struct rule *rule, bool add)
{
	const int done = add ? -EEXIST : -ENOENT;
	uint64_t since = 0;
	int err;

	audit_returned = options.fail ? NULL : end_change;
	fail_memory(true);
	err = rule_send(control, rule, add);
	/* without memory even the answer may have been lost */
	while (err && options.fail && patient(&since)) {
		nr_refused++;
		err = rule_send(control, rule, add);
		if (err == done)
			err = 0;
	}
	fail_memory(false);
	if (err)
		die("%s a rule, %s: %s", add ? "adding" : "deleting",
		    kind_name(rule->kind), strerror(-err));
	end_change();
}

/* A change with calls from before it, during it and after it. */
static void change_rule(struct rule *rule, bool add)
{
	uint32_t seen[NR_SLEEPERS] = { 0 };
	uint32_t hot = kind_types(rule->kind);
	bool sleepers = hot & (BIT(READ64) | BIT(READ32)) || one_in(8);
	struct rule gone = *rule;
	char what[48];
	int at;

	snprintf(what, sizeof(what), "%s %s%s", add ? "add" : "del",
		 gone.never ? "never " : "", kind_name(gone.kind));
	if (add) {
		at = rule->prepend ? 0 : nr_live;
		memmove(live + at + 1, live + at, (nr_live - at) * sizeof(*live));
		live[at] = gone;
		nr_live++;
		nr_added++;
		nr_of_kind[gone.kind]++;
	} else {
		at = rule - live;
		nr_live--;
		memmove(live + at, live + at + 1, (nr_live - at) * sizeof(*live));
		nr_deleted++;
	}
	if (sleepers)
		sleepers_look(seen);
	begin_change(what, 0);
	request(&gone, add);
	if (sleepers)
		sleepers_wake(seen);
}

struct rule *live_of(int kind)
{
	int i;

	for (i = 0; i < nr_live; i++)
		if (live[i].kind == kind)
			return &live[i];
	return NULL;
}

/* It has left by itself, or will. */
void forget_rule(int kind)
{
	struct rule *rule = live_of(kind);

	if (!rule)
		return;
	nr_left++;
	nr_live--;
	memmove(rule, rule + 1, (live + nr_live - rule) * sizeof(*live));
}

/* Add a rule of this kind, or delete it if it is there. */
void toggle(int kind)
{
	struct rule *there = live_of(kind);
	struct rule rule = {
		.kind = kind,
		.key = ++last_key,
		.never = one_in(5),
		.prepend = one_in(3),
	};

	change_rule(there ?: &rule, !there);
}

/* Few rules at a time: then most changes decide over some calls. */
void change_some_rule(void)
{
	if (nr_live && between(0, 3) < (uint32_t)nr_live)
		change_rule(&live[between(0, nr_live - 1)], false);
	else
		toggle(between(KIND_STATX, nr_kinds - 1));
}

void delete_all(void)
{
	while (nr_live) {
		change_rule(&live[0], false);
		let_calls_be_made();
	}
}

void change_idle_rule(void)
{
	idle_rule.key = ++last_key;
	begin_change("the idle rule", 0);
	request(&idle_rule, true);
}

static void auditctl(const char *option, const char *argument)
{
	char *const argv[] = { (char *)"auditctl", (char *)option,
			       (char *)argument, NULL };
	posix_spawn_file_actions_t quiet;
	int status;
	pid_t child;

	posix_spawn_file_actions_init(&quiet);
	posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", O_WRONLY, 0);
	if (posix_spawnp(&child, argv[0], &quiet, NULL, argv, environ) ||
	    waitpid(child, &status, 0) != child || status)
		die("auditctl %s failed", option);
	posix_spawn_file_actions_destroy(&quiet);
}

void load_or_flush_bulk(void)
{
	uint32_t torn = 0;
	int i;

	nr_bulk++;
	if (!bulk_loaded && !live_of(KIND_PLAIN)) {
		live[nr_live++] = (struct rule){ KIND_PLAIN, ++last_key, 0, 0 };
		rules_text(TOP "/bulk", BULK_RULES, last_key);
		bulk_loaded = true;
		begin_change("auditctl -R", 0);
		auditctl("-R", TOP "/bulk");
		end_change();
		return;
	}
	/* one by one: when a never rule is gone, what it shadowed is still there */
	for (i = 0; i < nr_live; i++)
		torn |= kind_types(live[i].kind);
	nr_live = 0;
	bulk_loaded = false;
	idle_rule.key = 0;
	begin_change("auditctl -D", torn);
	auditctl("-D", NULL);
	end_change();
	let_calls_be_made();
	if (options.idle)
		change_idle_rule();
}

void changes_begin(void)
{
	must(mkdir(TOP, 0755) || mkdir(TREE, 0755), TOP);
	write_file(TREE_FILE);
	control = audit_socket(0);
	batch_epoch = atomic_load(&shared->epoch);
	describe(state_of(batch_epoch), "the beginning");
}

void changes_report(void)
{
	int kind;

	for (kind = 0; kind < nr_kinds; kind++)
		printf("did: %s: %u\n", kind_name(kind), nr_of_kind[kind]);
	printf("did: auditctl -R or -D: %u\n", nr_bulk);
	edited_report();
	printf("%u rules added, %u deleted, %u left by themselves; %u requests failed; %d rules are left\n",
	       nr_added, nr_deleted, nr_left, nr_refused,
	       nr_live + !!idle_rule.key + (bulk_loaded ? BULK_RULES - 1 : 0));
}
