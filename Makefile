# Two commands are all you need: `make play` and `make test`. Each sets up everything it needs by itself.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PLAY := $(VENV)/.play
STAMP := $(VENV)/.ready

.PHONY: play test check bench goldens clean

$(BIN)/pip:
	@echo "Setting up (once) ..."
	@$(PYTHON) -c 'import sys; sys.exit("Soloist needs Python 3.11 or later." if sys.version_info < (3, 11) else 0)'
	@$(PYTHON) -m venv $(VENV)

$(PLAY): pyproject.toml constraints.txt | $(BIN)/pip
	@$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[web]'
	@touch $(PLAY)

$(STAMP): pyproject.toml constraints.txt | $(BIN)/pip
	@$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[web,postgres,dev,bench]'
	@touch $(PLAY) $(STAMP)

play: $(PLAY)  ## Soloist in the browser
	@$(BIN)/soloist serve

test: $(STAMP)  ## checks and all tests
	@scripts/needs
	@scripts/check
	@scripts/test

check: $(STAMP)
	@scripts/check

bench: $(STAMP)  ## speed as ratios, measured in one run
	@$(BIN)/python -m benchmarks.run

goldens: $(STAMP)  ## write the playthroughs again; read the diff before you commit it
	@$(BIN)/python -m tests.playthroughs.write

clean:
	rm -rf $(VENV) node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
