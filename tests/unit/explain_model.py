#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""explain_model.py KHDR FILE.rules FILE.json [b64|b32]

Works out from the text of rules, and the class lists of a kernel's headers in
KHDR, what `aufastpath explain --rules FILE.rules --json` must have said in
FILE.json: the interest of every kind and arch, the share of every rule, the
lines refused. Shares no code with it. libaudit is asked for two things only:
which syscalls it knows by name, and whether it is one that adds syscalls for
perm= behind arch= (4.x). Prints what differs; exit status 1 if anything does.
"""
import ctypes
import errno
import grp
import json
import os
import pwd
import re
import subprocess
import sys

audit = ctypes.CDLL("libaudit.so.1")
MACHINE = {"b32": 0, "b64": 1}          # machine_t in libaudit.h
ARCHES = {"b64": "unistd_64.h", "b32": "unistd_32.h"}
SIDE = {"native": "b64", "compat": "b32"}
ALL = frozenset(range(2048))
LISTS = ("exit", "task", "user", "exclude", "filesystem", "io_uring")
IDS = ("uid", "euid", "suid", "fsuid", "auid", "loginuid", "obj_uid",
       "gid", "egid", "sgid", "fsgid", "obj_gid")
NUMBERS = ("pid", "ppid", "pers", "devmajor", "devminor", "inode", "success",
           "sessionid", "a0", "a1", "a2", "a3", "saddr_fam")
STRINGS = ("path", "dir", "exe", "subj_user", "subj_role", "subj_type",
           "subj_sen", "subj_clr", "obj_user", "obj_role", "obj_type",
           "obj_lev_low", "obj_lev_high")
FIELDS = IDS + NUMBERS + STRINGS + ("arch", "perm", "exit", "key", "filetype",
                                    "msgtype", "fstype")
# what auditctl -C compares; each pair in either order
UIDS = ("uid", "euid", "suid", "fsuid", "auid", "loginuid", "obj_uid")


class Refused(Exception):
    pass


def numbers(arch, khdr, header):
    """Syscall numbers of a class, as the preprocessor of that arch sees it."""
    text = subprocess.run(["cc", "-E", "-P", "-I", khdr, "-x", "c", "-"],
                          input=f"#include <asm/{ARCHES[arch]}>\nclass\n"
                                f"#include <asm-generic/{header}>\n",
                          capture_output=True, text=True, check=True).stdout
    return {int(n) for n in re.findall(r"\d+", text.split("class", 1)[1])}


def names(arch):
    text = subprocess.run(["cc", "-E", "-dM", "-x", "c", "-"], text=True,
                          input=f"#include <asm/{ARCHES[arch]}>\n",
                          capture_output=True, check=True).stdout
    found = re.findall(r"^#define __NR_([a-z_]\w*) (\d+)$", text, re.M)
    return {name: int(nr) for name, nr in found}


class Tables:
    def __init__(self, khdr):
        self.names = {a: names(a) for a in ARCHES}
        self.known = {a: set(n.values()) for a, n in self.names.items()}
        self.classes = {}
        for arch in ARCHES:
            for kind in ("write", "read", "change_attr", "signal",
                         "dir_write"):
                self.classes[arch, kind] = numbers(arch, khdr,
                                                   f"audit_{kind}.h")

    def perm(self, arch, letters):
        """audit_match_perm() in kernel/auditsc.c, read as a set."""
        by_name = self.names[arch]
        opens = {by_name[n] for n in ("open", "openat", "openat2")
                 if n in by_name}
        execs = {by_name[n] for n in ("execve", "execveat")}
        binds = {by_name["socketcall"]} if arch == "b32" else set()
        out = set()
        for letter in letters:
            if letter == "r":
                out |= self.classes[arch, "read"] - execs - binds | opens
            elif letter == "w":
                out |= self.classes[arch, "write"] - execs | opens | binds
            elif letter == "a":
                out |= (self.classes[arch, "change_attr"] - opens - execs -
                        binds)
            elif letter == "x":
                out |= execs
        return out

    def resolve(self, mask):
        """The last 16 bits of a mask are classes."""
        order = [("b64", "dir_write"), ("b32", "dir_write"),
                 ("b64", "change_attr"), ("b32", "change_attr"),
                 ("b64", "read"), ("b32", "read"),
                 ("b64", "write"), ("b32", "write"),
                 ("b64", "signal"), ("b32", "signal")]
        out = {n for n in mask if n < 2032}
        for n in mask:
            if 2032 <= n and 2047 - n < len(order):
                out |= self.classes[order[2047 - n]]
        return out


def libaudit_perm(arch, letters):
    """What libaudit itself adds for -F arch=ARCH -F perm=LETTERS."""
    class Rule(ctypes.Structure):
        _fields_ = [("flags", ctypes.c_uint32), ("action", ctypes.c_uint32),
                    ("field_count", ctypes.c_uint32),
                    ("mask", ctypes.c_uint32 * 64),
                    ("rest", ctypes.c_uint32 * 193)]
    audit.audit_rule_create_data.restype = ctypes.POINTER(Rule)
    for name in ("_audit_elf", "_audit_syscalladded", "_audit_permadded",
                 "_audit_archadded"):
        ctypes.c_uint32.in_dll(audit, name).value = 0
    rule = audit.audit_rule_create_data()
    for pair in (f"arch={arch}", f"perm={letters}"):
        audit.audit_rule_fieldpair_data(
            ctypes.byref(rule),
            ctypes.create_string_buffer(pair.encode()), 4)
    mask = {n for n in range(2048) if rule[0].mask[n // 32] >> n % 32 & 1}
    audit.audit_rule_free_data(rule)
    return mask


def account(field, value):
    if value == "unset" and "gid" not in field:
        return -1
    try:
        if "gid" in field:
            return grp.getgrnam(value).gr_gid
        return pwd.getpwnam(value).pw_uid
    except (KeyError, ValueError) as problem:
        raise Refused(f"{field}: {value}") from problem


def number(text):
    match = re.match(r"-?(0[xX][0-9a-fA-F]+|\d+)", text)
    if not match:
        raise Refused(f"number {text}")
    digits = match.group(0)
    if re.match(r"-?0\d", digits):
        octal = re.match(r"-?[0-7]+", digits).group(0)
        return int(octal, 8)
    value = int(digits, 0)
    return -1 if value == 0xffffffff else value


class Rule:
    def __init__(self, tables):
        self.tables = tables
        self.list = self.action = self.arch = None
        self.mask, self.named, self.watch = set(), False, False
        self.fields, self.keys, self.what = [], [], None
        self.prepend = False

    def start(self, what, words):
        if self.what:
            raise Refused("second list")
        pair = words.split(",")
        if len(pair) != 2:
            raise Refused("list")
        for word in pair:
            if word in LISTS:
                self.list = word
            elif word in ("always", "never"):
                self.action = word
            else:
                raise Refused("list")
        if not self.list or not self.action:
            raise Refused("list")
        self.what = "delete" if what == "d" else "add"
        self.prepend = what == "A"

    def syscalls(self, text):
        arch = self.arch or "b64"
        self.named = True
        for word in text.split(","):
            if word == "all":
                self.mask = set(ALL)
                continue
            nr = audit.audit_name_to_syscall(word.encode(), MACHINE[arch])
            if nr < 0:
                if not word[:1].isdigit():
                    raise Refused(f"syscall {word}")
                nr = number(word)
            elif self.tables.names[arch].get(word, nr) != nr:
                raise Refused(f"libaudit and the headers differ on {word}")
            if nr >= 2048:
                raise Refused(f"syscall {word}")
            self.mask.add(nr)

    def compare(self, text):
        match = re.match(r"(\w+)(!=|=)(\w+)$", text)
        if not match:
            raise Refused(text)
        left, op, right = match.groups()
        family = [f for f in UIDS if f in (left, right)]
        if not family:
            family = [f for f in ("gid", "egid", "sgid", "fsgid", "obj_gid")
                      if f in (left, right)]
        if len(family) != 2:
            raise Refused(text)
        self.fields.append(("compare", op, frozenset(family)))

    def field(self, text):
        if not self.list:
            raise Refused("field before list")
        match = re.match(r"([^!<>=&]*)(!=|>=|<=|&=|=|>|<|&)(.*)$", text)
        if not match or not match.group(3):
            raise Refused(text)
        name, op, value = match.groups()
        name = {"loginuid": "auid"}.get(name, name)
        if name not in FIELDS:
            raise Refused(f"field {name}")
        if name == "key":
            self.keys.append(value)
            return
        if name == "arch":
            if self.named or op not in ("=", "!=") or value not in ARCHES:
                raise Refused(text)
            self.arch = value
        elif name == "perm":
            if op != "=" or len(value) > 4 or set(value) - set("rwxa"):
                raise Refused(text)
            if self.arch:
                added = libaudit_perm(self.arch, value)
                self.mask |= added
                self.named |= bool(added)
            value = frozenset(value)
        elif name in IDS:
            value = (number(value) if re.match(r"-?\d", value)
                     else account(name, value))
            if value == -1 and name != "auid":
                raise Refused(text)
        elif name == "exit":
            value = self.exit_value(value)
        elif name in ("path", "exe"):
            if value[0] != "/" or value[-1] == "/":
                raise Refused(text)
        elif name == "dir":
            if value[0] != "/" or op != "=":
                raise Refused(text)
        elif name in NUMBERS:
            value = number(value)
        if op in ("&", "&=") and not re.match(r"a[0-3]$|pers$|devminor$",
                                              name):
            raise Refused(text)
        self.fields.append((name, op, value))

    @staticmethod
    def exit_value(value):
        if re.match(r"-?\d", value):
            return number(value)
        code = getattr(errno, value.lstrip("-"), None)
        if code is None:
            raise Refused(f"errno {value}")
        return -code if value[0] == "-" else code

    def watch_path(self, path):
        if self.what:
            raise Refused("watch after list")
        if not path.startswith("/"):
            raise Refused(path)
        if len(path) > 2:
            path = path.rstrip("/") or "/"
        self.what, self.list, self.action = "add", "exit", "always"
        self.named, self.mask = True, set(ALL)
        kind = "dir" if os.path.isdir(path) else "path"
        self.fields = [(kind, "=", path), ("perm", "=", frozenset("rwxa"))]

    def perms(self, text):
        if not self.what or len(text) > 4 or set(text) - set("rwxa"):
            raise Refused(text)
        self.fields = [f for f in self.fields if f[0] != "perm"]
        self.fields.append(("perm", "=", frozenset(text)))

    def finish(self):
        if not self.named and self.list != "task":
            self.mask = set(ALL)
        if sum(f[0] in ("path", "dir", "inode") for f in self.fields) > 1:
            raise Refused("two of path, dir and inode")
        if self.keys:
            self.fields.append(("key", "=", tuple(self.keys)))
        self.mask = self.tables.resolve(self.mask)

    def same(self, other):
        return ((self.list, self.action, self.mask, self.fields) ==
                (other.list, other.action, other.mask, other.fields))

    # what the kernel can match

    def in_inode(self):
        return any(f[0] == "path" or f[0] == "inode" and f[1] == "="
                   for f in self.fields)

    def needs_name(self):
        for name, op, value in self.fields:
            if name in ("devmajor", "devminor", "inode", "obj_uid",
                        "obj_gid", "path"):
                return True
            if name in ("dir", "filetype") and op != "!=":
                return True
            if name == "compare" and value & {"obj_uid", "obj_gid"}:
                return True
        return False

    def scope(self, arch):
        out = set(self.mask)
        for name, op, value in self.fields:
            if name == "arch" and (value == arch) != (op == "="):
                return set()
            if name == "perm":
                out &= self.tables.perm(arch, value)
        return out

    def kinds(self, arch):
        out = {"exit": set(), "exit_noname": set(), "entry": set(),
               "inode": set()}
        scope = self.scope(arch)
        if self.in_inode():
            out["inode"] = scope
        elif self.list == "exit":
            out["exit"] = scope
            if not self.needs_name():
                out["exit_noname"] = scope
        else:
            return out
        if self.action != "never":
            out["entry"] = scope
        return out


def read_line(tables, text):
    words = text.split()
    rule = Rule(tables)
    if words[0] == "-D":
        return "flush"
    while words:
        option = words.pop(0)
        if not option.startswith("-"):
            raise Refused(f"word {option}")
        if option in ("-i", "-c"):
            continue
        if len(option) > 2 and option[1] != "-":    # -Fauid>=1000
            words.insert(0, option[2:])
            option = option[:2]
        if not words:
            raise Refused(f"{option} without value")
        value = words.pop(0)
        if option in ("-a", "-A", "-d"):
            rule.start(option[1], value)
        elif option == "-S":
            rule.syscalls(value)
        elif option == "-F":
            rule.field(value)
        elif option == "-C":
            rule.compare(value)
        elif option == "-w":
            rule.watch_path(value)
        elif option == "-p":
            rule.perms(value)
        elif option == "-k":
            rule.keys.append(value)
        elif option in ("-e", "-f"):
            if value not in ("0", "1", "2"):
                raise Refused(f"{option} {value}")
        elif option in ("-b", "-r", "--backlog_wait_time"):
            if not value[0].isdigit():
                raise Refused(f"{option} {value}")
        else:
            raise Refused(f"option {option}")
    if not rule.what:
        return "control"
    rule.finish()
    return rule


def read_rules(tables, file):
    rules, refused = [], []
    for line, text in enumerate(open(file, encoding="utf-8"), 1):
        text = text.strip(" \n")
        if not text or text.startswith("#"):
            continue
        try:
            rule = read_line(tables, text)
            if rule == "flush":
                rules = []
            elif rule != "control":
                if any(rule.same(r) for r in rules):
                    raise Refused("twin")
                rule.line = line
                rules.append(rule)
        except Refused as problem:
            refused.append((line, str(problem)))
    return rules, refused


def unlist(text):
    out = set()
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        out |= set(range(int(first), int(last or first) + 1))
    return out


def main():
    khdr, rule_file, answer = sys.argv[1:4]
    arch = sys.argv[4] if len(sys.argv) > 4 else "b64"
    tables = Tables(khdr)
    rules, refused = read_rules(tables, rule_file)
    got = json.load(open(answer, encoding="utf-8"))
    wrong = []

    def check(what, have, want):
        if have != want:
            wrong.append(f"{what}: said {have}, should be {want}")

    check("number of rules", got["nr_rules"], len(rules))
    check("refused", [r["line"] for r in got["refused"]],
          [line for line, _ in refused])
    for side, of in SIDE.items():
        for kind in ("exit", "exit_noname", "entry", "inode"):
            want = set()
            for rule in rules:
                want |= rule.kinds(of)[kind]
            told = got["interest"][f"{kind}_{side}"]
            check(f"{kind}_{side}", sorted(unlist(told["list"])),
                  sorted(want))
            check(f"{kind}_{side} known", told["known"],
                  len(tables.known[of]))
            check(f"{kind}_{side} skipped", told["skipped"],
                  len(tables.known[of] - want))
    told = {r["line"]: r["opens"] for r in got["rules"]}
    for rule in rules:
        want = {k: len(s & tables.known[arch])
                for k, s in rule.kinds(arch).items()}
        have = told.get(rule.line, dict.fromkeys(want, 0))
        check(f"line {rule.line}", have, want)
    order = [(-r["opens"]["exit_noname"], -r["opens"]["exit"],
              -r["opens"]["inode"]) for r in got["rules"]]
    check("worst first", order, sorted(order))
    for line in wrong:
        print(line)
    print(f"{len(rules)} rules, {len(refused)} lines refused")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
