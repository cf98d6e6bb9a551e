# Skald. `make` alone lists the commands. The work is done by scripts/.

PYTHON ?= python3
PORT ?= 8000
PY := .venv/bin/python

.DEFAULT_GOAL := help
.PHONY: help run install test check format bench soak lock vendor messages clean

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' Makefile

run: ## play: start Skald on this machine (PORT=8000)
	@$(PYTHON) scripts/install.py run
	@PORT=$(PORT) $(PY) scripts/run.py

install: ## build the environment, developer tools included, and nothing else
	@$(PYTHON) scripts/install.py dev
	@$(PY) scripts/node.py install

test: install ## everything CI runs, in full; brings what it needs on Debian
	@$(PY) scripts/system.py
	@$(PY) scripts/test.py all

check: install ## the quick half: no browser, no services
	@$(PY) scripts/test.py quick

format: install ## let ruff put imports and layout in order
	@$(PY) -m ruff check --fix --quiet . ; $(PY) -m ruff format --quiet .

bench: install ## measure; prints what docs/performance.md reports
	@$(PY) scripts/test.py bench

soak: install ## play hundreds of seeded matches to their end
	@$(PY) scripts/test.py soak

lock: install ## pin requirements*.in to requirements*.lock, with hashes
	@$(PY) scripts/lock.py

vendor: install ## fetch the JavaScript, fonts and icons of scripts/vendor.toml
	@$(PY) scripts/vendor.py

messages: install ## collect the pages' strings and compile the translations
	@$(PY) scripts/messages.py extract
	@$(PY) scripts/messages.py compile

clean: ## remove caches; the database in var/ stays
	@rm -rf .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis test-results
	@find rules table tests scripts -name __pycache__ -type d -prune -exec rm -rf {} +
