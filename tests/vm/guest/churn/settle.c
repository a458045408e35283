// SPDX-License-Identifier: GPL-2.0
/*
 * What the module is doing meanwhile. It publishes some 20 ms after the last
 * change, which on a slow machine hardly ever comes between two of them: without
 * a wait now and then all would be held all the time, and nothing be tried.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "churn.h"

#define SYSFS "/sys/kernel/audit_fastpath/"

/* so many syscalls are skipped in each wait, by whomever they are made */
#define SKIPS 200

/* so many tasks are idle: all who make calls are soon */
#define IDLE 4

static bool active(void)
{
	FILE *file = fopen(SYSFS "state", "r");
	char word[16] = "";

	if (!file)
		return false;
	if (fscanf(file, "%15s", word) != 1)
		word[0] = 0;
	fclose(file);
	return !strcmp(word, "active");
}

/* 0 where the module is not there */
static uint64_t skipped(void)
{
	FILE *file = fopen(SYSFS "stats", "r");
	uint64_t n, sum = 0;
	char name[32];

	if (!file)
		return 0;
	while (fscanf(file, "%31s %" SCNu64, name, &n) == 2)
		if (!strcmp(name, "exit_skipped") ||
		    !strcmp(name, "entry_skipped"))
			sum += n;
	fclose(file);
	return sum;
}

/* Without rules: how many tasks have left audit's slow path. */
static uint64_t idle(void)
{
	FILE *file = fopen(SYSFS "stats", "r");
	uint64_t n, tasks = 0;
	char name[32];

	if (!file)
		return 0;
	while (fscanf(file, "%31s %" SCNu64, name, &n) == 2)
		if (!strcmp(name, "idle_tasks"))
			tasks = n;
	fclose(file);
	return tasks;
}

void settle_idle(void)
{
	uint64_t since = 0;

	while (idle() < IDLE)
		if (!patient(&since))
			die("tasks do not become idle");
}

void settle(void)
{
	uint64_t since = 0, last, now, sum = 0;

	/* the module may come and go meanwhile, as one part has it */
	while (!active())
		if (!patient(&since))
			die("the module does not become active");
	for (last = skipped(); !options.wide && sum < SKIPS; last = now) {
		sleep_us(1000);
		now = skipped();
		/* loaded again, it counts from 0 */
		sum += now < last ? now : now - last;
		if (!patient(&since))
			die("no syscalls are skipped");
	}
}
