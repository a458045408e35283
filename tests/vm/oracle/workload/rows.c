// SPDX-License-Identifier: GPL-2.0
/*
 * rows: calls that can succeed, by name, so that one row serves both
 * architectures; a name that one of them lacks is passed over there. A
 * structure that differs between them may make a row fail in one, which is as
 * good a call. Rows may leave no trace that outlives the workload, or later
 * rules in the same boot would meet another system.
 */
#include <fcntl.h>
#include <linux/aio_abi.h>
#include <linux/openat2.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "calls.h"
#include "tests/unit/array_size.h"

struct row {
	const char *name;
	int keep;		/* which slot keeps what is returned; 0: none */
	long a[6];
};

#define ROW(name, ...)		{ name, 0, { __VA_ARGS__ } }
#define KEEP(n, name, ...)	{ name, n, { __VA_ARGS__ } }

/* Arguments that are replaced when the call is made. */
#define SLOT(n)		(0x736c6f7400000000 + (n))
#define PATH		0x7061746800000000
#define IOVEC		0x696f766500000000
#define MSGHDR		0x6d73676800000000

/* Pointers for both architectures: the program is linked below 4 GiB. */
#define P(object)	((long)(object))
#define D(path)		P(DIRECTORY path)
#define BUFFER		P(buffer)
#define ZERO		P(zero)
#define AT		AT_FDCWD

static char buffer[65536] __attribute__((aligned(4096)));
static long zero[64];
static long ones[16] = { -1, -1, -1, -1 };
static struct open_how how = { .flags = O_RDONLY };
static struct sockaddr_un address_unix = { AF_UNIX, DIRECTORY "socket" };
static struct sockaddr_in address_inet = {
	.sin_family = AF_INET, .sin_port = 0x9210, .sin_addr.s_addr = 0x0100007f,
};
static struct { long base, size; } iovec64 = { (long)buffer, 16 };
static struct { unsigned int base, size; } iovec32 = { 0, 16 };
/* one message of sendmmsg(2) is a msghdr and a length */
static struct mmsghdr msghdr64 = {
	.msg_hdr = { .msg_iov = (void *)&iovec64, .msg_iovlen = 1 },
};
static unsigned int msghdr32[16];
static long message[2] = { 1 };
static unsigned int capability[2] = { 0x20080522 };
/* what socketcall(2) and old mmap(2) take */
static unsigned int args_socket[] = { AF_UNIX, SOCK_STREAM, 0 };
static unsigned int args_mmap[] = { 0, 8192, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0 };

/* what is opened first */
static struct { int fd; short events, revents; } polled[] = { { 3, 7, 0 } };

static long slots[8];

