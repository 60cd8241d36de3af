# Ray has its own environment: who builds on one machine needs none of it.
RAY_VENV := .venv/ray

$(RAY_VENV)/stamp: requirements/ray.lock pyproject.toml | .venv/bin/python
	@echo "installing Ray in an environment of its own (once)"
	@$(PYTHON) -m venv $(RAY_VENV)
	@$(RAY_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r $<
	@$(RAY_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

# A server that speaks S3, for the tests alone.
MOTO_VENV := .venv/moto

$(MOTO_VENV)/stamp: requirements/moto.lock | .venv/bin/python
	@echo "installing moto in an environment of its own (once)"
	@$(PYTHON) -m venv $(MOTO_VENV)
	@$(MOTO_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r $<
	@touch $@

test-ray: $(RAY_VENV)/stamp $(MOTO_VENV)/stamp ## the same releases on a Ray cluster of three nodes, also where they are killed [KILLS=30]
	@CPSYEXAM_KILLS="$(KILLS)" CPSYEXAM_MOTO=$(MOTO_VENV)/bin/moto_server $(RAY_VENV)/bin/python -m pytest -q -o filterwarnings=default tests/ray

lock-ray: ## renew the lock of the Ray environment (needs uv): the versions of the project, and Ray
	@uv pip compile pyproject.toml requirements/ray.in requirements/build.in --extra ray \
	  --constraint requirements/dev.lock --universal --python-version 3.11 --generate-hashes \
	  --no-header --no-annotate --upgrade -q -o requirements/ray.lock

lock-moto: ## renew the lock of the server for the tests of object stores (needs uv)
	@uv pip compile requirements/moto.in --universal --python-version 3.11 --generate-hashes \
	  --no-header --no-annotate --upgrade -q -o requirements/moto.lock

.PHONY: test-ray lock-ray lock-moto
