items: .venv/base.stamp ## judge the questions by all answers (of simulated models where there are none)
	@test -n "$$(ls releases/*/RELEASE.json 2>/dev/null)" || .venv/bin/cpsyexam build
	@test -n "$$(ls evaluations/*/answers.parquet 2>/dev/null)" || $(PY) -m samples.answers
	@.venv/bin/cpsyexam items

.PHONY: items
