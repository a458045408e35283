/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The quiet syscalls of one arch: those that record nothing of their own. They
 * take no path, and hand audit neither names nor any other data but through the
 * functions that revive.c listens to. And the loud ones: those of which the
 * kernel may record more than a rule has asked for, if the context is real. The
 * file that includes this defines AFP_QUIET and AFP_LOUD and has the arch's __NR_
 * macros, and no other arch's, in scope.
 *
 * Left out, though quiet at first sight: mmap (its descriptor), pipe and
 * socketpair (theirs), what sends to or receives from an address or gives one,
 * kill (whom), the calls for IPC, message queues and credentials, those that set
 * capabilities or clocks, fgetxattr and what else is told the file of a
 * descriptor, ioctl and prctl (anything).
 */
#include "afp_scope.h"

const __u32 AFP_QUIET[] __initconst = {
	/* descriptors */
	__NR_read, __NR_write, __NR_close, __NR_lseek, __NR_readv, __NR_writev,
	__NR_pread64, __NR_pwrite64, __NR_preadv, __NR_pwritev, __NR_preadv2,
	__NR_pwritev2, __NR_dup, __NR_dup2, __NR_dup3, __NR_fcntl, __NR_flock,
	__NR_fsync, __NR_fdatasync, __NR_sync, __NR_syncfs,
	__NR_sync_file_range, __NR_readahead, __NR_fstat, __NR_fstatfs,
	__NR_getdents, __NR_getdents64, __NR_ftruncate, __NR_fallocate,
	__NR_sendfile, __NR_splice, __NR_tee, __NR_vmsplice,
	__NR_copy_file_range, __NR_close_range, __NR_pidfd_open, __NR_fadvise64,
#ifdef __NR_cachestat
	__NR_cachestat,
#endif
	/* waiting */
	__NR_poll, __NR_ppoll, __NR_pselect6, __NR_select, __NR_epoll_create,
	__NR_epoll_create1, __NR_epoll_ctl, __NR_epoll_wait, __NR_epoll_pwait,
	__NR_epoll_pwait2, __NR_eventfd, __NR_eventfd2, __NR_signalfd,
	__NR_signalfd4, __NR_timerfd_create, __NR_timerfd_settime,
	__NR_timerfd_gettime, __NR_inotify_init, __NR_inotify_init1,
	__NR_inotify_rm_watch, __NR_io_getevents, __NR_io_pgetevents,
	__NR_pause, __NR_nanosleep, __NR_clock_nanosleep, __NR_wait4,
	__NR_waitid, __NR_futex, __NR_futex_waitv,
#ifdef __NR_futex_wake
	__NR_futex_wake, __NR_futex_wait, __NR_futex_requeue,
#endif
	__NR_set_robust_list, __NR_get_robust_list,
	/* memory */
	__NR_brk, __NR_munmap, __NR_mprotect, __NR_mremap, __NR_msync,
	__NR_mincore, __NR_madvise, __NR_mlock, __NR_mlock2, __NR_munlock,
	__NR_mlockall, __NR_munlockall, __NR_mbind, __NR_get_mempolicy,
	__NR_set_mempolicy, __NR_pkey_alloc, __NR_pkey_free, __NR_pkey_mprotect,
#ifdef __NR_mseal
	__NR_mseal,
#endif
	/* signals */
	__NR_rt_sigaction, __NR_rt_sigprocmask, __NR_rt_sigpending,
	__NR_rt_sigtimedwait, __NR_rt_sigsuspend, __NR_sigaltstack,
	/* time */
	__NR_gettimeofday, __NR_time, __NR_times, __NR_clock_gettime,
	__NR_clock_getres, __NR_getitimer, __NR_setitimer, __NR_alarm,
	__NR_timer_create, __NR_timer_settime, __NR_timer_gettime,
	__NR_timer_getoverrun, __NR_timer_delete,
	/* the task and its scheduling */
	__NR_getpid, __NR_gettid, __NR_getppid, __NR_getpgid, __NR_getpgrp,
	__NR_getsid, __NR_setpgid, __NR_setsid, __NR_getuid, __NR_geteuid,
	__NR_getgid, __NR_getegid, __NR_getresuid, __NR_getresgid,
	__NR_getgroups, __NR_capget, __NR_getrlimit, __NR_setrlimit,
	__NR_prlimit64, __NR_getrusage, __NR_getpriority, __NR_setpriority,
	__NR_ioprio_get, __NR_ioprio_set, __NR_sched_yield,
	__NR_sched_getparam, __NR_sched_setparam, __NR_sched_getscheduler,
	__NR_sched_setscheduler, __NR_sched_get_priority_max,
	__NR_sched_get_priority_min, __NR_sched_rr_get_interval,
	__NR_sched_getaffinity, __NR_sched_setaffinity, __NR_sched_getattr,
	__NR_sched_setattr, __NR_set_tid_address, __NR_arch_prctl, __NR_umask,
	__NR_getcwd, __NR_rseq, __NR_membarrier, __NR_getcpu, __NR_getrandom,
	__NR_uname, __NR_sysinfo,
	/* sockets, but for what has an address */
	__NR_socket, __NR_listen, __NR_shutdown, __NR_getsockopt,
	__NR_setsockopt,
	AFP_QUIET_MORE
	AFP_CLASS_END
};

const __u32 AFP_LOUD[] __initconst = {
	/* a clock that is set is recorded in any case (TIME_INJOFFSET, _ADJNTPVAL) */
	__NR_adjtimex, __NR_settimeofday, __NR_clock_settime,
	__NR_clock_adjtime,
	/* has operations whose own list of rules is walked */
	__NR_io_uring_enter,
	/* what is denied here should be known with its arguments */
	__NR_execve, __NR_execveat,
	AFP_LOUD_MORE
	AFP_CLASS_END
};
