concepts-demo: .venv/base.stamp ## questions written for concepts: release from a recorded journal, audit, coverage
	@.venv/bin/cpsyexam build recipes/concepts.toml --out build/concepts-demo
	@.venv/bin/cpsyexam audit --out build/concepts-demo
	@.venv/bin/cpsyexam coverage build/concepts-demo/releases/cpsyexam-concepts-0.1.0 --html build/concepts-demo/coverage.html

bench-generation: .venv/dev.stamp ## questions by a model: planted faults, kills, throughput, against a local endpoint
	@$(PY) -m bench.generation

bench-coverage: .venv/dev.stamp ## concepts of questions labelled by hand: make bench-coverage BANK=DIR
	@$(PY) -m bench.coverage $(BANK)
