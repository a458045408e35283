// SPDX-License-Identifier: GPL-2.0
/*
 * tasks: what takes more than one task, what is denied, and what io_uring does.
 *
 * Tasks never run at the same time where the order of their records would
 * depend on it: a child holds its parent (vfork) until it has ended.
 */
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "calls.h"
#include "tests/unit/array_size.h"
#include "tests/vm/guest/uring.h"

#define P(object)	((long)(object))
#define AT		AT_FDCWD
#define WATCHED		P(DIRECTORY "watched")

static char stack[2][65536] __attribute__((aligned(16)));
static char *none[1];

static void forks(void)
{
	static struct clone_args args = { .exit_signal = SIGCHLD };

	call_forking(NATIVE, SYS_fork, (const long[6]){ 0 });
	call_forking(NATIVE, SYS_vfork, (const long[6]){ 0 });
	call_forking(NATIVE, SYS_clone, (const long[6]){ SIGCHLD });
	call_forking(NATIVE, SYS_clone3, (const long[6]){ P(&args), sizeof(args) });
	call_forking(COMPAT, 2, (const long[6]){ 0 });
	call_forking(COMPAT, 190, (const long[6]){ 0 });
	call_forking(COMPAT, 120, (const long[6]){ SIGCHLD });
	call_forking(COMPAT, 435, (const long[6]){ P(&args), sizeof(args) });
}

/* From 64 bit to 32 bit and back, by either architecture's execve. */
static void executions(void)
{
	static char *const busybox[] = { "busybox", "true", NULL };
	static char *const to32[] = { "exec32", "/usr/bin/busybox", "true", NULL };
	static char *const twice32[] = {
		"exec32", "/afp/bin/exec32", "/usr/bin/busybox", "true", NULL,
	};
	static char *const signal32[] = { "signal32", NULL };
	static const struct { const char *path; char *const *argv; } programs[] = {
		{ "/usr/bin/busybox", busybox }, { "/afp/bin/exec32", to32 },
		{ "/afp/bin/exec32", twice32 }, { "/afp/bin/signal32", signal32 },
		{ DIRECTORY "run", signal32 }, { DIRECTORY "none", busybox },
	};
	static unsigned int argv32[3];
	size_t i;
	pid_t child;

	for (i = 0; i < ARRAY_SIZE(programs); i++) {
		child = fork_first();
		if (!child) {
			CALL(NATIVE, "execve", P(programs[i].path), P(programs[i].argv), P(none));
			end(1);
		}
		reap(child);
	}
	argv32[0] = (unsigned int)P("busybox");
	argv32[1] = (unsigned int)P("true");
	child = fork_first();
	if (!child) {
		CALL(COMPAT, "execve", P("/usr/bin/busybox"), P(argv32), P(none));
		end(1);
	}
	reap(child);
	child = fork_first();
	if (!child) {
		CALL(NATIVE, "execveat", AT, P(DIRECTORY "run"), P(signal32), P(none), 0);
		end(1);
	}
	reap(child);
}

static void on_signal(int sig)
{
	(void)sig;
	CALL(NATIVE, "getpid");
}

static void signals(void)
{
	struct sigaction action = { .sa_handler = on_signal };
	const long self = CALL(NATIVE, "getpid");

	sigaction(SIGUSR1, &action, NULL);
	CALL(NATIVE, "kill", self, SIGUSR1);
	CALL(COMPAT, "kill", self, SIGUSR1);
	CALL(NATIVE, "tgkill", self, self, SIGUSR1);
	/* the first task here is outside of audit */
	CALL(NATIVE, "kill", 1, 0);
	CALL(COMPAT, "kill", 1, 0);
}

static int thread(void *unused)
{
	(void)unused;
	CALL(NATIVE, "openat", AT, WATCHED, O_RDONLY);
	CALL(COMPAT, "getpid");
	call_number(NATIVE, SYS_exit, (const long[6]){ 0 });
	return 0;
}

static int blocked_thread(void *unused)
{
	(void)unused;
	call_number(NATIVE, SYS_pause, (const long[6]){ 0 });
	return 0;
}

/*
 * Tasks that end within a call: killed, and by another thread's execve, which
 * waits for it. Somebody outside of audit looks when they block.
 */
