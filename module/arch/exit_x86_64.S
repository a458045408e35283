/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The exit filter's trampolines, called by the ftrace site at its entry.
 *
 * On the stack: the return into the filter, above it the one to its caller.
 * rdi, rsi, rdx, rcx, r8, r9 and the callee-saved registers hold what the
 * caller left there; rax, r10 and r11 are free. exit_path.c says why a clear
 * bit allows the skip, and decides in the same order.
 *
 * The call from the site is not counted (CALL_DEPTH_ACCOUNT): where the depth is
 * tracked at all, with retbleed=stuff, one call too few in the count makes the
 * return thunk refill the return buffer one level early, which is safe. All
 * other machines would execute the nop that stands in for it, and for a syscall
 * with names once more for each bucket of inodes.
 */
#include <linux/objtool.h>
#include "interest.h"
#include "trampoline.h"

/* Let the kernel's filter run. */
.macro FULL stats
	COUNT	afp_exit_full, \stats
	RET
.endm

/*
 * Go to \skip if the syscall \nr (64 bits, its upper half meant) of the context
 * in rsi can be skipped, else return into the filter. Clobbers \tmp.
 */
.macro DECIDE nr:req, tmp:req, tmp32:req, stats:req, skip:req
	cmpq	$(AFP_ASM_NR_SYSCALLS - 1), \nr
	ja	.Lfull\@
	movl	afp_ctx_names(%rip), \tmp32
	cmpl	$0, (%rsi,\tmp)
	jne	.Lnames\@
	movl	afp_ctx_arch(%rip), \tmp32
	cmpl	$AFP_ASM_ARCH_NATIVE, (%rsi,\tmp)
	jne	.Lcompat\@
	testb	$AFP_EXIT_NONAME, afp_interest(\nr)
	jz	\skip
	FULL	\stats
.Lcompat\@:
	cmpl	$AFP_ASM_ARCH_COMPAT, (%rsi,\tmp)
	jne	.Lfull\@
	testb	$AFP_EXIT_NONAME, afp_interest + AFP_ASM_NR_SYSCALLS(\nr)
	jz	\skip
	FULL	\stats
.Lnames\@:
	movl	afp_ctx_arch(%rip), \tmp32
	cmpl	$AFP_ASM_ARCH_NATIVE, (%rsi,\tmp)
	jne	.Lcompat_names\@
	testb	$AFP_EXIT, afp_interest(\nr)
	jz	\skip
	FULL	\stats
.Lcompat_names\@:
	cmpl	$AFP_ASM_ARCH_COMPAT, (%rsi,\tmp)
	jne	.Lfull\@
	testb	$AFP_EXIT, afp_interest + AFP_ASM_NR_SYSCALLS(\nr)
	jz	\skip
.Lfull\@:
	FULL	\stats
.endm

/*
 * __audit_filter_op(tsk, ctx, list, name, op): give it an empty list. Every
 * call is returned from, so the return predictor is never off.
 */
.macro EXIT_OP name:req, stats:req
	.balign	16
SYM_START(\name, SYM_L_GLOBAL, SYM_A_NONE)
	ENDBR
	cmpq	afp_exit_list(%rip), %rdx
	jne	.Lother\@
	DECIDE	nr=%r8, tmp=%rax, tmp32=%eax, stats=\stats, skip=.Lskip\@
.Lskip\@:
	COUNT	afp_exit_skipped, \stats
	movq	$afp_no_rules, %rdx
.Lother\@:
	RET
SYM_END(\name, SYM_T_FUNC)
.endm

/*
 * audit_filter_syscall(tsk, ctx): return in its stead. Dropping the return
 * into the filter would leave the return predictor one call ahead, and every
 * return up to user space would be mispredicted. Sending it to a RET costs
 * one misprediction, and the second RET meets the caller's call again.
 */
.macro EXIT_SYSCALL name:req, stats:req
	.balign	16
SYM_START(\name, SYM_L_GLOBAL, SYM_A_NONE)
	ENDBR
	movl	afp_ctx_major(%rip), %eax
	movl	(%rsi,%rax), %eax
	DECIDE	nr=%rax, tmp=%r10, tmp32=%r10d, stats=\stats, skip=.Lskip\@
.Lskip\@:
	COUNT	afp_exit_skipped, \stats
	movq	$afp_exit_return, (%rsp)
	RET
SYM_END(\name, SYM_T_FUNC)
.endm

/*
 * mode=verify: let the function run, in any case, and look at what it did. rsi is
 * the context; on the stack lie the return into the function and the one to its
 * caller. It takes all its arguments in registers, so a frame may be put between
 * it and its caller.
 */
.macro RUN_AND_JUDGE judge:req
	pushq	%rdi
	pushq	%rsi
	pushq	%rdx
	pushq	%rcx
	pushq	%r8
	pushq	%r9
	pushq	afp_generation(%rip)		/* before interest is read */
	movq	%rsi, %rdi
	call	afp_exit_look
	popq	%r11
	popq	%r9
	popq	%r8
	popq	%rcx
	popq	%rdx
	popq	%rsi
	popq	%rdi
	movl	afp_ctx_prio(%rip), %r10d
	xchgq	%rax, (%rsp)			/* interest; into the function */
	pushq	%rsi				/* the context */
	pushq	%r11				/* generation */
	pushq	(%rsi,%r10)			/* its priority */
	call	afp_exit_enter
	popq	%rsi
	popq	%rdx
	popq	%rdi
	popq	%rcx
	pushq	%rax				/* what the function returned */
	call	\judge
	popq	%rax
	RET
.endm

/* For a function (tsk, ctx). */
.macro JUDGED name:req, judge:req
	.balign	16
SYM_START(\name, SYM_L_GLOBAL, SYM_A_NONE)
	ENDBR
	RUN_AND_JUDGE \judge
SYM_END(\name, SYM_T_FUNC)
	STACK_FRAME_NON_STANDARD \name
.endm

.macro JUDGED_OP name:req, judge:req
	.balign	16
SYM_START(\name, SYM_L_GLOBAL, SYM_A_NONE)
	ENDBR
	cmpq	afp_exit_list(%rip), %rdx
	jne	.Lother\@
	RUN_AND_JUDGE \judge
.Lother\@:
	RET
SYM_END(\name, SYM_T_FUNC)
	STACK_FRAME_NON_STANDARD \name
.endm

	.text

/* Enter the function at rax, with the caller of this as its own. */
SYM_START(afp_exit_enter, SYM_L_LOCAL, SYM_A_ALIGN)
	pushq	%rax
	RET
SYM_END(afp_exit_enter, SYM_T_FUNC)
	STACK_FRAME_NON_STANDARD afp_exit_enter

JUDGED_OP afp_exit_op_verify, afp_exit_verify
JUDGED afp_exit_syscall_verify, afp_exit_verify
JUDGED afp_inodes_verify, afp_exit_verify_entry

EXIT_OP afp_exit_op, 1
EXIT_OP afp_exit_op_nostats, 0
EXIT_SYSCALL afp_exit_syscall, 1
EXIT_SYSCALL afp_exit_syscall_nostats, 0

/* Reached by returns only: here, and from the other tiers' regs->ip. */
SYM_START(afp_exit_return, SYM_L_GLOBAL, SYM_A_ALIGN)
	ANNOTATE_NOENDBR
	RET
SYM_END(afp_exit_return, SYM_T_FUNC)

	.section .note.GNU-stack, "", @progbits
