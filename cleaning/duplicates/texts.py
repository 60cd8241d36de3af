"""What is compared: question part, case material and options in comparison form.

The unit is the question part (case material split off) with its options: on the whole text, three
of four pairs that look alike are different questions on one case.
"""

import polars as pl

from cpsyexam.text import bare

OPTION_MARK = "\x1e"
_KINDS = "单项选择题|多项选择题|单选题|多选题|单选|多选|不定项选择题|不定项|问答题|名词解释"
_TAG = rf"[\[【(]?(?:{_KINDS})[\]】)]?"
_HEAD = rf"^\s*(?:\d{{0,3}}\s*{_TAG}\s*:?\s*\d{{0,3}}\s*)?(?:第?\d{{1,4}}\s*[.、题]\s*)?"
_DECIMAL = r"^\s*\d+\.\d"
_PAGE = r"[(\[]?\s*\d{1,2}\s*[pP]\s*[\dlIO]{1,3}\s*[)\]]?"
_LEAD_PAGE = rf"^\s*{_PAGE}"
_TAIL = rf"(?:(?:\b\d{{1,2}}-\d{{2,3}}|{_PAGE}|确认答案:?\s*[a-zA-Z]*|{_TAG})\s*)+$"
_CLOSING = r"[\s()\[\]【】{}_。.,,:;、?!\"”’'…-]+$"
_SPLIT = r"(?s)^(.*(?:[。?!;…]|\.{3}))([^。?!;…]{4,})$"
_NUMBERED = r"^\s*\d{1,3}\s*([^\d\s.%年月日岁天个名次周种级分秒倍元])"  # only after a case
_ABOVE = r"^[\s(\[]*上一段[\s)\],]*"
_CASE_HEAD = r"^案例[一二三四五六七八九十\d]+(?:\d{1,3})?"
_POINTING = (
    r"该求助者|该来访者|该咨询师|本案例|此案例|上述|上题|[如见上下]图|^图中|该图|这位求助者|本例"
)
_LONG = 100  # characters from which a stem without material may hold its case


def compare(frame: pl.DataFrame) -> pl.DataFrame:
    """Comparison texts of questions, a row per row of `frame` (columns material, stem, options).

    Columns: `question`, `material`, `given` (options in their order, "" for an empty one), `text`
    (question and sorted options: what is sketched), `orphan` (speaks of a case that is not there).
    """
    stem = pl.col("stem").fill_null("").str.normalize("NFKC")
    body = _headless(stem.str.replace(_LEAD_PAGE, "")).str.strip_chars().str.replace(_TAIL, "")
    closed = body.str.replace(_CLOSING, "")
    printed = pl.col("material").fill_null("")
    long = (printed == "") & (stem.str.len_chars() >= _LONG)
    rows = frame.select(
        stem.alias("stem"),
        closed.alias("body"),
        printed.alias("printed"),
        long.alias("long"),
        pl.col("options").fill_null([]).list.eval(_option(pl.element())).alias("given"),
    )
    inside = pl.when("long").then(pl.col("body").str.extract(_SPLIT, 1)).fill_null("")
    asked = _headless(pl.col("body").str.extract(_SPLIT, 2)).str.replace(_NUMBERED, "${1}")
    last = pl.when(inside != "").then(asked.str.replace(_ABOVE, "")).otherwise(None)
    question = bare(repaired(last.fill_null(pl.col("body"))))
    material = pl.when(inside != "").then(inside).otherwise(pl.col("printed"))
    rows = rows.select(
        pl.when(question == "").then("stem").otherwise(question).alias("question"),
        _caseless(bare(repaired(material))).alias("material"),
        "given",
    )
    filled = pl.col("given").list.eval(pl.element().filter(pl.element() != ""))
    options = filled.list.sort().list.join(OPTION_MARK)
    return rows.with_columns(
        pl.concat_str("question", options, separator=OPTION_MARK).alias("text"),
        ((pl.col("material") == "") & pl.col("question").str.contains(_POINTING)).alias("orphan"),
    )


def _caseless(material: pl.Expr) -> pl.Expr:
    # 案例三一般资料: the last numeral begins 一般
    return material.str.replace(_CASE_HEAD, "").str.replace("^般", "一般")


def _headless(text: pl.Expr) -> pl.Expr:
    head = text.str.extract(_HEAD, 0).fill_null("")
    lead = pl.when(text.str.contains(_DECIMAL)).then(pl.lit("")).otherwise(head)
    return text.str.slice(lead.str.len_chars())


def repaired(column: pl.Expr) -> pl.Expr:
    """Digits that recognition took for letters: l994 → 1994, 1O岁 → 10岁."""
    folded = column.str.normalize("NFKC")
    return folded.str.replace_all(r"(^|[^a-zA-Z])[lI](\d)", "${1}1${2}").str.replace_all(
        r"(\d)[oO]([^a-zA-Z]|$)", "${1}0${2}"
    )


def _option(element: pl.Expr) -> pl.Expr:
    folded = bare(repaired(element.fill_null("")))
    kept = element.fill_null("").str.normalize("NFKC").str.strip_chars()
    return pl.when(folded == "").then(kept).otherwise(folded)
