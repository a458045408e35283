/* SPDX-License-Identifier: GPL-2.0 */
/* What the module shows, as metrics in the sense of Prometheus. */
#ifndef METRICS_H
#define METRICS_H

#include <stdio.h>

#include "sysfs.h"

#define MAX_LABELS 3

/**
 * struct sample - one value
 * @labels: name and value in turn, as many as there are
 * @value: it; none needs more than the 53 bits of a double for long
 */
struct sample {
	const char *labels[2 * MAX_LABELS];
	double value;
};

/**
 * struct metric - one metric and its samples
 * @name: whole
 * @type: "gauge" or "counter"
 * @help: one line
 * @nr: how many samples
 * @samples: them
 */
struct metric {
	const char *name;
	const char *type;
	const char *help;
	size_t nr;
	const struct sample *samples;
};

/**
 * metrics_each() - go through all metrics
 * @report: the report; NULL: the module is not loaded, and only the metrics
 *	    that say so are there
 * @each: called for each of them, which lives until it returns
 * @to: passed to it
 */
void metrics_each(const struct report *report,
		  void (*each)(const struct metric *metric, void *to),
		  void *to);

/**
 * metrics_prometheus() - write them in the text format of Prometheus
 * @report: as metrics_each()
 * @to: where to
 */
void metrics_prometheus(const struct report *report, FILE *to);

/**
 * metrics_json() - write them as one JSON object
 * @report: as metrics_each()
 * @to: where to
 *
 * Return: 0, or -1 after a message.
 */
int metrics_json(const struct report *report, FILE *to);

#endif /* METRICS_H */
