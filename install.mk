# install.mk - part of the Makefile: what is installed, packed and given away
#
#   make install uninstall      to PREFIX (/usr/local); BINDIR, LIBDIR, INCLUDEDIR, DATADIR, MANDIR, DOCDIR and ZSHDIR can be set too
#   make dist                   the sources of the last commit as a tarball
#   make deb check-deb          Debian packages, and a test of them that needs root

PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DATADIR ?= $(PREFIX)/share
MANDIR ?= $(DATADIR)/man
DOCDIR ?= $(DATADIR)/doc/ztrace
ZSHDIR ?= $(DATADIR)/zsh/site-functions
OBJCOPY ?= objcopy
SONAME = libztrace.so.0

NAMES = $(notdir $(PROGRAMS))
HELPERS := $(notdir $(wildcard scripts/sweep scripts/spread scripts/chart))
COMMANDS = $(NAMES) $(HELPERS:%=ztrace-%)

# The library: one object that shows only its own names, and a shared one that exports only them, with a version.
# The programs do not use it.  Where the linker is not ELF's there is just the archive, with all names.
ELF := $(if $(filter Darwin,$(shell uname -s)),,yes)
PIC = $(LIB:$(B)/obj/%=$(B)/pic/%)
LIBRARY = $(B)/libztrace.a $(if $(ELF),$(B)/$(SONAME))
DOCS := README.md BENCHMARKS.md LICENSE $(sort $(wildcard samples/* doc/*))
PLACED = README.md samples/ztrace-sweep.service
PRODUCT = $(PLACED:%=$(B)/installed/%) $(HELPERS:%=$(B)/installed/ztrace-%) $(LIBRARY) $(COMMANDS:%=$(B)/bash/%) $(COMMANDS:%=$(B)/zsh/_%) $(HELPERS:%=$(B)/man/ztrace-%.1) $(B)/ztrace.pc

$(B)/pic/%.o: %.c $(B)/flags
	@mkdir -p $(@D)
	$(call say,CC)$(COMPILE) $(MORE) -fPIC -fno-lto -MMD -MP -c -o $@ $<

$(B)/pic.a: $(PIC) $(B)/lib.list
	$(call say,AR)rm -f $@; $(AR) rcs $@ $(PIC)

$(B)/$(SONAME): $(B)/pic.a src/lib/ztrace.map
	$(call say,LD)$(LINK) -shared -o $@ -Wl,-soname,$(SONAME) -Wl,--version-script=src/lib/ztrace.map -Wl,-z,defs \
	-Wl,-Bsymbolic $(B)/pic/src/lib/ztrace.o $(B)/pic.a $(LIBS)

$(B)/libztrace.a: $(B)/pic.a src/lib/ztrace.map
ifeq ($(ELF),)
	$(call say,AR)cp $(B)/pic.a $@
else
	$(call say,AR)sed -n 's/^\t\(ztrace_.*\);/\1/p' src/lib/ztrace.map > $(B)/ztrace.names; \
	$(CC) $(CFLAGS) -fno-lto -r -nostdlib -o $(B)/ztrace.o $(B)/pic/src/lib/ztrace.o $(B)/pic.a && \
	$(OBJCOPY) --keep-global-symbols=$(B)/ztrace.names $(B)/ztrace.o && rm -f $@ && $(AR) rcs $@ $(B)/ztrace.o
endif

$(B)/ztrace.pc: src/lib/ztrace.pc.in FORCE
	@sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' -e 's|@INCLUDEDIR@|$(INCLUDEDIR)|' \
	-e 's|@VERSION@|$(VERSION)|' -e 's|@LIBS@|$(LIBS)|' $< > $@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

# Options come from the programs, so these are made by running them.
$(B)/bash/%: scripts/mk_completion.sh $(PROGRAMS) $(HELPERS:%=scripts/%)
	@mkdir -p $(@D)
	$(call say,GEN)sh scripts/mk_completion.sh bash $* $(B) > $@

$(B)/zsh/_%: scripts/mk_completion.sh $(PROGRAMS) $(HELPERS:%=scripts/%)
	@mkdir -p $(@D)
	$(call say,GEN)sh scripts/mk_completion.sh zsh $* $(B) > $@

# Scripts stand alone once they are installed.
$(B)/installed/ztrace-%: scripts/% scripts/command.sh scripts/archive.sh scripts/mk_script.sh $(B)/commit include/ztrace/version.h
	@mkdir -p $(@D)
	$(call say,GEN)sh scripts/mk_script.sh $* > $@

$(B)/man/ztrace-%.1: $(B)/installed/ztrace-% scripts/help_man.sh
	@mkdir -p $(@D)
	$(call say,GEN)sh scripts/help_man.sh $< '$(shell sed -n 's/^\.Dd //p' man/db2gtf.1)' > $@

# What speaks of the place where programs are tells it as it is once they are installed; what README.md says of the
# sources is left out then, with all its links.
$(B)/installed/%: % scripts/as_installed.sh FORCE
	@mkdir -p $(@D); sh scripts/as_installed.sh '$(BINDIR)' < $< > $@.new; cmp -s $@.new $@ && rm $@.new || mv $@.new $@

# MODE=SOURCE=TARGET, or link=TEXT=TARGET: the one list of what is installed, and what is taken away again.
INSTALLED = \
	$(foreach p,$(NAMES),755=$(B)/$p=$(BINDIR)/$p) \
	$(foreach s,$(HELPERS),755=$(B)/installed/ztrace-$s=$(BINDIR)/ztrace-$s) \
	644=include/ztrace/ztrace.h=$(INCLUDEDIR)/ztrace.h \
	644=$(B)/libztrace.a=$(LIBDIR)/libztrace.a \
	$(if $(ELF),755=$(B)/$(SONAME)=$(LIBDIR)/$(SONAME) link=$(SONAME)=$(LIBDIR)/libztrace.so) \
	644=$(B)/ztrace.pc=$(LIBDIR)/pkgconfig/ztrace.pc \
	$(foreach m,$(MAN) $(HELPERS:%=$(B)/man/ztrace-%.1),644=$m=$(MANDIR)/man$(subst .,,$(suffix $m))/$(notdir $m)) \
	$(foreach c,$(COMMANDS),644=$(B)/bash/$c=$(DATADIR)/bash-completion/completions/$c) \
	$(foreach c,$(COMMANDS),644=$(B)/zsh/_$c=$(ZSHDIR)/_$c) \
	$(foreach d,$(DOCS),644=$(if $(filter $d,$(PLACED)),$(B)/installed/)$d=$(DOCDIR)/$d)

# A folder that is none would be made wherever make runs, or without an end.
FOLDERS = PREFIX BINDIR LIBDIR INCLUDEDIR DATADIR MANDIR DOCDIR ZSHDIR
ifneq ($(filter install uninstall,$(MAKECMDGOALS)),)
$(foreach v,$(FOLDERS),$(if $(filter 1,$(words $($v))),$(if $(filter /%,$($v)),,$(error \
	$v has to begin with a slash: "$($v)")),$(error $v has to be one folder, without blanks: "$($v)")))
endif

install: all
	@sh scripts/install.sh install '$(DESTDIR)' '$(DOCDIR)/folders' $(INSTALLED)

uninstall:
	@sh scripts/install.sh remove '$(DESTDIR)' '$(DOCDIR)/folders' $(INSTALLED)

# The same commit gives the same bytes: times are the commit's, modes are not the user's, gzip writes no name.
dist:
	@[ -e .git ] || { echo 'make dist: packs the last commit of a git clone, and this is none; in what was unpacked' \
	'from a tarball of ztrace, that tarball is what there is to give away'; exit 1; }
	@mkdir -p $(B)
	git -c tar.umask=0022 archive --prefix=ztrace-$(VERSION)/ -o $(B)/ztrace.tar HEAD
	gzip -9n < $(B)/ztrace.tar > $(B)/ztrace-$(VERSION).tar.gz
	@rm -f $(B)/ztrace.tar

# With tools of dpkg alone; in a build folder of its own, with the flags that Debian wants.
DEB = $(abspath $(B))/deb
deb:
	@rm -rf $(DEB)/root
	@$(MAKE) -s install B=$(DEB) CFLAGS='-O2 -g -ffile-prefix-map=$(CURDIR)=.' LDFLAGS='-Wl,-z,relro -Wl,-z,now' \
	DESTDIR=$(DEB)/root PREFIX=/usr LIBDIR=/usr/lib/$(shell $(CC) -print-multiarch 2>/dev/null) \
	ZSHDIR=/usr/share/zsh/vendor-completions
	@sh scripts/mk_deb.sh $(DEB)/root $(B) '$(VERSION)' $(COMMIT)

# As root: installs the packages on this machine, tries them, and removes them again.
check-deb:
	@B=$(B) sh tests/deb.sh