static void endings(void)
{
	static const struct { enum arch arch; long number; } blocking[] = {
		{ NATIVE, SYS_pause }, { COMPAT, 29 }, { COMPAT, 72 },
	};
	static char *const busybox[] = { "busybox", "true", NULL };
	const int flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD |
		CLONE_SYSVSEM;
	static char byte;
	pid_t child;
	size_t i;

	clone(thread, stack[0] + sizeof(*stack), flags | CLONE_VFORK, NULL);
	for (i = 0; i < ARRAY_SIZE(blocking); i++) {
		child = fork_first();
		if (!child) {
			shared->victim = CALL(NATIVE, "getpid");
			call_number(blocking[i].arch, blocking[i].number, (const long[6]){ 0 });
			end(1);
		}
		reap(child);
	}
	child = fork_first();
	if (!child) {
		shared->blocking = clone(blocked_thread, stack[1] + sizeof(*stack), flags, NULL);
		CALL(NATIVE, "read", shared->pipe[0], P(&byte), 1);
		CALL(NATIVE, "execve", P("/usr/bin/busybox"), P(busybox), P(none));
		end(1);
	}
	reap(child);
}

static void seccomp(void)
{
#define FOR(number, action)					\
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1),	\
	BPF_STMT(BPF_RET | BPF_K, action)
	static struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0),
		FOR(SYS_getppid, SECCOMP_RET_ERRNO | 1), FOR(SYS_getuid, SECCOMP_RET_LOG),
		FOR(SYS_getgid, SECCOMP_RET_KILL_PROCESS),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	static struct sock_fprog program = { ARRAY_SIZE(filter), filter };
	const pid_t child = fork_first();

	if (!child) {
		CALL(NATIVE, "prctl", PR_SET_NO_NEW_PRIVS, 1);
		CALL(NATIVE, "seccomp", SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_LOG, P(&program));
		CALL(NATIVE, "getppid");
		CALL(NATIVE, "getuid");
		CALL(NATIVE, "getgid");
		end(1);
	}
	reap(child);
}

/*
 * AppArmor refuses, and says so, a change to a profile that there is not: a
 * denial in a call that uses no path.
 */
static void apparmor(void)
{
	static const char text[] = "changeprofile oracle-none";
	long fd = CALL(NATIVE, "open", P("/proc/self/attr/apparmor/current"), O_WRONLY);

	CALL(NATIVE, "write", fd, P(text), sizeof(text) - 1);
	CALL(COMPAT, "write", fd, P(text), sizeof(text) - 1);
	CALL(NATIVE, "close", fd);
}

static void landlock(void)
{
	static struct landlock_ruleset_attr attr = {
		.handled_access_fs = LANDLOCK_ACCESS_FS_READ_FILE,
	};
	const pid_t child = fork_first();
	long fd;

	if (!child) {
		fd = CALL(NATIVE, "landlock_create_ruleset", P(&attr), 8, 0);
		CALL(NATIVE, "prctl", PR_SET_NO_NEW_PRIVS, 1);
		CALL(NATIVE, "landlock_restrict_self", fd, 0);
		CALL(NATIVE, "open", WATCHED, O_RDONLY);
		CALL(COMPAT, "open", P(DIRECTORY "plain"), O_RDONLY);
		CALL(NATIVE, "open", P(DIRECTORY "none"), O_RDONLY);
		CALL(NATIVE, "getpid");
		end(1);
	}
	reap(child);
}

