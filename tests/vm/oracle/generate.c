// SPDX-License-Identifier: GPL-2.0
/*
 * generate SEED - write a random set of audit rules, as auditctl reads them.
 *
 * Every list, action, field, operator and class of syscalls comes up; some
 * rules are wrong, and the kernel or auditctl refuses them. What can be
 * compared must not depend on numbers that differ from one run of the workload
 * to the next: pid and ppid are compared with values that all tasks or none
 * have. Three things are kept rare because they blind the comparison: rules
 * of the lists task and exclude, and rules that keep every syscall of interest.
 * The same seed gives the same rules on the same image, whose inode numbers
 * some of them name.
 */
#include <stdio.h>
#include <sys/stat.h>

#include "tests/unit/array_size.h"
#include "tests/unit/rnd.h"

#define PICK(a)		((a)[rnd_below(&rnd, ARRAY_SIZE(a))])

static struct rnd rnd;
static int key;

/* Of the workload, of the image, and of nobody. */
static const char *const files[] = {
	"/srv/oracle/watched", "/srv/oracle/watched", "/srv/oracle/plain",
	"/srv/oracle/tree/file", "/srv/oracle/tree/sub/file", "/srv/oracle/secret",
	"/srv/oracle/run", "/srv/oracle/missing", "/etc/passwd", "/usr/bin/busybox",
	"/afp/bin/exec32",
};
static const char *const dirs[] = {
	"/srv/oracle/tree", "/srv/oracle/tree", "/srv/oracle/tree/sub", "/srv/oracle/dir",
	"/srv/oracle", "/srv", "/etc", "/usr/bin", "/afp/bin", "/tmp",
};
static const char *const programs[] = {
	"/afp/bin/workload", "/usr/bin/busybox", "/afp/bin/exec32", "/srv/oracle/run",
};
static const char *const syscalls[] = {
	"open", "openat", "openat", "openat2", "creat", "read", "write", "close", "stat",
	"lstat", "statx", "access", "faccessat", "faccessat2", "chmod", "fchmod", "fchmodat",
	"fchmodat2", "chown", "lchown", "fchown", "fchownat", "truncate", "ftruncate", "rename",
	"renameat", "renameat2", "unlink", "unlinkat", "link", "linkat", "symlink", "mkdir",
	"rmdir", "mknod", "setxattr", "getxattr", "removexattr", "fsetxattr", "utimensat",
	"execve", "execveat", "fork", "clone", "vfork", "exit", "exit_group", "kill", "tkill",
	"tgkill", "getpid", "getuid", "setuid", "setreuid", "setresuid", "setgid", "socket",
	"bind", "connect", "sendto", "socketpair", "mount", "umount2", "sethostname", "ptrace",
	"personality", "mmap", "mprotect", "futex", "clock_nanosleep", "getdents64", "readlink",
	"inotify_add_watch", "init_module", "delete_module", "settimeofday", "adjtimex",
	"io_uring_enter", "pause", "rt_sigreturn", "acct", "swapon", "quotactl", "fallocate",
	"all",
};
static const char *const syscalls_io_uring[] = {
	"openat", "openat2", "statx", "unlinkat", "connect", "sendmsg", "renameat", "all",
};
static const char *const ids[] = { "0", "0", "1", "1000", "1000", "65534", "unset", "4242" };
static const char *const owners[] = { "0", "0", "1000", "65534" };
static const char *const numbers[] = { "0", "1", "2", "3", "4", "0x80000", "-1", "0xffffffff" };
static const char *const exits[] = {
	"0", "0", "1", "3", "-1", "-2", "-13", "-9", "-14", "-22", "-38", "-EPERM", "-ENOENT",
	"-EACCES", "-EBADF", "-EFAULT", "ENOSYS",
};
static const char *const yes_no[] = { "0", "1" };
static const char *const perms[] = {
	"r", "w", "x", "a", "wa", "wa", "wa", "rw", "rx", "ra", "xa", "rwa", "rwxa", "rwxa",
};
static const char *const types[] = {
	"file", "file", "dir", "character", "block", "socket", "link", "fifo",
};
static const char *const families[] = { "1", "2", "10", "16", "0" };
static const char *const personalities[] = { "0", "8", "0x40000" };
static const char *const labels[] = { "unconfined", "none" };
static const char *const comparisons[] = {
	"uid!=euid", "uid=euid", "uid=obj_uid", "uid!=obj_uid", "gid=obj_gid", "euid=obj_uid",
	"auid=obj_uid", "auid!=uid", "auid=uid", "uid=suid", "gid!=egid", "fsuid=obj_uid",
	"euid!=suid", "euid=fsuid", "suid!=obj_uid", "gid=fsgid", "egid=obj_gid", "sgid!=fsgid",
};
static const char *const messages[] = {
	"CWD", "PROCTITLE", "PATH", "EXECVE", "SOCKADDR", "USER_AVC", "BPRM_FCAPS", "EOE",
};
static const char *const filesystems[] = { "debugfs", "tracefs", "0x858458f6", "0x01021994" };

