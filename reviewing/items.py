"""What the page of an item shows, as plain values: the question as printed and as it stands, its
key, labels, doubts, copies and likenesses. Made once for the whole queue, kept by the desk.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import polars as pl

from cpsyexam.showing import NOTHING, RESERVED, of_tables
from cpsyexam.taxonomy import positions
from reviewing import prints, seen
from reviewing.queue import item_name

Row = dict[str, Any]
Rows = Mapping[str, Row]
_SIMILAR = 5  # like questions that are shown
_STANDING = ("material", "stem", "options", "explanation", "reference", "changes", "flags")
_LABELS = ("format", "task", "task_rule", "task_confidence", "category", "category_rule",
           "category_confidence", "keywords", "order", "split", "lineage")  # fmt: skip


def payloads(
    queue: pl.DataFrame, frames: Mapping[str, pl.DataFrame], *, reserve: bool = False
) -> Iterator[Row]:
    """A dict per row of the queue, in its order.

    Without `reserve` no text of a reserved question is in it: not among the like ones; a page that
    prints one is held back (`place.held`), a scan shown with it painted over (`place.masks`), and
    no print of a key in whose lines one has its own (`place.key_held`). `frames` as for
    `reviewing.queue.queue`, and: cleaned, captures (capture, url, fetched, media_type, archive,
    offset, digest), and where there is any known (raw_id, how, ratio, source, material, stem,
    options, key): like questions of releases and banks; reread (raw_id, outcome, rule, detail,
    model, reading as JSON): second readings.
    """
    known = _Known(queue, frames, reserve=reserve)
    for row in queue.iter_rows(named=True):
        question = known.question(row["raw_id"])
        made = {
            **row,
            "question": question,
            "other": known.question(row["other"]) if row["other"] else None,
            "similar": known.similar(row["raw_id"]),
            "suspected": known.suspected(row),
            "gold": None,
            "reread": known.reread(row["raw_id"]),
            "models": known.models(row) if row["form"] == "grade" else [],
        }
        if "gold" in row["kinds"]:
            made |= _gold(question, row["details"][row["kinds"].index("gold")])
        yield made


def _gold(question: Row, how: str) -> Row:
    """A known item: as it is, or with the option after the key shown as the key."""
    true = list(question["key"])
    if how == "planted" and true:
        question = {**question, "key": [(true[0] + 1) % len(question["printed"]["options"])]}
    # a like question would tell the key
    return {"question": question, "gold": {"how": how, "key": true}, "similar": []}


def paper(split: pl.DataFrame, parsed: pl.DataFrame) -> Iterator[Row]:
    """The questions of test as candidates see them: options in released order, no key.

    `names`: what each may be called where its key is told; who has seen one is not asked.
    """
    shown = ("id", "exam", "subject", "format", "material", "stem", "options")
    pages = dict(parsed.select("raw_id", "capture").iter_rows())
    asked = split.filter(pl.col("split") == "test").sort("id")
    for row in asked.select(*shown, "raw_id", "also", "lineage").iter_rows(named=True):
        prints = [row["raw_id"], *row["also"]]
        names = {row["id"], row["lineage"], *prints}
        names |= {item_name("check", name) for name in prints}
        names |= {pages[name] for name in prints if name in pages}
        yield {**{name: row[name] for name in shown}, "names": sorted(names - {""})}


def listed(split: pl.DataFrame, *, reserve: bool = False) -> Iterator[Row]:
    """Questions for the list of all: what each asks, without its key and without who wrote it;
    none of the reserve without `reserve`.
    """
    split = split if reserve else split.filter(pl.col("split") != RESERVED)
    shown = ("id", "raw_id", "exam", "subject", "format", "split", "material", "stem", "options")
    rows = split.sort("exam", "subject", "format", "id").select(shown)
    yield from rows.iter_rows(named=True)


def key_of(question: Row) -> tuple[str, ...]:
    """The key that is shown of an item's question, as texts of its options; () where there is none
    of options.
    """
    options = question["printed"]["options"]
    return tuple(options[i] for i in question["key"])


def contested(payload: Mapping[str, Any]) -> bool:
    """Whether the two questions of a pair have different keys, however these are pointed."""
    if payload["form"] != "pair":
        return False
    one, other = (
        {"".join(filter(str.isalnum, seen.bare(text))) for text in key_of(side)}
        for side in (payload["question"], payload["other"])
    )
    return bool(one and other) and one != other


def names_of(question: Row) -> set[str]:
    """By what names a question of an item is known, now and as printed, those of copies too."""
    labels = question["labels"] or {}
    prints = (one["raw_id"] for one in question["copies"])
    return {question["id"], labels.get("lineage", ""), *prints} - {""}


def names_of_like(like: Row) -> set[str]:
    """The same of a like question; one of a release stands as `release id`."""
    return {like["raw_id"] or like["source"].rpartition(" ")[2]}


class _Known:
    """Rows by raw_id, of the questions that the queue shows."""

    def __init__(
        self, queue: pl.DataFrame, frames: Mapping[str, pl.DataFrame], *, reserve: bool
    ) -> None:
        hidden = NOTHING if reserve else of_tables(frames["split"], frames["parsed"])
        self._hidden = hidden
        edges = hidden.without(frames["edges"])
        asked = pl.concat([queue["raw_id"], queue["other"]]).unique()
        self._edges = _likenesses(edges, asked)
        near = {other for found in self._edges.values() for other, _, _ in found}
        raw = frames["parsed"].with_columns(seen.printed_ids(frames["parsed"]))
        wanted = raw.filter(pl.col("raw_id").is_in([*asked, *near]))
        self._beside = prints.beside(raw, wanted["raw_id"])
        self._masks, self._boxless = prints.masks(frames["parsed"], hidden)
        copies = raw.filter(pl.col("printed").is_in(wanted["printed"].unique().implode()))
        copies = copies.with_columns(seen.digests(copies))
        self._raw: Rows = {row["raw_id"]: row for row in copies.iter_rows(named=True)}
        self._copies: dict[str, list[Row]] = {}
        for row in self._raw.values():
            self._copies.setdefault(row["printed"], []).append(row)
        names = pl.Series(list(self._raw)).implode()
        self._cleaned = _by_raw_id(frames["cleaned"], names, ("id", *_STANDING))
        self._split = _by_raw_id(frames["split"], names, ("id", "exam", "subject", *_LABELS))
        gone = frames["rejected"].filter(pl.col("parent").is_in(names))
        self._rules = dict(gone.select("parent", "rule").iter_rows())
        self._captures = {
            row["capture"]: row
            for row in frames["captures"]
            .filter(pl.col("capture").is_in(copies["capture"].unique().implode()))
            .select("capture", "url", "fetched", "media_type", "archive", "offset", "digest")
            .iter_rows(named=True)
        }
        self._replies: dict[tuple[str, str], set[str]] = {}
        for name, text, model in frames["replies"].iter_rows() if "replies" in frames else ():
            self._replies.setdefault((name, text), set()).add(model)
        self._banks: dict[str, list[Row]] = {}
        for row in frames["known"].iter_rows(named=True) if "known" in frames else ():
            self._banks.setdefault(row["raw_id"], []).append(row)
        self._suspected = _suspected(frames)
        second = frames["reread"].iter_rows(named=True) if "reread" in frames else ()
        self._reread = {
            row["raw_id"]: row | {"reading": json.loads(row["reading"])} for row in second
        }
        self._titles = dict(frames["sources"].select("source", "title").iter_rows())
        self._kinds = dict(frames["sources"].select("source", "kind").iter_rows())

    def question(self, raw_id: str) -> Row:
        raw = self._raw[raw_id]
        clean, split = self._cleaned.get(raw_id, {}), self._split.get(raw_id, {})
        copies = sorted(self._copies[raw["printed"]], key=lambda row: str(row["raw_id"]))
        capture = self._captures.get(raw["capture"], {})
        return {
            "raw_id": raw_id,
            "id": split.get("id") or clean.get("id") or raw["printed"],
            "printed_id": raw["printed"],
            "was": raw["was"],
            "rule": self._rules.get(raw_id, ""),
            "printed": {k: raw[k] for k in _PRINTED},
            "standing": {name: clean[name] for name in _STANDING} if clean else None,
            "labels": {name: split[name] for name in _LABELS} if split else None,
            "exam": split.get("exam") or raw["exam"],
            "subject": split.get("subject") or raw["subject"],
            "key": _places(raw),
            "copies": [_copy(row) for row in copies],
            "place": {
                **{name: raw[name] for name in ("source", "capture", "locator", "url", "boxes")},
                **self._key_print(raw),
                **self._secret_print(raw),
                "title": self._titles.get(raw["source"], ""),
                "kind": self._kinds.get(raw["source"], ""),
                "fetched": capture.get("fetched", ""),
                "media_type": capture.get("media_type", ""),
                "archive": capture.get("archive", ""),
                "offset": capture.get("offset", -1),
                "digest": capture.get("digest", ""),
            },
        }

    def _key_print(self, raw: Row) -> Row:
        """Where its key is printed apart from it, and the questions whose keys stand there, too."""
        beside = self._beside.get(raw["raw_id"], [])
        held = self._hidden.hides(*beside)
        boxes = [] if held else raw.get("key_boxes") or []  # none in an older version's build
        return {"key_boxes": boxes, "key_beside": beside, "key_held": held}

    def _secret_print(self, raw: Row) -> Row:
        """Whether its page may not be shown; of a scan, the boxes to be painted over instead."""
        captures = {raw["capture"]} & self._hidden.pages
        pages = {(raw["source"], box["page"]) for box in raw["boxes"]}
        masks = [box for page in sorted(pages) for box in self._masks.get(page, [])]
        held = bool(captures and (not masks or captures & self._boxless))
        return {"held": held, "masks": masks}

    def models(self, row: Row) -> list[str]:
        """Who gave the answer that is marked; no page shows it."""
        return sorted(self._replies.get((row["raw_id"], row["details"][0]), ()))

    def reread(self, raw_id: str) -> Row | None:
        """What a second reader quotes from its page."""
        return self._reread.get(raw_id)

    def suspected(self, row: Row) -> list[str]:
        """What the able named instead of the key; pages show it after one's own opinion."""
        return self._suspected.get(row["raw_id"], []) if "suspect_key" in row["kinds"] else []

    def similar(self, raw_id: str) -> list[Row]:
        found = []
        for other, kind, ratio in self._edges.get(raw_id, [])[:_SIMILAR]:
            row = self._raw.get(other)
            if row:
                key = seen.key_texts(row["options"], row["answer"])
                found.append({**_copy(row), "how": kind, "ratio": ratio, "key": list(key),
                              "stem": row["stem"], "options": row["options"]})  # fmt: skip
        banks = sorted(self._banks.get(raw_id, []), key=lambda row: (-row["ratio"], row["source"]))
        return found + [{**row, "raw_id": "", "url": ""} for row in banks[:_SIMILAR]]


