/* SPDX-License-Identifier: GPL-2.0 */
/*
 * fault: what test builds (AFP_TEST=1) can be told to get wrong, so that tests
 * see it found. In all other builds the questions are constants.
 */
#ifndef AFP_FAULT_H
#define AFP_FAULT_H

#include <linux/types.h>

#ifdef AFP_TEST
bool afp_fault_missing(const char *symbol);
bool afp_fault_deaf(void);
int afp_fault_blind(void);
int afp_fault_passing(void);
#else
/* Take this symbol for missing? */
static inline bool afp_fault_missing(const char *symbol)
{
	return false;
}

/* Hear of no rule change? */
static inline bool afp_fault_deaf(void)
{
	return false;
}

/* The native syscall to publish as of no interest, or -1. */
static inline int afp_fault_blind(void)
{
	return -1;
}

/* The native syscall whose entry to publish as of no interest, or -1. */
static inline int afp_fault_passing(void)
{
	return -1;
}
#endif

#endif /* AFP_FAULT_H */
