// SPDX-License-Identifier: GPL-2.0
#include "aufastpath.h"

#include <inttypes.h>
#include <stdio.h>

#include "classes.h"
#include "colour.h"
#include "diag.h"
#include "json_out.h"
#include "verify.h"

static void print_difference(const struct difference *one)
{
	if (one->is_count) {
		printf("  %s: %" PRIu64 ", should be %" PRIu64 "\n", one->file,
		       one->published, one->computed);
		return;
	}
	if (*one->missing)
		printf("  %s: lacks %s\n", one->file, one->missing);
	if (*one->surplus)
		printf("  %s: has %s beyond\n", one->file, one->surplus);
}

static void print_differences(const struct verification *result)
{
	bool lacks = false;
	size_t i;

	printf("%sdifferent%s: what the module published does not follow from "
	       "the %zu loaded rules\n", colour(COLOUR_BAD), colour_off(),
	       result->nr_rules);
	for (i = 0; i < result->nr; i++) {
		const struct difference *one = &result->difference[i];

		print_difference(one);
		lacks |= one->missing && *one->missing;
	}
	if (lacks)
		puts("A syscall that is lacking may be skipped though a rule "
		     "matches it. To be safe,\nas root: echo 0 > "
		     AFP_SYSFS_DIR "/enabled");
	printf("Please report it, with auditctl -l and uname -r. The classes of "
	       "syscalls that\nthis program works with are those of %s; another "
	       "kernel's can differ.\n", classes_from);
}

static void print(const struct verification *result)
{
	const struct report *report = &result->report;

	colour_choose();
	switch (result->verdict) {
	case VERDICT_EQUAL:
		printf("%sequal%s: what the module published follows from the "
		       "%zu loaded rules\n", colour(COLOUR_GOOD),
		       colour_off(), result->nr_rules);
		break;
	case VERDICT_DIFFERENT:
		print_differences(result);
		break;
	case VERDICT_SHUT:
		printf("%s%s%s%s%s: nothing is skipped, so there is nothing to "
		       "verify\n", colour(COLOUR_WATCH),
		       state_names[report->state], colour_off(),
		       report->state == STATE_FAULTED ? ": " : "",
		       report->reason);
		break;
	case VERDICT_HELD:
		printf("%sheld%s: the rules are changing; try again\n",
		       colour(COLOUR_WATCH), colour_off());
		break;
	default:
		printf("%snot loaded%s: the kernel filters every syscall\n",
		       colour(COLOUR_WATCH), colour_off());
		break;
	}
}

#ifdef AFP_HAVE_JSON

static const char *const verdicts[] = {
	[VERDICT_EQUAL] = "equal",
	[VERDICT_DIFFERENT] = "different",
	[VERDICT_SHUT] = "shut",
	[VERDICT_HELD] = "held",
	[VERDICT_NOT_LOADED] = "not loaded",
};

static struct json_object *difference(const struct difference *one)
{
	struct json_object *all = json_object_new_object();

	json_add_text(all, "file", one->file);
	if (one->is_count) {
		json_add(all, "published",
			 json_object_new_uint64(one->published));
		json_add(all, "computed",
			 json_object_new_uint64(one->computed));
	} else {
		json_add_text(all, "missing", one->missing);
		json_add_text(all, "surplus", one->surplus);
	}
	return all;
}

static int print_json(const struct verification *result)
{
	enum verdict verdict = result->verdict;
	struct json_object *root = json_object_new_object();
	struct json_object *all = json_object_new_array();
	size_t i;

	json_add(root, "loaded",
		 json_object_new_boolean(verdict != VERDICT_NOT_LOADED));
	json_add_text(root, "verdict", verdicts[verdict]);
	if (verdict == VERDICT_SHUT) {
		json_add_text(root, "state",
			      state_names[result->report.state]);
		json_add_text(root, "reason", result->report.reason);
	}
	json_add_text(root, "classes_of", classes_from);
	if (verdict == VERDICT_EQUAL || verdict == VERDICT_DIFFERENT) {
		json_add(root, "nr_rules",
			 json_object_new_int64(result->nr_rules));
		for (i = 0; i < result->nr; i++)
			json_object_array_add(all, difference(
				&result->difference[i]));
		json_add(root, "differences", all);
	} else {
		json_object_put(all);
	}
	return json_print(root);
}

#else /* AFP_HAVE_JSON */

static int print_json(const struct verification *result)
{
	(void)result;
	return json_missing();
}

#endif /* AFP_HAVE_JSON */

static int answer(bool json)
{
	static struct verification result;
	int code;

	if (interest_init(true))
		return EXIT_TROUBLE;
	verify(&result);
	switch (result.verdict) {
	case VERDICT_EQUAL:
		code = 0;
		break;
	case VERDICT_NOT_LOADED:
		code = EXIT_NOT_LOADED;
		break;
	case VERDICT_TROUBLE:
		verify_free(&result);
		return EXIT_TROUBLE;
	default:
		code = EXIT_PROBLEM;
		break;
	}
	if (!json)
		print(&result);
	else if (print_json(&result))
		code = EXIT_TROUBLE;
	verify_free(&result);
	return code;
}

int cmd_verify(const struct command *self, int argc, char **argv)
{
	return command_json_only(self, argc, argv, answer);
}
