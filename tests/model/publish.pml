/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How interest is published, as a Spin model: what module/interest.c,
 * lifecycle.c, census.c and exit_path.c do, step by step, with the locks of the
 * kernel around it. run.sh says with which -D it is checked, and which of them
 * must fail. Source of the kernel's part: audit_receive() in kernel/audit.c,
 * audit_rule_change(), audit_add_rule(), audit_del_rule() and
 * audit_update_lsm_rules() in auditfilter.c, kill_rules() in audit_tree.c,
 * audit_update_watch() in audit_watch.c.
 *
 * There are two rules. Rule r is the only one that matches syscall r, so the
 * exact interest in syscall r is whether rule r is in its list. Changes:
 *
 *   from user space	under the control mutex: notified, then the list is
 *			changed under audit_filter_mutex; then it returns
 *   by the kernel	under audit_filter_mutex alone: notified there, then a
 *			rule is taken out (a tree is killed) or replaced by its
 *			copy (a watch is updated, an LSM policy is loaded)
 *   freed		a grace period after any removal: notified, no lock held
 *
 * Properties:
 *
 *   skip	At the moment at which a syscall finds its bit clear, the rule
 *		is not in the list: the kernel's own walk, begun right then,
 *		would not have met it. So in particular none is skipped on
 *		which a rule matches whose addition has returned.
 *   alarm	mode=verify and the slow check report nothing that is right.
 *   exact	When nothing can happen any more, the bits are the interest
 *		and not held (END); and it comes to that (CYCLES, an LTL
 *		formula under weak fairness).
 *
 * Memory. Spin's is sequentially consistent, x86 lets a CPU's stores wait in a
 * buffer. With -DTSO every store goes through such a buffer, and whatever is a
 * locked instruction waits until its own is empty: taking a spinlock, taking
 * and leaving a mutex, queueing a work (test_and_set_bit). Leaving a spinlock
 * is a plain store. It makes no difference: readers of interest only load, and
 * loads are done in order, so a store that waits is to them a writer that is
 * slow; and writers read what others write only behind a locked instruction.
 * `exact` is checked without buffers, for they only delay.
 */
#define NR	2		/* rules, syscalls, bits */

/* Memory that is read without a lock */
#define BIT(r)	(r)		/* a byte of afp_interest */
#define LIST(r)	(NR + (r))	/* rule r is in its list */
#define GEN	(2 * NR)	/* afp_generation */
#define SPIN	(2 * NR + 1)	/* the raw spinlock of interest.c */
byte mem[2 * NR + 2];

bool control, filter;		/* the two mutexes */
bool census_lock;
bool held = true;		/* guarded by the spinlock */
bool pending;			/* the resync work */
bool listening, attached;
byte grace;			/* rules that wait to be freed */

/* Who stores: their numbers are those of their buffers. */
#define START	0
#define USER	1
#define KERNEL	2
#define FREER	3
#define WORKER	4
#define NR_CPUS	5

#ifdef TSO
chan buffer[NR_CPUS] = [8] of { byte, byte };
#define STORE(at, value)	buffer[me]!at, value
#define DRAINED			empty(buffer[me])

active proctype drain()
{
	byte at, value;

end:	do
	:: atomic { buffer[0]?at, value -> mem[at] = value }
	:: atomic { buffer[1]?at, value -> mem[at] = value }
	:: atomic { buffer[2]?at, value -> mem[at] = value }
	:: atomic { buffer[3]?at, value -> mem[at] = value }
	:: atomic { buffer[4]?at, value -> mem[at] = value }
	od
}
#else
#define STORE(at, value)	mem[at] = value
#define DRAINED			true
#endif

#define LOCK(mutex)	atomic { (DRAINED && !mutex) -> mutex = true }
#define UNLOCK(mutex)	atomic { DRAINED -> mutex = false }
#define SPIN_LOCK	atomic { (DRAINED && !mem[SPIN]) -> mem[SPIN] = 1 }
#define SPIN_UNLOCK	STORE(SPIN, 0)
#define QUEUE		atomic { DRAINED -> pending = true }

