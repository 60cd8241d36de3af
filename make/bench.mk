# Measurements; `make bench-NAME ARGS="..."` runs any module of bench/.
bench-%: .venv/dev.stamp ## run a benchmark, such as stages parse ocr inspect label split release consensus [ARGS="--help"]
	@$(PY) -m bench.$(subst -,_,$*) $(ARGS)

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

bench-designs: .venv/dev.stamp ## books of unseen designs read back [DESIGNS=build/designs]
	@$(PY) -m bench.ocr_designs $(if $(DESIGNS),--designs $(DESIGNS))

bench-drops: .venv/dev.stamp ## designs and written books without headers, numbers, with one spread, as text layer [ONLY=names]
	@$(PY) -m bench.drops $(if $(ONLY),--only $(ONLY))

bench-structure: .venv/dev.stamp ## layout and grammar on every page design, without OCR [ONLY=names WRITTEN=books as text]
	@$(PY) -m bench.structure $(if $(ONLY),--only $(ONLY)) $(if $(WRITTEN),--written $(WRITTEN) --name structure_written)

concepts-demo: .venv/base.stamp ## questions written for concepts: release from a recorded journal, audit, coverage
	@.venv/bin/cpsyexam build recipes/concepts.toml --out build/concepts-demo
	@.venv/bin/cpsyexam audit --out build/concepts-demo
	@.venv/bin/cpsyexam coverage build/concepts-demo/releases/cpsyexam-concepts-0.1.0 --to build/concepts-demo/coverage.html

bench-generate: .venv/dev.stamp ## questions by a model: 5,536 calls at 64 in flight against a 50 ms endpoint
	@$(PY) -m bench.generation --only throughput

bench-planted: .venv/dev.stamp ## questions by a model: faults planted by rule, and by hand before the gates were seen
	@$(PY) -m bench.generation --only gates
	@$(PY) -m bench.generation --only expert
	@$(PY) -m bench.generation --only unseen

bench-coverage: .venv/dev.stamp ## concepts of questions labelled by hand: make bench-coverage BANK=DIR [MODEL=TOML]
	@$(PY) -m bench.coverage $(BANK) $(if $(MODEL),--model $(MODEL))

bench-printed-gates: .venv/dev.stamp ## what the gates say of printed questions: make bench-printed-gates BANK=DIR
	@$(PY) -m bench.printed_gates $(BANK)

bench-answers: .venv/dev.stamp ## how replies are read, on lists by other hands; FILE=replies.jsonl for another
	@$(PY) -m bench.answers $(FILE)

bench-evaluate: .venv/eval/stamp ## cost of a run of 3,902 questions with faults, of extraction and of tables
	@.venv/eval/bin/python -m bench.evaluate

bench-review: .venv/dev.stamp ## the review station with 100,000 questions: time of a page, memory
	@$(PY) -m bench.review $(if $(ROWS),--rows $(ROWS))

worth: .venv/dev.stamp ## what each mechanism of the reader is worth: [EVERY=7 BOOKS=1 ONLY=parsing.keys OFF=names GREEDY=questions]
	@$(PY) -m bench.worth $(if $(EVERY),--every $(EVERY)) $(if $(BOOKS),--books) $(if $(ONLY),--only $(ONLY)) $(if $(OFF),--off $(OFF)) $(if $(GREEDY),--greedy $(GREEDY))
