// SPDX-License-Identifier: GPL-2.0
/*
 * fan FILE - a task reads the file, and another denies that through fanotify,
 * with an answer that is audited. Exit status 0 when it came so.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/fanotify.h>
#include <sys/wait.h>
#include <unistd.h>

static int reader(const char *path)
{
	char byte;
	int fd = open(path, O_RDONLY);

	return fd < 0 || read(fd, &byte, 1) >= 0 || errno != EPERM;
}

int main(int argc, char **argv)
{
	struct fanotify_event_metadata event;
	struct fanotify_response answer = { .response = FAN_DENY | FAN_AUDIT };
	int group, status;
	pid_t child;

	if (argc != 2) {
		fprintf(stderr, "usage: fan FILE\n");
		return 2;
	}
	group = fanotify_init(FAN_CLASS_CONTENT | FAN_ENABLE_AUDIT, O_RDONLY);
	if (group < 0 || fanotify_mark(group, FAN_MARK_ADD, FAN_ACCESS_PERM,
				       AT_FDCWD, argv[1])) {
		perror("fan");
		return 2;
	}
	child = fork();
	if (!child)
		_exit(reader(argv[1]));
	if (read(group, &event, sizeof(event)) != sizeof(event))
		return 2;
	answer.fd = event.fd;
	if (write(group, &answer, sizeof(answer)) != sizeof(answer))
		return 2;
	return waitpid(child, &status, 0) != child || status;
}