static const char *const equal[] = { "=", "=", "!=" };
static const char *const order[] = { "=", "=", "=", "!=", "!=", "<", ">", "<=", ">=" };
static const char *const any[] = { "=", "=", "=", "!=", "!=", "<", ">", "<=", ">=", "&", "&=" };

/* What holds for all tasks of the workload or for none, in any run. */
static const char *const pids[] = { ">1", ">=2", "!=1", "=1", "<2", ">4194303", "!=4194304" };

struct field {
	const char *name;
	const char *const *ops;
	unsigned int nr_ops;
	const char *const *values;
	unsigned int nr_values;
};

#define FIELD(name, ops, values)	\
	{ name, ops, ARRAY_SIZE(ops), values, ARRAY_SIZE(values) }

static const struct field fields[] = {
	FIELD("uid", order, ids), FIELD("euid", order, ids), FIELD("suid", any, ids),
	FIELD("fsuid", order, ids), FIELD("gid", order, ids), FIELD("egid", order, ids),
	FIELD("sgid", any, ids), FIELD("fsgid", order, ids), FIELD("auid", order, ids),
	FIELD("auid", order, ids), FIELD("obj_uid", order, owners),
	FIELD("obj_gid", order, owners), FIELD("a0", any, numbers), FIELD("a1", any, numbers),
	FIELD("a2", any, numbers), FIELD("a3", any, numbers), FIELD("exit", order, exits),
	FIELD("exit", order, exits), FIELD("success", equal, yes_no),
	FIELD("success", equal, yes_no), FIELD("pers", any, personalities),
	FIELD("devmajor", any, yes_no), FIELD("devminor", any, numbers),
	FIELD("sessionid", order, numbers), FIELD("perm", equal, perms),
	FIELD("perm", equal, perms), FIELD("perm", equal, perms),
	FIELD("filetype", equal, types), FIELD("exe", equal, programs),
	FIELD("exe", equal, programs), FIELD("path", equal, files), FIELD("path", equal, files),
	FIELD("dir", equal, dirs), FIELD("dir", equal, dirs), FIELD("saddr_fam", order, families),
	FIELD("subj_role", equal, labels), FIELD("subj_user", equal, labels),
	FIELD("obj_role", equal, labels), FIELD("obj_type", equal, labels),
	FIELD("subj_sen", order, labels), FIELD("obj_lev_low", order, labels),
};

static void print_field(const struct field *f)
{
	printf(" -F %s%s%s", f->name, f->ops[rnd_below(&rnd, f->nr_ops)],
	       f->values[rnd_below(&rnd, f->nr_values)]);
}

static void print_fields(unsigned int count)
{
	struct stat st;

	while (count--) {
		switch (rnd_below(&rnd, 24)) {
		case 0:
			printf(" -F %s%s", rnd_chance(&rnd, 50) ? "pid" : "ppid", PICK(pids));
			break;
		case 1:
			/* of a file that the workload does not make anew */
			if (!stat(PICK(programs), &st))
				printf(" -F inode%s%lu", PICK(any), st.st_ino);
			break;
		case 2:
		case 3:
			printf(" -C %s", PICK(comparisons));
			break;
		default:
			print_field(&fields[rnd_below(&rnd, ARRAY_SIZE(fields))]);
		}
	}
}

