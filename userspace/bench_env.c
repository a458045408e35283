// SPDX-License-Identifier: GPL-2.0
#include "bench_env.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bench_dir.h"
#include "diag.h"

/* The most a kernel can be configured for on x86 (CONFIG_NR_CPUS) */
#define MAX_CPUS 8192

static int open_device(const char *name, int flags)
{
	int fd = open(name, flags | O_CLOEXEC);

	if (fd < 0)
		diag("cannot open %s: %s", name, strerror(errno));
	return fd;
}

static int open_file(void)
{
	int fd = open(BENCH_FILE, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

	if (fd < 0)
		diag("cannot create a file: %s", strerror(errno));
	return fd;
}

static void *map_page(long size)
{
	void *page = mmap(NULL, size, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (page == MAP_FAILED) {
		diag("cannot map a page: %s", strerror(errno));
		return NULL;
	}
	return page;
}

int bench_env_open(struct bench_env *env, unsigned int needs)
{
	static _Alignas(64) char buffer[4096];
	static struct pollfd poll;

	*env = (struct bench_env) {
		.null = -1, .zero = -1, .file = -1,
		.page_size = sysconf(_SC_PAGESIZE),
		.buffer = buffer,
		.poll = &poll,
		.pid = getpid(),
		.uid = geteuid(),
	};
	/* The kernel writes to it: its first fault is no part of a syscall */
	memset(buffer, 0, sizeof(buffer));

	if (needs & BENCH_NEEDS_NULL) {
		env->null = open_device("/dev/null", O_RDWR);
		if (env->null < 0)
			return -1;
		poll = (struct pollfd) { .fd = env->null, .events = POLLIN };
	}
	if (needs & BENCH_NEEDS_ZERO) {
		env->zero = open_device("/dev/zero", O_RDONLY);
		if (env->zero < 0)
			return -1;
	}
	if (needs & BENCH_NEEDS_PAGE) {
		env->page = map_page(env->page_size);
		if (!env->page)
			return -1;
	}
	if (needs & BENCH_NEEDS_DIR) {
		if (bench_dir_enter())
			return -1;
		env->file = open_file();
		if (env->file < 0)
			return -1;
	}
	return 0;
}

int bench_env_close(struct bench_env *env)
{
	if (env->null >= 0)
		close(env->null);
	if (env->zero >= 0)
		close(env->zero);
	if (env->file >= 0)
		close(env->file);
	if (env->page)
		munmap(env->page, env->page_size);
	return bench_dir_leave();
}

/* "0-3,6", as taskset and the kernel write it; cut off if it is too long. */
static void write_cpus(const cpu_set_t *set, size_t bytes, char *text,
		       size_t size)
{
	unsigned int cpu, last;
	size_t used = 0;

	text[0] = '\0';
	for (cpu = 0; cpu < MAX_CPUS && used < size; cpu = last + 1) {
		last = cpu;
		if (!CPU_ISSET_S(cpu, bytes, set))
			continue;
		while (last + 1 < MAX_CPUS && CPU_ISSET_S(last + 1, bytes, set))
			last++;
		used += snprintf(text + used, size - used, "%s%u",
				 used ? "," : "", cpu);
		if (last > cpu && used < size)
			used += snprintf(text + used, size - used, "-%u", last);
	}
}

int bench_pin(unsigned int cpu)
{
	cpu_set_t sets[MAX_CPUS / CPU_SETSIZE];
	const size_t bytes = sizeof(sets);
	char possible[256];

	CPU_ZERO_S(bytes, sets);
	if (sched_getaffinity(0, bytes, sets)) {
		diag("cannot read the CPU affinity: %s", strerror(errno));
		return -1;
	}
	if (cpu >= MAX_CPUS || !CPU_ISSET_S(cpu, bytes, sets)) {
		write_cpus(sets, bytes, possible, sizeof(possible));
		diag("CPU %u is not one this process may run on: %s",
		     cpu, possible);
		return -1;
	}
	CPU_ZERO_S(bytes, sets);
	CPU_SET_S(cpu, bytes, sets);
	if (sched_setaffinity(0, bytes, sets)) {
		diag("cannot run on CPU %u: %s", cpu, strerror(errno));
		return -1;
	}
	return 0;
}
