bench-designs: .venv/dev.stamp ## books of unseen designs read back [DESIGNS=build/designs]
	@$(PY) -m bench.ocr_designs $(if $(DESIGNS),--designs $(DESIGNS))
