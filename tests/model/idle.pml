/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How tasks leave audit's slow path while there is no rule, and come back, as a
 * Spin model: what module/idle.c and interest.c do, step by step. run.sh says with
 * which -D it must fail. Source of the kernel's part: copy_process() in
 * kernel/fork.c, audit_alloc() and __audit_syscall_entry() in kernel/auditsc.c.
 *
 * A task that has its flag comes through audit's entry. There is one to begin
 * with, and one that it creates in a syscall of its own.
 *
 * Property: a syscall that begins after the addition of a rule has returned, and
 * before its deletion has begun, comes through the entry, and that is not skipped.
 *
 * Memory. Spin's is sequentially consistent. On x86 a store may wait, but here
 * what is stored is `idle`, and a barrier or the release of the spinlock with what
 * is behind it comes next; flags are changed by locked instructions.
 */
#define NR_TASKS	2
#define NR_CHANGES	1	/* additions */
#define NR_SYSCALLS	2	/* of each task */

bool flag[NR_TASKS], listed[NR_TASKS];
bool idle;			/* afp_interest_idle */
bool spin, control;		/* the lock of interest.c; the control mutex */
byte generation;
byte rules;
byte there;			/* not 0: a rule whose addition has returned */

#define LOCK(mutex)	atomic { !mutex -> mutex = true }
#define UNLOCK(mutex)	mutex = false

inline arm_all(t)
{
	t = 0;
	do
	:: t < NR_TASKS ->
		if
		:: listed[t] -> flag[t] = true
		:: else
		fi;
		t++
	:: else -> break
	od
}

/* afp_interest_hold() */
inline hold(t)
{
	LOCK(spin);
	if
	:: idle ->
#ifdef ARM_FIRST
		arm_all(t);
		idle = false;
#else
		idle = false;
#ifdef ARM_UNLOCKED
		generation++;
		UNLOCK(spin);
		arm_all(t);
		LOCK(spin);
#elif !defined(NO_ARM)
		arm_all(t);
#endif
#endif
	:: else
	fi;
	generation++;
	UNLOCK(spin)
}

/* auditctl -a, and -d */
active proctype user()
{
	byte n, t;

	do
	:: n < NR_CHANGES ->
		LOCK(control);
		hold(t);
		rules++;
		there = n + 1;
		UNLOCK(control);
		LOCK(control);
		there = 0;
		hold(t);
		rules--;
		UNLOCK(control);
		n++
	:: else -> break
	od
}

/* A rule is freed, any time later, or the module is closed: a hold like any other. */
active proctype freer()
{
	byte t;

	hold(t)
}

/* The resync: a census, published if generation has not moved. */
active proctype worker()
{
	byte since, found;

end:	do
	:: since = generation;
		LOCK(control);
		found = rules;
		UNLOCK(control);
		LOCK(spin);
		if
		:: since == generation -> idle = !found
		:: else
		fi;
		UNLOCK(spin)
	od
}

/* A syscall of task t, which began when `must` was read. */
inline syscall(t, must, audited)
{
	atomic { must = there; audited = flag[t] };
	if
	:: audited && idle ->
		/* afp_idle_enter() */
		flag[t] = false;
#ifdef NO_LOOK
		audited = false
#else
		if
		:: idle -> audited = false
		:: else -> flag[t] = true
		fi
#endif
	:: else
	fi;
	/* the rule that was there is there still: its deletion has not begun */
	assert(audited || !must || must != there)
}

proctype child()
{
	byte n;
	byte must;
	bool audited;

	do
	:: n < NR_SYSCALLS -> syscall(1, must, audited); n++
	:: else -> break
	od
}

active proctype task()
{
	byte n;
	byte must;
	bool audited;

	atomic { flag[0] = true; listed[0] = true };
	do
	:: n < NR_SYSCALLS ->
		syscall(0, must, audited);
		if
		:: n == 0 ->
			/* copy_process(): the flag is copied ... */
			flag[1] = flag[0];
#ifndef NO_ALLOC
			/* ... and audit_alloc() gives it anew */
			flag[1] = true;
#endif
			listed[1] = true;
			run child()
		:: else
		fi;
		n++
	:: else -> break
	od
}