/* Rows for each of several files. */
static const struct row of_path[] = {
	KEEP(1, "open", PATH, O_RDONLY),
	ROW("read", SLOT(1), BUFFER, 16), ROW("fstat", SLOT(1), BUFFER), ROW("close", SLOT(1)),
	KEEP(1, "open", PATH, O_WRONLY | O_APPEND),
	ROW("write", SLOT(1), BUFFER, 1), ROW("ftruncate", SLOT(1), 4), ROW("close", SLOT(1)),
	KEEP(1, "openat", AT, PATH, O_RDWR),
	ROW("fchmod", SLOT(1), 0644), ROW("fchown", SLOT(1), -1, -1), ROW("close", SLOT(1)),
	KEEP(1, "openat", AT, PATH, O_RDONLY | O_DIRECTORY), ROW("close", SLOT(1)),
	KEEP(1, "openat2", AT, PATH, P(&how), sizeof(how)), ROW("close", SLOT(1)),
	ROW("open", PATH, O_CREAT | O_EXCL | O_WRONLY | O_PATH),
	ROW("access", PATH, 4), ROW("faccessat", AT, PATH, 2), ROW("faccessat2", AT, PATH, 1, 0),
	ROW("stat", PATH, BUFFER), ROW("lstat", PATH, BUFFER),
	ROW("newfstatat", AT, PATH, BUFFER, 0), ROW("fstatat64", AT, PATH, BUFFER, 0),
	ROW("stat64", PATH, BUFFER), ROW("lstat64", PATH, BUFFER),
	ROW("oldstat", PATH, BUFFER), ROW("oldlstat", PATH, BUFFER),
	ROW("statx", AT, PATH, 0, 0x7ff, BUFFER),
	ROW("statfs", PATH, BUFFER), ROW("statfs64", PATH, 84, BUFFER),
	ROW("readlink", PATH, BUFFER, 64), ROW("readlinkat", AT, PATH, BUFFER, 64),
	ROW("chmod", PATH, 0644), ROW("fchmodat", AT, PATH, 0644),
	ROW("fchmodat2", AT, PATH, 0644, 0),
	ROW("chown", PATH, -1, -1), ROW("lchown", PATH, -1, -1),
	ROW("chown32", PATH, -1, -1), ROW("lchown32", PATH, -1, -1),
	ROW("fchownat", AT, PATH, -1, -1, 0),
	ROW("utime", PATH, ZERO), ROW("utimes", PATH, ZERO), ROW("futimesat", AT, PATH, ZERO),
	ROW("utimensat", AT, PATH, ZERO, 0), ROW("utimensat_time64", AT, PATH, ZERO, 0),
	ROW("truncate", PATH, 4), ROW("truncate64", PATH, 4, 0),
	ROW("setxattr", PATH, P("security.oracle"), P("v"), 1, 0),
	ROW("lsetxattr", PATH, P("security.oracle"), P("w"), 1, 0),
	ROW("getxattr", PATH, P("security.oracle"), BUFFER, 64),
	ROW("lgetxattr", PATH, P("security.none"), BUFFER, 64),
	ROW("listxattr", PATH, BUFFER, 256), ROW("llistxattr", PATH, BUFFER, 256),
	ROW("removexattr", PATH, P("security.oracle")),
	ROW("lremovexattr", PATH, P("security.oracle")),
	ROW("name_to_handle_at", AT, PATH, BUFFER, BUFFER + 512, 0),
	ROW("chdir", PATH), ROW("chroot", PATH), ROW("rmdir", PATH), ROW("umount2", PATH, 0),
	ROW("umount", PATH), ROW("link", PATH, PATH), ROW("rename", PATH, PATH),
	ROW("execve", PATH, ZERO, ZERO), ROW("uselib", PATH),
	KEEP(1, "open_tree", AT, PATH, 0), ROW("close", SLOT(1)),
	KEEP(1, "inotify_init1", 0), ROW("inotify_add_watch", SLOT(1), PATH, 0x100),
	ROW("inotify_rm_watch", SLOT(1), 1), ROW("close", SLOT(1)),
	ROW("quotactl", 0x80000700, PATH, 0, BUFFER), ROW("acct", 0), ROW("swapon", D("none"), 0),
	ROW("file_getattr", AT, PATH, BUFFER, 24, 0), ROW("close_range", 3, FIRST_KEPT - 1, 0),
};