_PRINTED = (
    "number", "section", "declared", "material", "stem", "options", "answer", "explanation",
    "notes", "confidence",
)  # fmt: skip


def _places(raw: Row) -> list[int]:
    """Positions of the printed key; none where it does not name options only."""
    key = seen.key_texts(raw["options"], raw["answer"])
    return positions(raw["answer"]) if key and set(key) <= set(raw["options"]) else []


def _copy(row: Row) -> Row:
    return {name: row[name] for name in ("raw_id", "source", "url", "material", "stem",
                                         "options", "answer")}  # fmt: skip


def _by_raw_id(frame: pl.DataFrame, names: pl.Series, columns: tuple[str, ...]) -> Rows:
    rows = frame.filter(pl.col("raw_id").is_in(names)).select("raw_id", *columns)
    return {row["raw_id"]: row for row in rows.iter_rows(named=True)}


def _suspected(frames: Mapping[str, pl.DataFrame]) -> dict[str, list[str]]:
    """raw_id → the options of the best other key."""
    if "suspects" not in frames:
        return {}
    both = frames["suspects"].select("id", "other").join(frames["split"], on="id")
    return {
        name: [options[place] for place in other if place < len(options)]
        for name, options, other in both.select("raw_id", "options", "other").iter_rows()
    }


def _likenesses(edges: pl.DataFrame, asked: pl.Series) -> dict[str, list[tuple[str, str, float]]]:
    """raw_id → (other, kind, ratio), the most alike first."""
    both = pl.concat(
        [
            edges.select("left", "right", "kind", "ratio"),
            edges.select(left="right", right="left", kind="kind", ratio="ratio"),
        ]
    ).filter(pl.col("left").is_in(asked.implode()), pl.col("kind") != "sibling")
    found: dict[str, list[tuple[str, str, float]]] = {}
    for one, other, kind, ratio in both.sort("ratio", "right", descending=[True, False]).rows():
        found.setdefault(one, []).append((other, kind, float(ratio or 0)))
    return found
