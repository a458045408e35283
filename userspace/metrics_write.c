// SPDX-License-Identifier: GPL-2.0
#include "metrics.h"

#include <inttypes.h>
#include <math.h>

#include "json_out.h"

/*
 * Backslash, quote and newline are special in a label's value; what comes
 * from a file of the module has none of them, but nobody promised that.
 */
static void write_label(FILE *to, const char *name, const char *value)
{
	fprintf(to, "%s=\"", name);
	for (; *value; value++) {
		if (*value == '\\' || *value == '"')
			putc('\\', to);
		if (*value == '\n')
			fputs("\\n", to);
		else
			putc(*value, to);
	}
	putc('"', to);
}

/* Counts are whole; 17 digits are enough for every double. */
static void write_value(FILE *to, double value)
{
	if (floor(value) == value && fabs(value) < 1e18)
		fprintf(to, " %" PRId64 "\n", (int64_t)value);
	else
		fprintf(to, " %.17g\n", value);
}

static void write_metric(const struct metric *metric, void *arg)
{
	FILE *to = arg;
	size_t i;
	int label;

	fprintf(to, "# HELP %s %s\n# TYPE %s %s\n", metric->name, metric->help,
		metric->name, metric->type);
	for (i = 0; i < metric->nr; i++) {
		const char *const *labels = metric->samples[i].labels;

		fputs(metric->name, to);
		for (label = 0; label < MAX_LABELS; label++) {
			if (!labels[2 * label])
				break;
			putc(label ? ',' : '{', to);
			write_label(to, labels[2 * label],
				    labels[2 * label + 1]);
		}
		if (label)
			putc('}', to);
		write_value(to, metric->samples[i].value);
	}
}

void metrics_prometheus(const struct report *report, FILE *to)
{
	metrics_each(report, write_metric, to);
}

#ifdef AFP_HAVE_JSON

static struct json_object *value_of(double value)
{
	if (floor(value) == value && fabs(value) < 1e18)
		return json_object_new_int64((int64_t)value);
	return json_number(value);
}

static void add_metric(const struct metric *metric, void *arg)
{
	struct json_object *one = json_object_new_object();
	struct json_object *samples = json_object_new_array();
	size_t i;
	int label;

	json_add_text(one, "type", metric->type);
	json_add_text(one, "help", metric->help);
	for (i = 0; i < metric->nr; i++) {
		const char *const *text = metric->samples[i].labels;
		struct json_object *sample = json_object_new_object();
		struct json_object *labels = json_object_new_object();

		for (label = 0; label < MAX_LABELS && text[2 * label]; label++)
			json_add_text(labels, text[2 * label],
				      text[2 * label + 1]);
		json_add(sample, "labels", labels);
		json_add(sample, "value", value_of(metric->samples[i].value));
		json_object_array_add(samples, sample);
	}
	json_add(one, "samples", samples);
	json_add(arg, metric->name, one);
}

int metrics_json(const struct report *report, FILE *to)
{
	struct json_object *root = json_object_new_object();
	const char *text;

	metrics_each(report, add_metric, root);
	text = json_text(root, true);
	if (text)
		fprintf(to, "%s\n", text);
	json_object_put(root);
	return text ? 0 : -1;
}

#else /* AFP_HAVE_JSON */

int metrics_json(const struct report *report, FILE *to)
{
	(void)report;
	(void)to;
	return json_missing();
}

#endif /* AFP_HAVE_JSON */
