# The words of the project. On a fresh machine with Python 3.11 or newer and make, each of them does its own set-up.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PLAYS  := $(VENV)/.plays
READY  := $(VENV)/.ready
NEWEST := .venv-newest
GAMES  ?= 1000
SEED   ?= 1
MINUTES ?= 60
SEEDS  ?= 1000
SECONDS ?= 120
HOST   ?= 127.0.0.1
PORT   ?=

INSTALL := PASSGO_NO_WEB=1 PIP_ROOT_USER_ACTION=ignore $(BIN)/python -m pip install -qq --disable-pip-version-check

# Tests run with every index checked, so their compiled rules are another cache than the one for play.
CHECKED := PASSGO_BOUNDSCHECK=1

.DEFAULT_GOAL := help
.PHONY: help setup dist play play-terminal web web-test browser-test hosting-test container-test test coverage check newest bench docs golden perft fuzz storm nemesis tune mutants clean

help: ## list these words
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(READY) ## create .venv, install PassGo into it, compile the rules once
	@$(BIN)/passgo warm

play: ## play in the browser: make play PORT=8000 HOST=0.0.0.0 (HOST as here lets others in)
	@$(PYTHON) web/build.py early 2>/dev/null & $(MAKE) --no-print-directory $(PLAYS) && wait
	@$(BIN)/python web/build.py
	@$(BIN)/passgo serve --open --host $(HOST) $(if $(PORT),--port $(PORT))

play-terminal: $(PLAYS) ## play a game here in the terminal
	@$(BIN)/passgo play

web: $(PLAYS) ## build the browser game, if it is not built
	@$(BIN)/python web/build.py

web-test: $(READY) ## check the types of the browser game and run its tests
	@$(BIN)/python web/build.py test

browser-test: $(READY) ## play the browser game in a real Chromium, installing it on Debian as root
	@$(BIN)/python web/build.py && $(CHECKED) $(BIN)/passgo warm
	@if $(BIN)/python -m tests.browser.ready; then PASSGO_BROWSER=1 $(BIN)/pytest -q -n 2 --dist worksteal tests/browser; fi

hosting-test: $(READY) ## host games behind a real nginx and a real Caddy, play over a real SSH, installing them on Debian as root
	@$(BIN)/python web/build.py && $(CHECKED) $(BIN)/passgo warm
	@if $(BIN)/python -m tests.hosting.ready; then PASSGO_HOSTING=1 $(BIN)/pytest -q -n 2 --dist worksteal tests/hosting/nginx tests/hosting/caddy tests/hosting/ssh; fi

container-test: $(READY) ## build the image of deploy/Containerfile with buildah, and play in it (minutes; needs the base image)
	@PASSGO_CONTAINER=1 $(BIN)/pytest -q -x tests/hosting/container

test: $(READY) ## run every test
	@$(CHECKED) $(BIN)/passgo warm
	@$(BIN)/pytest -q -n auto

coverage: $(READY) ## how much of the rules their tests run, in plain mode
	@PASSGO_PLAIN=1 $(BIN)/pytest -q -n auto --cov passgo.rules --cov-report term:skip-covered --cov-fail-under 95 tests/rules

check: $(READY) ## everything CI runs: style, types, import rules, tests
	@echo "ruff"  && $(BIN)/ruff check --quiet . && $(BIN)/ruff format --quiet --check .
	@echo "mypy"  && $(BIN)/mypy --strict
	@echo "lint-imports" && $(BIN)/lint-imports
	@echo "web" && $(MAKE) --no-print-directory web web-test
	@$(MAKE) --no-print-directory browser-test
	@$(MAKE) --no-print-directory hosting-test
	@$(MAKE) --no-print-directory coverage
	@$(MAKE) --no-print-directory test

