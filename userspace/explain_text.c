// SPDX-License-Identifier: GPL-2.0
#include "explain.h"

#include <stdio.h>
#include <string.h>

#include "classes.h"
#include "colour.h"
#include "syscall_names.h"

#define WIDTH	79

static const char *const paths[NR_KINDS] = {
	[KIND_exit] = "exit, if it used a path",
	[KIND_exit_noname] = "exit, if it used none",
	[KIND_entry] = "entry",
	[KIND_inode] = "inode buckets",
};

static bool keeps(const struct explained *one, const struct explanation *why,
		  enum kind kind)
{
	return afp_set_has(one->interest.set[kind][why->arch], why->nr);
}

/* Words, broken into lines; every line but the first begins with @indent. */
struct flow {
	int indent;
	int column;
};

static void put_word(struct flow *flow, const char *word)
{
	int width = strlen(word);

	if (flow->column > flow->indent &&
	    flow->column + 1 + width > WIDTH) {
		printf("\n%*s", flow->indent, "");
		flow->column = flow->indent;
	} else if (flow->column > flow->indent) {
		putchar(' ');
		flow->column++;
	}
	fputs(word, stdout);
	flow->column += width;
}

static void put_words(struct flow *flow, const char *text)
{
	char word[64];

	while (*text) {
		size_t length = strcspn(text, " ");

		snprintf(word, sizeof(word), "%.*s", (int)length, text);
		put_word(flow, word);
		text += length;
		text += strspn(text, " ");
	}
}

/* Where a rule is found again */
static void name_rule(char *name, size_t size, const struct explanation *why,
		      const struct rule *rule)
{
	if (why->file)
		snprintf(name, size, "line %u", rule->line);
	else
		snprintf(name, size, "%s %u", audit_flag_to_name(rule->list),
			 rule->position);
}

static const char *path_of(const struct explained *one)
{
	if (rule_in_inode(one->rule->data))
		return "inode";
	if (set_count(one->interest.set[KIND_exit_noname][AFP_NATIVE],
		      AFP_NATIVE, false) ||
	    set_count(one->interest.set[KIND_exit_noname][AFP_COMPAT],
		      AFP_COMPAT, false))
		return "exit";
	return one->advice == ADVICE_DEAD ? "none" : "path";
}

/* The next rule from @i on with that advice, or the end */
static size_t next_with(const struct explanation *why, size_t i,
			enum advice advice)
{
	while (i < why->nr_each && why->each[i].advice != advice)
		i++;
	return i;
}

static void advise_about(const struct explanation *why, size_t i)
{
	enum advice advice = why->each[i].advice;
	struct flow flow = { .indent = 2, .column = 2 };
	const char *list, *last = "";
	char number[16];
	size_t next;

	fputs("  ", stdout);
	for (; i < why->nr_each; i = next) {
		const struct rule *rule = why->each[i].rule;

		next = next_with(why, i + 1, advice);
		list = why->file ? "line" : audit_flag_to_name(rule->list);
		if (strcmp(list, last) != 0)
			put_word(&flow, list);
		last = list;
		snprintf(number, sizeof(number), "%u%s",
			 why->file ? rule->line : rule->position,
			 next < why->nr_each ? "," : ":");
		put_word(&flow, number);
	}
	flow = (struct flow){ .indent = 4, .column = 4 };
	fputs("\n    ", stdout);
	put_words(&flow, advice_texts[advice]);
	putchar('\n');
}

static void print_advice(const struct explanation *why)
{
	int advice;
	size_t i;

	if (why->nr_each)
		printf("\n%sWhat one could do%s\n", colour(COLOUR_HEAD),
		       colour_off());
	for (advice = 0; advice < NR_ADVICE; advice++) {
		i = next_with(why, 0, advice);
		if (i < why->nr_each)
			advise_about(why, i);
	}
}

static void print_one(const struct explanation *why)
{
	size_t i, count;
	int kind;
	char name[32];
	char digits[SYSCALL_DIGITS];

	printf("%s%s%s, number %d of %s\n", colour(COLOUR_HEAD),
	       syscall_word(why->arch, why->nr, digits), colour_off(), why->nr,
	       explain_arch[why->arch]);
	for (kind = 0; kind < NR_KINDS; kind++) {
		count = 0;
		for (i = 0; i < why->nr_each; i++)
			count += keeps(&why->each[i], why, kind);
		printf("  %-26s", paths[kind]);
		if (count)
			printf("%snot skipped%s: %zu rule%s may match\n",
			       colour(COLOUR_WATCH), colour_off(), count,
			       count == 1 ? "" : "s");
		else
			printf("%sskipped%s\n", colour(COLOUR_GOOD),
			       colour_off());
	}
	if (why->nr_each)
		printf("\n%sRules that may match it%s\n", colour(COLOUR_HEAD),
		       colour_off());
	for (i = 0; i < why->nr_each; i++) {
		const struct explained *one = &why->each[i];

		name_rule(name, sizeof(name), why, one->rule);
		printf("  %-10s %-5s %s\n", name, path_of(one),
		       one->rule->text);
	}
}

