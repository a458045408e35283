// SPDX-License-Identifier: GPL-2.0
/*
 * control: opens and closes the shortcuts, all together.
 */
#include "compat.h"
#include <linux/mutex.h>
#include "afp_abi.h"
#include "afp_scope.h"
#include "census.h"
#include "control.h"
#include "exit_path.h"
#include "interest.h"
#include "layout.h"
#include "lifecycle.h"

/* Outermost: held over attaching and detaching. The resync does not take it. */
static DEFINE_MUTEX(control_lock);
static bool enabled;
static bool layout_known;
/* Why a shortcut that was asked for is not in place, or NULL. */
static const char *fault;

static struct afp_config config;
static struct afp_context_layout layout;

/**
 * afp_control_init() - find everything, attach nothing
 * @parameters: the module's parameters
 *
 * Context: process context, may sleep.
 * Return: 0; -errno if the module cannot be loaded on this kernel, which has
 * then been logged. A layout that is not understood is no error: the
 * shortcuts stay shut, and the state says why.
 */
int afp_control_init(const struct afp_config *parameters)
{
	int err;

	config = *parameters;
	afp_scope_init();
	afp_interest_init();
	err = afp_census_init(config.repair) ?: afp_lifecycle_init() ?:
	      afp_exit_init(config.mode == AFP_MODE_OFF ? AFP_TIER_OFF :
							  config.exit,
			    config.stats, config.mode == AFP_MODE_VERIFY);
	if (err)
		return err;
	layout_known = !afp_layout_read(&layout);
	return 0;
}

static int start(void)
{
	int err;

	/* without the layout not even the rules can be read */
	if (!layout_known) {
		WRITE_ONCE(fault, "the layout of the audit structures is not known, see the log");
		return 0;
	}
	err = afp_lifecycle_start();
	if (err)
		return err;
	if (afp_exit_start(&layout))
		WRITE_ONCE(fault, "the exit filter could not be hooked, see the log");
	return 0;
}

static void stop(void)
{
	/* readers first, then what keeps their data right */
	afp_exit_stop();
	afp_lifecycle_stop();
	WRITE_ONCE(fault, NULL);
}

/**
 * afp_control_enable() - open or close the shortcuts
 * @enable: true: open. false: the kernel is stock when this returns, and its
 *          counters are right
 *
 * Context: process context, may sleep.
 * Return: 0 or -errno, which has then been logged; the state is unchanged.
 */
int afp_control_enable(bool enable)
{
	int err = 0;

	mutex_lock(&control_lock);
	if (enable && !enabled)
		err = start();
	else if (!enable && enabled)
		stop();
	if (!err)
		WRITE_ONCE(enabled, enable);
	mutex_unlock(&control_lock);
	return err;
}

/**
 * afp_control_enabled() - what was asked for last
 */
bool afp_control_enabled(void)
{
	return READ_ONCE(enabled);
}

/**
 * afp_control_state() - the word for the state, and the reason of a fault
 * @buf:  receives it, and a newline
 * @size: room in @buf
 *
 * Return: bytes written.
 */
int afp_control_state(char *buf, size_t size)
{
	struct afp_interest_state interest;
	const char *why;

	afp_interest_state(&interest);
	why = interest.shut ?: READ_ONCE(fault);
	if (why)
		return scnprintf(buf, size, AFP_STATE_FAULTED ": %s\n", why);
	if (!afp_control_enabled() || !afp_exit_is_attached())
		return scnprintf(buf, size, AFP_STATE_DISABLED "\n");
	if (interest.held)
		return scnprintf(buf, size, AFP_STATE_HELD "\n");
	return scnprintf(buf, size, AFP_STATE_ACTIVE "\n");
}
