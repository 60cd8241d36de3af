SBOM_VENV := .venv/sbom

$(SBOM_VENV)/stamp: requirements/sbom.lock | .venv/bin/python
	@echo "installing the tools for the bill of materials (once)"
	@$(PY) -m venv $(SBOM_VENV)
	@$(SBOM_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

sbom: $(SBOM_VENV)/stamp .venv/base.stamp ## what a build runs on, with licences and digests, as CycloneDX JSON
	@$(SBOM_VENV)/bin/python -m bench.sbom "$$($(PY) -c 'import sysconfig; print(sysconfig.get_path("purelib"))')"

lock-sbom: ## renew the lock of the tools for the bill of materials (needs uv)
	@uv pip compile requirements/sbom.in --universal --python-version 3.11 --generate-hashes \
	  --no-header --no-annotate --upgrade -q -o requirements/sbom.lock

.PHONY: sbom lock-sbom
