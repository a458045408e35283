// SPDX-License-Identifier: GPL-2.0
/*
 * Rules that leave by themselves, or are replaced: the changes are made to the
 * file and the directory that they are about.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>
#include "churn.h"

/* 0 not there, 1 a directory, 2 a mount */
static int edited;
/* while there were rules on it */
static uint32_t nr_renamed, nr_unlinked, nr_evicted, nr_removed;

void write_file(const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);

	must(fd < 0 || write(fd, "x", 1) != 1 || close(fd), path);
}

static void make_edited(void)
{
	edited = 1 + one_in(3);
	must(mkdir(EDITED, 0755), EDITED);
	if (edited == 2)
		must(mount("churn", EDITED, "tmpfs", 0, NULL), "mount");
	write_file(EDITED_FILE);
}

/* The file is replaced as editors do it, or written anew. */
static void save_edited(void)
{
	bool watched = live_of(KIND_WATCH_EDITED) || live_of(KIND_TREE_EDITED);

	begin_change("save", BIT(EDIT64));
	if (one_in(3)) {
		nr_unlinked += watched;
		must(unlink(EDITED_FILE), "unlink");
		write_file(EDITED_FILE);
	} else {
		nr_renamed += watched;
		write_file(EDITED_FILE "~");
		must(rename(EDITED_FILE "~", EDITED_FILE), "rename");
	}
	end_change();
}

/* Its directory goes, and the rules on it too. */
static void remove_edited(void)
{
	uint64_t since = 0;

	nr_evicted += !!live_of(KIND_TREE_EDITED);
	nr_removed += !!live_of(KIND_WATCH_EDITED);
	forget_rule(KIND_WATCH_EDITED);
	forget_rule(KIND_TREE_EDITED);
	begin_change(edited == 2 ? "umount" : "rmdir", BIT(EDIT64));
	if (edited == 2) {
		/* a caller may be in there */
		while (umount2(EDITED, 0))
			if (errno != EBUSY || !patient(&since))
				must(-1, "umount");
	} else {
		must(unlink(EDITED_FILE), "unlink");
	}
	must(rmdir(EDITED), "rmdir");
	end_change();
	edited = 0;
}

void change_edited(void)
{
	if (!edited)
		make_edited();
	else if (one_in(3))
		remove_edited();
	else if (one_in(2))
		save_edited();
	else
		toggle(one_in(2) ? KIND_WATCH_EDITED : KIND_TREE_EDITED);
}

void edited_report(void)
{
	printf("did: watched file renamed over: %u\n", nr_renamed);
	printf("did: watched file written anew: %u\n", nr_unlinked);
	printf("did: tree evicted: %u\n", nr_evicted);
	printf("did: parent of a watch removed: %u\n", nr_removed);
}
