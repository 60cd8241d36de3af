# The front door. `make` alone prints this help.
SHELL := /bin/bash
.DEFAULT_GOAL := help
RECIPE ?= dataset.toml
PYTHON ?= $(firstword $(foreach p,python3.13 python3.12 python3.11 python3,$(if $(shell $(p) -c 'import sys; print(1 if (3,11) <= sys.version_info[:2] <= (3,13) else "")' 2>/dev/null),$(p))))
PY := .venv/bin/python
export PYTHONUTF8 := 1
export MPLBACKEND := agg
# With it every process and every worker of the tests compiles the project anew.
unexport PYTHONDONTWRITEBYTECODE

help: ## print this help
	@grep -hE '^[a-z][a-z%-]*:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

# A stamp per lock file: an environment is made once and only touched when its lock changes.
.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "error: no Python 3.11 to 3.13 found; install one or run make PYTHON=/path/to/python"; exit 2; }
	@echo "creating .venv with $(PYTHON)"
	@$(PYTHON) -m venv .venv

.venv/base.stamp: requirements/base.lock pyproject.toml | .venv/bin/python
	@echo "installing the pinned packages (once)"
	@$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/base.lock
	@$(PY) -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

.venv/dev.stamp: requirements/dev.lock .venv/base.stamp
	@echo "installing the packages for tests (once)"
	@$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.lock
	@touch $@

dataset: .venv/base.stamp ## build a release: make dataset [RECIPE=recipes/x.toml] [REPLACE=1]
	@.venv/bin/cpsyexam build $(RECIPE) $(if $(REPLACE),--replace)

# The checks take one core for 20 seconds: the tests begin beside them.
test: .venv/dev.stamp ## lint, types, layers and all tests
	@$(MAKE) --no-print-directory check & check=$$!; \
	  $(PY) -m pytest -n 4 --dist loadscope --no-loadscope-reorder -q; tests=$$?; \
	  wait $$check || { echo "error: make check failed, see above"; exit 2; }; exit $$tests

check: .venv/dev.stamp ## lint, types, import layers
	@.venv/bin/ruff check .
	@.venv/bin/ruff format --check .
	@$(PY) -m mypy
	@.venv/bin/lint-imports

coverage: .venv/dev.stamp ## tests with branch coverage of the pure packages
	@$(PY) -m pytest -n 4 --dist loadscope --no-loadscope-reorder -q --cov --cov-report=term-missing:skip-covered

score: .venv/base.stamp ## compare the sample build with its truth
	@$(PY) -m samples.score

audit: .venv/base.stamp ## check a release from its files alone: make audit [RELEASE=DIR, else the newest]
	@.venv/bin/cpsyexam audit $(RELEASE)

crawl: .venv/base.stamp ## fetch a source: make crawl SOURCE=examcoo
	@.venv/bin/cpsyexam crawl $(SOURCE)

site: .venv/base.stamp ## start a new site: make site NAME=x
	@.venv/bin/cpsyexam site $(NAME)

push: .venv/dev.stamp ## publish the newest release: make push REPO=org/name [DRY_RUN=1]
	@.venv/bin/cpsyexam push $(REPO) $(if $(PRIVATE_REPO),--private-repo $(PRIVATE_REPO)) $(if $(DRY_RUN),--dry-run)

bench-%: .venv/dev.stamp ## run a benchmark: stages parse ocr dedup inspect label split release
	@$(PY) -m bench.$*

train-reader: .venv/dev.stamp ## learn the weights of the parser's second reading anew
	@$(PY) -m bench.reader

train-replies: .venv/dev.stamp ## learn the second opinion on replies anew
	@$(PY) -m bench.replies_model

samples: .venv/dev.stamp ## make the embedded sample again from samples/questions
	@$(PY) -m samples.generate

lock: ## renew the lock files (needs uv)
	@for n in base dev; do \
	  uv pip compile pyproject.toml requirements/build.in $$([ $$n = dev ] && echo --extra dev) --universal \
	    --python-version 3.11 --generate-hashes --no-header --no-annotate --upgrade -q -o requirements/$$n.lock; done

clean: ## delete build figures and stages, keep releases and archives
	@rm -rf build

.PHONY: help dataset test check coverage score audit crawl site push train-reader train-replies samples lock clean
-include make/*.mk
