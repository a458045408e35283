/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Random rules and contexts for the model, biased to where rules match and
 * to where scope decides something.
 */
#ifndef AFP_TEST_GEN_H
#define AFP_TEST_GEN_H

#include "model.h"
#include "rnd.h"

/* Every field that the kernel knows (uapi linux/audit.h). */
extern const __u32 gen_types[];
extern const size_t gen_nr_types;

/* A context; names and no names are equally likely. */
void gen_ctx(struct rnd *r, struct model_ctx *ctx);

/* A rule, half of whose values are taken from @ctx. */
void gen_rule(struct rnd *r, const struct model_ctx *ctx,
	      struct model_rule *rule);

/* A rule of what scope understands to the full: arch=, arch!=, perm=, keys. */
void gen_plain_rule(struct rnd *r, struct model_rule *rule);

/* A syscall mask alone; @major is likely to be in it. */
void gen_mask(struct rnd *r, int major, __u32 *mask);

/* An arch value: the two real ones, others, near misses. */
__u32 gen_arch(struct rnd *r);

/* The kernel's operator as user space writes it: AUDIT_EQUAL, ... */
__u32 gen_user_op(__u32 op);

/* To stderr: what did not hold. */
void gen_print(const struct model_rule *rule, const struct model_ctx *ctx);

#endif /* AFP_TEST_GEN_H */