/* Names that come and go. */
static const struct row naming[] = {
	KEEP(1, "creat", D("new"), 0644), ROW("write", SLOT(1), BUFFER, 4), ROW("close", SLOT(1)),
	KEEP(1, "open", D("tree/new"), O_CREAT | O_RDWR, 0600), ROW("close", SLOT(1)),
	ROW("link", D("new"), D("new2")), ROW("linkat", AT, D("new"), AT, D("tree/new2"), 0),
	ROW("symlink", P("plain"), D("new3")), ROW("symlinkat", P("x"), AT, D("tree/new3")),
	ROW("readlink", D("new3"), BUFFER, 64), ROW("readlinkat", AT, D("new3"), BUFFER, 64),
	ROW("rename", D("new2"), D("new4")), ROW("renameat", AT, D("tree/new2"), AT, D("tree/new4")),
	ROW("renameat2", AT, D("new"), AT, D("new4"), 1),
	ROW("renameat2", AT, D("new"), AT, D("new4"), 2),
	ROW("mkdir", D("new.d"), 0755), ROW("mkdirat", AT, D("tree/new.d"), 0755),
	ROW("mknod", D("new.p"), 010644, 0), ROW("mknodat", AT, D("tree/new.p"), 010644, 0),
	ROW("unlink", D("new")), ROW("unlink", D("new3")), ROW("unlink", D("new4")),
	ROW("unlink", D("new.p")), ROW("unlinkat", AT, D("tree/new"), 0),
	ROW("unlinkat", AT, D("tree/new3"), 0), ROW("unlinkat", AT, D("tree/new4"), 0),
	ROW("unlinkat", AT, D("tree/new.p"), 0), ROW("unlinkat", AT, D("tree/new.d"), 0x200),
	ROW("rmdir", D("new.d")),
	ROW("chdir", D("dir")), ROW("getcwd", BUFFER, 256), ROW("open", P("file"), O_RDONLY),
	KEEP(1, "open", D("tree"), O_DIRECTORY), ROW("getdents", SLOT(1), BUFFER, 4096),
	ROW("getdents64", SLOT(1), BUFFER, 4096), ROW("readdir", SLOT(1), BUFFER, 1),
	ROW("openat", SLOT(1), P("file"), O_WRONLY), ROW("fchdir", SLOT(1)),
	ROW("truncate", P("sub/file"), 2), ROW("chdir", P("/")), ROW("chroot", P("/")),
	ROW("mount", P("none"), D("mnt"), P("tmpfs"), 0, 0), ROW("umount2", D("mnt"), 0),
	ROW("fsopen", P("tmpfs"), 0), ROW("fspick", AT, P("/"), 0),
	ROW("mount_setattr", AT, D("mnt"), 0, ZERO, 32), ROW("close_range", 3, FIRST_KEPT - 1, 0),
};

