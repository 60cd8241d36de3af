# TRL and LLaMA-Factory have their own environment: torch alone is gigabytes, and nothing else needs it.
SFT_VENV := .venv/sft

$(SFT_VENV)/stamp: requirements/sft.lock | .venv/bin/python
	@echo "installing TRL and LLaMA-Factory in an environment of their own (once, 3 GB to fetch, 6 GB on disk)"
	@$(PYTHON) -m venv $(SFT_VENV)
	@$(SFT_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r $<
	@touch $@

test-sft: $(SFT_VENV)/stamp .venv/base.stamp ## instruction data tuned on by TRL and LLaMA-Factory, a step on the CPU
	@$(PY) -m bench.licences sft $(SFT_VENV)
	@test -n "$$(ls releases/*/RELEASE.json 2>/dev/null)" || .venv/bin/cpsyexam build
	@.venv/bin/cpsyexam sft build/sft
	@CPSYEXAM_SFT=$(CURDIR)/build/sft HF_HUB_OFFLINE=1 CUDA_VISIBLE_DEVICES= \
	  $(SFT_VENV)/bin/python -m pytest -q -o filterwarnings=default tests/sft

lock-sft: ## renew the lock of the environment for tuning (needs uv)
	@uv pip compile requirements/sft.in --universal --python-version 3.11 --generate-hashes \
	  --no-header --no-annotate --upgrade -q -o requirements/sft.lock

.PHONY: test-sft lock-sft