/* What root may and user 1000 may not. */
static void user(void)
{
	const pid_t child = fork_first();

	if (!child) {
		CALL(NATIVE, "setgroups", 0, 0);
		CALL(NATIVE, "setresgid", 1000, 1000, 1000);
		CALL(NATIVE, "setresuid", 1000, 1000, 1000);
		path_rows(NATIVE, DIRECTORY "secret");
		path_rows(NATIVE, DIRECTORY "watched");
		path_rows(COMPAT, DIRECTORY "tree/sub/file");
		/* links in a sticky directory: ANOM_LINK */
		CALL(NATIVE, "open", P(DIRECTORY "sticky/link"), O_RDONLY);
		CALL(NATIVE, "link", P(DIRECTORY "secret"), P(DIRECTORY "sticky/hard"));
		CALL(NATIVE, "unlink", WATCHED);
		CALL(NATIVE, "mkdir", P(DIRECTORY "tree/no"), 0755);
		CALL(NATIVE, "mount", P("none"), P(DIRECTORY "mnt"), P("tmpfs"));
		CALL(NATIVE, "sethostname", P("no"), 2);
		CALL(NATIVE, "kill", 1, 0);
		CALL(NATIVE, "ptrace", 16, 1);
		CALL(NATIVE, "setuid", 0);
		CALL(COMPAT, "setuid32", 0);
		CALL(NATIVE, "setgid", 0);
		CALL(NATIVE, "init_module", P(none), 8, P(""));
		CALL(NATIVE, "settimeofday", P(none), 0);
		CALL(NATIVE, "reboot", 0xfee1dead, 672274793, 0);
		end(0);
	}
	reap(child);
}

/*
 * One openat a time: at once, and by a worker. How many workers there will be is
 * the kernel's choice, and each takes a process number: no number is
 * returned to anybody after this.
 */
static void io_uring(void)
{
	static struct io_uring_params params;
	static const struct { const char *path; int flags; } opens[] = {
		{ DIRECTORY "watched", 0 }, { DIRECTORY "tree/file", 0 },
		{ DIRECTORY "missing", 0 }, { DIRECTORY "watched", IOSQE_ASYNC },
	};
	const long fd = CALL(NATIVE, "io_uring_setup", 4, P(&params));
	struct io_uring_sqe *sqes;
	unsigned int i;
	char *ring;

	if (fd < 0)
		return;
	ring = (char *)CALL(NATIVE, "mmap", 0, 8192, PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_POPULATE, fd, IORING_OFF_SQ_RING);
	sqes = (void *)CALL(NATIVE, "mmap", 0, 4096, PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_POPULATE, fd, IORING_OFF_SQES);
	for (i = 0; i < ARRAY_SIZE(opens); i++) {
		uring_queue_open(ring, sqes, &params, i, P(opens[i].path),
				 opens[i].flags);
		/* those before have stayed in the queue */
		CALL(NATIVE, "io_uring_enter", fd, 1, i + 1, IORING_ENTER_GETEVENTS, 0, 0);
	}
	CALL(NATIVE, "munmap", P(ring), 8192);
	CALL(NATIVE, "munmap", P(sqes), 4096);
	CALL(NATIVE, "close_range", 3, FIRST_KEPT - 1, 0);
}

void tasks(void)
{
	landlock();
	forks();
	executions();
	signals();
	endings();
	seccomp();
	apparmor();
	user();
}

/*
 * What comes last: workers; then what makes the kernel change its rules by itself,
 * an editor's save over a watched file, a watched file that goes and comes back,
 * a tree that goes.
 */
void last(void)
{
	long fd;

	io_uring();
	fd = CALL(NATIVE, "open", P(DIRECTORY "watched~"), O_CREAT | O_WRONLY, 0644);
	CALL(NATIVE, "close", fd);
	CALL(NATIVE, "rename", P(DIRECTORY "watched~"), WATCHED);
	CALL(NATIVE, "chmod", WATCHED, 0600);
	CALL(NATIVE, "unlink", WATCHED);
	fd = CALL(COMPAT, "open", WATCHED, O_CREAT | O_WRONLY, 0644);
	CALL(COMPAT, "write", fd, P("new"), 3);
	CALL(COMPAT, "close", fd);
	CALL(NATIVE, "open", WATCHED, O_RDONLY);
	CALL(NATIVE, "unlink", P(DIRECTORY "tree/file"));
	CALL(NATIVE, "rename", P(DIRECTORY "tree/sub"), P(DIRECTORY "dir/sub"));
	CALL(NATIVE, "open", P(DIRECTORY "dir/sub/file"), O_RDWR);
	CALL(NATIVE, "rmdir", P(DIRECTORY "tree"));
	CALL(NATIVE, "open", P(DIRECTORY "tree/file"), O_RDONLY);
	CALL(NATIVE, "getpid");
}