/* The same. Nothing else is open. */
static const struct row of_descriptor[] = {
	KEEP(1, "open", PATH, O_RDWR | O_NONBLOCK | O_NOCTTY),
	ROW("read", SLOT(1), BUFFER, 4), ROW("write", SLOT(1), BUFFER, 4),
	ROW("write", SLOT(1), P("0\n"), 2), ROW("write", SLOT(1), P("/none/such"), 10),
	ROW("pread", SLOT(1), BUFFER, 4, 0), ROW("pwrite", SLOT(1), BUFFER, 4, 0),
	ROW("readv", SLOT(1), IOVEC, 1), ROW("writev", SLOT(1), IOVEC, 1),
	ROW("preadv", SLOT(1), IOVEC, 1, 0), ROW("pwritev", SLOT(1), IOVEC, 1, 0),
	ROW("preadv2", SLOT(1), IOVEC, 1, 0, 0, 0), ROW("pwritev2", SLOT(1), IOVEC, 1, 0, 0, 0),
	ROW("lseek", SLOT(1), 0, 0), ROW("_llseek", SLOT(1), 0, 0, BUFFER, 0),
	ROW("fstat", SLOT(1), BUFFER), ROW("fstat64", SLOT(1), BUFFER),
	ROW("oldfstat", SLOT(1), BUFFER), ROW("fstatfs", SLOT(1), BUFFER),
	ROW("fstatfs64", SLOT(1), 84, BUFFER), ROW("fsync", SLOT(1)), ROW("fdatasync", SLOT(1)),
	ROW("ftruncate64", SLOT(1), 64, 0), ROW("fallocate", SLOT(1), 0, 0, 64),
	ROW("fadvise64", SLOT(1), 0, 0, 0), ROW("fadvise64_64", SLOT(1), 0, 0, 0, 0, 0),
	ROW("fchmod", SLOT(1), 0644), ROW("fchown", SLOT(1), 0, 0), ROW("fchown32", SLOT(1), 0, 0),
	ROW("fsetxattr", SLOT(1), P("security.oracle"), P("v"), 1, 0),
	ROW("fgetxattr", SLOT(1), P("security.oracle"), BUFFER, 64),
	ROW("flistxattr", SLOT(1), BUFFER, 256),
	ROW("fremovexattr", SLOT(1), P("security.oracle")),
	ROW("flock", SLOT(1), 2), ROW("flock", SLOT(1), 8), ROW("fcntl", SLOT(1), F_GETFL),
	ROW("fcntl64", SLOT(1), F_GETFL), ROW("fcntl", SLOT(1), F_SETOWN, 0),
	/* FIONREAD, TCGETS, TIOCGWINSZ, TIOCGPTN, BLKGETSIZE64, FS_IOC_GETFLAGS */
	ROW("ioctl", SLOT(1), 0x541b, BUFFER), ROW("ioctl", SLOT(1), 0x5401, BUFFER),
	ROW("ioctl", SLOT(1), 0x5413, BUFFER), ROW("ioctl", SLOT(1), 0x80045430, BUFFER),
	ROW("ioctl", SLOT(1), 0x80081272, BUFFER), ROW("ioctl", SLOT(1), 0x80086601, BUFFER),
	ROW("poll", P(polled), 1, 0), ROW("ppoll", P(polled), 1, ZERO, 0, 8),
	KEEP(4, "epoll_create1", 0), ROW("epoll_ctl", SLOT(4), 1, SLOT(1), BUFFER),
	ROW("epoll_wait", SLOT(4), BUFFER, 1, 0), ROW("close", SLOT(4)),
	KEEP(2, "dup", SLOT(1)), ROW("dup2", SLOT(1), SLOT(2)), ROW("dup3", SLOT(1), SLOT(2), 0),
	ROW("readahead", SLOT(1), 0, 64), ROW("sync_file_range", SLOT(1), 0, 0, 0),
	ROW("syncfs", SLOT(1)), ROW("sync"), ROW("cachestat", SLOT(1), ZERO, BUFFER, 0),
	ROW("copy_file_range", SLOT(1), ZERO, SLOT(2), BUFFER + 4096, 0, 0),
	ROW("sendfile", SLOT(2), SLOT(1), 0, 4), ROW("sendfile64", SLOT(2), SLOT(1), 0, 4),
	KEEP(3, "mmap2", 0, 8192, PROT_READ, MAP_SHARED, SLOT(1), 0),
	ROW("munmap", SLOT(3), 8192), ROW("close", SLOT(2)), ROW("close", SLOT(1)),
	ROW("pipe", BUFFER), ROW("pipe2", BUFFER, O_NONBLOCK),
	/* 3 and 4, 5 and 6 */
	ROW("write", 6, BUFFER, 8), ROW("tee", 5, 4, 4, 0), ROW("splice", 5, 0, 4, 0, 4, 0),
	ROW("vmsplice", 4, IOVEC, 1, 0), ROW("read", 5, BUFFER, 16), ROW("fcntl", 6, F_GETPIPE_SZ),
	KEEP(1, "memfd_create", P("oracle"), 0), KEEP(1, "eventfd2", 0, 0), KEEP(1, "eventfd", 0),
	KEEP(1, "timerfd_create", 1, 0), ROW("timerfd_settime", SLOT(1), 0, ZERO, 0),
	ROW("timerfd_gettime", SLOT(1), BUFFER), ROW("signalfd", -1, ZERO, 8),
	ROW("signalfd4", -1, ZERO, 8, 0), KEEP(1, "epoll_create", 1), KEEP(1, "epoll_create1", 0),
	ROW("epoll_ctl", SLOT(1), 1, 3, BUFFER), ROW("epoll_wait", SLOT(1), BUFFER, 1, 0),
	ROW("epoll_pwait", SLOT(1), BUFFER, 1, 0, 0, 8),
	ROW("epoll_pwait2", SLOT(1), BUFFER, 1, ZERO, 0, 8),
	ROW("inotify_init"), ROW("fanotify_init", 0, 0), ROW("userfaultfd", 1),
	ROW("poll", BUFFER, 0, 0), ROW("ppoll", BUFFER, 0, ZERO, 0, 8),
	ROW("select", 0, 0, 0, 0, ZERO), ROW("_newselect", 0, 0, 0, 0, ZERO),
	ROW("pselect6", 0, 0, 0, 0, ZERO, 0), ROW("close_range", 3, FIRST_KEPT - 1, 0),
};

