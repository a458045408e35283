// SPDX-License-Identifier: GPL-2.0
/*
 * compare [--exact] [--full] FILE FILE - are the records that collect wrote to two
 * files the same, event by event and record by record?
 *
 * Left out of the comparison: serials and times; process numbers, which are
 * replaced by their rank; inode numbers; anonymous devices and Landlock's
 * domains, which are counted upwards; what calls return that tell the time or
 * make a key. Without --exact also arguments, and what calls return: for work
 * whose addresses and children's numbers differ. Records that the collector
 * itself causes are passed over, and those of a Landlock domain that is freed,
 * which the kernel does when it likes.
 *
 * With --full the second file is from a module with entry=full, and may lack what is
 * documented: in an event that no rule with a key asked for, what audit collects
 * before something is logged; the events of links and files that are refused; and
 * there a never rule that needs a name need not keep the syscall's record out. How
 * many records or such events were missing is printed behind the rest.
 *
 * Events are compared in the order in which they began, each task's apart: what
 * tasks that run at the same time do has no order.
 *
 * Prints "EVENTS RECORDS SYSCALLS" when all is the same, the last being the
 * events with a SYSCALL record. Exit status 1 when something differs: the
 * first event that does is printed as both files have it; 2 when a file
 * cannot be read.
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct event {
	long serial;
	long pid;		/* 0: no record names one */
	size_t first;		/* in lines, chained by next */
	size_t last;
	size_t place;		/* in the order of the file */
};

struct line {
	char *text;
	size_t next;
};

struct records {
	struct line *lines;
	struct event *events;
	long *pids;		/* sorted */
	size_t nr_lines, nr_events, nr_pids, nr_syscalls, optional;
};

#define NONE	((size_t)-1)

static bool exact, full;
static size_t missing;

static void *more(void *old, size_t count, size_t size)
{
	/* doubled at each power of two */
	if (count & (count - 1))
		return old;
	old = realloc(old, (count ? 2 * count : 1) * size);
	if (!old) {
		fputs("compare: out of memory\n", stderr);
		exit(2);
	}
	return old;
}

static int by_number(const void *a, const void *b)
{
	long x = *(const long *)a, y = *(const long *)b;

	return (x > y) - (x < y);
}

static int by_task(const void *a, const void *b)
{
	const struct event *x = a, *y = b;

	if (x->pid != y->pid)
		return (x->pid > y->pid) - (x->pid < y->pid);
	return (x->place > y->place) - (x->place < y->place);
}

/* The value of a field, of which name includes the blank before it and the =. */
static const char *field(const char *text, const char *name)
{
	const char *at = strstr(text, name);

	return at ? at + strlen(name) : NULL;
}

static bool collector_made(const char *text)
{
	return !strncmp(text, "type=EVENT_LISTENER ", 20) ||
	       (!strncmp(text, "type=USER ", 10) && strstr(text, "collect-marker")) ||
	       (!strncmp(text, "type=CONFIG_CHANGE ", 19) && strstr(text, " list=1 ")) ||
	       strstr(text, " status=deallocated ");
}

static struct event *event_of(struct records *r, long serial)
{
	size_t i = r->nr_events;

	/* the records of one event are close together */
	while (i--)
		if (r->events[i].serial == serial)
			return &r->events[i];
		else if (r->nr_events - i > 64)
			break;
	r->events = more(r->events, r->nr_events, sizeof(*r->events));
	r->events[r->nr_events] = (struct event) {
		.serial = serial,
		.first = NONE,
		.place = r->nr_events,
	};
	return &r->events[r->nr_events++];
}

static void add_line(struct records *r, char *text)
{
	const char *value, *colon = strstr(text, " msg=audit(");
	struct event *e;

	if (collector_made(text) || !colon || !(colon = strchr(colon, ':')) ||
	    !strchr(colon, ')'))
		return;
	e = event_of(r, strtol(colon + 1, NULL, 10));
	r->lines = more(r->lines, r->nr_lines, sizeof(*r->lines));
	r->lines[r->nr_lines] = (struct line) { text, NONE };
	if (e->first == NONE)
		e->first = r->nr_lines;
	else
		r->lines[e->last].next = r->nr_lines;
	e->last = r->nr_lines++;
	value = field(text, " pid=");
	if (value && !e->pid)
		e->pid = strtol(value, NULL, 10);
}

static bool is_type(const char *text, const char *const *types, size_t count)
{
	const size_t length = strcspn(text, " ");

	while (count--)
		if (strlen(types[count]) == length && !strncmp(text, types[count], length))
			return true;
	return false;
}

#define IS_TYPE(text, ...)						\
({									\
	static const char *const types[] = { __VA_ARGS__ };		\
	is_type((text) + strlen("type="), types, sizeof(types) / sizeof(*types)); \
})

