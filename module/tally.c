// SPDX-License-Identifier: GPL-2.0
/*
 * tally: exit filter runs by syscall, while somebody looks.
 *
 * Takes 24 KiB for each CPU, so it is there only while it is wanted.
 */
#include "compat.h"
#include "tally.h"

struct afp_tally __percpu *afp_tally;

/**
 * afp_tally_attach() - attach a hook so that what it decides is tallied
 * @hook: a hook that is not attached
 * @want: as for afp_hook_attach()
 *
 * While there is a tally, the hook is one in C, whatever tier was asked for: the
 * trampolines do not tally.
 *
 * Context: process context, may sleep.
 * Return: as afp_hook_attach().
 */
int afp_tally_attach(struct afp_hook *hook, enum afp_tier want)
{
	if (!afp_tally || want == AFP_TIER_OFF)
		return afp_hook_attach(hook, want);
	if (want != AFP_TIER_KPROBE && !afp_hook_attach(hook, AFP_TIER_FTRACE))
		return 0;
	return afp_hook_attach(hook, AFP_TIER_KPROBE);
}

/**
 * afp_tally_start() - start to count, from 0
 *
 * Context: process context, may sleep; no hook is attached.
 * Return: 0 or -ENOMEM.
 */
int afp_tally_start(void)
{
	afp_tally = alloc_percpu(struct afp_tally);
	return afp_tally ? 0 : -ENOMEM;
}

/**
 * afp_tally_stop() - stop counting, forget what was counted
 *
 * Context: process context, may sleep; no hook is attached.
 */
void afp_tally_stop(void)
{
	free_percpu(afp_tally);
	afp_tally = NULL;
}

/* Sum up over all CPUs; false if all is 0. */
static bool sum(enum afp_arch arch, unsigned int nr, u64 *runs)
{
	int cpu, run;

	memset(runs, 0, AFP_NR_RUNS * sizeof(*runs));
	for_each_possible_cpu(cpu) {
		const struct afp_tally *t = per_cpu_ptr(afp_tally, cpu);
		const u64 *from = arch < AFP_NR_ARCHES ? t->by_nr[arch][nr] :
							 t->other;

		for (run = 0; run < AFP_NR_RUNS; run++)
			runs[run] += READ_ONCE(from[run]);
	}
	return runs[AFP_RUN_SKIPPED] || runs[AFP_RUN_INDEXED] ||
	       runs[AFP_RUN_FULL];
}

static void write_line(char *line, enum afp_arch arch, unsigned int nr,
		       const u64 *runs)
{
	static const char *const names[] = { "native", "compat", "other" };
	char text[96], number[8] = "-";

	if (arch < AFP_NR_ARCHES)
		snprintf(number, sizeof(number), "%u", nr);
	/* 6 + 1 + 5 + 1 + 16 + 1 + 16 + 1 + 16 + 1 = AFP_TALLY_LINE */
	snprintf(text, sizeof(text), "%-6s %5s %16llu %16llu %16llu\n",
		 names[arch], number, runs[AFP_RUN_SKIPPED],
		 runs[AFP_RUN_INDEXED], runs[AFP_RUN_FULL]);
	memcpy(line, text, AFP_TALLY_LINE);
}

/**
 * afp_tally_show() - the lines for all syscalls that were seen
 * @buf:  receives them, none while nobody counts
 * @pos:  where to start
 * @size: room in @buf
 *
 * All lines have the same length, a divisor of the page size. A reader that
 * takes several pages may so find a line twice, when a syscall is seen first
 * meanwhile, but none torn and none missing.
 *
 * Context: process context; no afp_tally_stop() meanwhile.
 * Return: bytes written.
 */
ssize_t afp_tally_show(char *buf, loff_t pos, size_t size)
{
	enum afp_arch arch;
	u64 runs[AFP_NR_RUNS];
	unsigned int nr;
	loff_t at = 0;
	size_t len = 0;

	if (!afp_tally)
		return 0;
	for (arch = 0; arch <= AFP_NR_ARCHES; arch++) {
		const unsigned int n = arch < AFP_NR_ARCHES ? AFP_TALLY_NRS : 1;

		for (nr = 0; nr < n; nr++) {
			char line[AFP_TALLY_LINE];
			size_t from, part;

			if (!sum(arch, nr, runs))
				continue;
			at += AFP_TALLY_LINE;
			if (at <= pos)
				continue;
			/* the first may be asked for from its middle */
			from = len ? 0 : pos - (at - AFP_TALLY_LINE);
			part = min_t(size_t, AFP_TALLY_LINE - from, size - len);
			write_line(line, arch, nr, runs);
			memcpy(buf + len, line + from, part);
			len += part;
			if (len == size)
				return len;
		}
	}
	return len;
}
