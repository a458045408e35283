// SPDX-License-Identifier: GPL-2.0
/* The quiet and the loud syscalls of i386, the compat arch of x86_64. */
#include <asm/unistd_32.h>

#define AFP_QUIET	afp_quiet_compat
/* what i386 has in other forms as well */
#define AFP_QUIET_MORE							\
	__NR__llseek, __NR__newselect, __NR_waitpid, __NR_nice,		\
	__NR_fcntl64, __NR_fstat64, __NR_fstatfs64, __NR_ftruncate64,	\
	__NR_sendfile64, __NR_fadvise64_64, __NR_ugetrlimit,		\
	__NR_getuid32, __NR_geteuid32, __NR_getgid32, __NR_getegid32,	\
	__NR_getresuid32, __NR_getresgid32, __NR_getgroups32,		\
	__NR_sigprocmask, __NR_sigpending, __NR_sigaction,		\
	__NR_set_thread_area, __NR_get_thread_area,			\
	__NR_clock_gettime64, __NR_clock_getres_time64,			\
	__NR_clock_nanosleep_time64, __NR_timer_gettime64,		\
	__NR_timer_settime64, __NR_timerfd_gettime64,			\
	__NR_timerfd_settime64, __NR_pselect6_time64,			\
	__NR_ppoll_time64, __NR_io_pgetevents_time64,			\
	__NR_rt_sigtimedwait_time64, __NR_futex_time64,			\
	__NR_sched_rr_get_interval_time64,
#define AFP_LOUD	afp_loud_compat
#define AFP_LOUD_MORE							\
	__NR_stime, __NR_clock_settime64, __NR_clock_adjtime64,
#include "quiet.h"
