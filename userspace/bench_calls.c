// SPDX-License-Identifier: GPL-2.0
/*
 * Each operation is written once, as the body of an inline function, and
 * compiled twice: into a loop, where one `or` instruction gathers the sign of
 * every result, and into a single call that finds out which error it was.
 * A loop of one syscall is four or five instructions around it; look with
 * `objdump -d build/bench_calls.o`.
 */
#include "bench_calls.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <linux/stat.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "raw_syscall.h"

/* What an operation uses, as the registers want it. */
struct operands {
	long null;
	long zero;
	long fd;
	long file;
	long other;
	long missing;
	long dir;
	long page;
	long size;
	long buf;
	long poll;
	long nowait;
	long pid;
	long uid;
	long here;
};

struct outcome {
	bool exact;	/* constant after inlining */
	long first;	/* the first error, kept only if exact */
	long any;	/* negative if one of the results was */
};

/* Hide a value's origin: or it would be computed anew in every iteration. */
#define HIDE(value) ({				\
	long hidden = (long)(value);		\
	asm("" : "+r" (hidden));		\
	hidden;					\
})

static const struct timespec zero_time;

RAW_INLINE struct operands operands_of(const struct bench_env *env)
{
	return (struct operands) {
		.null = HIDE(env->null),
		.zero = HIDE(env->zero),
		.fd = HIDE(env->file),
		.file = HIDE(BENCH_FILE),
		.other = HIDE(BENCH_OTHER),
		.missing = HIDE(BENCH_MISSING),
		.dir = HIDE(BENCH_SUBDIR),
		.page = HIDE(env->page),
		.size = HIDE(env->page_size),
		.buf = HIDE(env->buffer),
		.poll = HIDE(env->poll),
		.nowait = HIDE(&zero_time),
		.pid = HIDE(env->pid),
		.uid = HIDE(env->uid),
		.here = HIDE(AT_FDCWD),
	};
}

RAW_INLINE long keep(struct outcome *out, long ret)
{
	if (out->exact && ret < 0 && !out->first)
		out->first = ret;
	out->any |= ret;
	return ret;
}

#define DO(nargs, ...)	keep(out, raw_syscall##nargs(__VA_ARGS__))

#define OPERATION(name, ...)						\
RAW_INLINE void op_##name(const struct operands *v, struct outcome *out) \
{									\
	(void)v;							\
	__VA_ARGS__;							\
}									\
									\
static long once_##name(const struct bench_env *env)			\
{									\
	struct outcome out = { .exact = true };				\
	const struct operands v = operands_of(env);			\
									\
	op_##name(&v, &out);						\
	return out.first;						\
}									\
									\
static long loop_##name(const struct bench_env *env, uint64_t count)	\
{									\
	struct outcome out = { .exact = false };			\
	const struct operands v = operands_of(env);			\
									\
	do {								\
		op_##name(&v, &out);					\
	} while (--count);						\
	return out.any;							\
}

/* Architectures born after the *at() calls have nothing but those. */
#ifdef __NR_mkdir
#define MKDIR(path)	DO(2, __NR_mkdir, path, 0700)
#define RMDIR(path)	DO(1, __NR_rmdir, path)
#define UNLINK(path)	DO(1, __NR_unlink, path)
#define RENAME(a, b)	DO(2, __NR_rename, a, b)
#define CHMOD(path, m)	DO(2, __NR_chmod, path, m)
#define CHOWN(path, ...) DO(3, __NR_chown, path, __VA_ARGS__)
#define ACCESS(path, m)	DO(2, __NR_access, path, m)
#define DUP(from, to)	DO(2, __NR_dup2, from, to)
#define POLL(fds)	DO(3, __NR_poll, fds, 1, 0)
#else
#define MKDIR(path)	DO(3, __NR_mkdirat, v->here, path, 0700)
#define RMDIR(path)	DO(3, __NR_unlinkat, v->here, path, AT_REMOVEDIR)
#define UNLINK(path)	DO(3, __NR_unlinkat, v->here, path, 0)
#define RENAME(a, b)	DO(5, __NR_renameat2, v->here, a, v->here, b, 0)
#define CHMOD(path, m)	DO(3, __NR_fchmodat, v->here, path, m)
#define CHOWN(path, ...) DO(5, __NR_fchownat, v->here, path, __VA_ARGS__, 0)
#define ACCESS(path, m)	DO(3, __NR_faccessat, v->here, path, m)
#define DUP(from, to)	DO(3, __NR_dup3, from, to, 0)
#define POLL(fds)	DO(5, __NR_ppoll, fds, 1, v->nowait, 0, 0)
#endif

OPERATION(getpid, DO(0, __NR_getpid))
OPERATION(getppid, DO(0, __NR_getppid))
OPERATION(getuid, DO(0, __NR_getuid))
OPERATION(read, DO(3, __NR_read, v->zero, v->buf, 1))
OPERATION(write, DO(3, __NR_write, v->null, v->buf, 1))
OPERATION(pread, DO(4, __NR_pread64, v->zero, v->buf, 1, 0))
OPERATION(lseek, DO(3, __NR_lseek, v->null, 0, SEEK_SET))
OPERATION(ioctl, DO(2, __NR_ioctl, v->null, FIOCLEX))
OPERATION(close, DO(1, __NR_close, -1))
OPERATION(poll, POLL(v->poll))
OPERATION(futex, DO(3, __NR_futex, v->buf, FUTEX_WAKE_PRIVATE, 1))
OPERATION(clock_gettime, DO(2, __NR_clock_gettime, CLOCK_MONOTONIC, v->buf))
OPERATION(sched_yield, DO(0, __NR_sched_yield))
OPERATION(kill, DO(2, __NR_kill, v->pid, 0))
OPERATION(mprotect, DO(3, __NR_mprotect, v->page, v->size, PROT_READ))
OPERATION(fchmod, DO(2, __NR_fchmod, v->fd, 0600))
OPERATION(openclose,
	  DO(1, __NR_close,
	     DO(4, __NR_openat, v->here, v->file, O_RDONLY, 0)))