static const struct row of_sockets[] = {
	KEEP(1, "socket", AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0),
	ROW("bind", SLOT(1), P(&address_unix), sizeof(address_unix)), ROW("listen", SLOT(1), 1),
	ROW("accept", SLOT(1), 0, 0), ROW("accept4", SLOT(1), 0, 0, 0),
	KEEP(2, "socket", AF_UNIX, SOCK_STREAM, 0),
	ROW("connect", SLOT(2), P(&address_unix), sizeof(address_unix)),
	ROW("accept", SLOT(1), 0, 0), ROW("unlink", D("socket")),
	KEEP(2, "socket", AF_UNIX, SOCK_STREAM, 0), ROW("connect", SLOT(2), P(&address_unix), 4),
	KEEP(1, "socket", AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0),
	ROW("bind", SLOT(1), P(&address_inet), sizeof(address_inet)),
	ROW("connect", SLOT(1), P(&address_inet), sizeof(address_inet)),
	ROW("sendto", SLOT(1), BUFFER, 4, 0, P(&address_inet), sizeof(address_inet)),
	ROW("recvfrom", SLOT(1), BUFFER, 16, 0x40, 0, 0), ROW("sendmsg", SLOT(1), MSGHDR, 0),
	ROW("recvmsg", SLOT(1), MSGHDR, 0x40), ROW("sendmmsg", SLOT(1), MSGHDR, 1, 0),
	ROW("recvmmsg", SLOT(1), MSGHDR, 1, 0x40, 0),
	ROW("getsockname", SLOT(1), BUFFER, P(ones + 8)), ROW("getpeername", SLOT(1), BUFFER, ZERO),
	ROW("setsockopt", SLOT(1), SOL_SOCKET, SO_KEEPALIVE, ZERO, 4),
	ROW("getsockopt", SLOT(1), SOL_SOCKET, SO_TYPE, BUFFER, ZERO),
	ROW("shutdown", SLOT(1), 2), ROW("socketpair", AF_UNIX, SOCK_STREAM, 0, BUFFER),
	ROW("socket", AF_INET, SOCK_STREAM, 6), ROW("socket", AF_NETLINK, SOCK_RAW, 0),
	ROW("socketcall", 1, P(args_socket)), ROW("socketcall", 99, P(args_socket)),
	ROW("close_range", 3, FIRST_KEPT - 1, 0),
	/* System V and POSIX: the namespace is new, so numbers begin at 0 */
	KEEP(1, "msgget", 0, 01600), ROW("msgsnd", SLOT(1), P(message), 4, 04000),
	ROW("msgrcv", SLOT(1), BUFFER, 64, 0, 04000), ROW("msgctl", SLOT(1), 2, BUFFER),
	ROW("msgctl", SLOT(1), 0, 0), KEEP(1, "semget", 0, 1, 01600),
	ROW("semop", SLOT(1), BUFFER + 8192, 1), ROW("semtimedop", SLOT(1), BUFFER + 8192, 1, ZERO),
	ROW("semctl", SLOT(1), 0, 0, 0), KEEP(1, "shmget", 0, 4096, 01600),
	KEEP(2, "shmat", SLOT(1), 0, 0), ROW("shmctl", SLOT(1), 2, BUFFER),
	ROW("shmdt", SLOT(2)), ROW("shmctl", SLOT(1), 0, 0), ROW("ipc", 13, 0, 0, 01600),
	KEEP(1, "mq_open", P("oracle"), O_RDWR | O_CREAT | O_NONBLOCK, 0600, 0),
	ROW("mq_timedsend", SLOT(1), BUFFER, 4, 0, 0),
	ROW("mq_timedreceive", SLOT(1), BUFFER, 8192, 0, 0), ROW("mq_notify", SLOT(1), 0),
	ROW("mq_getsetattr", SLOT(1), 0, BUFFER), ROW("mq_unlink", P("oracle")),
	ROW("add_key", P("user"), P("oracle"), P("x"), 1, -2), ROW("keyctl", 0, -2, 0),
	ROW("request_key", P("user"), P("none"), 0, -2), ROW("close", SLOT(1)),
};

