# Sandtable. On a machine with Python 3.11 to 3.13 and make:
#   make play              fight a battle in the browser
#   make test              every check
#   make check GAME=dba    style, floors and one game's rules, in two minutes
#   make add WHAT=../mine  a game or another package of your own, into the same environment; WHAT=extras: all extras
# Others: make bench, make lint, make board, make wheel, make docs, make docs-serve, make casebook, make recorded,
#   make bounds, make truth, make mutants GAME=dba, make lock, make clean.

SHELL := /bin/sh
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
RUN_LOCK := requirements/run.txt
DEV_LOCK := requirements/dev.txt
NODE_LOCK := requirements/node.txt
UV_LOCK := requirements/uv.txt
# Install what follows with uv, in seconds; with pip where uv cannot be had or fails.
INSTALL = install() { if [ -x $(BIN)/uv ] && $(BIN)/uv pip install --quiet --python $(BIN)/python "$$@"; then :; \
	else $(PIP) install --quiet "$$@"; fi; }; install
LOCK := --quiet --allow-unsafe --generate-hashes --strip-extras --no-emit-index-url --no-emit-trusted-host --no-emit-find-links

.PHONY: play test add check bench lint format board wheel docs docs-serve casebook recorded bounds truth mutants lock clean help

help:
	@sed -n '2,7s/^# \{0,1\}//p' Makefile

# ------------------------------------------------------------------------------------ the environment

$(BIN)/python:
	@python=$$(PYTHON="$(PYTHON)" sh tools/find_python.sh) && \
	echo "Making the environment .venv with $$("$$python" --version)" && "$$python" -m venv --without-pip $(VENV)

$(VENV)/.uv: $(UV_LOCK) | $(BIN)/python
	@sh tools/get_uv.sh $(BIN)/python $(UV_LOCK)
	@touch $@

$(VENV)/.run: $(RUN_LOCK) pyproject.toml | $(VENV)/.uv
	@echo "Installing what Sandtable needs (pinned in $(RUN_LOCK))"
	@$(INSTALL) --require-hashes -r $(RUN_LOCK)
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@PYTHONDONTWRITEBYTECODE= $(BIN)/python -c "import sandtable.server.http.run" # its bytecode, while npm builds
	@touch $@

$(VENV)/.dev: $(DEV_LOCK) $(VENV)/.run
	@echo "Installing what its checks need (pinned in $(DEV_LOCK))"
	@$(INSTALL) --require-hashes -r $(DEV_LOCK)
	@touch $@

# Node from PyPI, only where none is on PATH (or it is too old).
NODE = if $(BIN)/python tools/build_board.py $(1); then \
	echo "No recent npm on PATH: installing Node from PyPI (pinned in $(NODE_LOCK))"; \
	$(INSTALL) --require-hashes -r $(NODE_LOCK); fi

# Waits for no package of Python's: npm and the installer of these work side by side. Where there is an npm it waits for
# no installer either: SIDE_BY_SIDE looks, with what else is to be made.
BOARD_WAITS := $(VENV)/.uv
SIDE_BY_SIDE = side_by_side() { waits=$(BIN)/python; \
	if $(BIN)/python tools/build_board.py --needs-node-wheel; then waits=$(VENV)/.uv; fi; \
	$(MAKE) --no-print-directory --jobs 2 BOARD_WAITS="$$waits" board "$$@"; }; side_by_side

board: $(BOARD_WAITS)
	@$(call NODE,--needs-node-wheel)
	@$(BIN)/python tools/build_board.py

# ------------------------------------------------------------------------------------------ the verbs

play: $(BIN)/python
	@$(SIDE_BY_SIDE) $(VENV)/.run
	@$(BIN)/sandtable play

test: $(BIN)/python
	@$(SIDE_BY_SIDE) $(VENV)/.dev
	@$(call NODE,--no-npm)
	@sh tools/test.sh

add: $(VENV)/.run
	@test -n "$(WHAT)" || { echo "make add WHAT=../marbles, or make add WHAT=extras: what?"; exit 2; }
	@if [ "$(WHAT)" = extras ]; then $(MAKE) --no-print-directory $(VENV)/.dev; else $(INSTALL) "$(WHAT)"; fi

