// SPDX-License-Identifier: GPL-2.0
/*
 * workload [--prepare|--skipped|--outside COMMAND...] - system calls of every
 * number, the same in every run: same arguments, same results, same order.
 *
 *	--prepare	make the files anew; before the rules are loaded
 *	--skipped	say which numbers are treated specially, and why
 *	--outside	run a command in the group that is kept outside of audit
 *	(nothing)	do it, and print "CALLS" and, for each architecture, how
 *			many numbers were called, how many of them succeeded and
 *			failed, only succeeded, only failed
 *
 * To be run outside of audit: by a task of group OUTSIDE while a rule of the list
 * task never looks at those. It makes the
 * namespaces in which process, IPC and socket numbers begin at the same place
 * each time, and their first task, which is outside of audit as well, prints and
 * watches over tasks that block. The work is done by a child of that one, in
 * group 0.
 */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <net/if.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "calls.h"

#define OUTSIDE	4242

static void must(bool done, const char *what)
{
	if (done)
		return;
	fprintf(stderr, "workload: %s: %s\n", what, strerror(errno));
	exit(2);
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

static void make_file(const char *path, const char *from, mode_t mode)
{
	static char data[1 << 20];
	ssize_t size = 6;
	int fd;

	strcpy(data, "oracle");
	if (from) {
		fd = open(from, O_RDONLY);
		must(fd >= 0 && (size = read(fd, data, sizeof(data))) > 0, from);
		close(fd);
	}
	fd = open(path, O_CREAT | O_EXCL | O_WRONLY, mode);
	must(fd >= 0 && write(fd, data, size) == size && !fchmod(fd, mode), path);
	close(fd);
}

static void prepare(void)
{
	static const char *const dirs[] = {
		"", "tree", "tree/sub", "dir", "mnt", "sticky", "places",
	};
	static const char *const files[] = {
		"watched", "plain", "tree/file", "tree/sub/file", "dir/file",
	};
	char path[128];
	size_t i;

	nftw(DIRECTORY, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	for (i = 0; i < sizeof(dirs) / sizeof(*dirs); i++) {
		snprintf(path, sizeof(path), DIRECTORY "%s", dirs[i]);
		must(!mkdir(path, 0755), path);
	}
	for (i = 0; i < sizeof(files) / sizeof(*files); i++) {
		snprintf(path, sizeof(path), DIRECTORY "%s", files[i]);
		make_file(path, NULL, 0644);
	}
	make_file(DIRECTORY "secret", NULL, 0600);
	make_file(DIRECTORY "run", "/afp/bin/signal32", 0755);
	must(!chmod(DIRECTORY "sticky", 01777), "sticky");
	must(!symlink(DIRECTORY "plain", DIRECTORY "sticky/link") &&
	     !lchown(DIRECTORY "sticky/link", 65534, 65534), "sticky/link");
}

static void work(void)
{
	static const char *const files[] = {
		DIRECTORY "plain", DIRECTORY "watched", DIRECTORY "tree/file",
		DIRECTORY "tree/sub/file", DIRECTORY "missing", "/etc/passwd",
	};
	int arch;
	size_t i;

	tasks();
	for (arch = 0; arch < NR_ARCHES; arch++) {
		for (i = 0; i < sizeof(files) / sizeof(*files); i++)
			path_rows(arch, files[i]);
		for (i = 0; places[i]; i++)
			descriptor_rows(arch, places[i]);
		rows(arch);
		sweep(arch);
	}
	last();
	end(0);
}

static bool blocks(pid_t task)
{
	char path[64], text[256], *state;
	FILE *file;
	bool sleeps;

	snprintf(path, sizeof(path), "/proc/%d/stat", task);
	file = fopen(path, "r");
	if (!file)
		return false;
	state = fgets(text, sizeof(text), file) ? strrchr(text, ')') : NULL;
	sleeps = state && state[2] == 'S';
	fclose(file);
	return sleeps;
}

/* Until the work is done: kill who blocks, wake who waits for a blocked one. */
static int look_after(pid_t worker)
{
	pid_t task;
	int status;

	/* forgotten before it goes on, for it may name the next one at once */
	while (waitpid(worker, &status, WNOHANG) != worker) {
		task = shared->victim;
		if (task > 0 && blocks(task)) {
			shared->victim = 0;
			kill(task, SIGKILL);
		}
		if (shared->blocking > 0 && blocks(shared->blocking)) {
			shared->blocking = 0;
			must(write(shared->pipe[1], "", 1) == 1, "pipe");
		}
		usleep(1000);
	}
	return status;
}

static void report(void)
{
	int arch, number;

	printf("%u", shared->calls);
	for (arch = 0; arch < NR_ARCHES; arch++) {
		int called = 0, both = 0, good = 0, bad = 0;

		for (number = 0; number < NR_COUNTED; number++) {
			const bool ok = shared->succeeded[arch][number];
			const bool no = shared->failed[arch][number];

			called += ok || no;
			both += ok && no;
			good += ok && !no;
			bad += no && !ok;
		}
		printf(" %d %d %d %d", called, both, good, bad);
	}
	putchar('\n');
}

static void loopback_up(void)
{
	struct ifreq request = { .ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING };
	int fd = socket(AF_INET, SOCK_DGRAM, 0);

	must(fd >= 0 && !ioctl(fd, SIOCSIFFLAGS, &request), "lo");
	close(fd);
}

static void first_task(void)
{
	pid_t worker;
	int status;

	must(!mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL), "private mounts");
	must(!mount("proc", "/proc", "proc", 0, NULL), "/proc");
	loopback_up();
	make_places();
	must(!sethostname("oracle", 6) && !chdir("/"), "hostname");
	/* a task is outside of audit, or not, by its parent's group */
	must(!setresgid(0, 0, 0), "group 0");
	worker = fork();
	if (!worker) {
		if (fcntl(0, F_GETFD) < 0 || dup2(0, 1) < 0 || dup2(0, 2) < 0)
			_exit(3);
		work();
	}
	must(worker > 0, "fork");
	status = look_after(worker);
	report();
	fflush(stdout);
	_exit(status ? 1 : 0);
}

int main(int argc, char **argv)
{
	int ends[2], status;
	pid_t first;

	if (argc == 2 && !strcmp(argv[1], "--prepare")) {
		prepare();
		return 0;
	}
	if (argc == 2 && !strcmp(argv[1], "--skipped")) {
		print_skipped();
		return 0;
	}
	if (argc > 2 && !strcmp(argv[1], "--outside")) {
		must(!setresgid(OUTSIDE, OUTSIDE, OUTSIDE), "group");
		execvp(argv[2], argv + 2);
		must(false, argv[2]);
	}
	if (argc != 1) {
		fputs("usage: workload [--prepare|--skipped|--outside COMMAND...]\n", stderr);
		return 2;
	}
	if ((unsigned long)&shared >> 32) {
		fputs("workload: must be linked below 4 GiB\n", stderr);
		return 2;
	}
	if (getgid() != OUTSIDE) {
		fputs("workload: must be run --outside of audit\n", stderr);
		return 2;
	}
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	must(shared != MAP_FAILED, "mmap");
	must(!pipe(ends), "pipe");
	shared->pipe[0] = fcntl(ends[0], F_DUPFD, FIRST_KEPT);
	shared->pipe[1] = fcntl(ends[1], F_DUPFD, FIRST_KEPT);
	must(shared->pipe[0] >= 0 && shared->pipe[1] >= 0, "pipe");
	close(ends[0]);
	close(ends[1]);
	must(!unshare(CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWNET),
	     "unshare");
	first = fork();
	must(first >= 0, "fork");
	if (!first)
		first_task();
	must(waitpid(first, &status, 0) == first, "wait");
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