static const struct row of_task[] = {
	KEEP(1, "getpid"), ROW("gettid"), ROW("getppid"), ROW("getpgrp"), ROW("getpgid", 0),
	ROW("getsid", 0), ROW("setsid"), ROW("setpgid", 0, 0), ROW("getuid"), ROW("geteuid"),
	ROW("getgid"), ROW("getegid"), ROW("getuid32"), ROW("geteuid32"), ROW("getgid32"),
	ROW("getegid32"), ROW("getresuid", BUFFER, BUFFER + 8, BUFFER + 16),
	ROW("getresgid", BUFFER, BUFFER + 8, BUFFER + 16),
	ROW("getresuid32", BUFFER, BUFFER + 8, BUFFER + 16),
	ROW("getresgid32", BUFFER, BUFFER + 8, BUFFER + 16), ROW("getgroups", 0, 0),
	ROW("getgroups32", 0, 0), ROW("setgroups", 0, 0), ROW("setgroups32", 0, 0),
	ROW("setuid", 0), ROW("setgid", 0), ROW("setreuid", -1, -1), ROW("setregid", -1, -1),
	ROW("setresuid", -1, -1, -1), ROW("setresgid", -1, -1, -1), ROW("setfsuid", 0),
	ROW("setfsgid", 0), ROW("setuid32", 0), ROW("setgid32", 0), ROW("setreuid32", -1, -1),
	ROW("setregid32", -1, -1), ROW("setresuid32", -1, -1, -1), ROW("setresgid32", -1, -1, -1),
	ROW("setfsuid32", 0), ROW("setfsgid32", 0), ROW("capget", P(capability), BUFFER + 20480),
	ROW("capset", P(capability), BUFFER + 20480), ROW("umask", 022), ROW("personality", 0xffffffff),
	ROW("uname", BUFFER), ROW("olduname", BUFFER), ROW("oldolduname", BUFFER),
	ROW("sethostname", P("oracle"), 6), ROW("setdomainname", P("oracle"), 6),
	ROW("sysinfo", BUFFER), ROW("times", BUFFER), ROW("time", BUFFER),
	ROW("gettimeofday", BUFFER, 0), ROW("settimeofday", 0, 0),
	ROW("clock_gettime", 1, BUFFER), ROW("clock_getres", 1, BUFFER),
	ROW("clock_gettime64", 1, BUFFER), ROW("clock_getres_time64", 1, BUFFER),
	ROW("adjtimex", P(zero + 32)), ROW("clock_adjtime", 0, BUFFER + 16384),
	ROW("clock_nanosleep", 1, 0, ZERO, 0), ROW("nanosleep", ZERO, 0),
	ROW("clock_nanosleep_time64", 1, 0, ZERO, 0), ROW("getrlimit", RLIMIT_CORE, BUFFER),
	ROW("setrlimit", RLIMIT_CORE, ZERO), ROW("ugetrlimit", RLIMIT_CORE, BUFFER),
	ROW("prlimit64", 0, RLIMIT_CORE, 0, BUFFER), ROW("getrusage", 0, BUFFER),
	ROW("sched_yield"), ROW("sched_getparam", 0, BUFFER), ROW("sched_setparam", 0, ZERO),
	ROW("sched_getscheduler", 0), ROW("sched_setscheduler", 0, 0, ZERO),
	ROW("sched_get_priority_max", 0), ROW("sched_get_priority_min", 0),
	ROW("sched_rr_get_interval", 0, BUFFER), ROW("sched_getaffinity", 0, 128, BUFFER),
	ROW("sched_setaffinity", 0, 8, P(ones)), ROW("sched_getattr", 0, BUFFER + 24576, 48, 0),
	ROW("sched_setattr", 0, BUFFER + 24576, 0),
	ROW("getpriority", 0, 0), ROW("setpriority", 0, 0, 0), ROW("nice", 0),
	ROW("ioprio_get", 1, 0), ROW("ioprio_set", 1, 0, 0), ROW("prctl", 16, BUFFER),
	ROW("arch_prctl", 0x1003, BUFFER), ROW("getcpu", BUFFER, 0, 0),
	ROW("rt_sigaction", SIGUSR1, 0, BUFFER, 8), ROW("rt_sigprocmask", 0, 0, BUFFER, 8),
	ROW("rt_sigpending", BUFFER, 8), ROW("rt_sigtimedwait", P(ones + 8), 0, ZERO, 8),
	ROW("rt_sigtimedwait_time64", P(ones + 8), 0, ZERO, 8), ROW("sigaltstack", 0, BUFFER),
	ROW("sigaction", SIGUSR1, 0, BUFFER), ROW("sigprocmask", 0, 0, BUFFER),
	ROW("sigpending", BUFFER), ROW("signal", SIGUSR2, 1), ROW("signal", SIGUSR2, 0),
	ROW("sgetmask"), ROW("ssetmask", 0), ROW("kill", SLOT(1), 0), ROW("tkill", SLOT(1), 0),
	ROW("tgkill", SLOT(1), SLOT(1), 0), ROW("rt_sigqueueinfo", SLOT(1), 0, ZERO),
	ROW("rt_tgsigqueueinfo", SLOT(1), SLOT(1), 0, ZERO), KEEP(2, "pidfd_open", SLOT(1), 0),
	ROW("pidfd_send_signal", SLOT(2), 0, 0, 0), ROW("pidfd_getfd", SLOT(2), 0, 0),
	ROW("process_madvise", SLOT(2), IOVEC, 1, 20, 0), ROW("process_mrelease", SLOT(2), 0),
	ROW("kcmp", SLOT(1), SLOT(1), 1, 0, 0), ROW("process_vm_readv", SLOT(1), IOVEC, 1, IOVEC, 1),
	ROW("process_vm_writev", SLOT(1), IOVEC, 1, IOVEC, 1), ROW("ptrace", 16, SLOT(1)),
	ROW("alarm", 0), ROW("getitimer", 0, BUFFER), ROW("setitimer", 0, ZERO, 0),
	ROW("timer_create", 1, 0, BUFFER), ROW("timer_settime", 0, 0, ZERO, 0),
	ROW("timer_gettime", 0, BUFFER), ROW("timer_getoverrun", 0), ROW("timer_delete", 0),
	ROW("set_tid_address", 0), ROW("set_robust_list", BUFFER, 24), ROW("get_robust_list", 0, BUFFER, BUFFER + 8),
	ROW("futex", BUFFER, 1, 1), ROW("futex", BUFFER + 128, 0, 1), ROW("futex_wake", BUFFER, 1, 1, 2),
	ROW("get_thread_area", ZERO), ROW("modify_ldt", 0, BUFFER, 16), ROW("iopl", 0),
	ROW("ioperm", 0, 1, 0), ROW("vhangup"), ROW("unshare", 0), ROW("wait4", -1, 0, 1, 0),
	ROW("waitpid", -1, 0, 1), ROW("waitid", 0, 0, BUFFER, 5, 0), ROW("syslog", 10, 0, 0),
	ROW("sysfs", 3), ROW("quotactl", 0x80000100, 0, 0, 0), ROW("ustat", 1, BUFFER), ROW("getrandom", BUFFER, 16, 0),
	ROW("membarrier", 0, 0, 0), ROW("seccomp", 2, 0, P(ones + 4)),
	ROW("restart_syscall"), ROW("rseq_slice_yield"), ROW("close_range", 3, FIRST_KEPT - 1, 0),
	ROW("landlock_create_ruleset", 0, 0, 1), ROW("lsm_list_modules", BUFFER, P(ones + 12), 0),
};