check: $(VENV)/.dev
	@test -n "$(GAME)" || { echo "make check GAME=dba: which game?"; exit 2; }
	@$(BIN)/ruff check src tests tools benchmarks hatch_build.py
	@$(BIN)/ruff format --check --quiet src tests tools benchmarks hatch_build.py
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/lint-imports --no-logo >/dev/null || PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/lint-imports --no-logo
	@NUMBA_DISABLE_JIT=1 SANDTABLE_REDUCED=1 $(BIN)/python -m pytest -q -n auto --dist worksteal -m "not browser and not full" \
	tests/$(subst -,_,$(GAME)) tests/test_casebook.py -k "$(subst -,_,$(GAME)) or $(GAME)"

bench: $(VENV)/.dev
	@$(BIN)/sandtable bench

lint: $(VENV)/.dev
	@$(BIN)/ruff check src tests tools benchmarks hatch_build.py
	@$(BIN)/ruff format --check src tests tools benchmarks hatch_build.py
	@$(BIN)/mypy
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/lint-imports --no-logo
	@$(call NODE,--no-npm)
	@$(BIN)/python tools/build_board.py --npm run lint

format: $(VENV)/.dev
	@$(BIN)/ruff check --fix-only --quiet src tests tools benchmarks hatch_build.py
	@$(BIN)/ruff format --quiet src tests tools benchmarks hatch_build.py
	@$(call NODE,--no-npm)
	@$(BIN)/python tools/build_board.py --npm run format

wheel: $(VENV)/.dev board
	@$(BIN)/python -m build --wheel --no-isolation
	@$(BIN)/python tools/build_kernels.py
	@ls -l dist/*.whl

docs: $(VENV)/.dev board
	@for game in $$($(BIN)/python -c "from sandtable.games import built_in; print(*built_in())"); do \
	$(BIN)/sandtable rules $$game --rulings --markdown >docs/rulings-$$game.md || exit 1; done
	@$(BIN)/python tools/describe_environments.py
	@$(BIN)/python tools/describe_commands.py
	@$(BIN)/python tools/draw_battle.py docs/battle.svg docs/dba-board.png

docs-serve: $(VENV)/.dev
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs serve --dev-addr 127.0.0.1:8000

casebook: $(VENV)/.run
	@NUMBA_DISABLE_JIT=1 $(BIN)/python tools/draw_casebook.py

recorded: $(VENV)/.run
	@NUMBA_DISABLE_JIT=1 $(BIN)/python tools/record_battles.py

bounds: $(VENV)/.dev
	@NUMBA_BOUNDSCHECK=1 SANDTABLE_REDUCED=1 $(BIN)/python -m pytest -q --dist loadfile -n 2 -m bounds

truth: $(VENV)/.dev
	@SANDTABLE_PAIRS=$(or $(PAIRS),10000) $(BIN)/python -m pytest -q -n 2 tests/server/test_seat_state.py tests/test_knowledge.py -k 'equal_bytes or declared'

mutants: $(VENV)/.dev
	@$(BIN)/python tools/mutants.py $(GAME) --part $(or $(PART),1/1)

lock: $(VENV)/.dev
	@$(BIN)/pip-compile $(LOCK) $(LOCK_ARGS) --output-file $(RUN_LOCK) pyproject.toml requirements/build.in
	@$(BIN)/pip-compile $(LOCK) $(LOCK_ARGS) --extra dev --constraint $(RUN_LOCK) --output-file $(DEV_LOCK) pyproject.toml requirements/build.in
	@$(BIN)/pip-compile $(LOCK) $(LOCK_ARGS) --output-file $(NODE_LOCK) requirements/node.in
	@$(BIN)/pip-compile $(LOCK) $(LOCK_ARGS) --output-file $(UV_LOCK) requirements/uv.in

clean:
	rm -rf $(VENV) .cache build dist site .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	rm -rf web/node_modules web/dist src/sandtable/server/board
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
