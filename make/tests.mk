# Tests beside `make test`: slow ones, and those of tools that have an environment of their own.
MINUTES ?= 10

check: .venv/dev.stamp ## lint, types, import layers
	@.venv/bin/ruff check .
	@.venv/bin/ruff format --check .
	@$(PY) -m mypy
	@.venv/bin/lint-imports

coverage: .venv/dev.stamp ## tests with branch coverage of the pure packages
	@$(PY) -m pytest -n 3 --dist loadscope --no-loadscope-reorder -q --cov --cov-report=term-missing:skip-covered

test-slow: .venv/dev.stamp ## long matrices, whole builds twice, people in a browser, kills at hundreds of steps, new random examples: [ONLY=tests/ocr]
	@$(PY) -m pytest -q -n 2 --dist loadscope -m 'slow or hypothesis' --hypothesis-profile=new $(ONLY)

test-crash: .venv/dev.stamp ## build, index, review and push killed at hundreds of steps, each done again
	@$(PY) -m pytest -q -n 2 -m '' tests/crash

test-hostile: .venv/dev.stamp ## every attack known, the slow ones too
	@$(PY) -m pytest -q -m '' tests/hostile tests/hub

fuzz: .venv/dev.stamp ## new attacks on every border: make fuzz [MINUTES=10]
	@$(PY) -m tests.hostile.fuzz --minutes $(MINUTES)

mutants: .venv/dev.stamp ## faults put into a package: make mutants PACKAGE=manifests [SAMPLE=100] [SEED=1] [AGAIN=1 [BY=tests/x.py]]
	@$(PY) -m bench.mutation $(or $(PACKAGE),manifests) $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SEED),--seed $(SEED)) $(if $(AGAIN),--again) $(addprefix --by ,$(BY))

mutants-named: .venv/dev.stamp ## faults that once went unnoticed, put in again
	@$(PY) -m bench.mutation.named

test-eval: .venv/eval/stamp .venv/base.stamp ## models asked through inspect_ai; exports run by inspect_ai and lm-eval
	@$(PY) -m bench.licences eval .venv/eval
	@.venv/eval/bin/python -m pytest -q -o filterwarnings=ignore tests/evaluation/runner

test-harnesses: .venv/harnesses/stamp .venv/dev.stamp ## an exported release run by OpenCompass and EvalScope (6 GB on disk)
	@$(PY) -m bench.licences harnesses .venv/harnesses
	@CPSYEXAM_HARNESSES=$(CURDIR)/.venv/harnesses/bin $(PY) -m pytest -q tests/evaluation/harnesses

test-paddle: .venv/paddle/stamp .venv/base.stamp ## the same pages through the real PaddleOCR, offline
	@.venv/paddle/bin/python -c 'import cv2' || { echo "error: OpenCV needs libGL: apt-get install libgl1 libglib2.0-0"; exit 2; }
	@CPSYEXAM_WEIGHTS="$$($(PY) -c 'import rapidocr, pathlib; print(pathlib.Path(rapidocr.__file__).parent / "models")')" \
	  .venv/paddle/bin/python -m pytest -q -o filterwarnings=default tests/paddle

test-ray: .venv/ray/stamp .venv/moto/stamp ## the same releases on a Ray cluster of three nodes, also where they are killed [KILLS=30]
	@CPSYEXAM_KILLS="$(KILLS)" CPSYEXAM_MOTO=.venv/moto/bin/moto_server .venv/ray/bin/python -m pytest -q -o filterwarnings=default tests/ray

test-sft: .venv/sft/stamp .venv/base.stamp ## instruction data tuned on by TRL and LLaMA-Factory, a step on the CPU (6 GB on disk)
	@$(PY) -m bench.licences sft .venv/sft
	@test -n "$$(ls releases/*/RELEASE.json 2>/dev/null)" || .venv/bin/cpsyexam build
	@.venv/bin/cpsyexam sft build/sft
	@CPSYEXAM_SFT=$(CURDIR)/build/sft HF_HUB_OFFLINE=1 CUDA_VISIBLE_DEVICES= \
	  .venv/sft/bin/python -m pytest -q -o filterwarnings=default tests/sft

.PHONY: check coverage test-slow test-crash test-hostile fuzz mutants mutants-named test-eval test-harnesses test-paddle test-ray test-sft