/*
 * afp_interest_hold(). The bits before the generation: who reads the new one
 * finds the bits set.
 */
inline hold()
{
	SPIN_LOCK;
#ifdef GENERATION_FIRST
	STORE(GEN, mem[GEN] + 1);
#endif
	if
	:: !held ->
		STORE(BIT(0), 1);
		STORE(BIT(1), 1);
		held = true
	:: else
	fi;
#ifndef GENERATION_FIRST
	STORE(GEN, mem[GEN] + 1);
#endif
	SPIN_UNLOCK
}

/* rule_change(): the notification */
inline notify()
{
	if
	:: listening ->
#ifdef QUEUE_FIRST
		QUEUE;
		hold()
#else
		hold();
		QUEUE
#endif
	:: else
	fi
}

/* audit_rule_change() and what it calls */
inline add(r)
{
	LOCK(control);
#ifndef HOLD_LATE
	notify();
#endif
	LOCK(filter);
	STORE(LIST(r), 1);
	UNLOCK(filter);
#ifdef HOLD_LATE
	notify();
#endif
	UNLOCK(control)
}

inline delete(r)
{
	LOCK(control);
	notify();
	LOCK(filter);
	if
	:: mem[LIST(r)] ->
		STORE(LIST(r), 0);
		grace++
	:: else			/* the kernel was faster */
	fi;
	UNLOCK(filter);
	UNLOCK(control)
}

/*
 * All of a change is under the control mutex, so that users are one after the
 * other, and one process in any order stands for many.
 */
active proctype user()
{
	byte me = USER;

#ifndef SHORT
	if
	:: add(0); add(1)
	:: add(1); add(0)
	fi;
#else
	add(1);
#endif
	if
	:: delete(1)
	:: true
	fi
}

/* kill_rules(), audit_dupe_rule() */
inline heard_inside()
{
#if !defined(KILL_DEAF) && !defined(NET)
	notify()
#else
	skip
#endif
}

active proctype kernel()
{
	byte me = KERNEL;

	LOCK(filter);
	if
	:: mem[LIST(1)] ->
		heard_inside();
		STORE(LIST(1), 0);
		grace++
	:: mem[LIST(0)] ->
		heard_inside();
		STORE(LIST(0), 0);
		STORE(LIST(0), 1);
		grace++
	:: true
	fi;
	UNLOCK(filter)
}

/* audit_free_rule_rcu() */
active proctype freer()
{
	byte me = FREER;

end:	do
	:: atomic { grace -> grace-- };
#ifndef KILL_DEAF
		notify()
#endif
	od
}

/* afp_census_try(), but for the lock that may not be had */
inline take_census()
{
#ifndef NO_FILTER
	LOCK(filter);
#endif
	seen[0] = mem[LIST(0)];
	seen[1] = mem[LIST(1)];
#ifndef NO_FILTER
	UNLOCK(filter);
#endif
}

/* afp_interest_publish(): bytes go from old to new, a word each */
inline publish()
{
#ifndef PUBLISH_UNLOCKED
	SPIN_LOCK;
#endif
	if
#ifndef NO_GENERATION
	:: since != mem[GEN]
#endif
#ifdef NO_GENERATION
	:: true ->
#else
	:: else ->
#endif
#ifdef CLEAR_FIRST
		STORE(BIT(0), 0);
		STORE(BIT(1), 0);
#endif
		STORE(BIT(0), seen[0]);
		STORE(BIT(1), seen[1]);
		held = false
	fi;
#ifndef PUBLISH_UNLOCKED
	SPIN_UNLOCK
#endif
}

inline read_generation()
{
	SPIN_LOCK;
	since = mem[GEN];
	SPIN_UNLOCK
}