/* Some have no key. */
static void print_key(void)
{
	key++;
	if (rnd_chance(&rnd, 90))
		printf(" -F key=k%d", key);
	putchar('\n');
}

static const char *action(void)
{
	return rnd_chance(&rnd, 80) ? "always" : "never";
}

/* By name, by number, and by the bits that stand for a class. */
static void print_syscalls(unsigned int count)
{
	while (count--) {
		switch (rnd_below(&rnd, 12)) {
		case 0:
			printf(" -S %u", rnd_below(&rnd, 480));
			break;
		case 1:
			printf(" -S %u", 2047 - rnd_below(&rnd, 12));
			break;
		default:
			/* its last is "all" */
			printf(" -S %s", syscalls[rnd_below(&rnd, ARRAY_SIZE(syscalls) - 1)]);
		}
	}
}

static void watch(void)
{
	printf("-w %s -p %s", rnd_chance(&rnd, 70) ? PICK(files) : PICK(dirs), PICK(perms));
	key++;
	if (rnd_chance(&rnd, 90))
		printf(" -k k%d", key);
	putchar('\n');
}

/* What lacks any of arch, syscalls, perm and objects has every syscall matter. */
static void exit_rule(int tame)
{
	const int all = rnd_chance(&rnd, 20);

	printf("-%c %s,exit", rnd_chance(&rnd, 90) ? 'a' : 'A', action());
	if (rnd_chance(&rnd, 75))
		printf(" -F arch%sb%s", rnd_chance(&rnd, 12) ? "!=" : "=",
		       rnd_chance(&rnd, 60) ? "64" : "32");
	if (!all)
		print_syscalls(1 + rnd_below(&rnd, 6));
	else if (rnd_chance(&rnd, tame ? 0 : 30))
		printf(" -S all");
	else
		printf(" -F perm=%s", PICK(perms));
	print_fields(rnd_chance(&rnd, 40) ? 0 : 1 + rnd_below(&rnd, 3));
	print_key();
}

static void io_uring_rule(void)
{
	printf("-a %s,io_uring -S %s", action(), PICK(syscalls_io_uring));
	print_fields(rnd_below(&rnd, 2));
	print_key();
}

/* The lists that take little; they have no key. */
static void other_rule(void)
{
	switch (rnd_below(&rnd, 5)) {
	case 0:
		printf("-a %s,filesystem -F fstype%s%s\n", action(), PICK(equal),
		       PICK(filesystems));
		break;
	case 1:
		printf("-a %s,user -F %s%s%s\n", action(),
		       rnd_chance(&rnd, 50) ? "uid" : "auid", PICK(equal), PICK(ids));
		break;
	case 2:
		printf("-a always,task -F %s%s%s\n", rnd_chance(&rnd, 50) ? "uid" : "gid",
		       PICK(order), PICK(ids));
		break;
	case 3:
		/* only for those of whom there are few */
		printf("-a never,task -F %s=%s\n", rnd_chance(&rnd, 50) ? "uid" : "gid",
		       rnd_chance(&rnd, 50) ? "1000" : "65534");
		break;
	default:
		printf("-a %s,exclude -F msgtype=%s", action(), PICK(messages));
		if (rnd_chance(&rnd, 50))
			printf(" -F %s%s%s", rnd_chance(&rnd, 50) ? "uid" : "auid",
			       PICK(equal), PICK(ids));
		putchar('\n');
	}
}

int main(int argc, char **argv)
{
	static const unsigned int sizes[] = { 2, 4, 8, 8, 16, 16, 32, 64 };
	unsigned int count;
	char *end;
	int tame;

	if (argc != 2 || !*argv[1] || (rnd.state = strtoull(argv[1], &end, 0), *end)) {
		fputs("usage: generate SEED\n", stderr);
		return 2;
	}
	tame = rnd_chance(&rnd, 75);
	for (count = 1 + rnd_below(&rnd, PICK(sizes)); count; count--) {
		const unsigned int what = rnd_below(&rnd, 100);

		if (what < 20)
			watch();
		else if (what < 92)
			exit_rule(tame);
		else if (what < 95)
			io_uring_rule();
		else
			other_rule();
	}
	return 0;
}
