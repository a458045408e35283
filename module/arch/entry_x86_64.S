/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The trampolines of the entry shortcut, called by the ftrace sites of
 * __audit_syscall_entry and __audit_syscall_exit.
 *
 * On the stack: the return into the function, above it the one to its caller.
 * Until a skip is decided only rax, r10 and r11 may change. entry_path.c says
 * why a skip makes no difference, and decides in the same order. How a function
 * is skipped, and why no call is counted: exit_x86_64.S.
 */
#include "compat.h"
#include "interest.h"
#include "layout.h"
#include "offsets.h"
#include "revive.h"
#include "trampoline.h"

/* thread_info.status, arch/x86/include/asm/thread_info.h */
#define TS_COMPAT	2

/*
 * __audit_syscall_entry(major, a1, a2, a3, a4): do what it does where there are
 * no rules, and return in its stead. The time is taken by its own clock, which
 * returns for us.
 */
.macro ENTER name:req, stats:req
	.balign	16
SYM_START(\name, SYM_L_GLOBAL, SYM_A_NONE)
	ENDBR
	movl	%edi, %r10d
	cmpl	$(AFP_ASM_NR_SYSCALLS - 1), %r10d
	ja	.Lfull\@
	movq	AFP_CURRENT, %rax
	movq	AFP_TASK_CONTEXT(%rax), %r11
	testb	$TS_COMPAT, AFP_TASK_STATUS(%rax)
	jnz	.Lcompat\@
	testb	$AFP_ENTER, afp_interest(%r10)
	jnz	.Lfull\@
	movl	$AFP_ASM_ARCH_NATIVE, %eax
.Lquiet\@:
	testq	%r11, %r11
	jz	.Lfull\@
	cmpl	$0, audit_enabled(%rip)
	je	.Lfull\@
	cmpl	$AFP_ASM_STATE_BUILD, AFP_CTX_STATE(%r11)
	jne	.Lfull\@
	cmpl	$0, AFP_CTX_CONTEXT(%r11)
	jne	.Lfull\@
	movl	afp_ctx_names(%rip), %r10d
	cmpl	$0, (%r11,%r10)
	jne	.Lfull\@
	movl	$AFP_DUMMY, AFP_CTX_DUMMY(%r11)
	movl	afp_ctx_arch(%rip), %r10d
	movl	%eax, (%r11,%r10)
	movl	afp_ctx_major(%rip), %r10d
	movl	%edi, (%r11,%r10)
	movq	%rsi, AFP_CTX_ARGV(%r11)
	movq	%rdx, AFP_CTX_ARGV + 8(%r11)
	movq	%rcx, AFP_CTX_ARGV + 16(%r11)
	movq	%r8, AFP_CTX_ARGV + 24(%r11)
	movq	$0, AFP_CTX_PRIO(%r11)
	movl	$AFP_ASM_CTX_SYSCALL, AFP_CTX_CONTEXT(%r11)
	movl	$AFP_ASM_STATE_BUILD, AFP_CTX_CURRENT_STATE(%r11)
	COUNT	afp_entry_skipped, \stats
	movl	afp_ctx_ctime(%rip), %edi
	addq	%r11, %rdi
	movq	$afp_exit_return, (%rsp)
	jmp	ktime_get_coarse_real_ts64
.Lcompat\@:
	testb	$AFP_ENTER, afp_interest + AFP_ASM_NR_SYSCALLS(%r10)
	movl	$AFP_ASM_ARCH_COMPAT, %eax
	jz	.Lquiet\@
.Lfull\@:
	cmpb	$0, afp_interest_idle(%rip)
	jne	afp_entry_idle
	RET
SYM_END(\name, SYM_T_FUNC)
.endm

/*
 * __audit_syscall_exit(success, code): if the entry was skipped and nothing has
 * happened since, put the context away as it does, and return in its stead. A
 * rule may have come meanwhile: then it finds the context that it would have
 * found.
 */
.macro LEAVE name:req, stats:req
	.balign	16
SYM_START(\name, SYM_L_GLOBAL, SYM_A_NONE)
	ENDBR
	movq	AFP_CURRENT, %rax
	movq	AFP_TASK_CONTEXT(%rax), %r11
	testq	%r11, %r11
	jz	.Lfull\@
	cmpl	$AFP_DUMMY, AFP_CTX_DUMMY(%r11)
	jne	.Lfull\@
	movl	afp_ctx_major(%rip), %eax
	movl	(%r11,%rax), %r10d
	movl	afp_ctx_arch(%rip), %eax
	cmpl	$AFP_ASM_ARCH_NATIVE, (%r11,%rax)
	jne	.Lcompat\@
	testb	$AFP_ENTER, afp_interest(%r10)
	jnz	.Lrevive\@
.Lquiet\@:
	/* dummy is 0 and context is unused, as after each full exit */
	movq	$0, AFP_CTX_DUMMY(%r11)
	movq	$afp_exit_return, (%rsp)
	RET
.Lcompat\@:
	testb	$AFP_ENTER, afp_interest + AFP_ASM_NR_SYSCALLS(%r10)
	jz	.Lquiet\@
.Lrevive\@:
	COUNT	afp_entry_revived, \stats
	movl	$0, AFP_CTX_DUMMY(%r11)
.Lfull\@:
	RET
SYM_END(\name, SYM_T_FUNC)
.endm

	.text

/* Without rules: leave the slow path, if the task may. */
SYM_START(afp_entry_idle, SYM_L_LOCAL, SYM_A_ALIGN)
	pushq	%rdi
	pushq	%rsi
	pushq	%rdx
	pushq	%rcx
	pushq	%r8
	call	afp_idle_enter
	popq	%r8
	popq	%rcx
	popq	%rdx
	popq	%rsi
	popq	%rdi
	testb	%al, %al
	jz	.Lstay
	movq	$afp_exit_return, (%rsp)
.Lstay:
	RET
SYM_END(afp_entry_idle, SYM_T_FUNC)

ENTER afp_entry_enter, 1
ENTER afp_entry_enter_nostats, 0
LEAVE afp_entry_leave, 1
LEAVE afp_entry_leave_nostats, 0

	.section .note.GNU-stack, "", @progbits
