"""Held questions with the texts of their pages → calls, and what came of each."""

import base64
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from asking.asker import Asker, OverBudgetError, Request, each, size
from asking.messages import Message, fill, message
from asking.model import Model, price
from cpsyexam.errors import RemoteError
from cpsyexam.files import canonical, digest
from gating.second.agreement import differences
from gating.second.page import PageText, anchors
from gating.second.quotations import SCHEMA, Asked, readings, refusal, told_fields
from gating.second.readings import Reread, digest_of

Row = Mapping[str, Any]
_MOST = 8  # questions of a call
_POINTER = 14  # characters of a stem that say which question is meant
_AROUND = 1500  # characters before and behind a long page's questions that are shown
_ENTRY = re.compile(r"\d\s*[.、:：)）．\-—~]?\s*[A-HＡ-Ｈ]")  # a line that may tell keys


@dataclass(frozen=True)
class Sheet:
    """A page: its text, the held questions on it, and the stems and numbers of all it prints, in
    order; `picture` gives the PNG of a held question's scan.
    """

    name: str
    text: str
    held: Sequence[Row]  # CleanQuestion
    printed: Sequence[Row]  # raw_id, stem, number
    picture: Callable[[Row], bytes] | None = None


@dataclass(frozen=True)
class Call:
    """What is asked at once: a page or a piece of it, and questions on it."""

    sheet: Sheet
    page: PageText
    asked: tuple[tuple[Row, Asked], ...]
    request: Request


@dataclass
class Outcome:
    """What a run did."""

    rows: dict[str, Reread] = field(default_factory=dict)
    calls: int = 0
    failed: list[str] = field(default_factory=list)
    over_budget: int = 0


def calls(sheet: Sheet, longest: int) -> Iterator[Call]:
    """The calls of a page; questions whose stem is not found on it are in none."""
    page = PageText.of(sheet.text)
    places = anchors(page, [row["stem"] for row in sheet.printed])
    starts = {row["raw_id"]: at for row, at in zip(sheet.printed, places, strict=True)}
    order = sorted(at for at in places if at >= 0)
    numbers = [_digits(row["number"]) for row in sheet.printed]
    whole = len(page.bare) <= longest
    wanted: list[tuple[Row, Asked]] = []
    rows = sorted(sheet.held, key=lambda row: starts.get(row["raw_id"], -1))
    for row in rows:
        at = starts.get(row["raw_id"], -1)
        if at < 0:
            continue
        far = not whole and wanted and at - wanted[0][1].start > longest // 2
        if far or len(wanted) == _MOST:
            yield _call(sheet, page, wanted, whole=whole)
            wanted = []
        end = next((other for other in order if other > at), len(page.bare))
        alone = numbers.count(_digits(row["number"])) == 1
        wanted.append((row, Asked(len(wanted) + 1, row["number"], row["stem"], at, end, alone)))
    if wanted:
        yield _call(sheet, page, wanted, whole=whole)


def _digits(number: str) -> str:
    return re.sub(r"\D", "", number)


def _call(sheet: Sheet, page: PageText, wanted: list[tuple[Row, Asked]], *, whole: bool) -> Call:
    text = sheet.text if whole else _piece(sheet.text, wanted)
    template = _template()
    listed = "\n".join(
        fill(template["wanted"], {
            "item": str(asked.item),
            "number": fill(template["numbered"], {"number": asked.number}) if asked.number else "",
            "start": "".join(row["stem"].split())[:_POINTER],
        })
        for row, asked in wanted
    )  # fmt: skip
    said = fill(template["text"], {"wanted": listed, "page": text.strip()}).strip()
    shown = [sheet.picture(row) for row, _ in wanted] if sheet.picture else []
    messages = (message("system", template["system"].strip()), _user(said, shown))
    request = Request("reread", sheet.name, messages, prompt_sha256=prompt_digest())
    return Call(sheet, page, tuple(wanted), request)


