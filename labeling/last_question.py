"""The last question of a stem that holds its case, and the text by which categories are told."""

import polars as pl

_TAG = r"[\s(（\[【]*(?:单项选择题|多项选择题|单选题|多选题|单选|多选)[\s)）\]】:：]*$"
_BREAKS = r"[。！!？?；;\n]|(?:单选|多选)[:：]|[”」]"


def last_question(column: pl.Expr) -> pl.Expr:
    """The last sentence of a text, without type tags and brackets to fill in."""
    text = column.str.replace(_TAG, "").str.strip_chars(" \n\t。.？?!！")
    marked = text.str.replace_all(_BREAKS, "\u001e")
    parts = marked.str.split("\u001e").list.eval(
        pl.element().filter(pl.element().str.len_chars() >= 6)
    )
    return pl.coalesce(parts.list.last(), text)


def ask(frame: pl.DataFrame, *, options: bool = True) -> pl.Series:
    """Last question and options as one bare text: no case, no punctuation, one width.

    Sources differ in punctuation and width; left in, they would tell the source instead of the
    category (a model on raw text looks ten points better than it is).
    """
    question = last_question(pl.col("stem"))
    joined = pl.concat_str(question, pl.col("options").list.join("")) if options else question
    plain = joined.str.normalize("NFKC").str.replace_all(r"[\p{P}\p{S}\p{Z}\p{Cc}\d]+", "")
    return frame.select(plain.str.strip_chars().alias("ask"))["ask"]
