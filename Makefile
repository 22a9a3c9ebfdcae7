# `make` prints the menu. A bare Debian 12 or 13 (python3, gcc, make, git; root or sudo) is enough: what a target needs
# it installs first, once. Python packages come by hash from requirements/*.lock and live in .venv.

PYTHON ?= /usr/bin/python3
SEED ?= 6
ARGS ?=
PACKAGE ?=
MODULE ?=
# Of the training: 0.01 shows in minutes that it works. All but the whole of our own goes to a folder of its own.
TRAIN_SCALE ?= 1
TRAIN_PHOTOS ?= ../shared/data/photos
# Crops that Cycles drew (make cycles CYCLES_OUT=DIR ARGS='--what crops'), and nets to go on from, gently: none.
TRAIN_CYCLES ?=
TRAIN_FROM ?=
TRAIN_WORK ?= build/train-$(TRAIN_SCALE)$(if $(TRAIN_CYCLES),-cycles)$(if $(TRAIN_FROM),-on)
CYCLES_OUT ?= build/cycles
TRAIN_OUT ?= $(if $(filter-out 1,$(TRAIN_SCALE))$(TRAIN_CYCLES)$(TRAIN_FROM),$(TRAIN_WORK)/nets,vision/learned)
# picamera2, libcamera and lgpio are built by the Pi's makers for its kernel: they stay out of the locks.
PI ?= $(if $(wildcard /usr/lib/python3/dist-packages/picamera2),1,0)

# Tests by file over one process more than there are cores, as many tests wait for what they started; one thread each.
# Bytecode is kept, whatever the machine says: else each process compiles product and tests anew.
SPREAD := -n $(shell expr $$(nproc) + 1) --dist loadfile --no-loadscope-reorder
PYTEST := PYTHONDONTWRITEBYTECODE= PYTHONHASHSEED=0 OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 OPENCV_FOR_THREADS_NUM=1 .venv/bin/pytest -q

BIN := .venv/bin
LOG := build/install.log
UV := .venv-lock/bin/uv
UV_VERSION := 0.13.8

