// SPDX-License-Identifier: GPL-2.0
/*
 * The files that the tools read: the module's in sysfs, and what doctor looks
 * at in /proc, /sys and elsewhere. The first byte of an input says which of
 * them holds the rest of it; the others are sound. Reads and prints
 * everything that depends on that file. What a command would have said is the
 * input, too: 0 stands for that.
 */
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "classes.h"
#include "counting.h"
#include "metrics.h"
#include "root.h"
#include "spawn.h"
#include "status.h"
#include "status_text.h"
#include "top.h"

/* for its table of checks and for what it prints */
#include "../../userspace/cmd_doctor.c"

const char diag_name[] = "fuzz";

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t len);
char *__wrap_spawn_read(const char *const *argv, size_t *length, int *status);
bool __wrap_spawn_possible(const char *name);
int __wrap_usleep(useconds_t usec);
int __wrap_uname(struct utsname *name);

#define RELEASE	"6.12"
#define EFI	"sys/firmware/efi/efivars/SecureBoot-" \
		"8be4df61-93ca-11d2-aa0d-00e098032b8c"

/*
 * Below the root, and what they hold when they are sound. The inputs that are
 * kept count them from 1: what is new comes last.
 */
static const struct {
	const char *name;
	const char *text;
} files[] = {
	{ "sys/kernel/audit_fastpath/state", "active\n" },
	{ "sys/kernel/audit_fastpath/enabled", "1\n" },
	{ "sys/kernel/audit_fastpath/hooks",
	  "exit __audit_filter_op direct\n" },
	{ "sys/kernel/audit_fastpath/stats",
#define X(name)	#name " 1\n"
	  AFP_STATS(X) },
#undef X
#define ONE(kind)	\
	{ "sys/kernel/audit_fastpath/interest/" #kind "_native", "0-3,59\n" }, \
	{ "sys/kernel/audit_fastpath/interest/" #kind "_compat", "\n" },
	AFP_INTEREST_KINDS(ONE)
#undef ONE
	{ "boot/config-" RELEASE, "CONFIG_KPROBES=y\n" },
	{ "dev/kmsg", "3,1,1,-;audit_fastpath: no\n" },
	{ "lib/modules/" RELEASE "/modules.dep",
	  "updates/dkms/audit_fastpath.ko: a.ko\n" },
	{ "proc/cmdline", "quiet audit=1\n" },
	{ "proc/kallsyms", "0000000000000000 T kill_rules\n" },
	{ "proc/keys", "key\n" },
	{ "proc/sys/kernel/ftrace_enabled", "1\n" },
	{ EFI, "\1\1\1\1\1" },
	{ "sys/kernel/debug/kprobes/list",
	  "ffffffff81  k  kill_rules+0x0    [FTRACE]\n" },
	{ "sys/kernel/security/lockdown", "[none] integrity\n" },
	{ "sys/kernel/tracing/enabled_functions", "kill_rules (1) R I\n" },
	{ "sys/module/audit_fastpath/srcversion", "AB\n" },
	{ "sys/module/audit_fastpath/version", "1\n" },
	{ "sys/module/module/parameters/sig_enforce", "Y\n" },
#define SYSCALLS	26
	{ "sys/kernel/audit_fastpath/syscalls", "native 39 1 0 2\n" },
#define CLASSES		27
#define ONE(class)	\
	{ "sys/kernel/audit_fastpath/classes/" #class "_native", "0-3,59\n" }, \
	{ "sys/kernel/audit_fastpath/classes/" #class "_compat", "\n" },
	AFP_CLASS_KINDS(ONE)
#undef ONE
};
#define NR_FILES	(sizeof(files) / sizeof(files[0]))
/* Those up to here are what a report is made of. */
#define REPORT		(4 + NR_KINDS * AFP_NR_ARCHES)

static int fds[NR_FILES];
/* What a command says, if the input is that and no file. */
static const unsigned char *said;
static size_t said_length;

char *__wrap_spawn_read(const char *const *argv, size_t *length, int *status)
{
	char *text = malloc(said_length + 1);

	(void)argv;
	if (!text)
		abort();
	memcpy(text, said, said_length);
	text[said_length] = '\0';
	if (length)
		*length = said_length;
	*status = 0;
	return text;
}

bool __wrap_spawn_possible(const char *name)
{
	(void)name;
	return true;
}

int __wrap_usleep(useconds_t usec)
{
	(void)usec;
	return 0;
}

int __wrap_uname(struct utsname *name)
{
	strcpy(name->release, RELEASE);
	return 0;
}

static char root[] = "/tmp/afp-fuzz-XXXXXX";

static void write_file(size_t i, const void *text, size_t length)
{
	if (pwrite(fds[i], text, length, 0) != (ssize_t)length ||
	    ftruncate(fds[i], length))
		abort();
}

static void make_file(size_t i)
{
	char path[PATH_MAX], *slash;

	snprintf(path, sizeof(path), "%s/%s", root, files[i].name);
	for (slash = path + sizeof(root); (slash = strchr(slash, '/'));
	     *slash++ = '/') {
		*slash = '\0';
		mkdir(path, 0700);
	}
	fds[i] = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (fds[i] < 0)
		abort();
	write_file(i, files[i].text, strlen(files[i].text));
}

static void remove_root(void)
{
	char command[64];

	snprintf(command, sizeof(command), "rm -rf %s", root);
	if (system(command))
		fprintf(stderr, "%s remains\n", root);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	size_t i;

	(void)argc;
	(void)argv;
	if (!mkdtemp(root))
		abort();
	atexit(remove_root);
	for (i = 0; i < NR_FILES; i++)
		make_file(i);
	setenv(ROOT_ENV, root, 1);
	return 0;
}

/* What the module shows, with rates by syscall if it counts those. */
static void read_report(void)
{
	static struct counts counts;

	static struct report report;
	static struct top_view view = { .seconds = 1 };
	enum report_result result = report_read(&report);

	if (result == REPORT_NOT_LOADED)
		abort();
	if (result == REPORT_READ) {
		status_text(&report);
		if (status_json(&report) || metrics_json(&report, stdout))
			abort();
		metrics_prometheus(&report, stdout);
		if (counting_read(&counts, &report))
			counts.why = "not read";
		view.report = &report;
		view.why_no_rows = counts.why;
		memcpy(view.difference, report.stats, sizeof(report.stats));
		top_print_line(&view);
		top_draw(&view, 24, 80);
	}
	report_free(&report);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t len)
{
	size_t i;

	if (!len)
		return 0;
	i = data[0] % (NR_FILES + 1);
	said = data + 1;
	said_length = --len;
	if (i--) {
		write_file(i, said, len);
		said_length = 0;
	} else {
		i = NR_FILES;
	}
	/* doctor looks at the module's files too, and is slow */
	if (i < REPORT || i == SYSCALLS)
		read_report();
	if (i >= CLASSES && i < NR_FILES)
		classes_of_module();
	if ((i >= REPORT && i < SYSCALLS) || i == NR_FILES || len % 8 == 0)
		examine(len & 8);
	fflush(stdout);
	if (i < NR_FILES)
		write_file(i, files[i].text, strlen(files[i].text));
	return 0;
}
