/* SPDX-License-Identifier: GPL-2.0 */
#ifndef AFP_TEST_ARRAY_SIZE_H
#define AFP_TEST_ARRAY_SIZE_H

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

#endif /* AFP_TEST_ARRAY_SIZE_H */
