/* SPDX-License-Identifier: GPL-2.0 */
/* Switches the module off and on, and leaves it as it was. */
#ifndef ENABLED_H
#define ENABLED_H

#include <stdbool.h>

/**
 * enabled_open() - remember what `enabled` is
 *
 * From here on it is put back by enabled_restore(), and by a signal that ends
 * the program.
 *
 * Return: 0, or an exit code after a message.
 */
int enabled_open(void);

/**
 * enabled_set() - switch the module
 * @on: on, and wait until it is active; or off
 *
 * Return: 0, or an exit code after a message.
 */
int enabled_set(bool on);

/**
 * enabled_restore() - put it back
 *
 * Return: 0, or an exit code after a message.
 */
int enabled_restore(void);

#endif /* ENABLED_H */
