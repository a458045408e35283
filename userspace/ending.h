/* SPDX-License-Identifier: GPL-2.0 */
/* What must be put back when a signal ends the program. */
#ifndef ENDING_H
#define ENDING_H

/**
 * ending_add() - have something put back if a signal ends the program
 * @undo: does it, or nothing if there is nothing to do; runs in a signal
 *	  handler, so it may call async-signal-safe functions only
 *
 * The last one added runs first. Adding one twice adds it once. A program
 * that ends by itself calls its undo functions itself. Signals that are
 * ignored (nohup) stay ignored. SIGKILL cannot be caught.
 */
void ending_add(void (*undo)(void));

#endif /* ENDING_H */
