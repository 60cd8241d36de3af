"""Small papers and archives for the tests."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from cpsyexam.config import Terms
from samples.sites.paper import Paper
from spiders.http_messages import Received, Sent
from spiders.warc_writer import Writer, write_exchange, write_info

DATE = "2026-01-31T12:00:00Z"
TERMS = Terms(
    owner="tests",
    licence="CC0-1.0",
    terms_url="-",
    decided_by="tests",
    decided_on="2026-01-31",
    status="cleared",
)
STEMS = ("记忆的第一个环节是（　）。", "注意的基本特点是（　）。", "思维的单位是（　）。")
OPTIONS = (("识记", "保持", "回忆", "再认"), ("指向与集中", "稳定", "分配", "转移"),
           ("表象", "概念", "感觉", "情绪"))  # fmt: skip
ANSWERS = "AAB"


def article(number: int, *, key: bool = False, pages: int = 1) -> Paper:
    """A paper of three questions for an article site."""
    lines = ["一、单项选择题"]
    for n, (stem, options) in enumerate(zip(STEMS, OPTIONS, strict=True), 1):
        lines.append(f"{n}.第{number}卷：{stem}")
        lines += [f"{letter}.{text}" for letter, text in zip("ABCD", options, strict=True)]
        lines += [] if key else [f"答案：{ANSWERS[n - 1]}"]
    told = ("一、单项选择题", " ".join(f"{n}.{a}" for n, a in enumerate(ANSWERS, 1))) if key else ()
    title = f"心理咨询师二级模拟题{number}"
    return Paper(title, tuple(lines), tuple(told), pages=pages)


def structured(number: int) -> Paper:
    """The same for ExamCoo, with a case and an explanation."""
    rows = [
        {"format": "SCQ", "stem": f"第{number}卷：{stem}", "options": options, "answer": answer,
         "explanation": f"因为{answer}。", "section": "一、单项选择题"}
        for stem, options, answer in zip(STEMS, OPTIONS, ANSWERS, strict=True)
    ]  # fmt: skip
    case = {"section": "二、案例题", "material": "一般资料：求助者，男性，30岁。\n案例介绍：失眠。"}
    rows.append(rows[0] | case | {"format": "MAQ", "answer": "AC", "stem": f"第{number}案："})
    return Paper(f"心理咨询师三级真题{number}", questions=tuple(rows))


def save(
    path: Path, pages: Mapping[Sent, Received], seeds: Sequence[str], source: str = "s"
) -> Path:
    """A WARC file of these pages."""
    with path.open("wb") as stream:
        writer = Writer(stream)
        write_info(writer, source=source, seeds=seeds, fetched=DATE)
        for sent, received in pages.items():
            write_exchange(writer, sent, received, fetched=DATE)
    return path
