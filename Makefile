# Two commands are all you need: `make play` and `make test`. Each sets up everything it needs by itself.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PLAY := $(VENV)/.play
STAMP := $(VENV)/.ready

.PHONY: play site test check audit lock bench goldens clean

$(BIN)/pip:
	@echo "Setting up (once) ..."
	@$(PYTHON) -c 'import sys; sys.exit("Soloist needs Python 3.11 or later." if sys.version_info < (3, 11) else 0)'
	@$(PYTHON) -m venv $(VENV)

# What is installed is what the lock files name, byte for byte; Soloist itself is built by what they brought.
INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check
LOCKED := $(INSTALL) --require-hashes --requirement
SOLOIST := $(INSTALL) --no-index --no-deps --no-build-isolation --editable .

$(PLAY): pyproject.toml requirements-play.lock | $(BIN)/pip
	@$(LOCKED) requirements-play.lock
	@$(SOLOIST)
	@touch $(PLAY)

$(STAMP): pyproject.toml requirements-test.lock | $(BIN)/pip
	@$(LOCKED) requirements-test.lock
	@$(SOLOIST)
	@touch $(PLAY) $(STAMP)

play: $(PLAY)  ## Soloist in the browser
	@$(BIN)/soloist serve

site: $(PLAY)  ## Soloist as static files for any web host, in dist/site
	@npm ci --ignore-scripts --no-audit --no-fund --silent
	@$(BIN)/python -m soloist.pocket.making

test: $(STAMP)  ## checks and all tests
	@scripts/needs
	@scripts/check
	@scripts/test

check: $(STAMP)
	@scripts/check

audit: $(STAMP)  ## known advisories about what is installed
	@$(BIN)/python scripts/audit

lock: $(STAMP)  ## versions of constraints.txt with the hashes of their files
	@$(BIN)/python scripts/lock
	@$(BIN)/python -m soloist.pocket.making --lock

bench: $(STAMP)  ## speed as ratios, measured in one run
	@$(BIN)/python -m benchmarks.run

goldens: $(STAMP)  ## write the playthroughs again; read the diff before you commit it
	@$(BIN)/python -m tests.playthroughs.write

clean:
	rm -rf $(VENV) node_modules build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
