# The sample, the locks and what they bring.
samples: .venv/dev.stamp ## make the embedded sample again from samples/questions
	@$(PY) -m samples.generate

lock: .venv/dev.stamp ## renew lock files: make lock [LOCKS="eval ray"]
	@$(PY) -m bench.locks $(or $(LOCKS),base dev)

sbom: .venv/sbom/stamp .venv/base.stamp ## what a build runs on, with licences and digests, as CycloneDX JSON
	@.venv/sbom/bin/python -m bench.sbom "$$($(PY) -c 'import sysconfig; print(sysconfig.get_path("purelib"))')"

vulnerabilities: .venv/pip-audit/stamp .venv/base.stamp ## known vulnerabilities of the locked packages, where their data can be reached
	@$(PY) -m bench.vulnerabilities .venv/pip-audit/bin/pip-audit

train-reader: .venv/dev.stamp ## learn the weights of the parser's second reading anew
	@$(PY) -m bench.reader

hub: .venv/dev.stamp ## a Hub on this machine to rehearse a push: make hub [PORT=8011]
	@$(PY) -m bench.hub $(if $(PORT),--port $(PORT))

.PHONY: hub samples lock sbom vulnerabilities train-reader
