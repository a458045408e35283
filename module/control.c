// SPDX-License-Identifier: GPL-2.0
/*
 * control: opens and closes the shortcuts, all together.
 */
#include "compat.h"
#include <linux/mutex.h>
#include <linux/workqueue.h>
#include "afp_abi.h"
#include "afp_scope.h"
#include "census.h"
#include "control.h"
#include "entry_path.h"
#include "exit_path.h"
#include "interest.h"
#include "layout.h"
#include "lifecycle.h"
#include "tally.h"

/* Outermost: held over attaching and detaching. The resync does not take it. */
static DEFINE_MUTEX(control_lock);
static bool enabled;
static bool layout_known;
/* Why a shortcut that was asked for is not in place, or NULL. */
static const char *fault;

static struct afp_config config;
static struct afp_context_layout layout;

/* A tally that nobody has read for so long is given up. */
#ifdef AFP_TEST
#define TALLY_PATIENCE	(2 * HZ)
#else
#define TALLY_PATIENCE	(60 * HZ)
#endif

static void forget_tally(struct work_struct *work);
static DECLARE_DELAYED_WORK(tally_work, forget_tally);

/**
 * afp_control_init() - find everything, attach nothing
 * @parameters: the module's parameters
 *
 * Context: process context, may sleep.
 * Return: 0; -errno if the module cannot be loaded on this kernel, which has
 * then been logged. A layout that is not understood is no error: the
 * shortcuts stay shut, and the state says why.
 */
int __init afp_control_init(const struct afp_config *parameters)
{
	int err;

	config = *parameters;
	afp_scope_init();
	afp_interest_init();
	err = afp_census_init(config.repair) ?: afp_lifecycle_init() ?:
	      afp_exit_init(config.mode == AFP_MODE_OFF ? AFP_TIER_OFF :
							  config.exit,
			    config.stats, config.mode == AFP_MODE_VERIFY) ?:
	      afp_entry_init(config.mode == AFP_MODE_OFF ? AFP_ENTRIES_OFF :
							   config.entry,
			     config.mode != AFP_MODE_OFF && config.idle,
			     config.mode == AFP_MODE_VERIFY,
			     config.exit == AFP_TIER_OFF ? AFP_TIER_AUTO :
							   config.exit,
			     config.stats);
	if (err)
		return err;
	layout_known = !afp_layout_read(&layout);
	return 0;
}

static void start_shortcuts(void)
{
	if (afp_exit_start(&layout))
		WRITE_ONCE(fault, "the exit filter could not be hooked, see the log");
	else if (afp_entry_start(&layout))
		WRITE_ONCE(fault, "the syscall's entry could not be hooked, see the log");
}

static void stop_shortcuts(void)
{
	afp_entry_stop();
	afp_exit_stop();
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
	start_shortcuts();
	return 0;
}

static void stop(void)
{
	/* readers first, then what keeps their data right */
	stop_shortcuts();
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

static void restart_shortcuts(void)
{
	if (!enabled || !layout_known)
		return;
	WRITE_ONCE(fault, NULL);
	start_shortcuts();
}

/* Under control_lock. All runs in full while the hooks are exchanged. */
static int set_tally(bool tally)
{
	int err = 0;

	if (tally == !!afp_tally)
		return 0;
	stop_shortcuts();
	if (tally)
		err = afp_tally_start();
	else
		afp_tally_stop();
	restart_shortcuts();
	if (tally && !err && fault) {
		/* better no tally than no shortcut */
		afp_tally_stop();
		restart_shortcuts();
		err = -EBUSY;
	}
	return err;
}

static void forget_tally(struct work_struct *work)
{
	mutex_lock(&control_lock);
	set_tally(false);
	mutex_unlock(&control_lock);
}

/*
 * From now on, have patience for as long. mod_delayed_work() would want a
 * workqueue, and how the one for all is called depends on the kernel.
 */
static void be_patient(void)
{
	lockdep_assert_held(&control_lock);
	cancel_delayed_work(&tally_work);
	schedule_delayed_work(&tally_work, TALLY_PATIENCE);
}

/**
 * afp_control_tally() - start or stop to count exit filter runs by syscall
 * @tally: true: from 0. false: what was counted is forgotten
 *
 * What is not read for a minute stops by itself.
 *
 * Context: process context, may sleep.
 * Return: 0; -EOPNOTSUPP with mode=verify, mode=off and exit=off; -ENOMEM;
 * -EBUSY if no hook that counts by syscall could be attached.
 */
int afp_control_tally(bool tally)
{
	int err;

	if (config.mode == AFP_MODE_VERIFY || !afp_exit_is_wanted())
		return -EOPNOTSUPP;
	mutex_lock(&control_lock);
	err = set_tally(tally);
	if (afp_tally)
		be_patient();
	mutex_unlock(&control_lock);
	return err;
}

/**
 * afp_control_tally_show() - what was counted
 * @buf:  as for afp_tally_show()
 * @pos:  as for afp_tally_show()
 * @size: as for afp_tally_show()
 *
 * Context: process context, may sleep.
 * Return: bytes written.
 */
ssize_t afp_control_tally_show(char *buf, loff_t pos, size_t size)
{
	ssize_t len;

	mutex_lock(&control_lock);
	len = afp_tally_show(buf, pos, size);
	if (afp_tally)
		be_patient();
	mutex_unlock(&control_lock);
	return len;
}

/**
 * afp_control_exit() - detach and free everything; nobody may call in any more
 *
 * Context: process context, may sleep.
 */
void afp_control_exit(void)
{
	cancel_delayed_work_sync(&tally_work);
	afp_control_enable(false);
	afp_tally_stop();
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
	if (!afp_control_enabled() || !afp_exit_is_wanted())
		return scnprintf(buf, size, AFP_STATE_DISABLED "\n");
	if (interest.held || !afp_exit_is_attached())
		return scnprintf(buf, size, AFP_STATE_HELD "\n");
	return scnprintf(buf, size, AFP_STATE_ACTIVE "\n");
}
