# Two commands do all the set-up: `make demo` and `make test`. Both make their own .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: demo test check lint types bench golden oracle fuzz long docs clean

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed: make PYTHON=python3.11 …" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet -c constraints.txt --upgrade pip
	$(BIN)/python -m pip install --quiet -c constraints.txt --editable . --group dev
	touch $(STAMP)

demo: $(STAMP)  ## play a real turn by mail, in folders under demo-game/
	$(BIN)/judge demo --dir demo-game

test: $(STAMP)  ## run the tests
	$(BIN)/python -m pytest -n auto --dist loadfile

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(STAMP)
	$(BIN)/mypy

check: lint types test  ## everything that CI runs

long: $(STAMP)  ## every crash point and many schedules of passes: minutes, not seconds
	JUDGE_LONG=1 $(BIN)/python -m pytest tests/crash tests/app tests/integration/test_crashes.py

bench: $(STAMP)  ## ratios against reference runs; nothing here fails on a slow machine
	$(BIN)/python -m tests.bench

oracle: $(STAMP)  ## compare N random positions of each map with the slow reading of the rules
	$(BIN)/python -m tests.oracle $(or $(N),20000)

fuzz: $(STAMP)  ## N order sets with nonsense in random games; N mutated mails
	$(BIN)/python -m tests.oracle.fuzz $(or $(N),100000)
	$(BIN)/python -m tests.mail.fuzz $(or $(N),100000)

golden: $(STAMP)  ## make the expected mails and pictures again; read the diff before committing
	$(BIN)/python -m tests.golden.make

docs: $(STAMP)  ## write the tables of commands and settings into docs/ again, and the manual page
	$(BIN)/python -m tools.commands_doc
	$(BIN)/python -m tools.man_page
	$(BIN)/python -m tools.settings_doc

clean:
	rm -rf $(VENV) demo-game .pytest_cache .mypy_cache .ruff_cache