/* resync(), which is not run twice at once */
active proctype worker()
{
	byte me = WORKER, since;
	bool seen[NR], taken;
#ifdef CYCLES
	byte burst;
#endif

end:	do
#ifdef CYCLES
	/* it comes back every 10 ms: no need to see that it does so in vain */
	:: atomic { (pending && !control) -> pending = false };
#else
	:: atomic { (DRAINED && pending) -> pending = false };
#endif
#ifndef GENERATION_LATE
		read_generation();
#endif
		if
#ifdef CYCLES
		:: since != burst ->
#ifndef BURST_FOREVER
			burst = since;
#endif
#else
		:: true ->
#endif
			QUEUE		/* it is a burst, wait for its end */
		:: true ->		/* or it has lasted for long enough */
			LOCK(census_lock);
#ifdef NO_CONTROL
			taken = true;
#else
			atomic {
				taken = false;
				if
				:: DRAINED && !control ->
					control = true;
					taken = true
				:: control
				fi
			};
#endif
			if
			:: taken ->
				take_census();
#ifndef NO_CONTROL
				UNLOCK(control);
#endif
#ifdef GENERATION_LATE
				read_generation();
#endif
				publish();
#ifdef CYCLES
				burst = since;
#endif
				atomic { seen[0] = false; seen[1] = false }
			:: !taken
#ifndef TRY_ONCE
				-> QUEUE
#endif
			fi;
			UNLOCK(census_lock)
		fi;
		since = 0;
		taken = false
	od
}

/* check(): what is in the lists and was not published was not heard */
#ifdef CHECK
active proctype checker()
{
	byte me = START, since;
	bool seen[NR], taken;

	do
	:: attached ->
		read_generation();
		LOCK(census_lock);
		atomic {
			taken = false;
			if
			:: DRAINED && !control -> control = true; taken = true
			:: control
			fi
		};
		if
		:: taken ->
			take_census();
			UNLOCK(control);
			SPIN_LOCK;
			assert(since != mem[GEN] ||
			       (seen[0] <= mem[BIT(0)] &&
				seen[1] <= mem[BIT(1)]));
			SPIN_UNLOCK
		:: else
		fi;
		UNLOCK(census_lock);
		atomic {
			since = 0;
			seen[0] = false;
			seen[1] = false;
			taken = false
		}
	od
}
#endif

/* afp_lifecycle_start(), afp_exit_start(); users may be amid a change */
active proctype start()
{
	byte me = START;

	/* afp_interest_init() */
	mem[BIT(0)] = 1;
	mem[BIT(1)] = 1;
	listening = true;
	hold();
	QUEUE;
	attached = true
}

#ifdef SKIP
/* A syscall at its end, whichever it is: the test is one instruction. */
active proctype reader()
{
end:	do
	:: d_step {
		attached ->
		assert(mem[BIT(0)] || !mem[LIST(0)]);
		assert(mem[BIT(1)] || !mem[LIST(1)])
	}
	od
}
#endif

#ifdef VERIFY
/*
 * EXIT_OP_VERIFY and afp_exit_verify(). The generation is read after the list
 * there; both at once is harsher, for a later one excuses more.
 */
active proctype verifier()
{
	byte r, since;

end:	do
	:: atomic {
		attached ->
		since = mem[GEN];
		if
		:: r = 0
		:: r = 1
		fi
	};
		if
		:: mem[BIT(r)]
		:: else -> assert(!mem[LIST(r)] || since != mem[GEN])
		fi;
		atomic { since = 0; r = 0 }
	od
}
#endif

#define EXACT	(mem[BIT(0)] == mem[LIST(0)] && mem[BIT(1)] == mem[LIST(1)])

#ifdef END
/* Nobody can do anything any more. */
active proctype quiet()
{
	timeout ->
	assert(EXACT && !held)
}
#endif

#ifdef CYCLES
ltl exact { <>[] EXACT }
#endif
