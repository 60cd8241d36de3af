# PaddleOCR has its own environment: it pins an OpenCV that lies over that of the default engine.
PADDLE_VENV := .venv/paddle

$(PADDLE_VENV)/stamp: requirements/paddle.lock | .venv/bin/python
	@echo "installing PaddleOCR in an environment of its own (once)"
	@$(PYTHON) -m venv $(PADDLE_VENV)
	@$(PADDLE_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@$(PADDLE_VENV)/bin/python -c 'import cv2' || { echo "error: OpenCV needs libGL: apt-get install libgl1 libglib2.0-0"; exit 2; }
	@touch $@

test-paddle: $(PADDLE_VENV)/stamp .venv/base.stamp ## the same pages through the real PaddleOCR, offline
	@CPSYEXAM_WEIGHTS="$$($(PY) -c 'import rapidocr, pathlib; print(pathlib.Path(rapidocr.__file__).parent / "models")')" \
	  $(PADDLE_VENV)/bin/python -m pytest -q -o filterwarnings=default tests/paddle

lock-paddle: ## renew the lock of the PaddleOCR environment (needs uv)
	@uv pip compile requirements/paddle.in --universal --python-version 3.11 --generate-hashes \
	  --no-header --no-annotate --upgrade -q -o requirements/paddle.lock

.PHONY: test-paddle lock-paddle
