// SPDX-License-Identifier: GPL-2.0
/* The module: its file, how it gets there, and how it is. */
#include "doctor.h"

#include <dirent.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "root.h"
#include "spawn.h"

#define FILE_NAME	AFP_SYSFS_NAME ".ko"	/* and maybe .xz and so on */
#define MAX_COPIES	8

/* nftw() hands nothing through. */
static char *copies[MAX_COPIES];
static size_t nr_copies;

static int collect(const char *path, const struct stat *info, int type,
		   struct FTW *where)
{
	(void)info;
	if (type == FTW_F && nr_copies < MAX_COPIES &&
	    strncmp(path + where->base, FILE_NAME, strlen(FILE_NAME)) == 0)
		copies[nr_copies++] = strdup(path);
	return 0;
}

static void find_copies(const char *release)
{
	char path[PATH_MAX];

	root_path(path, "/lib/modules/%s", release);
	nftw(path, collect, 16, FTW_PHYS);
}

static void forget_copies(void)
{
	while (nr_copies)
		free(copies[--nr_copies]);
}

/* modules.dep: "updates/dkms/NAME.ko: DEPENDENCY...", relative to its place */
static char *listed(const char *release)
{
	char *text = root_read(NULL, "/lib/modules/%s/modules.dep", release);
	char *rest = text, *line, *path = NULL;

	while (!path && (line = strsep(&rest, "\n"))) {
		const char *name;
		char full[PATH_MAX];

		line[strcspn(line, ":")] = '\0';
		name = strrchr(line, '/');
		name = name ? name + 1 : line;
		if (strncmp(name, FILE_NAME, strlen(FILE_NAME)) != 0)
			continue;
		root_path(full, "/lib/modules/%s/%s", release, line);
		path = strdup(full);
	}
	free(text);
	return path;
}

/* Kernels that have a module tree and something to boot, but not the module. */
static void look_at_others(struct doctor *doctor)
{
	char path[PATH_MAX];
	struct dirent *entry;
	DIR *dir;

	root_path(path, "/lib/modules");
	dir = opendir(path);
	while (dir && (entry = readdir(dir))) {
		const char *other = entry->d_name;

		if (*other == '.' || strcmp(other, doctor->release) == 0 ||
		    !root_there("/boot/vmlinuz-%s", other))
			continue;
		find_copies(other);
		if (!nr_copies) {
			doctor_found(doctor, VERDICT_NOTE, "there is none for "
				     "the installed kernel %s", other);
			doctor_advise(doctor, "before it is booted, as root: "
				      "dkms autoinstall -k %s", other);
		}
		forget_copies();
	}
	if (dir)
		closedir(dir);
}

static void judge_copies(struct doctor *doctor)
{
	char list[1024] = "";
	size_t i, used = 0;

	for (i = 0; i < nr_copies && used < sizeof(list); i++)
		used += snprintf(list + used, sizeof(list) - used, "%s%s",
				 i ? ", " : "", copies[i]);
	if (!nr_copies) {
		doctor_found(doctor, doctor->report ? VERDICT_NOTE :
			     VERDICT_PROBLEM,
			     "there is none in /lib/modules/%s",
			     doctor->release);
		doctor_advise(doctor, "see dkms below; a module that was "
			      "loaded by hand is gone at the next boot");
	} else if (nr_copies > 1) {
		doctor_found(doctor, VERDICT_PROBLEM, "there is more than one:"
			     " %s; modprobe takes %s", list,
			     doctor->file ? doctor->file : "none of them");
		doctor_advise(doctor, "remove the stale ones, then, as root: "
			      "depmod -a");
	} else if (!doctor->file) {
		doctor_found(doctor, VERDICT_PROBLEM,
			     "%s is there, but modprobe does not know it",
			     list);
		doctor_advise(doctor, "as root: depmod -a");
	} else {
		doctor_found(doctor, VERDICT_OK, "%s", list);
	}
}

/* What is loaded may be older than the file. */
static void compare_versions(struct doctor *doctor)
{
	const char *command[] = { "modinfo", "-F", "srcversion", doctor->file,
				  NULL };
	char *loaded = root_read(NULL, "/sys/module/%s/srcversion",
				 AFP_SYSFS_NAME);
	char *file = NULL;
	int status = 0;

	if (loaded && doctor->file)
		file = spawn_read(command, NULL, &status);
	if (file && status == 0 && *file && strcmp(file, loaded) != 0) {
		doctor_found(doctor, VERDICT_NOTE,
			     "what is loaded was built from other sources");
		doctor_advise(doctor, "to load that file, as root: modprobe -r "
			      AFP_SYSFS_NAME " && modprobe " AFP_SYSFS_NAME);
	}
	free(loaded);
	free(file);
}

void doctor_files(struct doctor *doctor)
{
	doctor->file = listed(doctor->release);
	find_copies(doctor->release);
	judge_copies(doctor);
	forget_copies();
	compare_versions(doctor);
	look_at_others(doctor);
}

/* The versions that dkms has, and whether one is built for this kernel. */
static size_t dkms_versions(const char *release, char *list, size_t size,
			    bool *built)
{
	char path[PATH_MAX];
	struct dirent *entry;
	size_t nr = 0, used = 0;
	DIR *dir;

	root_path(path, "/var/lib/dkms/" AFP_SYSFS_NAME);
	dir = opendir(path);
	while (dir && (entry = readdir(dir))) {
		const char *name = entry->d_name;

		/* kernel-RELEASE-ARCH are links to what is installed */
		if (*name == '.' || strncmp(name, "kernel-", 7) == 0)
			continue;
		if (used < size)
			used += snprintf(list + used, size - used, "%s%s",
					 nr ? ", " : "", name);
		nr++;
		if (root_there("/var/lib/dkms/" AFP_SYSFS_NAME "/%s/%s", name,
			       release))
			*built = true;
	}
	if (dir)
		closedir(dir);
	return nr;
}

void doctor_dkms(struct doctor *doctor)
{
	/* Whoever has the module already lacks it for the next kernel only */
	enum verdict missing = doctor->report || doctor->file ?
			       VERDICT_NOTE : VERDICT_PROBLEM;
	char list[256] = "";
	bool built = false;
	size_t nr;

	if (!root_there("/usr/sbin/dkms") && !root_there("/usr/bin/dkms")) {
		doctor_found(doctor, missing, "is not installed: nothing "
			     "builds the module for the next kernel");
		doctor_advise(doctor, "install dkms, then "
			      "audit-fastpath-dkms, or run make install");
		return;
	}
	nr = dkms_versions(doctor->release, list, sizeof(list), &built);
	if (!nr) {
		doctor_found(doctor, missing, "does not know the module");
		doctor_advise(doctor, "install audit-fastpath-dkms, or run "
			      "make install");
	} else if (!built) {
		doctor_found(doctor, missing, "has %s, but not built for %s",
			     list, doctor->release);
		doctor_advise(doctor, "as root: dkms autoinstall -k %s; why it "
			      "failed: /var/lib/dkms/" AFP_SYSFS_NAME
			      "/*/build/make.log", doctor->release);
	} else if (nr > 1) {
		doctor_found(doctor, VERDICT_NOTE,
			     "has more than one version: %s", list);
		doctor_advise(doctor, "as root: dkms remove " AFP_SYSFS_NAME
			      "/VERSION --all, for the old ones");
	} else {
		doctor_found(doctor, VERDICT_OK, "has %s, built for %s", list,
			     doctor->release);
	}
}
