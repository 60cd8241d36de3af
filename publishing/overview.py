"""The first screen of the report, and what the card says beside it: is it whole, is it for me?

It tells nothing of single strata of the reserve: what it says is of the public part, or of all.
"""

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import polars as pl

from cpsyexam import chain, stage, taxonomy
from cpsyexam.stage import read_receipt, scan
from publishing.contents import Contents
from publishing.shards import PUBLIC

EXAMPLES = 3


@dataclass(frozen=True)
class Overview:
    """Figures of a release for people, from its contents and its build."""

    contents: Contents

    @cached_property
    def heat(self) -> list[dict[str, object]]:
        """A row a subject that has public questions: exam, subject, english, cells by split.

        A cell is (questions, depth 0 to 5): how dark it is drawn, on a scale of its split.
        """
        table = self.contents.subject_table
        splits = self.contents.splits
        most = {split: max((row[split] for row in table), default=0) for split in splits}
        return [
            {
                **{key: row[key] for key in ("exam", "subject", "english")},
                "cells": {s: (row[s], _depth(row[s], most[s])) for s in splits},
            }
            for row in table
        ]

    @cached_property
    def exams(self) -> list[tuple[str, int]]:
        """Exam and public questions, the largest first."""
        return self._by("exam")

    @cached_property
    def formats(self) -> list[tuple[str, int]]:
        """Format and public questions, the largest first."""
        return self._by("format")

    @cached_property
    def tasks(self) -> list[tuple[str, int]]:
        """Task and public questions, the largest first."""
        return self._by("task")

    def _by(self, column: str) -> list[tuple[str, int]]:
        public = self.contents.statistics.counts.filter(pl.col("split").is_in(PUBLIC))
        sums = public.group_by(column).agg(pl.col("rows").sum())
        return list(sums.sort("rows", column, descending=[True, False]).iter_rows())

    @cached_property
    def missing(self) -> list[tuple[str, str]]:
        """(exam, subject) of the taxonomy without a public question."""
        there = {(row["exam"], row["subject"]) for row in self.contents.subject_table}
        known = taxonomy.current().exams
        return [(e, s) for e, about in known.items() for s in about.subjects if (e, s) not in there]

    @cached_property
    def funnel(self) -> list[tuple[str, str, int]]:
        """Label, meaning and questions: printed, what each rule or doubt took, reserve, public."""
        gathered = self.contents.statistics
        words = self.contents.spec.rule_words
        printed = sum(source.questions for source in gathered.sources)
        held = sum(self.contents.reserved.values())
        steps = [("printed", "questions read in all sources", printed)]
        steps += [(rule, words.get(rule, ""), -rows) for _, rule, rows in gathered.rules]
        waiting = sum(gathered.held.values())
        steps += [("held", "in doubt: they wait for a look", -waiting)] if waiting else []
        steps += [("reserved", "kept back for a later test", -held)] if held else []
        return [*steps, ("public", "in train, dev and test", self.contents.total)]

    @cached_property
    def shares(self) -> dict[str, object]:
        """How the split was asked for, and in how many places of the public parts it was bent."""
        build = self.contents.spec.build
        settings = (read_receipt(build, chain.CHAIN.last) or {}).get("settings", {})
        bent = 0
        if stage.product(build, f"{chain.CHAIN.last}/problems").exists():
            told = stage.read(build, f"{chain.CHAIN.last}/problems")
            bent = told.filter(pl.col("split").is_in(PUBLIC)).height
        proportional = not settings.get("test") and settings.get("quotas") == "proportional"
        by_subject = settings.get("by") == "subject"
        return {
            "share": float(settings.get("share", 0.0)) if proportional and by_subject else 0.0,
            "dev": float(settings.get("dev", 0.0)),
            "bent": bent,
        }

    @cached_property
    def chance(self) -> list[tuple[str, int, float]]:
        """Format, questions and share right by guessing, in test (dev where test is empty).

        MAQ: a set of two or more options, drawn evenly, is the key.
        """
        rows = scan(self.contents.spec.build, chain.CHAIN.last).filter(pl.col("format") != "QA")
        named = rows.select("format", "split", pl.col("options").list.len().alias("n")).collect()
        split = "test" if (named["split"] == "test").any() else "dev"
        found = []
        for form in ("SCQ", "MAQ"):
            sizes = named.filter(split=split, format=form)["n"].to_list()
            right = [1 / n if form == "SCQ" else 1 / max(1, 2**n - n - 1) for n in sizes]
            if right:
                found.append((form, len(right), sum(right) / len(right)))
        return found

    @cached_property
    def examples(self) -> list[dict[str, object]]:
        """Questions of train as the release has them, with where they were printed."""
        paths = [shard.path for shard in self.contents.shards if shard.split == "train"]
        parts = [_first(self.contents.spec.public / path) for path in paths]
        if not parts:
            return []
        case = pl.col("task") != taxonomy.current().knowledge
        picked = pl.concat(parts).sort(case, pl.col("format") != "SCQ", "format", "id")
        picked = picked.unique(["task", "format"], keep="first", maintain_order=True)
        origin = (
            scan(self.contents.spec.build, chain.CHAIN.last)
            .filter(pl.col("id").is_in(picked["id"].implode()))
            .select("id", "raw_id", "source", "url", "number")
            .collect()
        )
        printed = (
            scan(self.contents.spec.build, "parsed")
            .filter(pl.col("raw_id").is_in(origin["raw_id"].implode()))
            .select("raw_id", *(pl.col(name).alias(f"printed_{name}") for name in _PRINTED))
            .collect()
        )
        origin = origin.join(printed, on="raw_id", how="left")
        titles = stage.read(self.contents.spec.build, "parsed/sources").select("source", "title")
        rows = picked.join(origin.join(titles, on="source"), on="id", how="left")
        return list(rows.head(EXAMPLES).iter_rows(named=True))

    @cached_property
    def record(self) -> str:
        """One record of train as JSON, for the card."""
        if not self.examples:
            return ""
        names = [name for name in self.examples[0] if name not in _ORIGIN]
        row = {name: self.examples[0][name] for name in names}
        return json.dumps(row, ensure_ascii=False, indent=1)

    @property
    def signed(self) -> str:
        """Who signs the release, "" where nobody does."""
        settings = self.contents.spec.settings
        return settings.signer if settings.signing_key else ""


_PRINTED = ("stem", "options", "answer")
_ORIGIN = ("raw_id", "source", "url", "number", "title", *(f"printed_{n}" for n in _PRINTED))


def _depth(rows: int, most: int) -> int:
    return 0 if not rows else 1 + round(4 * rows / most)


def _first(shard: Path) -> pl.DataFrame:
    """The row of a shard whose id is the lowest; no other row is read as a whole."""
    lowest = pl.read_parquet(shard, columns=["id"])["id"].arg_min() or 0
    return pl.scan_parquet(shard).slice(lowest, 1).collect()
