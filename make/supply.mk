SBOM_VENV := .venv/sbom

$(SBOM_VENV)/stamp: requirements/sbom.lock | .venv/bin/python
	@echo "installing the tools for the bill of materials (once)"
	@$(PY) -m venv $(SBOM_VENV)
	@$(SBOM_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

sbom: $(SBOM_VENV)/stamp .venv/base.stamp ## what a build runs on, with licences and digests, as CycloneDX JSON
	@$(SBOM_VENV)/bin/python -m bench.sbom "$$($(PY) -c 'import sysconfig; print(sysconfig.get_path("purelib"))')"

AUDIT_VENV := .venv/pip-audit

vulnerabilities: requirements/pip-audit.lock .venv/base.stamp ## known vulnerabilities of the locked packages, where their data can be reached
	@test -x $(AUDIT_VENV)/bin/pip-audit || { $(PY) -m venv $(AUDIT_VENV) && $(AUDIT_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<; } >/dev/null 2>&1 || true
	@$(PY) -m bench.vulnerabilities $(AUDIT_VENV)/bin/pip-audit

lock-vulnerabilities: ## renew the lock of pip-audit (needs uv)
	@uv pip compile requirements/pip-audit.in --universal --python-version 3.11 --generate-hashes \
	  --no-header --no-annotate --upgrade -q -o requirements/pip-audit.lock

lock-sbom: ## renew the lock of the tools for the bill of materials (needs uv)
	@uv pip compile requirements/sbom.in --universal --python-version 3.11 --generate-hashes \
	  --no-header --no-annotate --upgrade -q -o requirements/sbom.lock

.PHONY: sbom lock-sbom vulnerabilities lock-vulnerabilities