static bool has_type(const struct records *r, const struct event *e, const char *type)
{
	size_t i;

	for (i = e->first; i != NONE; i = r->lines[i].next)
		if (is_type(r->lines[i].text + strlen("type="), &type, 1))
			return true;
	return false;
}

/* Did no rule with a key ask for this event? */
static bool unasked(const struct records *r, const struct event *e)
{
	size_t i;

	for (i = e->first; i != NONE; i = r->lines[i].next)
		if (IS_TYPE(r->lines[i].text, "SYSCALL") &&
		    !strstr(r->lines[i].text, " key=(null)"))
			return false;
	return true;
}

/* Is this what an event may be without that nobody asked for? */
static bool dispensable(const char *text)
{
	return IS_TYPE(text, "PATH", "CWD", "SOCKADDR", "SOCKETCALL", "FD_PAIR",
		       "OBJ_PID", "IPC", "IPC_SET_PERM", "MMAP", "OPENAT2", "CAPSET",
		       "MQ_OPEN", "MQ_SENDRECV", "MQ_NOTIFY", "MQ_GETSETATTR",
		       "KERN_MODULE");
}

/* May the whole event be missing? */
static bool optional(const struct records *r, const struct event *e)
{
	return full && unasked(r, e) &&
	       (has_type(r, e, "ANOM_LINK") || has_type(r, e, "ANOM_CREAT"));
}

static void add_pids(struct records *r, const char *text)
{
	while ((text = strstr(text, "pid="))) {
		text += strlen("pid=");
		r->pids = more(r->pids, r->nr_pids, sizeof(*r->pids));
		r->pids[r->nr_pids++] = strtol(text, NULL, 10);
	}
}

/* What need not be there names no process that counts. */
static void count_event(struct records *r, const struct event *e)
{
	const bool lax = full && unasked(r, e);
	size_t i;

	for (i = e->first; i != NONE; i = r->lines[i].next) {
		r->nr_syscalls += IS_TYPE(r->lines[i].text, "SYSCALL");
		if (!lax || !dispensable(r->lines[i].text))
			add_pids(r, r->lines[i].text);
	}
}

static void read_records(struct records *r, const char *path)
{
	FILE *file = fopen(path, "r");
	char *text = NULL;
	size_t room = 0, i, n;
	ssize_t got;

	if (!file) {
		perror(path);
		exit(2);
	}
	while ((got = getline(&text, &room, file)) > 0) {
		if (text[got - 1] == '\n')
			text[got - 1] = '\0';
		add_line(r, strdup(text));
	}
	free(text);
	fclose(file);
	for (i = n = 0; i < r->nr_events; i++) {
		if (optional(r, &r->events[i]))
			continue;
		count_event(r, &r->events[i]);
		r->events[n++] = r->events[i];
	}
	r->optional = r->nr_events - n;
	r->nr_events = n;
	if (!r->nr_events)
		return;
	qsort(r->events, r->nr_events, sizeof(*r->events), by_task);
	qsort(r->pids, r->nr_pids, sizeof(*r->pids), by_number);
	for (i = n = 0; i < r->nr_pids; i++)
		if (!n || r->pids[n - 1] != r->pids[i])
			r->pids[n++] = r->pids[i];
	r->nr_pids = n;
}

/* Calls that return the time, what is left of it, or the number of a new key. */
static bool returns_anything(const char *text)
{
	static const struct {
		unsigned int arch;
		int syscalls[6];
	} calls[] = {
		{ 0xc000003e, { 37, 100, 201, 248, 249, 250 } },
		{ 0x40000003, { 27, 43, 13, 286, 287, 288 } },
	};
	const char *arch = field(text, " arch="), *syscall = field(text, " syscall=");
	size_t i, j;

	if (!arch || !syscall)
		return false;
	for (i = 0; i < 2; i++)
		for (j = 0; calls[i].arch == strtoul(arch, NULL, 16) && j < 6; j++)
			if (calls[i].syscalls[j] == atoi(syscall))
				return true;
	return false;
}

/* Does the field that begins here vary, and is its value to be left out? */
static bool varies(const char *at, bool syscall, bool free_exit)
{
	if (!strncmp(at, "inode=", 6) || !strncmp(at, "ino=", 4) ||
	    !strncmp(at, "domain=", 7) || !strncmp(at, "dev=00:", 7))
		return true;
	if (!syscall)
		return false;
	if (!exact && at[0] == 'a' && at[1] >= '0' && at[1] <= '3' && at[2] == '=')
		return true;
	return free_exit && !strncmp(at, "exit=", 5) && isdigit(at[5]);
}

