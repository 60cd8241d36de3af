evaluate: .venv/base.stamp ## ask a model, or the baselines: make evaluate [MODEL=x BASE_URL=http://host/v1]
	@test -n "$$(ls releases/*/RELEASE.json 2>/dev/null)" || .venv/bin/cpsyexam build
	@.venv/bin/cpsyexam evaluate $(MODEL) $(if $(BASE_URL),--base-url $(BASE_URL)) $(if $(SHOTS),--shots $(SHOTS)) $(if $(ROLE),--role $(ROLE)) $(if $(LIMIT),--limit $(LIMIT))

results: .venv/base.stamp ## tables of all evaluations: terminal, CSV, LaTeX, results.html
	@.venv/bin/cpsyexam results

bench-answers: .venv/dev.stamp ## extraction on replies it has not seen: make bench-answers FILE=replies.jsonl
	@$(PY) -m bench.answers $(FILE)

.PHONY: evaluate results bench-answers
