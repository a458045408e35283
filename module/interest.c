// SPDX-License-Identifier: GPL-2.0
/*
 * interest: the published bitmaps, the hold, the generation.
 *
 * Five bitmaps lie side by side, one byte a syscall, so that a hot path asks
 * its question with one instruction and one cache line.
 *
 *	rule change		reader			resync worker
 *	-----------		------			-------------
 *	hold: set all,		tests its bit;		g = generation
 *	  generation + 1	clear: skips		census (mutexes)
 *	list_add_rcu()		set: walks the list	publish if generation
 *							  is still g
 *
 * A change is held before its list operation can be seen (lifecycle.c). The
 * stores of the hold come before the release in list_add_rcu(), so a reader
 * that finds the bit clear could as well have walked the list before the
 * addition. A census that was begun before a hold is never published after
 * it: both happen under @lock, and the hold moves the generation. A census begun
 * after it has seen the change, since it waits for the mutexes under which
 * the change is made. Bits are stored in whole words and go from old to new
 * or to all ones; no reader sees a bit clear that is set before and after.
 * tests/model/publish.pml is all of this as a model that is checked.
 */
#include "compat.h"
#include <linux/audit.h>
#include <linux/bitmap.h>
#include <linux/spinlock.h>
#include "fault.h"
#include "interest.h"

static_assert(AFP_NR_SYSCALLS == AFP_ASM_NR_SYSCALLS);
static_assert(AFP_NR_SYSCALLS == 32 * AUDIT_BITMASK_SIZE);
static_assert(AUDIT_ARCH_X86_64 == AFP_ASM_ARCH_NATIVE);
static_assert(AUDIT_ARCH_I386 == AFP_ASM_ARCH_COMPAT);

/* afp_interest as words of eight syscalls, little-endian as the sets are */
#define NR_WORDS	(AFP_NR_ARCHES * AFP_NR_SYSCALLS / sizeof(u64))

u8 afp_interest[AFP_NR_ARCHES][AFP_NR_SYSCALLS] __aligned(64);

/*
 * Taken in notifications, that is in any context but NMI; innermost. Guards
 * everything below and all stores to afp_interest.
 */
static DEFINE_RAW_SPINLOCK(lock);
u64 afp_generation;
bool afp_interest_idle;
static struct afp_interest_state state;

/* Gives all tasks their work flag; NULL: none goes without it. */
static void (*arm)(void);

/*
 * The syscalls whose entry may be skipped, by what is known of them; do not change
 * once rules are heard. A name makes the context of a quiet one real.
 */
static u8 quiet[AFP_NR_ARCHES][AFP_ENTER_NUMBERS / 8];
static u8 other[AFP_NR_ARCHES][AFP_ENTER_NUMBERS / 8];

static void store(int word, u64 bytes)
{
	WRITE_ONCE(((u64 *)afp_interest)[word], bytes);
}

static void store_all_ones(void)
{
	int word;

	for (word = 0; word < NR_WORDS; word++)
		store(word, ~0ULL);
}

/* Bit n of @set, for n in 0 to 7, becomes bit 0 of byte n. */
static u64 spread(u8 set)
{
	const u64 ones = 0x0101010101010101ULL;

	/* each byte keeps the one bit that is its own, then carries it to 7 */
	return ((((set * ones) & 0x8040201008040201ULL) + 0x7f * ones) >> 7) &
	       ones;
}

static u8 eight(const afp_sets sets, int word)
{
	return ((const u8 *)sets)[word];
}

/*
 * Without a rule that counts, the kernel has a dummy context of its own, which
 * no rule that comes later finds: every entry runs.
 */
static u8 enter(const struct afp_census *census, int word)
{
	const int eights = AFP_NR_SYSCALLS / 8;
	const int arch = word / eights, at = word % eights;

	if (!census->count.rules || at >= AFP_ENTER_NUMBERS / 8)
		return 0xff;
	return (eight(census->enter, word) | ~quiet[arch][at]) &
	       (eight(census->entry, word) | ~other[arch][at]);
}

/* What the eight syscalls of word @word shall be, by the census. */
static u64 bytes_of(const struct afp_census *census, int word)
{
	u64 bytes = spread(eight(census->exit_any, word)) *
			    (AFP_EXIT | AFP_EXIT_NONAME) |
		    spread(eight(census->exit_names, word)) * AFP_EXIT |
		    spread(eight(census->entry, word)) * AFP_ENTRY |
		    spread(eight(census->inode, word)) * AFP_INODE |
		    spread(enter(census, word)) * AFP_ENTER;

	if (afp_fault_blind() >= 0 && word == afp_fault_blind() / 8)
		bytes &= ~(0xffULL << afp_fault_blind() % 8 * 8);
	if (afp_fault_passing() >= 0 && word == afp_fault_passing() / 8)
		bytes &= ~((u64)AFP_ENTER << afp_fault_passing() % 8 * 8);
	return bytes;
}

static void store_census(const struct afp_census *census)
{
	int word;

	for (word = 0; word < NR_WORDS; word++)
		store(word, bytes_of(census, word));
}

/**
 * afp_interest_init() - start held
 */
void __init afp_interest_init(void)
{
	store_all_ones();
	state.held = true;
}

/**
 * afp_interest_may_pass() - allow the entry of a syscall to be skipped
 * @arch:     of which arch
 * @nr:       its number, below AFP_ENTER_NUMBERS
 * @is_quiet: its context becomes real when a name is collected, so that rules
 *            which need one need not be looked at before
 *
 * Before the first census; once for a syscall.
 */
void __init afp_interest_may_pass(enum afp_arch arch, unsigned int nr,
				  bool is_quiet)
{
	u8 *set = is_quiet ? quiet[arch] : other[arch];

	set[nr / 8] |= 1 << nr % 8;
}

