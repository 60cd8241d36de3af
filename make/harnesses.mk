# OpenCompass and EvalScope have their own environment: the one wants an older numpy than the project.
HARNESSES_VENV := .venv/harnesses

$(HARNESSES_VENV)/stamp: requirements/harnesses.lock | .venv/bin/python
	@echo "installing OpenCompass and EvalScope in an environment of their own (once, 3 GB to fetch, 6 GB on disk)"
	@$(PYTHON) -m venv $(HARNESSES_VENV)
	@$(HARNESSES_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r $<
	@touch $@

test-harnesses: $(HARNESSES_VENV)/stamp .venv/dev.stamp ## an exported release run by OpenCompass and EvalScope
	@$(PY) -m bench.licences harnesses $(HARNESSES_VENV)
	@CPSYEXAM_HARNESSES=$(CURDIR)/$(HARNESSES_VENV)/bin $(PY) -m pytest -q tests/evaluation/harnesses

lock-harnesses: ## renew the lock of the environment for OpenCompass and EvalScope (needs uv)
	@uv pip compile requirements/harnesses.in --universal --python-version 3.11 --generate-hashes \
	  --no-header --no-annotate --upgrade -q -o requirements/harnesses.lock

.PHONY: test-harnesses lock-harnesses