def _user(text: str, pictures: Sequence[bytes]) -> Message:
    if not pictures:
        return message("user", text)
    parts: list[dict[str, Any]] = [{"type": "text", "text": text}]
    for png in pictures:
        url = f"data:image/png;base64,{base64.b64encode(png).decode()}"
        parts.append({"type": "image_url", "image_url": {"url": url}})
    return {"role": "user", "content": parts}


def _piece(text: str, wanted: list[tuple[Row, Asked]]) -> str:
    """Of a long page the part around the questions, and the other lines that may tell keys."""
    first = _place(text, wanted[0][1].start - _AROUND)
    last = _place(text, min(wanted[-1][1].end, wanted[-1][1].start + 2 * _AROUND) + _AROUND)
    numbers = [_digits(asked.number) for _, asked in wanted]
    rest = (text[last:]).splitlines()
    keys = [
        line
        for line in rest
        if _ENTRY.search(line) and (any(n and n in line for n in numbers) or _spans(line, numbers))
    ]
    return "\n".join([text[first:last], *keys])


def _place(text: str, wanted: int) -> int:
    """Where in a text so many characters that are no blanks have passed."""
    count = 0
    for place, character in enumerate(text):
        if count >= wanted:
            return place
        count += not character.isspace()
    return len(text)


def _spans(line: str, numbers: Sequence[str]) -> bool:
    """Whether a line tells keys of a range of numbers that holds one of these."""
    ranges = re.findall(r"(\d{1,3})\s*[-—~～至到]\s*(\d{1,3})", line)
    return any(int(a) <= int(n) <= int(b) for a, b in ranges for n in numbers if n)


@cache
def _template() -> dict[str, str]:
    found: dict[str, str] = tomllib.loads(
        files("gating.second").joinpath("prompt.toml").read_text("utf-8")
    )
    return found


def prompt_digest() -> str:
    """The digest of what a second reader is asked."""
    return digest(canonical(_template()))


def reread(
    wanted: Sequence[Call], asker: Asker, progress: Callable[[int], None] | None = None
) -> Outcome:
    """Ask all calls, and judge what comes. Raises RemoteError where nothing answers."""
    out = Outcome()
    answered = each(
        wanted, lambda call: asker.answer(call.request, SCHEMA), asker.client.model.in_flight
    )
    for done, (call, entry) in enumerate(answered, 1):
        if isinstance(entry, OverBudgetError):
            out.over_budget += 1
        elif isinstance(entry, RemoteError):
            out.failed.append(f"{call.sheet.name}: {entry.line()}")
        else:
            for one in judged(call, entry.output, entry.model, entry.key):
                out.rows[one.of] = one
        if progress:
            progress(done)
    out.calls = asker.calls
    return out


def judged(call: Call, output: str, model: str, key: str) -> Iterator[Reread]:
    """What came of each question of a call."""
    found = readings(output)
    for row, asked in call.asked:
        reading = found.get(asked.item)
        rule, detail = refusal(reading, asked, call.page)
        differ = differences(row, reading) if reading and not rule else []
        yield Reread(
            of=digest_of(row),
            outcome="refused" if rule else "differs" if differ else "agreed",
            rule=rule,
            detail=detail or ", ".join(differ),
            model=model,
            prompt_sha256=call.request.prompt_sha256,
            journal_key=key,
            reading=told_fields(reading) if reading else {},
        )


@dataclass(frozen=True)
class Estimate:
    """Calls still to make, their tokens, and money."""

    calls: int
    tokens_in: int
    tokens_out: int
    price: float


def estimate(wanted: Sequence[Call], model: Model, known: set[str]) -> Estimate:
    """What calls would cost that are not in the journal (`known`: its keys)."""
    open_ = [call for call in wanted if call.request.key(model) not in known]
    tokens_in = sum(size(call.request.messages) for call in open_)
    tokens_out = sum(_answer(row) for call in open_ for row, _ in call.asked)
    return Estimate(len(open_), tokens_in, tokens_out, price(model, tokens_in, tokens_out))


def _answer(row: Row) -> int:
    """Tokens of a reading, about: its texts, and the names of its fields."""
    texts = (row["material"], row["stem"], row["reference"], *row["options"])
    return 70 + sum(map(len, texts))
