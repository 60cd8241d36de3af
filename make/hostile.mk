MINUTES ?= 10

test-hostile: .venv/dev.stamp ## every attack known, the slow ones too
	@CPSYEXAM_SLOW=1 $(PY) -m pytest -q tests/hostile tests/hub

fuzz: .venv/dev.stamp ## new attacks on every border: make fuzz [MINUTES=10]
	@$(PY) -m tests.hostile.fuzz --minutes $(MINUTES)

.PHONY: test-hostile fuzz
