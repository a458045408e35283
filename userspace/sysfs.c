// SPDX-License-Identifier: GPL-2.0
#include "sysfs.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diag.h"
#include "root.h"
#include "sysfs_parse.h"

/* Far more than any of the files can hold: the longest has 1000 lines. */
#define MAX_FILE (1u << 18)

const char *sysfs_dir(void)
{
	static char path[PATH_MAX];
	const char *dir = getenv(SYSFS_DIR_ENV);

	if (dir && *dir)
		return dir;
	root_path(path, "%s", AFP_SYSFS_DIR);
	return path;
}

/* Return: the file's text, or NULL with errno (EFBIG: more than MAX_FILE). */
static char *slurp(int dir, const char *name, size_t *length)
{
	char *text = malloc(MAX_FILE + 1);
	size_t used = 0;
	ssize_t got;
	int fd;

	if (!text)
		return NULL;
	fd = openat(dir, name, O_RDONLY | O_CLOEXEC);
	if (fd < 0) {
		free(text);
		return NULL;
	}
	do {
		got = read(fd, text + used, MAX_FILE + 1 - used);
		if (got > 0)
			used += got;
	} while ((got > 0 && used <= MAX_FILE) || (got < 0 && errno == EINTR));
	if (got >= 0 && used > MAX_FILE) {
		errno = EFBIG;
		got = -1;
	}
	if (got < 0) {
		int err = errno;

		close(fd);
		free(text);
		errno = err;
		return NULL;
	}
	close(fd);
	text[used] = '\0';
	*length = used;
	return text;
}

char *sysfs_read(const char *name, size_t *length)
{
	int dir = open(sysfs_dir(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	char *text;
	int err;

	if (dir < 0)
		return NULL;
	text = slurp(dir, name, length);
	err = errno;
	close(dir);
	errno = err;
	return text;
}

/* Errors of a file whose module has gone while it was being read */
static bool gone(int err)
{
	return (err == ENOENT || err == ENODEV) &&
	       access(sysfs_dir(), F_OK) != 0;
}

/* Nothing else may reach a terminal, and JSON takes no broken UTF-8. */
bool sysfs_is_text(const char *text, size_t length)
{
	size_t i;

	for (i = 0; i < length; i++)
		if ((text[i] < ' ' || text[i] > '~') && text[i] != '\n' &&
		    text[i] != '\t')
			return false;
	return true;
}

/*
 * Read a file into report->text. A page that is full is cut off by the kernel
 * without a word, and its last character is then no newline.
 */
static enum report_result read_file(struct report *report, int dir,
				    const char *name, char **text)
{
	size_t length;
	char *got = slurp(dir, name, &length);

	if (!got) {
		if (gone(errno))
			return REPORT_NOT_LOADED;
		diag("cannot read %s/%s: %s%s", sysfs_dir(), name,
		     strerror(errno), errno == ENOENT ?
		     "; are the module and this program of one version?" : "");
		return REPORT_TROUBLE;
	}
	report->text[report->nr_text++] = got;
	*text = got;
	if (!sysfs_is_text(got, length)) {
		diag("%s/%s: has a byte in it that is no ASCII text",
		     sysfs_dir(), name);
		return REPORT_TROUBLE;
	}
	if (length && got[length - 1] != '\n') {
		diag("%s/%s: is cut off, no newline at its end", sysfs_dir(),
		     name);
		return REPORT_TROUBLE;
	}
	if (length)
		got[length - 1] = '\0';
	return REPORT_READ;
}

typedef const char *parser(struct report *report, char *text);

static enum report_result read_one(struct report *report, int dir,
				   const char *name, parser *parse)
{
	enum report_result result;
	const char *wrong;
	char *text;

	result = read_file(report, dir, name, &text);
	if (result != REPORT_READ)
		return result;
	wrong = parse(report, text);
	if (!wrong)
		return REPORT_READ;
	diag("%s/%s: %s", sysfs_dir(), name, wrong);
	return REPORT_TROUBLE;
}

static enum report_result read_interest(struct report *report, int dir,
					int kind, int arch)
{
	enum report_result result;
	const char *wrong;
	char name[64];
	char *text;

	snprintf(name, sizeof(name), "interest/%s_%s", kind_names[kind],
		 arch_names[arch]);
	result = read_file(report, dir, name, &text);
	if (result != REPORT_READ)
		return result;
	wrong = parse_bits(&report->interest[kind][arch], text);
	if (!wrong)
		return REPORT_READ;
	diag("%s/%s: %s", sysfs_dir(), name, wrong);
	return REPORT_TROUBLE;
}

static enum report_result read_all(struct report *report, int dir)
{
	static const struct {
		const char *name;
		parser *parse;
	} files[] = {
		{ "state", parse_state },
		{ "enabled", parse_enabled },
		{ "hooks", parse_hooks },
		{ "stats", parse_stats },
	};
	enum report_result result;
	int kind, arch;
	size_t i;

	for (i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		result = read_one(report, dir, files[i].name, files[i].parse);
		if (result != REPORT_READ)
			return result;
	}
	for (kind = 0; kind < NR_KINDS; kind++) {
		for (arch = 0; arch < AFP_NR_ARCHES; arch++) {
			result = read_interest(report, dir, kind, arch);
			if (result != REPORT_READ)
				return result;
		}
	}
	return REPORT_READ;
}

/* The one thing that is not below sysfs_dir(); a word, or not believed. */
static void read_mode(struct report *report)
{
	size_t length;
	char *mode = root_read(&length, "/sys/module/%s/parameters/mode",
			       AFP_SYSFS_NAME);

	if (mode && length > 1 && mode[length - 1] == '\n' &&
	    strspn(mode, "abcdefghijklmnopqrstuvwxyz_-") == length - 1) {
		mode[length - 1] = '\0';
		report->mode = mode;
	} else {
		free(mode);
	}
}

enum report_result report_read(struct report *report)
{
	enum report_result result;
	int dir;

	memset(report, 0, sizeof(*report));
	dir = open(sysfs_dir(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (dir < 0 && errno == ENOENT) {
		/* Without sysfs nobody knows whether it is loaded */
		if (strcmp(sysfs_dir(), AFP_SYSFS_DIR) == 0 &&
		    access("/sys/kernel", F_OK) != 0) {
			diag("there is no /sys/kernel; mount sysfs on /sys");
			return REPORT_TROUBLE;
		}
		return REPORT_NOT_LOADED;
	}
	if (dir < 0) {
		diag("cannot open %s: %s", sysfs_dir(), strerror(errno));
		return REPORT_TROUBLE;
	}
	result = read_all(report, dir);
	close(dir);
	if (result == REPORT_READ)
		read_mode(report);
	return result;
}

void report_free(struct report *report)
{
	while (report->nr_text)
		free(report->text[--report->nr_text]);
	free(report->mode);
	report->mode = NULL;
}
