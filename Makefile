# Makefile - builds ztrace, and every variant of it by the same rules
#
#   make            all that is installed, in build/   make check   all tests
#   make demo       db2gtf on a small sample        make lint       what a change must pass before it is committed
#   make help       the other targets
#
# Two variables make a variant: B, the build folder, and SAN, the sanitizers.  The others:
#   CC CPPFLAGS CFLAGS LDFLAGS  as everywhere       PREFIX DESTDIR  where install puts things (install.mk)
#   WERROR=1  warnings are errors                   V=1             show whole commands
#   WRAP      a program put before each program that `make check` runs (valgrind)
#   QUICK=1   (environment) tests that look at thousands of cases look at fewer; check-asan, -tsan and -valgrind set it

VERSION := $(shell sed -n 's/.*ZTRACE_VERSION "\(.*\)"/\1/p' include/ztrace/version.h)
# "HASH SECONDS", or "HASH SECONDS changed"; empty where it is not known.
COMMIT := $(shell sh scripts/commit.sh)
B = build
SAN =
CFLAGS ?= -O2 -g
PKG_CONFIG ?= pkg-config
SECONDS = 60

WARN = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wcast-qual -Wpointer-arith \
	-Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition -Wundef -Wvla -Wwrite-strings -Wformat=2 \
	-Wimplicit-fallthrough $(if $(WERROR),-Werror)
# Fortified only where the optimizer is on (it warns otherwise) and no sanitizer watches the same calls.
HARDEN = $(if $(SAN)$(findstring FORTIFY,$(CFLAGS) $(CPPFLAGS)),,$(if $(filter -O1 -O2 -O3 -Os,$(CFLAGS)), \
	-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fstack-protector-strong))
BZLIB := $(shell printf '\043include <bzlib.h>\n' | $(CC) $(CPPFLAGS) -fsyntax-only -x c - 2>/dev/null && echo -lbz2)
CPP = -Iinclude -D_POSIX_C_SOURCE=200809L -D_FILE_OFFSET_BITS=64 \
	$(if $(BZLIB),-DHAVE_BZLIB=1) $(CPPFLAGS)
COMPILE = $(CC) -std=c11 $(CPP) $(WARN) $(HARDEN) -pthread $(CFLAGS) $(SANFLAGS)
SANFLAGS = $(if $(SAN),-fsanitize=$(SAN) -fno-sanitize-recover=all)
LINK = $(CC) -pthread $(CFLAGS) $(SANFLAGS) $(LDFLAGS)
LIBS = -lz $(BZLIB) $(if $(filter Darwin,$(shell uname -s)),-liconv)
CHECK_CFLAGS = $(shell $(PKG_CONFIG) --cflags check 2>/dev/null)
CHECK_LIBS = $(shell $(PKG_CONFIG) --libs check 2>/dev/null || echo -lcheck -lm)

