/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Rules come and go while calls are made: which call must be recorded?
 *
 * One process, the changer, moves an epoch: it is odd while a change of the
 * rules is under way, and even again once that has returned. The callers note
 * the epoch on either side of each call, and give the call a number of its own
 * as an argument. For each epoch it is known what each type of call must leave
 * behind; where all epochs that a call has touched agree, the call is judged.
 */
#ifndef CHURN_H
#define CHURN_H

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Where it all happens; e comes and goes, slow is where lookups take long. */
#define TOP		"/tmp/churn"
#define TREE		TOP "/tree"
#define TREE_FILE	TREE "/file"
#define EDITED		TOP "/e"
#define EDITED_FILE	EDITED "/f"
#define SLOW		TOP "/slow"
#define SLOW_TREE	SLOW "/link/tree"

/* The numbers of two syscalls that no kernel has, near the end of the masks. */
#define NO_CALL_64	1990
#define NO_CALL_32	2000

/* The calls that are made; tables in callers.c and rules.c. */
enum type {
	LOW64,		/* getpgrp */
	HIGH64,		/* NO_CALL_64 */
	LOW32,
	HIGH32,
	OPEN64,		/* openat of TREE_FILE */
	OPEN32,
	EDIT64,		/* openat of EDITED_FILE, which may be there or not */
	EXIT64,		/* exit of a process */
	READ64,		/* read of a pipe: begins before a change, ends after */
	READ32,
	NR_TYPES
};
#define BIT(type) (1u << (type))

/* What is known of an epoch. */
#define UNKNOWN	(-1)
struct state {
	int32_t want[NR_TYPES];	/* the key's number, 0 for no record, UNKNOWN */
	int32_t rules;		/* are there any? 0, 1, UNKNOWN */
	char change[28];	/* under way, or just made */
};

/*
 * A call. When the context is built it is decided whether it is dummy (are
 * there any rules?), when it ends whether it is recorded: for a call that
 * sleeps, epochs for both.
 */
struct call {
	uint32_t begin[2], end[2];
	uint8_t type;
	bool made;
	/* by the collector */
	uint16_t records;
	uint32_t key, arch, nr;
};

/* A batch is judged at once. So many calls fit into the kernel's backlog. */
#define NR_CALLS	8192
#define NR_EPOCHS	4096

/* Calls are numbered from here, above any argument that others would give. */
#define FIRST_CALL	(1u << 24)

#define NR_SLEEPERS	2
#define NR_CALLERS	(2 + NR_SLEEPERS + 2)

struct wakeup {
	uint32_t seen_asleep;	/* an epoch in which the sleeper slept, or 0 */
	uint32_t now;
};

struct shared {
	_Atomic uint32_t epoch;
	_Atomic uint32_t hot;		/* types that the change is about */
	_Atomic uint32_t next;		/* the next of calls[] */
	_Atomic uint32_t first;		/* the number of calls[0] */
	_Atomic uint32_t made[NR_TYPES];
	_Atomic uint32_t gate;		/* 0: open */
	_Atomic uint32_t parked[NR_CALLERS];
	_Atomic uint32_t drained;	/* the collector has read up to it */
	_Atomic bool broken;		/* and this is why it has not */
	struct {
		_Atomic int pid;
		_Atomic bool inside;
		int pipe[2];
		struct wakeup wakeup;
	} sleepers[NR_SLEEPERS];
	struct state states[NR_EPOCHS];
	struct call calls[NR_CALLS];
	/* below 4 GiB, for compat calls */
	char tree_file[32], edited_file[32];
};

/* Mapped once, before all processes are forked. */
extern struct shared *shared;

static inline struct state *state_of(uint32_t epoch)
{
	return &shared->states[epoch % NR_EPOCHS];
}

/* util.c */
__attribute__((noreturn, format(printf, 1, 2)))
void die(const char *format, ...);
/* Fork; true in the child, which stays on a CPU and dies with its parent. */
bool role(int cpu);
void seed_random(uint64_t seed);
/* at least low, at most high */
uint32_t between(uint32_t low, uint32_t high);
bool one_in(uint32_t n);
void sleep_us(uint32_t us);
void pin(int cpu);
/*
 * While waiting for what always happens, on any machine, within this time:
 * sleep a moment; false if it did not. *since is 0 at first.
 */
#define PATIENCE_S 120
bool patient(uint64_t *since);

/* callers.c */
void callers_start(bool storm);
void callers_park(void);
void callers_resume(void);
void sleepers_look(uint32_t seen[NR_SLEEPERS]);
void sleepers_wake(const uint32_t seen[NR_SLEEPERS]);

/* collector.c */
void collector_start(void);

/* judge.c */
struct tally {
	uint64_t recorded, silent, between, wrong;
	uint64_t by_type[NR_TYPES][2];
};
extern struct tally tally;
void judge_batch(uint32_t first_epoch, uint32_t last_epoch);
void judge_report(void);

/* netlink.c: requests to the kernel; the result of the last is 0 or -errno */
int audit_socket(uint32_t groups);
int audit_request(int fd, int type, const void *payload, uint32_t size);
/* called between the change and the acknowledgement */
extern void (*audit_returned)(void);

/* rules.c */
struct rule {
	int kind;
	uint32_t key;		/* 0: no such rule */
	bool never, prepend;
};
enum { KIND_WATCH_EDITED = 0, KIND_TREE_EDITED, KIND_SLOW, KIND_STATX, KIND_PLAIN, NR_SPECIAL };
extern const int nr_kinds;
const char *kind_name(int kind);
uint32_t kind_types(int kind);
int rule_send(int fd, const struct rule *rule, bool add);
void rules_text(const char *path, int n, uint32_t key);

/* changes.c */
extern struct options {
	bool idle, wide, leave, slow, bulk, many, storm, fifo, fail, settle,
	     away;
} options;
void changes_begin(void);
/* the rule of this kind that is there, or NULL */
struct rule *live_of(int kind);
void forget_rule(int kind);
void begin_change(const char *what, uint32_t torn);
void end_change(void);
void must(int result, const char *what);
void toggle(int kind);
void change_idle_rule(void);
void change_some_rule(void);
void delete_all(void);
void load_or_flush_bulk(void);
/* until each type of call that the change was about has been made */
void let_calls_be_made(void);
/* judge what there is */
void flush(void);
void flush_if_full(void);
void changes_report(void);

/* edited.c */
void write_file(const char *path);
void change_edited(void);
void edited_report(void);

/* settle.c: until the module has published, and syscalls have been skipped */
void settle(void);
/* the same without rules: until tasks have left audit's slow path */
void settle_idle(void);

/* slowfs.c */
void slowfs_start(void);
void slowfs_stop(void);

#endif /* CHURN_H */
