"""Identity v1: which texts are one question. Frozen: a change here is a new version.

A question's id is a hash of its material, stem and options in a normal form that ignores
punctuation, width, case, leading numbers, type tags and the order of options, so neither a
better cleaner nor a shuffle renumbers the world.
"""

import hashlib

import polars as pl

from cpsyexam.text import bare

VERSION = 1
_LEAD = (
    r"^\s*(?:[\[【(（]?(?:单项选择题|多项选择题|单选题|多选题|单选|多选|问答题)[\]】)）]?\s*[:：]?\s*)?"
    r"(?:第?\d{1,4}\s*[.．、题]\s*)?"
)
_TAIL = r"[\s(（\[【]*(?:单项选择题|多项选择题|单选题|多选题|单选|多选)[)）\]】\s]*$"


def _body(column: pl.Expr) -> pl.Expr:
    """A stem without its number and its type tag."""
    trimmed = column.str.replace(_TAIL, "")
    lead = trimmed.str.extract(_LEAD, 0).fill_null("")
    # "1.5倍" begins with a decimal, not with a question number
    decimal = trimmed.str.contains(r"^\s*\d+\.\d")
    return pl.when(decimal).then(trimmed).otherwise(trimmed.str.slice(lead.str.len_chars()))


def _or_itself(folded: pl.Expr, text: pl.Expr) -> pl.Expr:
    """A text of which nothing is left stands for itself."""
    return pl.when(folded == "").then(text.str.normalize("NFKC")).otherwise(folded)


def _joined(parts: pl.DataFrame) -> pl.Series:
    options = pl.col("options").list.sort().list.join("\x1e")
    return parts.select(pl.concat_str("material", "stem", options, separator="\x1f"))["material"]


def normal_form(frame: pl.DataFrame) -> pl.Series:
    """The text that is hashed, for columns material, stem, options (list of strings)."""
    parts = frame.select(
        bare(pl.col("material").fill_null("")),
        bare(_body(pl.col("stem"))),
        pl.col("options").list.eval(bare(pl.element())),
    )
    normal = _joined(parts).alias("normal")
    lost = ((parts["stem"] == "") | parts["options"].list.contains("")).fill_null(value=False)
    if not lost.any():
        return normal
    odd = frame.filter(lost)  # folded once more: for all rows that would take twice the time
    whole = parts.filter(lost).with_columns(
        _or_itself(pl.col("stem"), pl.lit(odd["stem"])),
        odd["options"].list.eval(_or_itself(bare(pl.element()), pl.element())),
    )
    return normal.scatter(lost.arg_true(), _joined(whole))


def question_ids(frame: pl.DataFrame) -> pl.Series:
    """Ids of the questions of a frame (columns material, stem, options): `q` + 20 hex digits."""
    return ids_of(normal_form(frame))


def ids_of(normal: pl.Series) -> pl.Series:
    """Ids of normal forms."""
    prefix = f"cpsyexam/{VERSION}\n".encode()
    texts = normal.cast(pl.Binary).to_list()
    ids = ["q" + hashlib.sha256(prefix + text).hexdigest()[:20] for text in texts]
    return pl.Series("id", ids, dtype=pl.String)


def question_id(material: str, stem: str, options: list[str]) -> str:
    """Id of one question."""
    row = {"material": [material], "stem": [stem], "options": [options]}
    frame = pl.DataFrame(row, schema_overrides={"options": pl.List(pl.String)})
    return str(question_ids(frame)[0])


def short_id(kind: str, *parts: str) -> str:
    """Id of anything else (`c` capture, `r` raw question, `u` unit): kind + 20 hex digits."""
    return kind + hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:20]
