bench-designs: .venv/dev.stamp ## books of unseen designs read back [DESIGNS=build/designs]
	@$(PY) -m bench.ocr_designs $(if $(DESIGNS),--designs $(DESIGNS))

bench-structure: .venv/dev.stamp ## layout and grammar on every page design, without OCR [ONLY=names WRITTEN=books as text]
	@$(PY) -m bench.structure $(if $(ONLY),--only $(ONLY)) $(if $(WRITTEN),--written $(WRITTEN) --name structure_written)
