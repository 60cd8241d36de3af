# inspect_ai has its own environment: it wants an older fsspec than the rest.
EVAL_VENV := .venv/eval

$(EVAL_VENV)/stamp: requirements/eval.lock pyproject.toml | .venv/bin/python
	@echo "installing inspect_ai in an environment of its own (once)"
	@$(PYTHON) -m venv $(EVAL_VENV)
	@$(EVAL_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r $<
	@$(EVAL_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

evaluate: .venv/base.stamp $(if $(MODEL),$(EVAL_VENV)/stamp) ## ask a model, or the baselines: make evaluate [MODEL=x BASE_URL=http://host/v1] [RELEASE=DIR]
	@test -n "$$(ls releases/*/RELEASE.json 2>/dev/null)" || .venv/bin/cpsyexam build
	@$(if $(MODEL),$(EVAL_VENV),.venv)/bin/cpsyexam evaluate $(MODEL) $(if $(RELEASE),--release $(RELEASE)) $(if $(BASE_URL),--base-url $(BASE_URL)) $(if $(SHOTS),--shots $(SHOTS)) $(if $(ROLE),--role $(ROLE)) $(if $(LIMIT),--limit $(LIMIT))

judge: $(EVAL_VENV)/stamp ## grade the open answers of all runs: make judge JUDGE=x [BASE_URL=http://host/v1]
	@$(EVAL_VENV)/bin/cpsyexam judge $(JUDGE) $(if $(BASE_URL),--base-url $(BASE_URL))

results: .venv/base.stamp ## tables of all evaluations: terminal, CSV, LaTeX, results.html
	@.venv/bin/cpsyexam results

test-eval: $(EVAL_VENV)/stamp ## models asked through inspect_ai; exports run by inspect_ai and lm-eval
	@$(PY) -m bench.licences eval $(EVAL_VENV)
	@$(EVAL_VENV)/bin/python -m pytest -q -o filterwarnings=ignore tests/evaluation/runner

bench-answers: .venv/dev.stamp ## how replies are read, on lists by other hands; FILE=replies.jsonl for another
	@$(PY) -m bench.answers $(FILE)

bench-evaluate: $(EVAL_VENV)/stamp ## cost of a run of 3,902 questions with faults, of extraction and of tables
	@$(EVAL_VENV)/bin/python -m bench.evaluate

lock-eval: ## renew the lock of the environment for inspect_ai (needs uv)
	@uv pip compile pyproject.toml requirements/eval.in requirements/build.in --extra eval --universal \
	  --python-version 3.11 --generate-hashes --no-header --no-annotate --upgrade -q -o requirements/eval.lock

.PHONY: evaluate judge results test-eval bench-answers bench-evaluate lock-eval
