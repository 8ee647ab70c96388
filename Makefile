# Rogues' Gallery. `make run` and `make test` set up what is missing, then do it; `make help` lists the rest.
SHELL := /bin/bash
.DEFAULT_GOAL := help

# Set up: development packages of the C libraries that are linked, and the real clients that the tests need.
LIBRARIES := libssl-dev libgnutls28-dev libyaml-dev pkg-config
CLIENTS := curl openssl gnutls-bin wget python3 python3-venv python3-pytest perl ca-certificates
# The libraries that judge the catalogue beside OpenSSL and GnuTLS: Go, Java (JSSE, and OkHttp on it), NSS, and what sets
# their clocks; and a reader of captures. `make test-ci` installs them.
JUDGES := golang-go default-jdk-headless junit5 libokhttp-java nodejs libnss3-tools libfaketime tshark
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

SWIFT_FLAGS := -Xswiftc -warnings-as-errors
ROGUES := .build/release/rogues
FILTER ?= .
# All of the tests are optimised and drive the optimised command: built as fast, and five times as fast themselves. Some of
# them are built without, because a change is ready sooner then. They have a separate folder, in which the command shows
# them what it hides.
OPTIMISED := $(filter .,$(FILTER))
TEST_BUILD := $(if $(OPTIMISED),-c release --scratch-path .build/tests -Xswiftc -enable-testing)
ARGS ?=

.PHONY: help
help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: run
run: build ## set up, build, ask the clients of this machine about the core of the catalogue (ARGS="…" is passed on)
	@$(ROGUES) compare --profile core --axes tls=1.3 $(ARGS)

.PHONY: compare
compare: build ## the same about every scenario (minutes; ARGS="--profile full" for the decision tables, too)
	@$(ROGUES) compare $(ARGS)

SITE ?= .build/site

.PHONY: site
site: build ## every scenario and client of this machine as a static site with history (SITE=folder, ARGS="…")
	@$(ROGUES) compare --report html=$(SITE) $(ARGS)
	@echo "open $(SITE)/index.html"

.PHONY: test
test: setup ## set up, then the tests (FILTER=regex for some of them)
	@swift build --build-tests $(TEST_BUILD) $(SWIFT_FLAGS)
	@$(if $(OPTIMISED),ROGUES_COMMAND=.build/tests/release/rogues) Tools/count-tests \
	  swift test $(TEST_BUILD) --skip-build --disable-xctest --experimental-maximum-parallelization-width 8 --filter '$(FILTER)'

.PHONY: test-ci test-all
test-ci test-all: CLIENTS += $(JUDGES)
test-ci: export ROGUES_TESTS := ci
test-all: export ROGUES_TESTS := all
test-ci: linter cryptography consumers test ## the same and the sweeps: everything is put to Go, Java, NSS and the other clients, and to pkilint
test-all: linter cryptography consumers test ## the same and what takes longest: the walks of users' pages, builds of other packages

.PHONY: record
record: CLIENTS += $(JUDGES)
record: export ROGUES_TESTS := all
record: export ROGUES_RECORD := 1
record: linter cryptography ## write everything that is recorded: lock, goldens, schemas, manual, pages (FILTER=regex for some suites)
	@$(MAKE) --no-print-directory test FILTER='$(if $(OPTIMISED),$(shell Tools/recorders),$(FILTER))' OPTIMISED=$(OPTIMISED)

.PHONY: engines
engines: setup ## the whole catalogue through every engine with every adapter of this machine (half an hour)
	@ROGUES_ENGINES=all $(MAKE) --no-print-directory test FILTER=EngineAgreementTests OPTIMISED=yes

.PHONY: build
build: setup ## set up, then build the command
	@swift build -c release --product rogues $(SWIFT_FLAGS)

# One file: Swift's library is inside, the C libraries are Debian's.
DIST := .build/static/release/rogues
PREFIX ?= /usr/local

.PHONY: static
static: setup
	@swift build -c release --static-swift-stdlib --scratch-path .build/static --product rogues $(SWIFT_FLAGS)

.PHONY: dist
dist: static ## make .build/dist/rogues-VERSION-linux-ARCH.tar.gz, which runs where it is unpacked
	@Packaging/dist $(DIST)

.PHONY: deb
deb: static ## the same, and a Debian package
	@Packaging/dist $(DIST) --deb

.PHONY: wheel
wheel: static ## make .build/dist/rogues_gallery-VERSION-….whl for pip and pipx, with a plug-in for pytest
	@Packaging/wheel $(DIST)

.PHONY: install
install: static ## install the command and its catalogue (PREFIX=/usr/local)
	@Packaging/install $(DIST) $(PREFIX)
	@echo "installed $(DESTDIR)$(PREFIX)/bin/rogues"

.PHONY: uninstall
uninstall: ## remove what 'make install' copied (PREFIX=/usr/local)
	@Packaging/install --remove $(PREFIX)

.PHONY: bench
bench: setup ## measure against floors in the same run, and print the ratios (ARGS=name for one of them)
	@swift build -c release --product rogues $(SWIFT_FLAGS)
	@swift build -c release --product rogues-bench $(SWIFT_FLAGS)
	@.build/release/rogues-bench $(ARGS)

