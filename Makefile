# Every target sets the environment up itself if needed: Python >= 3.11 and make are enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: setup demo test test-slow lint dev lock

setup: $(READY)

$(READY): requirements.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or 3.12 is needed, this is %d.%d: make PYTHON=python3.11" % sys.version_info[:2] if not (3, 11) <= sys.version_info[:2] < (3, 13) else 0)'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $(READY)

demo: setup
	$(BIN)/scidoc sample
	$(BIN)/scidoc run || test $$? -eq 3
	$(BIN)/scidoc status

test: setup
	$(BIN)/python -m pytest -m "not slow" -n 2 --dist loadfile

test-slow: setup
	$(BIN)/python -m pytest -m slow

lint: setup
	$(BIN)/ruff format --check scidoc_assets scidoc_assets_tests
	$(BIN)/ruff check scidoc_assets scidoc_assets_tests
	$(BIN)/pyright
	$(BIN)/lint-imports
	DAGSTER_HOME=$(CURDIR) $(BIN)/dagster definitions validate -w workspace.yaml

dev: setup
	$(BIN)/scidoc dev

# Needs uv. The packages left out are heavy options of others that we run without.
lock:
	uv pip compile --universal --generate-hashes --no-emit-index-url --no-header --no-annotate \
	  --python-version 3.11 --extra dev --extra bench pyproject.toml -o requirements.lock \
	  --no-emit-package llama-cpp-python --no-emit-package llm --no-emit-package torch \
	  --no-emit-package sentence-transformers --no-emit-package opencv-python \
	  --no-emit-package opencv-python-headless

bench-%: setup
	$(BIN)/python -m scidoc_assets_tests.bench.bench_$*
