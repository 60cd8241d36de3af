# The front door. `make` alone prints this help; what is for maintainers lies in make/*.mk.
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
	@grep -hE '^[a-z][a-z%-]*:.*## ' Makefile | sed -E 's/:.*## /\t/' | expand -t 12

help-all: ## print all targets, those for maintainers too
	@grep -hE '^[a-z][a-z%-]*:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 24

dataset: .venv/base.stamp ## build a release: make dataset [RECIPE=recipes/x.toml] [REPLACE=1]
	@.venv/bin/cpsyexam build $(RECIPE) $(if $(REPLACE),--replace)

audit: .venv/base.stamp ## check a release from its files alone: make audit [RELEASE=DIR, else the newest]
	@.venv/bin/cpsyexam audit $(RELEASE)

score: .venv/base.stamp ## compare the sample build with its truth
	@$(PY) -m samples.score

review: .venv/dev.stamp ## look at doubtful questions in the browser and decide [ARGS="--port 9000"]
	@test -n "$$(ls build/split/kept.parquet 2>/dev/null)" || .venv/bin/cpsyexam build $(RECIPE)
	@.venv/bin/cpsyexam review $(ARGS)

evaluate: .venv/base.stamp $(if $(MODEL),.venv/eval/stamp) ## ask a model, or the baselines: make evaluate [MODEL=x BASE_URL=http://host/v1] [RELEASE=DIR]
	@test -n "$$(ls releases/*/RELEASE.json 2>/dev/null)" || .venv/bin/cpsyexam build
	@$(if $(MODEL),.venv/eval,.venv)/bin/cpsyexam evaluate $(MODEL) $(if $(RELEASE),--release $(RELEASE)) $(if $(BASE_URL),--base-url $(BASE_URL)) $(if $(SHOTS),--shots $(SHOTS)) $(if $(ROLE),--role $(ROLE)) $(if $(LIMIT),--limit $(LIMIT))

judge: .venv/eval/stamp ## grade the open answers of all runs: make judge JUDGE=x [BASE_URL=http://host/v1]
	@.venv/eval/bin/cpsyexam judge $(JUDGE) $(if $(BASE_URL),--base-url $(BASE_URL))

results: .venv/base.stamp ## tables of all evaluations: terminal, CSV, LaTeX, results.html
	@.venv/bin/cpsyexam results

items: .venv/base.stamp ## judge the questions by all answers (of simulated models where there are none) [RELEASE=DIR]
	@test -n "$$(ls releases/*/RELEASE.json 2>/dev/null)" || .venv/bin/cpsyexam build
	@$(PY) -m samples.answers --where-none $(RELEASE)
	@.venv/bin/cpsyexam items $(if $(RELEASE),--release $(RELEASE))

crawl: .venv/base.stamp ## fetch a source: make crawl SOURCE=examcoo
	@.venv/bin/cpsyexam crawl $(SOURCE)

site: .venv/base.stamp ## start a new site: make site NAME=x
	@.venv/bin/cpsyexam site $(NAME)

push: .venv/dev.stamp ## publish the newest release: make push REPO=org/name [DRY_RUN=1]
	@.venv/bin/cpsyexam push $(REPO) $(if $(PRIVATE_REPO),--private-repo $(PRIVATE_REPO)) $(if $(DRY_RUN),--dry-run)

# The checks take one core for 20 seconds: the tests begin beside them. Three workers on two cores:
# some wait for servers; each of them collects for 5 CPU seconds, 13 in a fresh checkout.
test: .venv/dev.stamp ## lint, types, layers and all tests but the slow ones
	@$(MAKE) --no-print-directory check & check=$$!; \
	  $(PY) -m compileall -q $(PACKAGES); $(PY) -m pytest -n 3 --dist loadscope --no-loadscope-reorder -q; tests=$$?; \
	  wait $$check || { echo "error: make check failed, see above"; exit 2; }; exit $$tests

clean: ## delete build figures and stages, keep releases and archives
	@rm -rf build

# Compiled once, before several workers do it at the same time.
PACKAGES = $(dir $(wildcard */__init__.py))

# The project's environment: made once, and touched only where a lock changes.
.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "error: no Python 3.11 to 3.13 found; install one or run make PYTHON=/path/to/python"; exit 2; }
	@echo "creating .venv with $(PYTHON)"
	@$(PYTHON) -m venv .venv || { rm -rf .venv; exit 2; }

.venv/bin/uv: requirements/uv.lock | .venv/bin/python
	@$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

# Every other lock is installed by the same two lines, what is not the project's into an environment of its own.
.venv/%.stamp: requirements/%.lock pyproject.toml | .venv/bin/uv
	@$(PY) requirements/install.py $< .venv
	@touch $@

.venv/%/stamp: requirements/%.lock pyproject.toml | .venv/bin/uv
	@$(PY) requirements/install.py $< $(@D)
	@touch $@

.venv/dev.stamp: .venv/base.stamp

.PHONY: help help-all dataset audit score review evaluate judge results items crawl site push test clean
-include make/*.mk
