test-crash: .venv/dev.stamp ## build, index, review and push killed at hundreds of steps, each done again
	@CPSYEXAM_SLOW=1 $(PY) -m pytest -q -n 2 tests/crash

.PHONY: test-crash
