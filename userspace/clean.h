/* SPDX-License-Identifier: GPL-2.0 */
/* Text from elsewhere, fit for a terminal and for JSON. */
#ifndef CLEAN_H
#define CLEAN_H

/**
 * clean() - replace every byte that is no printable UTF-8 by '?'
 * @text: changed in place
 */
void clean(char *text);

#endif /* CLEAN_H */
