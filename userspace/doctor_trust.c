// SPDX-License-Identifier: GPL-2.0
/* Does the kernel take the module: Secure Boot, lockdown, signature, key. */
#include "doctor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "root.h"
#include "spawn.h"

#define EFI_DIR		"/sys/firmware/efi"
/* EFI_GLOBAL_VARIABLE; four bytes of attributes, then the value */
#define SECURE_BOOT	EFI_DIR "/efivars/SecureBoot-" \
			"8be4df61-93ca-11d2-aa0d-00e098032b8c"

/* Where dkms and the distributions keep the certificate they sign with. */
static const char *const certificates[] = {
	"/var/lib/dkms/mok.pub",
	"/var/lib/shim-signed/mok/MOK.der",
};
#define NR_CERTIFICATES (sizeof(certificates) / sizeof(certificates[0]))

static const char *secure_boot(void)
{
	const char *answer = "unknown";
	size_t length;
	char *value;

	if (!root_there(EFI_DIR))
		return "not there (no EFI)";
	value = root_read(&length, SECURE_BOOT);
	if (value && length == 5)
		answer = value[4] ? "on" : "off";
	else if (root_there(EFI_DIR "/efivars") && !root_there(SECURE_BOOT))
		answer = "not there";
	free(value);
	return answer;
}

/* "[none] integrity confidentiality": the one in brackets is on. */
static void lockdown(char *level, size_t size)
{
	char *text = root_read(NULL, "/sys/kernel/security/lockdown");
	char *from = text ? strchr(text, '[') : NULL;

	if (from)
		snprintf(level, size, "%.*s", (int)strcspn(from + 1, "]"),
			 from + 1);
	else
		snprintf(level, size, "%s", text ? "unknown" : "none");
	free(text);
}

static bool enforced(void)
{
	char *text = root_read(NULL,
			       "/sys/module/module/parameters/sig_enforce");
	bool on = text && (*text == 'Y' || *text == '1');

	free(text);
	return on;
}

/* Return: who signed the file; "" if nobody; NULL if that is unknown. */
static char *signer_of(const char *file)
{
	const char *command[] = { "modinfo", "-F", "signer", file, NULL };
	int status = 0;
	char *signer = spawn_read(command, NULL, &status);

	if (signer && status != 0) {
		free(signer);
		return NULL;
	}
	if (signer)
		signer[strcspn(signer, "\n")] = '\0';
	return signer;
}

/*
 * mokutil's exit status says less than its words. It is of use with EFI only;
 * elsewhere the key is one of those in the kernel, which /proc/keys names.
 */
static void judge_key(struct doctor *doctor, const char *signer)
{
	const char *command[] = { "mokutil", "--test-key", NULL, NULL };
	char path[PATH_MAX], *said = NULL, *keys;
	int status = 0;
	size_t i;

	for (i = 0; i < NR_CERTIFICATES; i++)
		if (root_there("%s", certificates[i]))
			break;
	if (i < NR_CERTIFICATES) {
		root_path(path, "%s", certificates[i]);
		command[2] = path;
		said = spawn_read(command, NULL, &status);
	}
	keys = root_read(NULL, "/proc/keys");
	if (said && strstr(said, "already enrolled")) {
		doctor_found(doctor, VERDICT_OK,
			     "signed by %s, and that key is enrolled",
			     signer);
	} else if (said && strstr(said, "enrollment request")) {
		doctor_found(doctor, VERDICT_PROBLEM, "signed by %s, whose "
			     "key is waiting to be enrolled", signer);
		doctor_advise(doctor, "reboot, and choose Enroll MOK in the "
			      "blue screen before the kernel starts");
	} else if (said && strstr(said, "is not enrolled")) {
		doctor_found(doctor, VERDICT_PROBLEM, "signed by %s, but that "
			     "key is not enrolled: modprobe says 'Key was "
			     "rejected by service'", signer);
		doctor_advise(doctor, "as root: mokutil --import %s, reboot, "
			      "and choose Enroll MOK", certificates[i]);
	} else if (keys && strstr(keys, signer)) {
		doctor_found(doctor, VERDICT_OK, "signed by %s, and the "
			     "kernel has a key of that name", signer);
	} else {
		doctor_found(doctor, VERDICT_UNKNOWN, "signed by %s; whether "
			     "the kernel trusts that key is not known",
			     signer);
		doctor_advise(doctor, "install mokutil and run as root; if "
			      "modprobe says 'Key was rejected by service', "
			      "it does not");
	}
	free(said);
	free(keys);
}

static void judge_file(struct doctor *doctor)
{
	char *signer;

	if (doctor->report) {
		doctor_found(doctor, VERDICT_OK, "and it has taken the module");
		return;
	}
	if (!doctor->file) {
		doctor_found(doctor, VERDICT_UNKNOWN,
			     "there is no file whose signature to look at");
		return;
	}
	signer = signer_of(doctor->file);
	if (!signer) {
		doctor_found(doctor, VERDICT_UNKNOWN,
			     "modinfo cannot tell who signed %s",
			     doctor->file);
		doctor_advise(doctor, "install kmod");
	} else if (!*signer) {
		doctor_found(doctor, VERDICT_PROBLEM, "%s is not signed: "
			     "modprobe says 'Key was rejected by service'",
			     doctor->file);
		doctor_advise(doctor, "have dkms sign it, or run make sign; "
			      "see docs/secure-boot.md");
	} else {
		judge_key(doctor, signer);
	}
	free(signer);
}

void doctor_trust(struct doctor *doctor)
{
	const char *boot = secure_boot();
	bool signatures = enforced();
	char level[32];

	lockdown(level, sizeof(level));
	/* Both lockdown levels refuse what is not signed */
	if (!signatures && strcmp(level, "none") == 0) {
		doctor_found(doctor, VERDICT_OK, "the kernel takes any module "
			     "(Secure Boot %s, lockdown %s, sig_enforce N)",
			     boot, level);
		return;
	}
	doctor_found(doctor, VERDICT_NOTE, "the kernel takes signed modules "
		     "only (Secure Boot %s, lockdown %s, sig_enforce %s)",
		     boot, level, signatures ? "Y" : "N");
	judge_file(doctor);
}
