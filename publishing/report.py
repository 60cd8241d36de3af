"""report.html: what a release manager looks at before pushing; one file, no network."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import polars as pl

from cpsyexam import taxonomy
from cpsyexam.files import write_text
from cpsyexam.pages.tongues import Tongue, tongues
from cpsyexam.release import Verdict
from cpsyexam.terminal import printable
from publishing import charts
from publishing.changes import ReleaseDiff
from publishing.contents import Contents, templates
from publishing.distributions import Distributions, distributions, length_names
from publishing.shards import PUBLIC
from publishing.statistics import Statistics

NAME = "report.html"
_COPIES = ("unique",)  # stages that reject copies; what others reject could not be used


@dataclass(frozen=True)
class Report:
    """The page of a draft; it shows no text and no page of the reserve."""

    contents: Contents
    diff: ReleaseDiff

    @cached_property
    def _drawn(self) -> tuple[Distributions, dict[str, dict[str, str]]]:
        withheld = self.contents.spec.settings.test_answers == "withheld"
        seen = distributions(self.contents.spec.build, withheld=withheld)
        drawn = {_.language: _charts(self.contents.statistics, seen, _) for _ in tongues()}
        return seen, drawn

    def html(self, verdict: Verdict | None = None) -> str:
        """The page, with what the builder's audit of the draft said; None: it was not audited."""
        seen, drawn = self._drawn
        page = (
            templates()
            .get_template("report.html.j2")
            .render(
                contents=self.contents,
                spec=self.contents.spec,
                gathered=self.contents.statistics,
                seen=seen,
                diff=self.diff,
                changed=dict(sorted(self.diff.rows["change"].value_counts().rows())),
                overview=self.contents.overview,
                known=taxonomy.current(),
                charts=drawn,
                taxonomy=taxonomy,
                tongues=tongues(),
                verdict=verdict,
            )
        )
        return printable(page)  # it quotes what was printed as it came

    def write(self, verdict: Verdict | None = None) -> None:
        """Write it into the draft."""
        write_text(self.contents.spec.public / NAME, self.html(verdict))


def _charts(gathered: Statistics, seen: Distributions, _: Tongue) -> dict[str, str]:
    """The drawings by name, in one language."""

    def by_name(series: dict[str, Any]) -> dict[str, Any]:
        return {_.name(name): values for name, values in series.items()}

    drawn = {"funnel": _funnel(gathered, _), "splits": _splits(gathered.counts, _)}
    letters = sorted({letter for part in seen.positions.values() for letter in part})
    asked = str(_("questions"))
    drawn["positions"] = _grouped(
        by_name(seen.positions), letters, _("Place of the right answer (SCQ)"), "%", scale=100
    )
    drawn["right"] = _grouped(
        by_name(seen.right), _labels(seen.right), _("Right options (MAQ)"), asked
    )
    names = length_names()
    lengths = {
        split: {names[int(place)]: rows for place, rows in part.items()}
        for split, part in seen.lengths.items()
    }
    drawn["lengths"] = _grouped(
        by_name(lengths), names, _("Length of the stem in characters"), asked
    )
    drawn["options"] = _grouped(
        by_name(seen.options), _labels(seen.options), _("Number of options"), asked
    )
    if seen.confidence:
        places = list(range(min(int(p) for v in seen.confidence.values() for p in v), 21))
        spelt = {s: {f"{int(p) * 5}": n for p, n in v.items()} for s, v in seen.confidence.items()}
        if len(places) > 1:
            drawn["confidence"] = _grouped(
                spelt,
                [f"{p * 5}" for p in places],
                _("How surely questions were read, from … %"),
                asked,
            )
    if len(seen.clusters) > 1:
        drawn["clusters"] = _grouped(
            {asked: seen.clusters},
            list(seen.clusters),
            _("Copies dropped per question"),
            asked,
        )
    return drawn


def _labels(series: dict[str, dict[str, int]]) -> list[str]:
    return sorted({label for part in series.values() for label in part}, key=int)


def _grouped(
    series: dict[str, dict[str, int]] | dict[str, dict[str, float]],
    labels: Sequence[str],
    title: str,
    unit: str,
    *,
    scale: float = 1,
) -> str:
    values = {
        name: [part.get(label, 0) * scale for label in labels] for name, part in series.items()
    }
    return charts.grouped(labels, values, title=title, unit=unit)


def _funnel(gathered: Statistics, _: Tongue) -> str:
    copies = {rule for stage, rule, _ in gathered.rules if stage in _COPIES}
    dropped = [
        sum(rows for rule, rows in s.rules.items() if rule in copies) for s in gathered.shown
    ]
    series: dict[str, list[float]] = {
        _("public"): [source.public for source in gathered.shown],
        _("copies and conflicts"): [float(n) for n in dropped],
        _("not usable"): [s.rejected - n for s, n in zip(gathered.shown, dropped, strict=True)],
    }
    names = [source.source for source in gathered.shown]
    return charts.stacked(names, series, title=_("Questions by source"), unit=_("questions"))


def _splits(counts: pl.DataFrame, _: Tongue) -> str:
    exams = [exam for exam in taxonomy.exams() if exam in counts["exam"]]
    totals = {
        (exam, split): rows
        for exam, split, rows in counts.group_by("exam", "split")
        .agg(pl.col("rows").sum())
        .iter_rows()
    }
    drawn = [split for split in PUBLIC if split in counts["split"]]
    series = {
        _.name(split): [float(totals.get((exam, split), 0)) for exam in exams] for split in drawn
    }
    return charts.stacked(
        [_.name(exam) for exam in exams],
        series,
        title=_("Public questions by exam and split"),
        unit=_("questions"),
    )
