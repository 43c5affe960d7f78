# The words of the project. On a fresh machine with Python 3.11 or newer and make, each of them does its own set-up.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
GAMES  ?= 1000
SEED   ?= 1
MINUTES ?= 60

# Tests run with every index checked, so their compiled rules are another cache than the one for play.
CHECKED := PASSGO_BOUNDSCHECK=1

.DEFAULT_GOAL := help
.PHONY: help setup play test check bench docs golden perft fuzz tune clean

help: ## list these words
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(READY) ## create .venv, install PassGo into it, compile the rules once
	@$(BIN)/passgo warm

play: $(READY) ## play a game here in the terminal
	@$(BIN)/passgo play

test: $(READY) ## run every test
	@$(CHECKED) $(BIN)/passgo warm
	@$(BIN)/pytest -q -n auto

check: $(READY) ## everything CI runs: style, types, import rules, tests
	@echo "ruff"  && $(BIN)/ruff check --quiet . && $(BIN)/ruff format --quiet --check .
	@echo "mypy"  && $(BIN)/mypy --strict passgo
	@echo "lint-imports" && $(BIN)/lint-imports
	@$(MAKE) --no-print-directory test

bench: $(READY) ## measure the engine
	@$(BIN)/passgo bench engine

docs: $(READY) ## regenerate the contract in docs/, the protocol's schemas and web/src/protocol.ts
	@$(BIN)/passgo docs

golden: $(READY) ## regenerate the golden playthroughs in tests/golden
	@$(BIN)/python -m tests.golden.regenerate

perft: $(READY) ## count the positions of every file in tests/perft
	@$(BIN)/passgo perft --all

fuzz: $(READY) ## play random games, checking every invariant: make fuzz GAMES=1000 SEED=1
	@$(BIN)/passgo fuzz --games $(GAMES) --seed $(SEED)

tune: $(READY) ## look for better numbers for the trader: make tune MINUTES=60 SEED=1
	@$(BIN)/passgo tune --minutes $(MINUTES) --seed $(SEED) --out passgo/bots/trader.toml

clean: ## remove .venv and everything that was built
	@rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "PassGo needs Python 3.11 or newer: no $(PYTHON) found. Name yours with make PYTHON=..." >&2; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "PassGo needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -V). Name another with make PYTHON=..." >&2; exit 2; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null \
		|| { echo "$(PYTHON) cannot make virtual environments. On Debian or Ubuntu: apt install python3-venv" >&2; exit 2; }
	@echo "Creating $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@echo "Installing PassGo and what it needs (a minute) ..."
	@PIP_ROOT_USER_ACTION=ignore $(BIN)/python -m pip install -qq --disable-pip-version-check -e '.[dev]'
	@touch $@
