/* SPDX-License-Identifier: GPL-2.0 */
/* What every --json has in common. */
#ifndef JSON_OUT_H
#define JSON_OUT_H

#include <stdbool.h>

/* Whether this build has JSON. */
extern const bool have_json;

/**
 * json_missing() - say that this build has none
 *
 * Return: -1, after a message.
 */
int json_missing(void);

#ifdef AFP_HAVE_JSON

#include <json-c/json.h>

/**
 * json_add() - add a member
 * @to: an object
 * @name: its name
 * @value: belongs to @to from now on; NULL becomes null
 */
void json_add(struct json_object *to, const char *name,
	      struct json_object *value);

/**
 * json_add_text() - add a string
 * @to: an object
 * @name: its name
 * @text: copied
 */
void json_add_text(struct json_object *to, const char *name,
		   const char *text);

/**
 * json_number() - a number
 * @value: any
 *
 * JSON has no NaN and json-c writes one nevertheless: here it becomes null.
 */
struct json_object *json_number(double value);

/**
 * json_text() - an object as text
 * @root: the object
 * @lines: over many lines, for people; else on one
 *
 * Return: text that lives as long as @root, or NULL after a message.
 */
const char *json_text(struct json_object *root, bool lines);

/**
 * json_print() - print an object on stdout and free it
 * @root: the object
 *
 * Return: 0, or -1 after a message.
 */
int json_print(struct json_object *root);

#endif /* AFP_HAVE_JSON */

#endif /* JSON_OUT_H */