# What there is follows from the file names: nothing below has to change for a new file.
objects = $(patsubst %.c,$(B)/obj/%.o,$(sort $(wildcard $(1))))
# src/main/NAME.c is a program; src/main/NAME_MORE.c belongs to it.
MAINS := $(sort $(wildcard src/main/*.c))
PROGRAMS := $(patsubst src/main/%.c,$(B)/%,$(foreach m,$(MAINS),$(if $(findstring _,$(notdir $m)),,$m)))
LIB := $(filter-out $(B)/obj/src/main/%,$(call objects,src/*/*.c))
TESTLIB := $(call objects,tests/lib/*.c)
UNIT := $(call objects,tests/unit/*.c)
GENS := $(patsubst tests/gen/%.c,$(B)/gen/%,$(sort $(wildcard tests/gen/*.c)))
FUZZ := $(patsubst tests/fuzz/fuzz_%.c,%,$(sort $(wildcard tests/fuzz/fuzz_*.c)))
REPLAYS := $(FUZZ:%=$(B)/fuzz/%-replay)
SUITES := $(patsubst tests/unit/check_%.c,%,$(sort $(wildcard tests/unit/check_*.c)))
# that of the Debian packages installs them: it is not for make check
SCRIPTS := $(filter-out tests/deb.sh,$(sort $(wildcard tests/*.sh)))
MAN := $(sort $(wildcard man/*.[135]))
SHELLS := $(wildcard scripts/setup scripts/sweep scripts/spread scripts/chart scripts/*.sh .ci/run tests/*.sh tests/lib/*.sh)

Q = $(if $(V),,@)
say = $(if $(V),,@echo '  $(1)' '$(patsubst $(B)/obj/%,%,$@)';)

all: programs product

programs: $(PROGRAMS) $(B)/lib.a

MAKEFLAGS += --no-print-directory

$(foreach p,$(PROGRAMS),$(eval $(p): $(call objects,src/main/$(notdir $(p))_*.c)))

$(PROGRAMS): $(B)/%: $(B)/obj/src/main/%.o $(B)/lib.a
	$(call say,LD)$(LINK) -o $@ $(filter-out %.a,$^) $(B)/lib.a $(LIBS)

$(B)/lib.a: $(LIB) $(B)/lib.list
	$(call say,AR)rm -f $@; $(AR) rcs $@ $(LIB)

$(B)/testlib.a: $(TESTLIB) $(B)/testlib.list
	$(call say,AR)rm -f $@; $(AR) rcs $@ $(TESTLIB)

$(B)/obj/%.o: %.c $(B)/flags
	@mkdir -p $(@D)
	$(call say,CC)$(COMPILE) $(MORE) -MMD -MP -c -o $@ $<

# What --version says: only this file is compiled anew for another commit.
$(B)/obj/src/base/version.o $(B)/pic/src/base/version.o: $(B)/commit
$(B)/obj/src/base/version.o $(B)/pic/src/base/version.o: MORE = $(if $(COMMIT),-DZTRACE_COMMIT='"$(COMMIT_SHORT)"')
COMMIT_SHORT = $(shell echo $(firstword $(COMMIT)) | cut -c 1-12)$(if $(filter changed,$(COMMIT)), with changes)

# Test code has entries that Check or the fuzzer call by name; no header declares them.
$(B)/obj/tests/%.o: MORE = -Itests/lib
$(B)/obj/tests/lib/%.o: MORE = -Itests/lib $(CHECK_CFLAGS)
$(B)/obj/tests/unit/%.o: MORE = -Itests/lib -I$(B) $(CHECK_CFLAGS) -Wno-missing-prototypes
$(B)/obj/tests/fuzz/%.o: MORE = -Itests/lib -Wno-missing-prototypes
$(B)/obj/tests/unit/run.o: $(B)/suites.inc

# Allocations go through tests/lib/oom.c, which can make one fail.
$(B)/unit: $(UNIT) $(B)/testlib.a $(B)/lib.a
	$(call say,LD)$(LINK) -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc -o $@ $^ $(CHECK_LIBS) $(LIBS)

$(GENS): $(B)/gen/%: $(B)/obj/tests/gen/%.o $(B)/testlib.a $(B)/lib.a
	@mkdir -p $(@D)
	$(call say,LD)$(LINK) -o $@ $^ $(LIBS)

$(REPLAYS): $(B)/fuzz/%-replay: $(B)/obj/tests/fuzz/fuzz_%.o $(B)/obj/tests/fuzz/replay.o $(B)/testlib.a $(B)/lib.a
	@mkdir -p $(@D)
	$(call say,LD)$(LINK) -o $@ $^ $(LIBS)

$(FUZZ:%=$(B)/fuzz/%): $(B)/fuzz/%: $(B)/obj/tests/fuzz/fuzz_%.o $(B)/testlib.a $(B)/lib.a
	@mkdir -p $(@D)
	$(call say,LD)$(LINK) -fsanitize=fuzzer -o $@ $^ $(LIBS)

# These change only when their text does: other flags, another compiler, a file come or gone.
$(B)/flags: TEXT = $(COMPILE) $(LDFLAGS) $(shell $(CC) --version 2>/dev/null | head -n 1)
$(B)/commit: TEXT = $(COMMIT)
$(B)/lib.list: TEXT = $(LIB)
$(B)/testlib.list: TEXT = $(TESTLIB)
$(B)/suites.inc: TEXT = $(foreach s,$(SUITES),SUITE($(s)))
$(B)/flags $(B)/commit $(B)/lib.list $(B)/testlib.list $(B)/suites.inc: FORCE
	@mkdir -p $(@D); printf '%s\n' '$(TEXT)' | cmp -s - $@ || printf '%s\n' '$(TEXT)' > $@

everything: programs $(B)/unit $(GENS) $(REPLAYS)

check: everything
	@B=$(B) WRAP='$(WRAP)' sh scripts/check.sh $(B)/unit $(REPLAYS) $(SCRIPTS)

# Exit status 99 is no program's own, so a test that waits for a failure cannot take a sanitizer's report for it.
check-asan:
	@QUICK=1 CK_FORK=no ASAN_OPTIONS=exitcode=99:detect_stack_use_after_return=1 \
	UBSAN_OPTIONS=exitcode=99:print_stacktrace=1 \
	$(MAKE) check B=build/asan SAN=address,undefined CFLAGS='-O1 -g -fno-omit-frame-pointer'

check-tsan:
	@QUICK=1 CK_FORK=no TSAN_OPTIONS=exitcode=99 $(MAKE) check B=build/tsan SAN=thread CFLAGS='-O1 -g'

check-valgrind:
	@QUICK=1 CK_FORK=no $(MAKE) check B=build/valgrind CFLAGS='-O1 -g' \
	WRAP='valgrind -q --error-exitcode=99 --leak-check=full'

# On a big-endian machine with unsigned characters, without having one: see scripts/s390x_root.sh and check_s390x.sh.
S390X_ROOT = $(CURDIR)/build/s390x-root
S390X = PKG_CONFIG_SYSROOT_DIR=$(S390X_ROOT) PKG_CONFIG_LIBDIR=$(S390X_ROOT)/usr/lib/s390x-linux-gnu/pkgconfig
check-s390x:
	@sh scripts/s390x_root.sh --check $(S390X_ROOT) >/dev/null 2>&1 || \
	{ echo 'check-s390x: needs a cross compiler, qemu and libraries; scripts/setup --s390x gets them'; exit 1; }
	@$(MAKE) programs $(GENS)
	@$(S390X) $(MAKE) everything B=build/s390x WERROR=1 AR=s390x-linux-gnu-ar \
	CC='s390x-linux-gnu-gcc --sysroot=$(S390X_ROOT)'
	@sh scripts/check_s390x.sh $(S390X_ROOT) build/s390x $(B) $(SCRIPTS)

# The long form of tests/sweep.sh: some 200 kills, full disks; a few minutes.
check-sweep: everything
	@B=$(B) sh tests/sweep.sh long

# Timelines in a viewer, in a browser; and what it then shows, as pictures for the README.
check-timelines: programs $(B)/gen/agents $(B)/gen/le viewer
	@node tests/browser/timelines.mjs $(B)

viewer:
	$(call need,node,--browser)
	$(call need,chromium,--browser)
	@mkdir -p $(B)/browser; cp tests/browser/package.json tests/browser/package-lock.json $(B)/browser
	@cd $(B)/browser && npm ci --loglevel=error --ignore-scripts --no-audit --no-fund

pictures: check-timelines
	cp $(B)/browser/*.png doc/
	$(B)/gen/agents 90 | $(B)/db2gtf -t csv | scripts/chart --top=6 --size=800x300 -o doc/chart.png

# The long form of tests/spread.sh: with a Slurm that it starts, as root, and many kills; some three minutes.
check-spread: everything
	@B=$(B) sh tests/spread.sh slurm

# All programs, since what the README then shows calls each of them.
demo: $(PROGRAMS)
	@echo 'demo: $(B)/db2gtf samples/figure1.txt (a Db2 record that GTF cut in segments, put together again)'
	@$(B)/db2gtf samples/figure1.txt || [ $$? -eq 2 ]
	@echo 'demo: status 2 is right here: the figure leaves lines out, and db2gtf says so instead of guessing them'

# make fuzz T=name SECONDS=60: new inputs go to build/fuzz/corpus, never among the seeds.
fuzz:
	@test -f 'tests/fuzz/fuzz_$(T).c' || { echo 'make fuzz T=NAME, where NAME is one of: $(FUZZ)'; exit 1; }
	@$(MAKE) build/fuzz/fuzz/$(T) B=build/fuzz CC=clang SAN=fuzzer-no-link,address,undefined CFLAGS='-O1 -g'
	@mkdir -p build/fuzz/corpus/$(T) build/fuzz/found tests/fuzz/seed/$(T)
	build/fuzz/fuzz/$(T) -max_total_time=$(SECONDS) -artifact_prefix=build/fuzz/found/$(T)- -timeout=10 \
	-print_final_stats=1 $(addprefix -dict=,$(wildcard tests/fuzz/$(T).dict)) \
	build/fuzz/corpus/$(T) tests/fuzz/seed/$(T)

# make lint: what needs no build, everything with both compilers, the tools that read sources; on all processors.
need = @command -v $(1) >/dev/null || { echo '$@: no $(1) here; scripts/setup $(or $(2),--dev) installs it'; exit 1; }
LINT = lint-rules lint-gcc lint-clang lint-cppcheck lint-shell lint-man
lint:
	@$(MAKE) $(if $(findstring -j,$(MAKEFLAGS)),,-j$(shell getconf _NPROCESSORS_ONLN 2>/dev/null)) $(LINT)

lint-rules:
	@sh scripts/layers.sh
	@sh scripts/size.sh
	@sh scripts/mk_tables.sh --check
	@sh scripts/headers.sh $(COMPILE)

# gcc warns of more where it optimizes, clang does not.
lint-clang: CFLAGS = -O0
lint-gcc lint-clang: lint-%:
	$(call need,$*)
	@$(MAKE) everything B=build/lint-$* CC=$* CFLAGS='$(CFLAGS)' WERROR=1

lint-cppcheck:
	$(call need,cppcheck)
	@mkdir -p build/cppcheck
	@cppcheck --quiet --std=c11 --enable=warning,performance,portability --error-exitcode=1 --inline-suppr \
	--suppressions-list=scripts/cppcheck.txt --cppcheck-build-dir=build/cppcheck -j2 \
	-DHAVE_BZLIB=1 -Iinclude -Itests/lib $(wildcard src tests/lib tests/gen tests/fuzz)

lint-shell:
	$(call need,shellcheck)
	@shellcheck $(SHELLS)

# Without mandoc the pages are not looked at: not every system has it.
lint-man: lint-gcc
	@sh scripts/mk_man.sh --check build/lint-gcc
	@sh scripts/messages.sh
	@$(MAKE) $(HELPERS:%=build/lint-gcc/man/ztrace-%.1) B=build/lint-gcc CC=gcc WERROR=1
	@! command -v mandoc >/dev/null || mandoc -T lint -W warning $(MAN) $(HELPERS:%=build/lint-gcc/man/ztrace-%.1)

cover:
	@find build/cover -name '*.gcda' -exec rm -f {} + 2>/dev/null || :
	@CK_FORK=no $(MAKE) check B=build/cover CFLAGS='-O0 -g --coverage' && status=0 || status=$$?; \
	sh scripts/cover.sh build/cover && exit $$status

# make bench BENCH_MB=256 BENCH_RUNS=5; as JSON with BENCH=--json
bench: $(B)/db2gtf $(B)/letrace $(B)/gen/bench $(B)/gen/le
	@B=$(B) BENCH_MB=$(BENCH_MB) BENCH_RUNS=$(BENCH_RUNS) scripts/bench.sh $(BENCH)

include install.mk
product: $(PRODUCT)

clean:
	rm -rf build

help:
	@echo 'all demo check check-asan check-tsan check-valgrind check-s390x check-sweep check-spread check-timelines pictures lint fuzz bench cover install uninstall dist deb check-deb clean'

FORCE:
.PHONY: all programs product everything check check-s390x check-sweep check-spread check-timelines viewer pictures check-asan check-tsan check-valgrind demo fuzz lint $(LINT) bench cover install uninstall dist deb check-deb clean help FORCE
.DELETE_ON_ERROR:
.SECONDARY:
-include $(wildcard $(B)/obj/*/*/*.d $(B)/pic/*/*/*.d)
