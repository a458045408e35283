// SPDX-License-Identifier: GPL-2.0
/*
 * The words that the tools are called with. An input is those words, each
 * with a NUL behind it. `aufastpath` is run with them as a whole, with an
 * empty root: what would read rules, write a file or wait ends here. Of
 * audit_bench only the options are read. Numbers are held against
 * strtoull().
 */
#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <unistd.h>

#include "parse.h"
#include "root.h"
#include "rules.h"
#include "screen.h"
#include "spawn.h"
#include "sysfs.h"

#define main aufastpath_main
#include "../../userspace/aufastpath.c"
#undef main
#define main audit_bench_main
#define print_help audit_bench_help
#define diag_name audit_bench_name
#include "../../userspace/audit_bench.c"

#define MAX_WORDS 16

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t len);
int __wrap_rules_read(struct rules *rules, const char *file);
int __wrap_rules_load(struct rules *rules);
int __wrap_atomic_open(const char *path);
enum screen_event __wrap_screen_wait(uint64_t until);
bool __wrap_screen_possible(void);
bool __wrap_spawn_possible(const char *name);
char *__wrap_spawn_read(const char *const *argv, size_t *length, int *status);

int __wrap_rules_read(struct rules *rules, const char *file)
{
	(void)file;
	return __wrap_rules_load(rules);
}

int __wrap_rules_load(struct rules *rules)
{
	memset(rules, 0, sizeof(*rules));
	return 0;
}

int __wrap_atomic_open(const char *path)
{
	(void)path;
	return -1;
}

enum screen_event __wrap_screen_wait(uint64_t until)
{
	(void)until;
	return SCREEN_QUIT;
}

bool __wrap_screen_possible(void)
{
	return false;
}

bool __wrap_spawn_possible(const char *name)
{
	(void)name;
	return false;
}

char *__wrap_spawn_read(const char *const *argv, size_t *length, int *status)
{
	(void)argv;
	(void)length;
	(void)status;
	return NULL;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	setenv(ROOT_ENV, "/nonexistent", 1);
	return 0;
}

/* What parse_u64() takes, strtoull() takes for the same; and the other way. */
static void check_number(const char *text)
{
	uint64_t number = 7, ms = 7;
	size_t digits = strspn(text, "0123456789");
	bool whole = digits && !text[digits];
	unsigned long long right;
	char *end;
	int err = parse_u64(text, 0, UINT64_MAX, &number);

	errno = 0;
	right = strtoull(text, &end, 10);
	if (err != (!whole ? -EINVAL : errno ? -ERANGE : 0) ||
	    number != (err ? 7 : right))
		abort();
	err = parse_ms(text, 100, 86400000, &ms);
	if (err ? ms != 7 : ms < 100 || ms > 86400000)
		abort();
	if (whole && !errno && right >= 1 && right <= 86400 &&
	    (err || ms != right * 1000))
		abort();
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t len)
{
	char *argv[MAX_WORDS + 2] = { "aufastpath" };
	char *text = malloc(len + 1), *word;
	struct options opts = { .run.call = bench_call_find("getpid") };
	int argc = 1;

	if (!text)
		abort();
	memcpy(text, data, len);
	text[len] = '\0';
	for (word = text; word < text + len && argc <= MAX_WORDS;
	     word += strlen(word) + 1) {
		check_number(word);
		argv[argc++] = word;
	}
	optind = 0;
	run(argc, argv);
	argv[0] = "audit_bench";
	optind = 0;
	if (read_options(&opts, argc, argv) == 0 && !opts.run.call && !opts.done)
		abort();
	fflush(stdout);
	free(text);
	return 0;
}
