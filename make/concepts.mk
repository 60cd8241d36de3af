concepts-demo: .venv/base.stamp ## questions written for concepts: release from a recorded journal, audit, coverage
	@.venv/bin/cpsyexam build recipes/concepts.toml --out build/concepts-demo
	@.venv/bin/cpsyexam audit --out build/concepts-demo
	@.venv/bin/cpsyexam coverage build/concepts-demo/releases/cpsyexam-concepts-0.1.0 --to build/concepts-demo/coverage.html

bench-generate: .venv/dev.stamp ## questions by a model: 5,536 calls at 64 in flight against a 50 ms endpoint
	@$(PY) -m bench.generation --only throughput

bench-planted: .venv/dev.stamp ## questions by a model: faults planted by rule, and by hand before the gates were seen
	@$(PY) -m bench.generation --only gates
	@$(PY) -m bench.generation --only expert
	@$(PY) -m bench.generation --only unseen

bench-planted-blind: .venv/dev.stamp ## questions by a model: faults planted by other hands, built into a release
	@$(PY) -m bench.planted_blind

bench-generation: .venv/dev.stamp ## questions by a model: planted faults, kills, throughput, against a local endpoint
	@$(PY) -m bench.generation

bench-coverage: .venv/dev.stamp ## concepts of questions labelled by hand: make bench-coverage BANK=DIR [MODEL=TOML]
	@$(PY) -m bench.coverage $(BANK) $(if $(MODEL),--model $(MODEL))

bench-printed-gates: .venv/dev.stamp ## what the gates say of printed questions: make bench-printed-gates BANK=DIR
	@$(PY) -m bench.printed_gates $(BANK)
