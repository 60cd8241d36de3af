PACKAGE ?= manifests

mutants: .venv/dev.stamp ## faults put into a package: make mutants PACKAGE=manifests [SAMPLE=100] [SEED=1] [AGAIN=1 [BY=tests/x.py]]
	@$(PY) -m bench.mutation $(PACKAGE) $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SEED),--seed $(SEED)) $(if $(AGAIN),--again) $(addprefix --by ,$(BY))

mutants-named: .venv/dev.stamp ## faults that once went unnoticed, put in again
	@$(PY) -m bench.mutation.named

.PHONY: mutants mutants-named