OPERATION(openfail, DO(4, __NR_openat, v->here, v->missing, O_RDONLY, 0))
OPERATION(createunlink,
	  DO(1, __NR_close,
	     DO(4, __NR_openat, v->here, v->other,
		O_WRONLY | O_CREAT | O_EXCL, 0600));
	  UNLINK(v->other))
OPERATION(mkdirrmdir, MKDIR(v->dir); RMDIR(v->dir))
OPERATION(renamerename,
	  RENAME(v->file, v->other);
	  RENAME(v->other, v->file))
OPERATION(chmod, CHMOD(v->file, 0600))
OPERATION(chown, CHOWN(v->file, v->uid, -1))
OPERATION(access, ACCESS(v->file, R_OK))
/* Its target is a descriptor that this operation alone uses */
OPERATION(dup, DUP(v->null, v->zero))
#ifdef __NR_fstat
OPERATION(fstat, DO(2, __NR_fstat, v->null, v->buf))
#endif
#ifdef __NR_stat
OPERATION(stat, DO(2, __NR_stat, v->file, v->buf))
#endif
#ifdef __NR_newfstatat
OPERATION(newfstatat, DO(4, __NR_newfstatat, v->here, v->file, v->buf, 0))
#endif
#ifdef __NR_statx
OPERATION(statx,
	  DO(5, __NR_statx, v->here, v->file, 0, STATX_BASIC_STATS, v->buf))
#endif
#ifdef __NR_mmap
OPERATION(mmapmunmap,
	  DO(2, __NR_munmap,
	     DO(6, __NR_mmap, 0, v->size, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), v->size))
#endif

#define ROW(name, needs, fails, what) \
	{ #name, what, needs, fails, once_##name, loop_##name }
#define NULL_	BENCH_NEEDS_NULL
#define ZERO	BENCH_NEEDS_ZERO
#define PAGE	BENCH_NEEDS_PAGE
#define DIR	BENCH_NEEDS_DIR

const struct bench_call bench_calls[] = {
	ROW(getpid, 0, 0, "getpid"),
	ROW(getppid, 0, 0, "getppid"),
	ROW(getuid, 0, 0, "getuid"),
	ROW(read, ZERO, 0, "read 1 byte of /dev/zero"),
	ROW(write, NULL_, 0, "write 1 byte to /dev/null"),
	ROW(pread, ZERO, 0, "pread64 1 byte of /dev/zero"),
	ROW(lseek, NULL_, 0, "lseek to 0 in /dev/null"),
#ifdef __NR_fstat
	ROW(fstat, NULL_, 0, "fstat of /dev/null"),
#endif
	ROW(ioctl, NULL_, 0, "ioctl FIOCLEX on /dev/null"),
	ROW(poll, NULL_, 0, "poll of /dev/null, without waiting"),
	ROW(dup, NULL_ | ZERO, 0, "dup2 onto an open descriptor"),
	ROW(close, 0, EBADF, "close of -1 (EBADF)"),
#ifdef __NR_stat
	ROW(stat, DIR, 0, "stat of a file"),
#endif
#ifdef __NR_newfstatat
	ROW(newfstatat, DIR, 0, "newfstatat of a file"),
#endif
#ifdef __NR_statx
	ROW(statx, DIR, 0, "statx of a file"),
#endif
	ROW(access, DIR, 0, "access (read) of a file"),
	ROW(chmod, DIR, 0, "chmod of a file to the mode it has"),
	ROW(fchmod, DIR, 0, "fchmod of a file to the mode it has"),
	ROW(chown, DIR, 0, "chown of a file to the owner it has"),
	ROW(openclose, DIR, 0, "openat of a file for reading, then close"),
	ROW(openfail, DIR, ENOENT, "openat of a missing file (ENOENT)"),
	ROW(createunlink, DIR, 0, "openat creating a file, close, unlink"),
	ROW(mkdirrmdir, DIR, 0, "mkdir, then rmdir"),
	ROW(renamerename, DIR, 0, "rename of a file, then back"),
	ROW(mprotect, PAGE, 0, "mprotect of a page to what it is"),
#ifdef __NR_mmap
	ROW(mmapmunmap, PAGE, 0, "mmap of an anonymous page, then munmap"),
#endif
	ROW(futex, 0, 0, "futex FUTEX_WAKE_PRIVATE without a waiter"),
	ROW(clock_gettime, 0, 0, "clock_gettime(CLOCK_MONOTONIC), not vDSO"),
	ROW(sched_yield, 0, 0, "sched_yield"),
	ROW(kill, 0, 0, "kill of itself with signal 0"),
	{ NULL, NULL, 0, 0, NULL, NULL }
};

const struct bench_call *bench_call_find(const char *name)
{
	const struct bench_call *call;

	for (call = bench_calls; call->name; call++)
		if (strcmp(call->name, name) == 0)
			return call;
	return NULL;
}

int bench_call_check(const struct bench_call *call,
		     const struct bench_env *env)
{
	int err = -call->once(env);

	if (err == call->fails)
		return 0;
	return err ? err : -1;
}
