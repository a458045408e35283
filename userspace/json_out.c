// SPDX-License-Identifier: GPL-2.0
#include "json_out.h"

#include <math.h>
#include <stdio.h>

#include "diag.h"

int json_missing(void)
{
	diag("built without json-c, so there is no --json");
	return -1;
}

#ifdef AFP_HAVE_JSON

const bool have_json = true;

void json_add(struct json_object *to, const char *name,
	      struct json_object *value)
{
	json_object_object_add(to, name, value);
}

void json_add_text(struct json_object *to, const char *name,
		   const char *text)
{
	json_add(to, name, json_object_new_string(text));
}

struct json_object *json_number(double value)
{
	return isfinite(value) ? json_object_new_double(value) : NULL;
}

const char *json_text(struct json_object *root, bool lines)
{
	int flags = JSON_C_TO_STRING_SPACED | JSON_C_TO_STRING_NOSLASHESCAPE;
	const char *text;

	if (lines)
		flags |= JSON_C_TO_STRING_PRETTY;
	text = json_object_to_json_string_ext(root, flags);
	if (!text)
		diag("out of memory");
	return text;
}

int json_print(struct json_object *root)
{
	const char *text = json_text(root, true);

	if (text)
		puts(text);
	json_object_put(root);
	return text ? 0 : -1;
}

#else /* AFP_HAVE_JSON */

const bool have_json;

#endif /* AFP_HAVE_JSON */
