items: .venv/base.stamp ## judge the questions by all answers (of simulated models where there are none)
	@test -n "$$(ls releases/*/RELEASE.json 2>/dev/null)" || .venv/bin/cpsyexam build
	@$(PY) -m samples.answers --where-none
	@.venv/bin/cpsyexam items

.PHONY: items
