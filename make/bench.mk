# The other tools are installed beside the project's environment, never into it.
.venv/bench/stamp: requirements/bench.lock | .venv/bin/python
	@echo "installing the tools to compare with (once)"
	@$(PY) -m venv .venv/bench
	@.venv/bench/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/bench.lock
	@touch $@

bench-dedup: .venv/dev.stamp .venv/bench/stamp ## duplicates: side by side with datasketch, rensa, datatrove [ROWS=30000,100000]
	@$(PY) -m bench.dedup $(if $(ROWS),--rows $(ROWS))

bench-pages-varied: .venv/dev.stamp ## those pages printed in other ways (marks, labels, lost line breaks) [ONLY="line breaks lost" ANY=1]
	@$(PY) -m bench.pages_varied $(if $(EACH),--each $(EACH)) $(if $(ONLY),--only "$(ONLY)") $(if $(ANY),--any-kind)

bench-dedup-10m: .venv/dev.stamp ## duplicates among ten million questions, alone
	@$(PY) -m bench.dedup --rows 10000000 --alone

bench-pages: .venv/dev.stamp ## pages annotated by people, parsed and compared: make bench-pages [PAGES=DIR or .jsonl]
	@$(PY) -m bench.pages $(PAGES)

bench-line: .venv/dev.stamp ## from sources to an audited release, by stage: make bench-line [SIZES=22000,200000,1000000]
	@$(PY) -m bench.line $(if $(SIZES),--sizes $(SIZES))

bench-ocr-speed: .venv/dev.stamp ## CPU seconds a scanned page beside rapidocr as shipped: [PAGES=2 ENGINES=onnxruntime]
	@$(PY) -m bench.ocr_speed $(if $(PAGES),--pages $(PAGES)) $(if $(ENGINES),--engines $(ENGINES))

bench-line-pages: .venv/dev.stamp ## the same questions as web pages, replayed and parsed: [SIZES=22000]
	@$(PY) -m bench.line_pages $(if $(SIZES),--sizes $(SIZES))