dist: $(READY) ## make wheels in dist/: one with machine code for this system, and one for all others
	@$(BIN)/python web/build.py
	@rm -rf dist build/shipped
	@if $(BIN)/python -m passgo.dev.library >/dev/null; then $(BIN)/python -m hatchling build -t wheel -d dist >/dev/null; fi
	@PASSGO_SHIPPED= $(BIN)/python -m hatchling build -t wheel -d dist >/dev/null
	@echo "Made in dist/ (none-any is for every system: there Numba compiles at the first start):" && ls dist

# Numba is pinned, because our compiler leans on its internals. Numba's own compiler (PASSGO_CALM=1) leans on nothing.
newest: $(READY) ## the quick tests with the newest Numba and NumPy, compiled by Numba's own compiler
	@$(PYTHON) -m venv $(NEWEST)
	@$(NEWEST)/bin/python -m pip install -qq --disable-pip-version-check --upgrade numba numpy msgspec rich pytest pytest-xdist hypothesis
	@$(NEWEST)/bin/python -c 'import numba, numpy; print("numba", numba.__version__, "numpy", numpy.__version__)'
	@PYTHONPATH=. PASSGO_CALM=1 $(NEWEST)/bin/python -m pytest -q -n auto tests/machine tests/perft tests/golden tests/properties/test_plain.py tests/dev/bench

bench: $(READY) ## measure the engine
	@$(BIN)/passgo bench engine

docs: $(READY) ## regenerate the contract in docs/, the protocol's schemas and web/src/protocol.ts
	@$(BIN)/passgo dev docs

golden: $(READY) ## regenerate the golden playthroughs in tests/golden
	@$(BIN)/python -m tests.golden.regenerate

perft: $(READY) ## count the positions of every file in tests/perft
	@$(BIN)/passgo dev perft --all

fuzz: $(READY) ## play random games, checking every invariant: make fuzz GAMES=1000 SEED=1
	@$(BIN)/passgo dev fuzz --games $(GAMES) --seed $(SEED)

storm: $(READY) ## play on a simulated server under faults of every kind: make storm SEEDS=1000 SEED=1
	@$(CHECKED) $(BIN)/passgo warm && $(CHECKED) $(BIN)/python -m tests.simulation --seeds $(SEEDS) --first $(SEED) --processes 2

nemesis: $(READY) ## play on real servers that are killed, paused, out of disk and without database at once: make nemesis SECONDS=120 SEED=1
	@$(BIN)/passgo warm && $(BIN)/python -m tests.server.crash.nemesis --seconds $(SECONDS) --seed $(SEED)
	@$(BIN)/python -m tests.server.crash.nemesis --seconds $(SECONDS) --seed $(SEED) --store postgres

tune: $(READY) ## look for better numbers for the trader: make tune MINUTES=60 SEED=1
	@$(BIN)/passgo dev tune --minutes $(MINUTES) --seed $(SEED) --out passgo/bots/trader/trader.toml

mutants: $(READY) ## make small mistakes in the rules; tests must notice them: make mutants FILE=jail
	@$(BIN)/python -m tests.mutation $(addprefix --file=,$(FILE)) $(MUTANTS)

clean: ## remove .venv and everything that was built
	@rm -rf $(VENV) $(NEWEST) build dist web/node_modules passgo/server/static .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Who only plays need not wait for what tests and tuning need.
$(PLAYS): pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "PassGo needs Python 3.11 or newer: no $(PYTHON) found. Name yours with make PYTHON=..." >&2; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "PassGo needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -V). Name another with make PYTHON=..." >&2; exit 2; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null \
		|| { echo "$(PYTHON) cannot make virtual environments. On Debian or Ubuntu: apt install python3-venv" >&2; exit 2; }
	@echo "Creating $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@echo "Installing PassGo and what it needs (half a minute) ..."
	@$(INSTALL) -e '.[server,terminal]'
	@touch $@

$(READY): $(PLAYS)
	@echo "Installing what its tests and tools need (a minute) ..."
	@$(INSTALL) -e '.[dev]'
	@touch $@
