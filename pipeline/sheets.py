"""The pages of held questions, as a second reader is shown them."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import polars as pl

from cpsyexam import chain, stage
from cpsyexam.errors import CpsyexamError, SourceError
from cpsyexam.files import digest_file
from cpsyexam.showing import secret
from gating.reasons import FLAGS, REASONS
from gating.second.run import Sheet
from pipeline.reading import read_document
from pipeline.station.originals import BuildOriginals

_CLEARED = [reason.name for reason in REASONS if reason.clears]
_FURTHER = re.compile(r"^further_pages: ([\d, ]+)$")
Row = Mapping[str, Any]


@dataclass
class Sheets:
    """Pages with held questions; and why others are not read again, with how many those are."""

    pages: list[Sheet] = field(default_factory=list)
    left: Counter[str] = field(default_factory=Counter)


def sheets(build: Path, *, pictures: bool, reserve: bool = False) -> Sheets:
    """All pages of a build that print held questions whose doubts a second reader can clear.

    Those that print reserved questions, too, only with `reserve`: they are sent to a model.
    """
    out, hidden = Sheets(), secret(build, reserve=reserve)
    held = stage.read(build, f"{chain.CHAIN.gate}/{chain.HELD}")
    doubted = held.filter(pl.col("rule").is_in(_CLEARED))
    rows = [json.loads(text) for text in doubted["record"]]
    rows = [row for row in rows if not any(f.partition(":")[0] in FLAGS for f in row["flags"])]
    if rest := held.height - len(rows):
        out.left["their doubt is not about reading"] = rest
    kinds = dict(stage.read(build, "parsed/sources").select("source", "kind").iter_rows())
    printed = stage.read(build, "parsed")
    captures = {row["capture"]: row for row in stage.read(build, "parsed/captures").to_dicts()}
    texts = _Texts(build)
    pages: dict[tuple[str, tuple[int, ...]], list[Row]] = {}
    for row in rows:
        pages.setdefault((row["capture"], _further(row["notes"])), []).append(row)
    for (capture, further), some in pages.items():
        kind = kinds[some[0]["source"]]
        read = texts.readers.get(kind)
        if read is None:
            out.left[f"{kind} have no page"] += len(some)
            continue
        try:
            text, on = read(captures[capture], further)
        except CpsyexamError as error:
            out.left[error.line()] += len(some)
            continue
        if not hidden.pages.isdisjoint(on):
            out.left["its page prints the reserve (--reserve)"] += len(some)
            continue
        all_ = printed.filter(pl.col("capture").is_in(on)).select("raw_id", "stem", "number")
        picture = texts.picture(captures, kinds) if pictures and kind == "books" else None
        url = captures[capture]["url"]
        out.pages.append(Sheet(url, text, some, all_.to_dicts(), picture))
    return out


def _further(notes: list[str]) -> tuple[int, ...]:
    found = next((match for note in notes if (match := _FURTHER.match(note))), None)
    return tuple(int(number) for number in found[1].split(",")) if found else ()


class _Texts:
    """Texts of captures, by kind of source; each reader gives also the captures it shows."""

    def __init__(self, build: Path) -> None:
        self._build = build
        self._originals = BuildOriginals(build)
        self._files: dict[str, str] = {}
        self._keys = dict(_key_files(build))
        self._lines: pl.DataFrame | None = None
        self.readers: Mapping[str, Callable[[Row, tuple[int, ...]], tuple[str, list[str]]]] = {
            "web": self._web,
            "files": self._file,
            "books": self._book,
        }

    def _web(self, capture: Row, further: tuple[int, ...]) -> tuple[str, list[str]]:
        del further
        return "\n".join(self._originals.text(capture)), [capture["capture"]]

    def _file(self, capture: Row, further: tuple[int, ...]) -> tuple[str, list[str]]:
        del further
        texts = [self._read(capture["archive"], capture["digest"])]
        if key := self._keys.get(capture["url"]):
            texts.append(self._read(*key))
        return "\n".join(texts), [capture["capture"]]

    def _read(self, place: str, digest: str) -> str:
        if place not in self._files:
            file = Path(place)
            if not file.is_file() or digest_file(file) != digest:
                raise SourceError("is not the file that was built from", where=place)
            self._files[place] = "\n".join(read_document(file).lines)
        return self._files[place]

    def _book(self, capture: Row, further: tuple[int, ...]) -> tuple[str, list[str]]:
        """The page, the next one, and those that the question's key stands on."""
        if self._lines is None:
            pages = stage.read(self._build, "books/captures").select("capture", "source", "offset")
            lines = stage.read(self._build, "books/lines")
            self._lines = lines.join(pages, on="capture")
        here = capture["offset"]
        wanted = list(dict.fromkeys([here, here + 1, *further]))
        own = self._lines.filter(
            pl.col("source") == capture["source"], pl.col("offset").is_in(wanted)
        )
        order = {page: place for place, page in enumerate(wanted)}
        rows = own.with_columns(at=pl.col("offset").replace_strict(order)).sort("at", "order")
        return "\n".join(rows["text"]), rows["capture"].unique(maintain_order=True).to_list()

    def picture(
        self, captures: Mapping[str, Row], kinds: Mapping[str, str]
    ) -> Callable[[Row], bytes]:
        """What gives the crop of a held question from its scan."""

        def drawn(row: Row) -> bytes:
            own = {"boxes": row["boxes"], "kind": kinds[row["source"]]}
            place = {**captures[row["capture"]], **own}
            return self._originals.scan({"place": place, "raw_id": row["raw_id"]})

        return drawn


def _key_files(build: Path) -> Iterator[tuple[str, tuple[str, str]]]:
    """URL of a paper → file and digest of its answers."""
    told = stage.read(build, "files/rejected").filter(rule="part_of_paper")
    places = stage.read(build, "files/captures").select("capture", "archive", "digest")
    for detail, place, digest in (
        told.join(places, left_on="parent", right_on="capture")
        .select("detail", "archive", "digest")
        .iter_rows()
    ):
        yield detail.removeprefix("answers of "), (place, digest)