# Address checks and coverage in all code of the package, in a separate folder: nothing else is rebuilt.
FUZZ_BUILD := .build/fuzz
FUZZ_SANITIZERS := -Xswiftc -sanitize=fuzzer,address
FUZZ_TARGETS ?= $(notdir $(wildcard Tests/FuzzTests/corpus/*))
FUZZ_FOUND := $(FUZZ_BUILD)/found
# Swift keeps bits in its pointers, so that what its tables hold would look lost.
# Its backtracer would wait for ever for what libFuzzer is to handle.
FUZZ_ENVIRONMENT := ASAN_OPTIONS=detect_leaks=0 SWIFT_BACKTRACE=enable=no
# Only make's own command line counts: shells have a variable of that name.
FUZZ_SECONDS := $(if $(filter command%,$(origin SECONDS)),$(SECONDS),60)

.PHONY: fuzz-build
fuzz-build: setup
	@ROGUES_FUZZ=1 swift build --scratch-path $(FUZZ_BUILD) --product rogues-fuzz $(FUZZ_SANITIZERS)

.PHONY: fuzz-seeds
fuzz-seeds: fuzz-build ## write the fuzzer's seeds that are scripts anew
	@ROGUES_RECORD=1 $(FUZZ_BUILD)/debug/rogues-fuzz

.PHONY: fuzz
fuzz: fuzz-build ## hostile bytes to every parser (SECONDS=60 for each, FUZZ_TARGETS="engine log" for some)
	@status=0; \
	for target in $(FUZZ_TARGETS); do \
	  mkdir -p $(FUZZ_FOUND)/$$target; \
	  $(FUZZ_ENVIRONMENT) ROGUES_FUZZ_TARGET=$$target $(FUZZ_BUILD)/debug/rogues-fuzz -max_total_time=$(FUZZ_SECONDS) -timeout=20 \
	    -max_len=4096 -rss_limit_mb=2048 -print_final_stats=0 -verbosity=0 -artifact_prefix=$(FUZZ_FOUND)/$$target- \
	    $(FUZZ_FOUND)/$$target Tests/FuzzTests/corpus/$$target \
	    && echo "ok       $$target" || { echo "FOUND    $$target: see $(FUZZ_FOUND)/$$target-*"; status=1; }; \
	done; \
	exit $$status

SANITIZERS ?= thread address

.PHONY: sanitize
sanitize: setup ## tests under ThreadSanitizer and AddressSanitizer (SANITIZERS=thread for one; half an hour)
	@status=0; \
	for sanitizer in $(SANITIZERS); do \
	  Tools/sanitize $$sanitizer && echo "ok       $$sanitizer" || status=1; \
	done; \
	exit $$status

.PHONY: lint
lint: ## formatting of the code, and the catalogue's own rules
	@swift format lint --strict --parallel --recursive Sources Benchmarks Tests Package.swift
	@# A command that is older than the code knows another catalogue.
	@if [ -x $(ROGUES) ] && [ -z "$$(find Sources -name '*.swift' -newer $(ROGUES) -print -quit)" ]; then $(ROGUES) lint; fi

.PHONY: format
format: ## format the code
	@swift format --in-place --parallel --recursive Sources Benchmarks Tests Package.swift

.PHONY: setup
setup: ## install what is missing (Debian packages, by apt-get)
	@missing=""; \
	for package in $(LIBRARIES) $(CLIENTS); do \
	  dpkg-query -W -f '$${Status}' "$$package" 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$package"; \
	done; \
	if [ -n "$$missing" ]; then \
	  command -v apt-get >/dev/null || { echo "setup: missing:$$missing, and there is no apt-get; see 'make doctor'"; exit 69; }; \
	  echo "setup: installing$$missing"; \
	  $(SUDO) apt-get -qq update && \
	  DEBIAN_FRONTEND=noninteractive $(SUDO) apt-get -qq -y --no-install-recommends install $$missing >/dev/null; \
	fi

.PHONY: linter
linter: setup ## install pkilint, which tests compare with, into the user's cache (PyPI)
	@Tools/linter --install >/dev/null

.PHONY: cryptography
cryptography: setup ## install Python's cryptography, a client as well, into the user's cache (PyPI)
	@Tools/adapters python-cryptography >/dev/null

.PHONY: adapters
adapters: ## install what the adapters drive, in five minutes, and say what is missing (NAME=node for one)
	@Tools/adapters $(NAME)

.PHONY: adapters-all
adapters-all: ## the same, and the heavy ones: browsers, and compilers from PyPI
	@Tools/adapters --all

.PHONY: consumers
consumers: setup ## install readers of our reports (JSON Schema, JUnit, SARIF, CTRF) into the user's cache (PyPI)
	@Tools/consumers --install >/dev/null

.PHONY: doctor
doctor: ## say what is missing on this machine, change nothing
	@status=0; \
	for tool in swift:toolchain pkg-config:pkg-config; do \
	  command -v "$${tool%%:*}" >/dev/null && echo "ok       $${tool%%:*}" || { echo "MISSING  $${tool%%:*} ($${tool##*:})"; status=1; }; \
	done; \
	for library in openssl:libssl-dev gnutls:libgnutls28-dev yaml-0.1:libyaml-dev; do \
	  pkg-config --exists "$${library%%:*}" && echo "ok       $${library%%:*} $$(pkg-config --modversion $${library%%:*})" || \
	    { echo "MISSING  $${library%%:*}: apt-get install $${library##*:}"; status=1; }; \
	done; \
	for client in curl:curl openssl:openssl gnutls-cli:gnutls-bin wget:wget python3:python3; do \
	  command -v "$${client%%:*}" >/dev/null && echo "ok       $${client%%:*}" || \
	    { echo "MISSING  $${client%%:*}: apt-get install $${client##*:}"; status=1; }; \
	done; \
	exit $$status

.PHONY: clean
clean: ## remove what was built
	@rm -rf .build