static void print_rules(const struct explanation *why)
{
	unsigned int known = why->known[why->arch];
	char name[32];
	size_t i;

	if (!why->nr_each)
		return;
	printf("\n%sRules, worst first, and how many of the %u syscalls of %s "
	       "each may match%s\n", colour(COLOUR_HEAD), known,
	       explain_arch[why->arch], colour_off());
	for (i = 0; i < why->nr_each; i++) {
		const struct explained *one = &why->each[i];
		enum kind kind = rule_in_inode(one->rule->data) ? KIND_inode :
				 KIND_exit;

		name_rule(name, sizeof(name), why, one->rule);
		printf("  %6.2f %% %4u  %-5s %-10s %s\n",
		       explain_share(one->opens[kind], known),
		       one->opens[kind], path_of(one), name, one->rule->text);
	}
	puts("\n  exit: looked at after each of them; path: only if it used a "
	     "path;\n  inode: only on the files of one inode bucket");
}

static void print_kept(const struct explanation *why, enum kind kind)
{
	const __u64 *set = why->sum.set[kind][why->arch];
	unsigned int nr, count = set_count(set, why->arch, true);
	struct flow flow = { .indent = 4, .column = 4 };

	if (!count)
		return;
	printf("  %s, not skipped in %s:\n    ", paths[kind],
	       explain_arch[why->arch]);
	if (count == why->known[why->arch])
		fputs("all", stdout);
	for (nr = 0; nr < AFP_NR_SYSCALLS; nr++)
		if (count < why->known[why->arch] && afp_set_has(set, nr) &&
		    syscall_name(why->arch, nr))
			put_word(&flow, syscall_name(why->arch, nr));
	putchar('\n');
}

static void print_totals(const struct explanation *why)
{
	int kind, arch;

	printf("\n%sSkipped%s%19s", colour(COLOUR_HEAD), colour_off(), "");
	for (arch = 0; arch < AFP_NR_ARCHES; arch++)
		printf("    of %4u in %s", why->known[arch],
		       explain_arch[arch]);
	putchar('\n');
	for (kind = 0; kind < NR_KINDS; kind++) {
		printf("  %-24s", paths[kind]);
		for (arch = 0; arch < AFP_NR_ARCHES; arch++) {
			unsigned int all = why->known[arch], skipped;

			skipped = all - set_count(why->sum.set[kind][arch],
						  arch, true);
			printf("    %4u %6.2f %%", skipped,
			       explain_share(skipped, all));
		}
		putchar('\n');
	}
	putchar('\n');
	print_kept(why, KIND_exit_noname);
	print_kept(why, KIND_exit);
}

static void print_notes(const struct explanation *why)
{
	if (why->nr_elsewhere)
		printf("\n%zu rule%s of other lists (task, exclude, ...): no "
		       "syscall is kept by them.\n", why->nr_elsewhere,
		       why->nr_elsewhere == 1 ? "" : "s");
	if (why->task_never)
		puts("The list task begins with a rule that turns audit off for "
		     "every task started\nfrom then on: no filter runs in them, "
		     "so nothing is left to be skipped.");
	if (why->rules->nr_refused)
		printf("\n%zu line%s refused, see above; not part of this.\n",
		       why->rules->nr_refused,
		       why->rules->nr_refused == 1 ? " was" : "s were");
	if (why->rules->stops_at)
		printf("auditctl -R would stop at line %u, without -c or -i.\n",
		       why->rules->stops_at);
}

void explain_text(const struct explanation *why)
{
	colour_choose();
	if (why->nr >= 0) {
		print_one(why);
	} else {
		printf("%zu rule%s", why->rules->nr,
		       why->rules->nr == 1 ? "" : "s");
		if (why->file)
			printf(" in %s", strcmp(why->file, "-") == 0 ?
			       "the standard input" : why->file);
		else
			fputs(" loaded", stdout);
		printf("; classes of syscalls as of %s\n", classes_from);
		print_rules(why);
		print_totals(why);
	}
	print_advice(why);
	print_notes(why);
}