/* The record with what varies taken out. The result lasts until the next but one. */
static const char *normal(const struct records *r, const char *text)
{
	static char buffers[2][16384];
	static int turn;
	char *start = buffers[turn ^= 1], *to = start, *end = start + sizeof(*buffers) - 32;
	const bool syscall = !strncmp(text, "type=SYSCALL ", 13);
	const bool free_exit = syscall && (!exact || returns_anything(text));
	const char *from = strstr(text, "msg=audit(");
	char before = ' ';

	to += sprintf(to, "%.*s", (int)(from - text), text);
	from = strchr(from, ')') + 1;
	while (*from && to < end) {
		const char *equals = from + strcspn(from, "= ");

		if (isalnum(before) || before == '_' || *equals != '=') {
			before = *to++ = *from++;
			continue;
		}
		if (!strncmp(equals - 3, "pid=", 4)) {
			long pid = strtol(equals + 1, NULL, 10);
			const long *at = bsearch(&pid, r->pids, r->nr_pids, sizeof(pid), by_number);

			to += sprintf(to, "%.*s=#%td", (int)(equals - from), from,
				      at ? at - r->pids : -1);
			from = equals + 1 + strspn(equals + 1, "-0123456789");
		} else if (varies(from, syscall, free_exit)) {
			to += sprintf(to, "%.*s=*", (int)(equals - from), from);
			from = equals + 1 + strcspn(equals + 1, " ");
		} else {
			before = *to++ = *from++;
		}
	}
	*to = '\0';
	return start;
}

/* Most records are the same as they are. */
static bool same_record(const struct records *a, const char *x,
			const struct records *b, const char *y)
{
	const size_t type = strcspn(x, " ");

	if (!strncmp(x, y, type + 1) && !strcmp(strchr(x, ')'), strchr(y, ')')))
		return true;
	return !strcmp(normal(a, x), normal(b, y));
}

/* Both were normalised: how many names there are may differ. */
static bool same_but_items(const char *x, const char *y)
{
	const char *items = field(x, " items="), *others = field(y, " items=");

	return items && others && items - x == others - y &&
	       !strncmp(x, y, items - x) &&
	       !strcmp(items + strspn(items, "0123456789"), others + strspn(others, "0123456789"));
}

static bool same_lax(const struct records *a, const char *x,
		     const struct records *b, const char *y)
{
	return same_record(a, x, b, y) || same_but_items(normal(a, x), normal(b, y));
}

/* Some of the first may be missing in the second, and nothing is added to it but... */
static bool same_unasked(const struct records *a, const struct event *x,
			 const struct records *b, const struct event *y)
{
	/* ...the syscall of what a never rule keeps out of the first */
	const bool without_syscall = !has_type(a, x, "SYSCALL");
	size_t i = x->first, j = y->first;

	while (i != NONE || j != NONE) {
		if (i != NONE && j != NONE &&
		    same_lax(a, a->lines[i].text, b, b->lines[j].text)) {
			i = a->lines[i].next;
			j = b->lines[j].next;
		} else if (i != NONE && dispensable(a->lines[i].text)) {
			i = a->lines[i].next;
			missing++;
		} else if (j != NONE && without_syscall &&
			   IS_TYPE(b->lines[j].text, "SYSCALL", "PROCTITLE", "EOE")) {
			j = b->lines[j].next;
		} else {
			return false;
		}
	}
	return true;
}

static bool same_event(const struct records *a, const struct event *x,
		       const struct records *b, const struct event *y)
{
	size_t i = x->first, j = y->first;

	if (full && unasked(a, x) && unasked(b, y))
		return same_unasked(a, x, b, y);
	for (; i != NONE && j != NONE; i = a->lines[i].next, j = b->lines[j].next)
		if (!same_record(a, a->lines[i].text, b, b->lines[j].text))
			return false;
	return i == j;
}

static void print_event(const char *path, const struct records *r, size_t nr)
{
	size_t i;

	printf("%s, event %zu of %zu:\n", path, nr + 1, r->nr_events);
	if (nr == r->nr_events)
		puts("  (no more)");
	else
		for (i = r->events[nr].first; i != NONE; i = r->lines[i].next)
			printf("  %s\n", normal(r, r->lines[i].text));
}

int main(int argc, char **argv)
{
	struct records a = { 0 }, b = { 0 };
	size_t i;

	for (; argc > 1 && argv[1][0] == '-'; argc--, argv++)
		if (!strcmp(argv[1], "--exact"))
			exact = true;
		else if (!strcmp(argv[1], "--full"))
			full = true;
		else
			break;
	if (argc != 3) {
		fputs("usage: compare [--exact] [--full] FILE FILE\n", stderr);
		return 2;
	}
	read_records(&a, argv[1]);
	read_records(&b, argv[2]);
	for (i = 0; i < a.nr_events && i < b.nr_events; i++)
		if (!same_event(&a, &a.events[i], &b, &b.events[i]))
			break;
	if (i == a.nr_events && i == b.nr_events && a.optional >= b.optional) {
		missing += a.optional - b.optional;
		printf("%zu %zu %zu", a.nr_events, a.nr_lines, a.nr_syscalls);
		printf(full ? " %zu\n" : "\n", missing);
		return 0;
	}
	print_event(argv[1], &a, i);
	print_event(argv[2], &b, i);
	return 1;
}
