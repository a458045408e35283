# SPDX-License-Identifier: GPL-2.0
#
# For people. Kbuild beside this is the kernel's.

KVER ?= $(shell uname -r)
KDIR ?= /lib/modules/$(KVER)/build

help:
	@echo 'make module     build audit_fastpath.ko for KVER=$(KVER)'
	@echo 'make tools      build audit_bench and aufastpath'
	@echo 'make demo       see it work, in a virtual machine: ten minutes, as root'
	@echo 'make check      all tests, on stock kernels in virtual machines: as root'
	@echo 'make fuzz       fuzz all that reads what others wrote: TIME=3600 seconds each'
	@echo 'make mutants    break the module in each way that tests/mutants has: make check must fail'
	@echo 'make oracle     the records of all rule sets and 200 random ones, with and without: hours'
	@echo 'make churn      rules come and go while calls are judged: CHANGES=100000, an hour and more'
	@echo 'make debug-kernel  tests on kernels that check memory, locks and races; built first: as root'
	@echo 'make bench      what it costs and saves, rule sets by syscalls by kernels: as root'
	@echo 'make install    install tools and module (DKMS) and load it: as root'
	@echo 'make uninstall  undo that: as root'
	@echo 'make sign       sign the module: KEY=private-key CERT=certificate'
	@echo 'make clean      remove what was built here'

module:
	@test -e $(KDIR)/Makefile || { \
		echo "make: no headers of kernel $(KVER): install linux-headers-$(KVER), or say KDIR=" >&2; \
		exit 1; }
	$(MAKE) -C $(KDIR) M=$(CURDIR) modules

tools:
	$(MAKE) -C userspace

demo:
	tests/bench/demo.sh

check:
	tests/check.sh

# every test, at full length, on every kernel: an hour and more
check-full:
	tests/check.sh --full

fuzz:
	$(MAKE) -C tests/fuzz fuzz

# builds three kernels, once
debug-kernel:
	tests/vm/debug.sh

mutants:
	tests/mutate.sh

oracle:
	tests/vm/oracle/oracle.sh

# CHANGES, SEED and KERNELS can be given
churn:
	tests/churn.sh --changes "$(or $(CHANGES),100000)" --seed "$(or $(SEED),1)" $(if $(KERNELS),--kernels "$(KERNELS)")

bench:
	tests/bench/bench.sh

install:
	@packaging/install.sh check $(KVER)
	$(MAKE) -C userspace
	$(MAKE) -C userspace install
	packaging/install.sh install $(KVER)

uninstall:
	packaging/install.sh uninstall
	$(MAKE) -C userspace uninstall

sign:
	packaging/install.sh sign $(KVER) "$(KEY)" "$(CERT)"

clean:
	@if test -e $(KDIR)/Makefile; then $(MAKE) -C $(KDIR) M=$(CURDIR) clean; fi
	$(MAKE) -C userspace clean
	$(MAKE) -C tests/unit clean
	$(MAKE) -C tests/fuzz clean
	rm -rf build

.PHONY: help module tools demo check check-full oracle churn fuzz debug-kernel mutants bench install uninstall sign clean