static const struct row of_memory[] = {
	KEEP(1, "mmap", 0, 16384, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
	KEEP(1, "mmap2", 0, 16384, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
	ROW("mprotect", SLOT(1), 4096, PROT_READ), ROW("madvise", SLOT(1), 4096, 4),
	ROW("msync", SLOT(1), 4096, 4), ROW("mincore", SLOT(1), 4096, BUFFER),
	ROW("mlock", SLOT(1), 4096), ROW("munlock", SLOT(1), 4096), ROW("mlock2", SLOT(1), 4096, 0),
	ROW("mlockall", 2), ROW("munlockall"), ROW("remap_file_pages", SLOT(1), 4096, 0, 0, 0),
	ROW("mbind", SLOT(1), 4096, 0, 0, 0, 0), ROW("get_mempolicy", BUFFER, 0, 0, 0, 0),
	ROW("set_mempolicy", 0, 0, 0), ROW("migrate_pages", 0, 0, 0, 0),
	ROW("move_pages", 0, 0, 0, 0, 0, 0), ROW("pkey_mprotect", SLOT(1), 4096, PROT_READ, -1),
	ROW("pkey_alloc", 0, 0), ROW("mseal", SLOT(1), 0, 0), ROW("mremap", SLOT(1), 16384, 8192, 0),
	ROW("munmap", SLOT(1), 8192), ROW("brk", 0),
	/*
	 * The kernel judges an openat2 that failed before it had its flags by
	 * what lies in their place: here, a descriptor, and not the number of
	 * the task that capset leaves there, which is another one in each run.
	 */
	ROW("mmap", 0, 4096, PROT_READ, MAP_PRIVATE, -1, 0),
	ROW("mmap2", 0, 4096, PROT_READ, MAP_PRIVATE, -1, 0),
	ROW("io_setup", 1, P(zero + 40)), ROW("io_destroy", 0), ROW("io_submit", 0, 0, 0),
};

static const struct row only_compat[] = {
	KEEP(1, "mmap", P(args_mmap)), ROW("munmap", SLOT(1), 8192),
};

static void prepare(void)
{
	/* what calls have written to */
	zero[0] = 0;
	ones[4] = 0x7fff0000;		/* a seccomp action */
	ones[8] = 0;			/* an empty set, a size of 0 */
	ones[12] = 64;
	zero[40] = 0;
	memset(buffer, 0, 256);
	iovec32.base = (unsigned int)(long)buffer;
	msghdr32[2] = (unsigned int)(long)&iovec32;
	msghdr32[3] = 1;
}

static long resolve(enum arch arch, long argument, const char *path)
{
	switch (argument) {
	case SLOT(0) ... SLOT(7):
		return slots[argument - SLOT(0)];
	case PATH:
		return (long)path;
	case IOVEC:
		return arch == NATIVE ? (long)&iovec64 : (long)&iovec32;
	case MSGHDR:
		return arch == NATIVE ? (long)&msghdr64 : (long)msghdr32;
	}
	return argument;
}

static void make(enum arch arch, const struct row *row, size_t count, const char *path)
{
	long a[6], result;
	int i;

	for (; count--; row++) {
		for (i = 0; i < 6; i++)
			a[i] = resolve(arch, row->a[i], path);
		prepare();
		result = call_name(arch, row->name, a);
		if (row->keep && result != NO_SUCH_CALL)
			slots[row->keep] = result;
	}
}

void path_rows(enum arch arch, const char *path)
{
	make(arch, of_path, ARRAY_SIZE(of_path), path);
}

void descriptor_rows(enum arch arch, const char *path)
{
	make(arch, of_descriptor, ARRAY_SIZE(of_descriptor), path);
}

void rows(enum arch arch)
{
	make(arch, naming, ARRAY_SIZE(naming), NULL);
	make(arch, of_sockets, ARRAY_SIZE(of_sockets), NULL);
	make(arch, of_task, ARRAY_SIZE(of_task), NULL);
	if (arch == COMPAT)
		make(arch, only_compat, ARRAY_SIZE(only_compat), NULL);
	make(arch, of_memory, ARRAY_SIZE(of_memory), NULL);
}
