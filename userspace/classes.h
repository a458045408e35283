/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The syscall classes that scope.c works with: those that this program was
 * built with, or those that the loaded module was.
 */
#ifndef CLASSES_H
#define CLASSES_H

/* Where they are from, such as "kernel 6.12.118" or "the loaded module" */
extern const char *classes_from;

/**
 * classes_built_in() - take this program's own
 */
void classes_built_in(void);

/**
 * classes_of_module() - take the loaded module's
 *
 * This program's own are taken where no module is loaded, or one that does not
 * show them.
 *
 * Return: 0, or -1 after a message.
 */
int classes_of_module(void);

#endif /* CLASSES_H */
