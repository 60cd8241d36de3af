review: .venv/dev.stamp ## look at doubtful questions in the browser and decide [ARGS="--port 9000"]
	@test -n "$$(ls build/split/kept.parquet 2>/dev/null)" || .venv/bin/cpsyexam build $(RECIPE)
	@.venv/bin/cpsyexam review $(ARGS)

bench-review: .venv/dev.stamp ## the review station with 100,000 questions: time of a page, memory
	@$(PY) -m bench.review $(if $(ROWS),--rows $(ROWS))

bench-consensus: .venv/dev.stamp ## planted wrong keys and slips through whole releases: what each policy leaves
	@$(PY) -m bench.consensus

.PHONY: review bench-review bench-consensus