/**
 * afp_interest_quiet() - was afp_interest_may_pass() told so?
 * @arch: of which arch
 * @nr:   the syscall's number
 *
 * Context: any.
 */
notrace bool afp_interest_quiet(enum afp_arch arch, u32 nr)
{
	return nr < AFP_ENTER_NUMBERS && quiet[arch][nr / 8] >> nr % 8 & 1;
}

/**
 * afp_interest_allow_idle() - let tasks be idle without rules
 * @arm_all: called when that ends, before the hold is over; in any context but NMI
 *
 * Before the first census.
 */
void __init afp_interest_allow_idle(void (*arm_all)(void))
{
	arm = arm_all;
}

/**
 * afp_interest_hold() - from now on, every syscall is of interest
 *
 * Context: any but NMI.
 */
void afp_interest_hold(void)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&lock, flags);
	if (!state.held) {
		store_all_ones();
		state.held = true;
		state.holds++;
	}
	if (afp_interest_idle) {
		WRITE_ONCE(afp_interest_idle, false);
		/*
		 * (B), pairs with (A) in afp_idle_enter(). All that hold wait
		 * here for the one that arms, for their rule may be first.
		 */
		smp_mb();
		arm();
	}
	/*
	 * After the bits: who verifies reads the generation, then its bit. With
	 * the new one it must find that set, or it would take a rule that is
	 * added now for one that was there. See afp_exit_verify().
	 */
	smp_store_release(&afp_generation, afp_generation + 1);
	raw_spin_unlock_irqrestore(&lock, flags);
}

/**
 * afp_interest_shut() - hold for good
 * @why: a constant string, for reports; the first one given is kept
 *
 * Context: any but NMI.
 */
void afp_interest_shut(const char *why)
{
	unsigned long flags;

	afp_interest_hold();
	raw_spin_lock_irqsave(&lock, flags);
	if (!state.shut)
		state.shut = why;
	raw_spin_unlock_irqrestore(&lock, flags);
}

/**
 * afp_interest_generation() - what to give to afp_interest_publish()
 *
 * To be read before the census is begun.
 *
 * Context: any but NMI.
 * Return: the number of holds so far.
 */
u64 afp_interest_generation(void)
{
	unsigned long flags;
	u64 now;

	raw_spin_lock_irqsave(&lock, flags);
	now = afp_generation;
	raw_spin_unlock_irqrestore(&lock, flags);
	return now;
}

/**
 * afp_interest_publish() - open the bits for a census
 * @census: the census
 * @since:  afp_interest_generation() from before it was begun
 *
 * Context: any but NMI.
 * Return: false if there was a hold since, or for good; nothing is then
 * published.
 */
bool afp_interest_publish(const struct afp_census *census, u64 since)
{
	unsigned long flags;
	bool ok;

	raw_spin_lock_irqsave(&lock, flags);
	state.count = census->count;
	ok = since == afp_generation && !state.shut;
	if (ok) {
		store_census(census);
		WRITE_ONCE(afp_interest_idle, arm && census->none);
		state.held = false;
		state.published++;
	}
	raw_spin_unlock_irqrestore(&lock, flags);
	return ok;
}

/**
 * afp_interest_covers() - is every bit set that the rules need?
 * @census: a census
 * @since:  afp_interest_generation() from before it was begun
 *
 * More may be set than needed: some removals are heard only once the rule is
 * freed.
 *
 * Context: any but NMI.
 * Return: false if a bit is clear that should not be, though no hold came
 * since: a rule was added unheard.
 */
bool afp_interest_covers(const struct afp_census *census, u64 since)
{
	/*
	 * Without rules AFP_ENTER is set everywhere: the last one may have left
	 * unheard, and is heard when it is freed.
	 */
	const u64 ignored = census->count.rules ?
			    0 : AFP_ENTER * 0x0101010101010101ULL;
	const u64 *published = (const u64 *)afp_interest;
	unsigned long flags;
	bool covers = true;
	int word;

	raw_spin_lock_irqsave(&lock, flags);
	if (since == afp_generation)
		for (word = 0; covers && word < NR_WORDS; word++)
			covers = !(bytes_of(census, word) & ~published[word] &
				   ~ignored);
	raw_spin_unlock_irqrestore(&lock, flags);
	return covers;
}

/**
 * afp_interest_state() - for reports
 * @copy: filled
 *
 * Context: any but NMI.
 */
void afp_interest_state(struct afp_interest_state *copy)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&lock, flags);
	*copy = state;
	raw_spin_unlock_irqrestore(&lock, flags);
}

/**
 * afp_interest_show() - list the syscalls of interest
 * @kind: AFP_EXIT, AFP_EXIT_NONAME, AFP_ENTRY, AFP_INODE or AFP_ENTER
 * @arch: of which arch
 * @buf:  a page; receives the numbers in %*pbl form and a newline
 *
 * Context: process context.
 * Return: bytes written; -EFBIG if the list does not fit, which takes a
 * pattern of some 800 gaps, more than there are syscalls.
 */
int afp_interest_show(u8 kind, enum afp_arch arch, char *buf)
{
	DECLARE_BITMAP(set, AFP_NR_SYSCALLS);
	int nr, len;

	bitmap_zero(set, AFP_NR_SYSCALLS);
	for (nr = 0; nr < AFP_NR_SYSCALLS; nr++)
		if (READ_ONCE(afp_interest[arch][nr]) & kind)
			__set_bit(nr, set);
	len = snprintf(buf, PAGE_SIZE, "%*pbl\n", AFP_NR_SYSCALLS, set);
	return len < PAGE_SIZE ? len : -EFBIG;
}
