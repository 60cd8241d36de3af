items: .venv/base.stamp ## judge the questions by all answers (of simulated models where there are none) [RELEASE=DIR]
	@test -n "$$(ls releases/*/RELEASE.json 2>/dev/null)" || .venv/bin/cpsyexam build
	@$(PY) -m samples.answers --where-none $(RELEASE)
	@.venv/bin/cpsyexam items $(if $(RELEASE),--release $(RELEASE))

.PHONY: items
