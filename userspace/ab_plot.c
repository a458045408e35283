// SPDX-License-Identifier: GPL-2.0
#include "ab.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "atomic_file.h"
#include "diag.h"
#include "spawn.h"

int ab_plot_check(const char *path)
{
	if (!spawn_possible("gnuplot")) {
		diag("--plot needs gnuplot, which is not in PATH (Debian: "
		     "gnuplot-nox)");
		return -1;
	}
	return atomic_open(path);
}

/* In single quotes gnuplot knows one special character: the quote. */
static void quoted(FILE *to, const char *text)
{
	putc('\'', to);
	for (; *text; text++) {
		if (*text == '\'')
			putc('\'', to);
		putc(*text, to);
	}
	putc('\'', to);
}

static void write_script(FILE *to, const struct ab *ab)
{
	const struct bench_stats *ratio = &ab->ratio_stats;
	size_t i;

	fputs("$data << EOD\n", to);
	for (i = 0; i < ab->rounds; i++)
		fprintf(to, "%zu %.3f %.3f\n", i + 1, ab->off[i], ab->on[i]);
	fputs("EOD\nset terminal svg size 800,500 dynamic background 'white'\n"
	      "set output ", to);
	quoted(to, atomic_name());
	fprintf(to, "\nset title '%s: ratio %.4f, from %.4f to %.4f' noenhanced\n"
		"set xlabel 'round'\n"
		"set ylabel 'ns an operation'\n"
		"set xrange [0.5:%zu.5]\n"
		"set yrange [0:*]\n"
		"set xtics 0,%zu\n"
		"set key outside bottom center horizontal\n"
		"set grid ytics\n"
		"plot $data using 1:2 with linespoints pt 7 lc rgb '#b03030' "
		"title 'enabled=0', "
		"$data using 1:3 with linespoints pt 7 lc rgb '#3060b0' "
		"title 'enabled=1'\n",
		ab->call->name, ratio->median, ratio->min, ratio->max,
		ab->rounds, 1 + ab->rounds / 20);
}

/*
 * gnuplot may end before it has read everything: no reason to die of it, and
 * nothing may be left in a buffer, or pclose() would say that instead of how
 * gnuplot ended.
 */
static int feed(const char *script, size_t size)
{
	void (*old)(int) = signal(SIGPIPE, SIG_IGN);
	FILE *to = popen("gnuplot >/dev/null 2>&1", "w");
	int status = -1;
	ssize_t put = 1;

	while (to && size && put > 0) {
		put = write(fileno(to), script, size);
		script += put > 0 ? put : 0;
		size -= put > 0 ? put : 0;
	}
	if (to)
		status = pclose(to);
	signal(SIGPIPE, old);
	return status;
}

static int run(const struct ab *ab)
{
	char *script = NULL;
	size_t size = 0;
	FILE *to = open_memstream(&script, &size);
	int status;

	if (!to) {
		diag("out of memory");
		return -1;
	}
	write_script(to, ab);
	status = fclose(to) ? -1 : feed(script, size);
	free(script);
	if (status == 0)
		return 0;
	if (status < 0)
		diag("cannot run gnuplot: %s", strerror(errno));
	else
		diag("gnuplot ended with status %d; does it have the terminal "
		     "svg?", WIFEXITED(status) ? WEXITSTATUS(status) : status);
	return -1;
}

int ab_plot(const struct ab *ab)
{
	struct stat info;

	if (run(ab)) {
		atomic_abort();
		return -1;
	}
	if (fstat(atomic_fd(), &info) || info.st_size == 0) {
		diag("gnuplot drew nothing; does it have the terminal svg?");
		atomic_abort();
		return -1;
	}
	return atomic_commit();
}