# A stamp is named after the content it stands for: file times mean nothing in a fresh clone.
digest = $(shell { echo '$(CURDIR) $(PI)'; $(PYTHON) --version; cat $(1) /dev/null; } 2>&1 | sha256sum | cut -c1-12)
VENV := .venv/.made-$(call digest)
SCREEN := .venv/.screen-libraries-and-font
BROWSER := .venv/.browser
FINGERS := .venv/.fingers
GNUBG := .venv/.gnubg
MICROPYTHON := .venv/.micropython-$(call digest,$(wildcard tests/hardware/tower/micropython/package*.json))
UNITS := .venv/.systemd-analyze
# What the tests need beside Python.
GATE = $(SCREEN) $(BROWSER) $(GNUBG) $(MICROPYTHON) $(UNITS)
EMULATOR := .venv/.emulator
TEXTS := text event_text plural:1,2 event_plural:1,2 gettext
# Each text that is shown in English for want of a translation: a line, and no failure.
UNTRANSLATED = $(BIN)/kiosk languages check | sed '/^OK /d'
PINS := $(call digest,pyproject.toml $(sort $(wildcard requirements/*.lock)))

.NOTPARALLEL:
.PHONY: menu demo saturday test night check release-check words regenerate screens mutants bench train cycles camera-real machine-test fix lock clean
.DELETE_ON_ERROR:

menu:
	@sed -n 's/^\([a-z-]*\):.*## /  make \1 - /p' $(firstword $(MAKEFILE_LIST))
	@echo
	@echo '  ARGS=    more options for the program behind demo, test, night or lock'
	@echo '  SEED=$(SEED)  the dice of the demo, the draw of the mutants'
	@echo '  PACKAGE=, MODULE=  what mutants breaks: kiosk/journal, or each line of kiosk/rules/clock'
	@echo "  PI=$(PI)     1: .venv sees the system's python packages too, for the Pi's camera and pins (found by itself)"
	@echo '  PYTHON=$(PYTHON)'

demo: .venv/.with-table-$(PINS) .venv/.with-director-$(PINS) $(SCREEN)  ## a whole match on simulated hardware
	@out=demo-out/$(SEED); n=1; while [ -e $$out/journal.db ]; do n=$$((n + 1)); out=demo-out/$(SEED)-$$n; done; \
	$(BIN)/kiosk demo --points 3 --rulebook norway --seed $(SEED) --speed max --out $$out $(ARGS)

saturday: .venv/.with-table-$(PINS) .venv/.with-director-$(PINS)  ## a whole event: 16 players, consolation and last chance, on 4 tables
	@out=saturday-out/$(SEED); n=1; while [ -e $$out ]; do n=$$((n + 1)); out=saturday-out/$(SEED)-$$n; done; \
	$(BIN)/kiosk rehearse --players 16 --tables 4 --format last-chance --seed $(SEED) --speed max --pictures --out $$out $(ARGS)

test: check $(GATE)  ## the whole gate: check, then every test but those of the night
	@$(PYTEST) $(or $(ARGS),$(SPREAD) -m 'not night')
	@$(UNTRANSLATED)

night: check $(GATE) $(FINGERS)  ## the tests that take long by nature: whole demos, kills by the dozen, films, photographs
	@$(PYTEST) $(or $(ARGS),$(SPREAD) -m night)

check: .venv/.with-dev-$(PINS)  ## its quick part: format, lint, types, import contracts, voice
	@$(BIN)/ruff format --quiet --check --output-format concise . || { echo "make: 'make fix' formats the files above" >&2; exit 1; }
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python tests/voice.py

release-check: check  ## what a release needs beside the gate: every text translated into every language
	@$(BIN)/kiosk languages check

words: .venv/.with-dev-$(PINS)  ## take every text for people into kiosk/catalogue/words.pot, for translators
	@$(BIN)/pybabel --quiet extract --mapping pyproject.toml --no-default-keywords $(patsubst %,--keywords=%,$(TEXTS)) \
	  --no-location --omit-header --sort-output --output kiosk/catalogue/words.pot kiosk

regenerate: words  ## write all that is derived: words.pot, each language's texts, the printed terms and rulings, the lists of scenario words, of taps, of routes and of keys, the wiring
	@PYTHONPATH=.:tests $(BIN)/python -m kits.language_files
	@PYTHONPATH=.:tests $(BIN)/python tests/catalogue/write_golden.py
	@PYTHONPATH=.:tests $(BIN)/python tests/scenario/write_readme.py
	@PYTHONPATH=.:tests $(BIN)/python tests/hardware/write_wiring.py
	@PYTHONPATH=.:tests $(BIN)/python tests/director/write_routes.py
	@PYTHONPATH=.:tests $(BIN)/python tests/books/write_keys.py
	@PYTHONPATH=.:tests $(BIN)/python -m kits.taps_kit
	@$(UNTRANSLATED)

screens: .venv/.with-dev-$(PINS) $(SCREEN)  ## every screen, layout, panel and language as pictures, and what is wrong with them (minutes)
	@PYTHONPATH=.:tests $(BIN)/python tests/screens.py $(ARGS)

mutants: .venv/.with-dev-$(PINS) $(GATE)  ## break the product in small ways, 30 a package: what no test notices (hours)
	@nice $(BIN)/python tests/mutants.py --seed $(SEED) $(if $(PACKAGE),--package $(PACKAGE)) $(if $(MODULE),--module $(MODULE))

bench: .venv/.with-table-$(PINS) .venv/.with-director-$(PINS) .venv/.with-bench-$(PINS) $(SCREEN)  ## the figures that need a wall clock
	@$(BIN)/python -m kiosk.demo.bench
	@OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/python -m vision.lab.bench

train: .venv-train/.made-$(call digest,pyproject.toml)  ## draw dice and boards, fit the nets, put them into vision/learned (TRAIN_SCALE=0.01: minutes)
	@.venv-train/bin/python -m vision.lab.train --scale $(TRAIN_SCALE) --photos $(TRAIN_PHOTOS) \
	  $(if $(TRAIN_CYCLES),--cycles $(TRAIN_CYCLES)) $(if $(TRAIN_FROM),--from $(TRAIN_FROM)) \
	  --work $(TRAIN_WORK) --out $(TRAIN_OUT) $(ARGS)

cycles: .venv/.with-dev-$(PINS) .venv-cycles/.made-$(call digest,pyproject.toml)  ## draw boards and dice by Blender's Cycles into CYCLES_OUT (hours; it goes on where it was stopped)
	@$(BIN)/python -m vision.lab.cycles.describe --out $(CYCLES_OUT) $(ARGS)
	@.venv-cycles/bin/python -m vision.lab.cycles.draw $(CYCLES_OUT)
	@$(BIN)/python -m vision.lab.cycles.develop $(CYCLES_OUT)

camera-real: $(VENV)  ## the camera's contract on the real picamera2 and a virtual camera (needs root; not in CI)
	@$(as_root) tests/vision/camera_real/run.sh $(ARGS)

machine-test: .venv/.with-dev-$(PINS) $(EMULATOR)  ## the product on an emulated machine under systemd: power cuts, watchdogs, pins, USB, a display (needs root; half an hour or more; not in CI)
	@$(as_root) env PYTHONPATH=.:tests $(BIN)/python -m machine $(ARGS)

fix: .venv/.with-dev-$(PINS)  ## format, and mend the lint that mends itself
	@$(BIN)/ruff check --quiet --fix .; $(BIN)/ruff format --quiet .

lock: $(UV)  ## resolve the lock files again (ARGS=--upgrade: to newer versions)
	@$(PYTHON) -c 'import tomllib; \
	  print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' | \
	  $(call resolve,build) -
	@$(call resolve,dev) pyproject.toml --extra table --extra director --extra dev --constraint requirements/build.lock
	@$(call resolve,table) pyproject.toml --extra table --constraint requirements/dev.lock
	@$(call resolve,director) pyproject.toml --extra director --constraint requirements/dev.lock
	@$(call resolve,bench) pyproject.toml --extra bench --constraint requirements/dev.lock
	@! grep -nE '://|^-' requirements/*.lock || { echo 'make: a lock names a host or an option' >&2; exit 1; }

clean:  ## back to what was cloned
	rm -rf .venv .venv-lock .venv-train .venv-cycles build demo-out saturday-out *.egg-info .coverage .*_cache .hypothesis
	find kiosk vision hardware tests -name __pycache__ -prune -exec rm -rf {} +

# One version of a package for every Python we run on, with the hashes of all its files.
resolve = $(UV) pip compile --quiet --no-config --universal --python-version 3.11 --fork-strategy fewest \
  --generate-hashes --no-annotate --no-header $(ARGS) --output-file requirements/$(1).lock

$(UV):
	@$(PYTHON) -m venv .venv-lock
	@.venv-lock/bin/pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)

fail = { echo "make: $(1)" >&2; exit 1; }
as_root = $(if $(filter-out 0,$(shell id -u)),sudo --preserve-env)
apt_get = $(if $(filter-out 0,$(shell id -u)),sudo) env DEBIAN_FRONTEND=noninteractive apt-get -qq

$(VENV):
	@mkdir -p build
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>$(LOG) || \
	  $(call fail,$(PYTHON) is no Python 3.11 or newer: name one with PYTHON=/path/to/python3)
	@$(PYTHON) -c 'import ensurepip' 2>$(LOG) || { \
	  echo 'Installing python3-venv, once...'; \
	  { $(apt_get) update && $(apt_get) install --no-install-recommends python3-venv; } >$(LOG) 2>&1; } || \
	  $(call fail,python3-venv is missing and did not install ($(LOG) says why): as root run apt-get install python3-venv)
	@$(PYTHON) -m venv --clear $(if $(filter 1,$(PI)),--system-site-packages) .venv >$(LOG) 2>&1 || \
	  $(call fail,$(PYTHON) could not make .venv: $(LOG) says why)
	@touch $@

# Torch and Blender are no part of the table: each has a place of its own.
own_place = echo 'Installing the packages of the extra "$(1)" into .venv-$(1), once...'; \
	{ $(PYTHON) -m venv --clear .venv-$(1) && \
	  $(PYTHON) -c 'import tomllib; \
	  print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["$(1)"], sep="\n")' | \
	  .venv-$(1)/bin/pip install --quiet --disable-pip-version-check --no-input --only-binary :all: \
	  -r /dev/stdin ; } >$(LOG) 2>&1 || \
	  $(call fail,the packages did not install ($(LOG) says why): see that the network is there and run make again)
.venv-train/.made-%: | $(VENV)
	@$(call own_place,train)
	@touch $@
.venv-cycles/.made-%: | $(VENV)
	@$(call own_place,cycles)
	@touch $@

# What a wheel can't bring: Kivy draws with the system's OpenGL, off screen with Mesa's; names in Chinese, Japanese and
# Korean with a font of 2 MB. For Thai, Devanagari and more emoji there are fonts-freefont-ttf and fonts-symbola.
SCREEN_PACKAGES := libgl1 libegl1 libgles2 libgl1-mesa-dri libmtdev1 fonts-wqy-microhei
$(SCREEN): | $(VENV)
	@mkdir -p build
	@$(PYTHON) -c 'import ctypes; \
	  [ctypes.CDLL(f"lib{name}") for name in ("GL.so.1", "EGL.so.1", "GLESv2.so.2", "mtdev.so.1")]; \
	  open("/usr/share/fonts/truetype/wqy/wqy-microhei.ttc")' 2>$(LOG) || { \
	  echo "Installing the screen's system libraries and a font, once..."; \
	  { $(apt_get) update && $(apt_get) install --no-install-recommends $(SCREEN_PACKAGES); } >$(LOG) 2>&1; } || \
	  $(call fail,libGL and its like did not install ($(LOG) says why): as root run apt-get install $(SCREEN_PACKAGES))
	@touch $@

$(BROWSER): | $(VENV)
	@mkdir -p build
	@command -v chromium >$(LOG) || { \
	  echo 'Installing Chromium for the tests of the console, once...'; \
	  { $(apt_get) update && $(apt_get) install --no-install-recommends chromium; } >$(LOG) 2>&1; } || \
	  $(call fail,chromium did not install ($(LOG) says why): as root run apt-get install chromium)
	@touch $@

$(FINGERS): | $(VENV)
	@mkdir -p build
	@command -v Xvfb >$(LOG) && command -v xdotool >$(LOG) || { \
	  echo 'Installing an X server without a screen, and fingers for it, once...'; \
	  { $(apt_get) update && $(apt_get) install --no-install-recommends xvfb xdotool; } >$(LOG) 2>&1; } || \
	  $(call fail,Xvfb and xdotool did not install ($(LOG) says why): as root run apt-get install xvfb xdotool)
	@touch $@

# Debian puts games where root's PATH does not look.
$(GNUBG): | $(VENV)
	@mkdir -p build
	@test -x /usr/games/gnubg || { \
	  echo 'Installing GNU Backgammon for the tests of legal plays, once...'; \
	  { $(apt_get) update && $(apt_get) install --no-install-recommends gnubg; } >$(LOG) 2>&1; } || \
	  $(call fail,gnubg did not install ($(LOG) says why): as root run apt-get install gnubg)
	@touch $@

# MicroPython as WebAssembly, by hash: one build for every Debian and processor. The unix port is in Debian 13 alone.
$(MICROPYTHON): | $(VENV)
	@mkdir -p build
	@{ command -v node && command -v npm; } >$(LOG) || { \
	  echo 'Installing node and npm for the tests of the tower, once...'; \
	  { $(apt_get) update && $(apt_get) install --no-install-recommends nodejs npm; } >$(LOG) 2>&1; } || \
	  $(call fail,node and npm did not install ($(LOG) says why): as root run apt-get install nodejs npm)
	@echo 'Installing MicroPython for the tests of the tower, once...'
	@mkdir -p .venv/micropython && cp tests/hardware/tower/micropython/package*.json .venv/micropython && \
	  npm ci --prefix .venv/micropython --ignore-scripts --no-audit --no-fund >$(LOG) 2>&1 || \
	  $(call fail,MicroPython did not install ($(LOG) says why): see that the network is there and run make again)
	@rm -f $(filter-out $@,$(wildcard .venv/.micropython-*))
	@touch $@

# Containers have none: only its analysis is used, nothing is started.
$(UNITS): | $(VENV)
	@mkdir -p build
	@command -v systemd-analyze >$(LOG) && command -v ssh-keygen >$(LOG) || { \
	  echo 'Installing systemd-analyze and ssh-keygen for the tests of the units and updates, once...'; \
	  { $(apt_get) update && $(apt_get) install --no-install-recommends systemd openssh-client; } >$(LOG) 2>&1; } || \
	  $(call fail,systemd or openssh-client did not install ($(LOG) says why): as root run apt-get install systemd openssh-client)
	@touch $@

EMULATOR_PACKAGES := qemu-system-x86 qemu-utils debootstrap busybox-static e2fsprogs
$(EMULATOR): | $(VENV)
	@mkdir -p build
	@command -v qemu-system-x86_64 >$(LOG) && command -v qemu-img >$(LOG) && command -v debootstrap >$(LOG) && command -v busybox >$(LOG) || { \
	  echo 'Installing an emulator, once...'; \
	  { $(apt_get) update && $(apt_get) install --no-install-recommends $(EMULATOR_PACKAGES); } >$(LOG) 2>&1; } || \
	  $(call fail,QEMU and its like did not install ($(LOG) says why): as root run apt-get install $(EMULATOR_PACKAGES))
	@touch $@

# Wheels only: nothing is run or compiled on the way in. The project itself is linked, so an edit needs no reinstall.
pip_install = $(BIN)/pip install --quiet --disable-pip-version-check --no-input --no-deps
.venv/.with-%-$(PINS): $(VENV)
	@mkdir -p build
	@echo 'Installing the packages of requirements/$*.lock into .venv, once...'
	@{ $(pip_install) --only-binary :all: --require-hashes -r requirements/build.lock -r requirements/$*.lock && \
	  $(pip_install) --no-build-isolation --editable . ; } >$(LOG) 2>&1 || \
	  $(call fail,the packages did not install ($(LOG) says why): see that the network is there and run make again)
	@rm -f $(filter-out %-$(PINS),$(wildcard .venv/.with-*))
	@touch $@
