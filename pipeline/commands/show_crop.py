"""`cpsyexam show-crop ID`: the part of the scan where a question stands."""

from pathlib import Path
from typing import Any

import click

from cpsyexam.terminal import say
from pipeline.ids import QuestionId, whole_id
from pipeline.paths import Paths, out_option, reserve_option, to_option
from pipeline.terminal import echo


@click.command(
    epilog="Example: cpsyexam show-crop r4f2a91c07d3b8e65a1f0 --to crop.png",
    short_help="Write the part of the scan where a question stands.",
)
@click.argument("question", metavar="ID", type=QuestionId())
@to_option("target", "PNG (default: build/crops/ID.png).", endings=(".png",))
@reserve_option
@out_option
def command(question: str, target: Path | None, root: Path, *, reserve: bool) -> None:
    """Write the image of question ID (its raw_id, or its id after a build) from its scan."""
    from cpsyexam import stage
    from cpsyexam.files import replacing
    from cpsyexam.showing import refuse, secret
    from ocr.page.crop import crop, scanned
    from ocr.page.pages import png

    build = Paths(root).build
    question = whole_id(build, question)
    refuse(secret(build, reserve=reserve), (question,), question)
    kind, source, boxes = _boxes(build, question)
    receipt = stage.read_receipt(build, kind) or {}
    captures = stage.read(build, f"{kind}/captures").filter(source=source)
    pages = {
        row["offset"]: scanned(row["archive"], row["offset"], row["url"], row["digest"])
        for row in captures.iter_rows(named=True)
    }
    settings = receipt["settings"]
    image = crop(pages, boxes, dpi=settings["dpi"], max_side=settings["max_side"])
    path = target or build / "crops" / f"{question}.png"
    with replacing(path) as temporary:
        temporary.write_bytes(png(image))
    pages_said = ", ".join(str(box["page"]) for box in boxes)
    echo(say("{}: {}, page {}", path, source, pages_said))


def _boxes(build: Path, question: str) -> tuple[str, str, list[dict[str, Any]]]:
    """Kind of source, source and boxes of a question."""
    import polars as pl

    from cpsyexam import chain, stage
    from cpsyexam.errors import SourceError

    raw = question
    for name in (chain.CHAIN.last, "unique") if question.startswith("q") else ():
        if stage.product(build, name).exists():
            same = stage.read(build, name).filter(pl.col("id") == question)
            raw = next(iter(same["raw_id"]), raw)
    scanned = [kind.name for kind in chain.CHAIN.kinds if kind.located == "page"]
    for kind in scanned:
        for row in stage.read(build, kind).filter(pl.col("raw_id") == raw).to_dicts():
            if row["boxes"]:
                return kind, row["source"], row["boxes"]
    printed = stage.read(build, "parsed").filter(raw_id=raw)
    if printed.height:
        raise SourceError(
            f"question {question!r} comes from {printed['url'][0]}, not from a scan",
            where=str(build),
            remedy=f"see cpsyexam trace {question}",
        )
    raise SourceError(
        f"no question {question!r} from a scan",
        where=str(build),
        remedy=f"`cpsyexam show {scanned[0]} --columns raw_id,number,stem` lists them",
    )
