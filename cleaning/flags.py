"""Flags: doubts that reject nothing and tell a reviewer where to look."""

import polars as pl

from cleaning.defect_patterns import ROW, TABLE
from cleaning.surprisal import pointers
from cpsyexam.memo import Memo
from cpsyexam.rules import Rule, broken
from cpsyexam.text import CJK, bare, fold
from parsing.keys.values import verdicts
from wording import names
from wording.asked import asks_false

_TEXT = pl.col("text")
_ASKED = pl.concat_str("material", "stem", separator="\n")


def _named(name: str, doc: str, pattern: str, text: pl.Expr = _TEXT) -> Rule:
    return Rule(name, doc, text.str.contains(pattern), text.str.extract(f"({pattern})", 1))


def _explained_otherwise(frame: pl.DataFrame) -> pl.Series:
    """Rows whose explanation concludes on other letters than the key, where no note says so."""
    told = pl.col("notes").list.eval(pl.element().str.starts_with(_TOLD)).list.any()
    asked = (pl.col("letters") != "") & pl.col("explanation").str.contains("[A-HＡ-Ｈ]")
    at = frame.select((asked & ~told.fill_null(value=False)).arg_true()).to_series()
    rows = frame[at].select("explanation", "letters").iter_rows()
    hits = [_concludes_otherwise(fold(text), key) for text, key in rows]
    found = pl.repeat(value=False, n=frame.height, eager=True)
    return found.scatter(at, pl.Series(hits, dtype=pl.Boolean)) if hits else found


def _concludes_otherwise(text: str, key: str) -> bool:
    """Whether letters are concluded on that are not of the key, and the key itself is not."""
    found = verdicts(text, 0, len(text))
    return key not in found and not set("".join(found)) <= set(key)


def _told_in_words(frame: pl.DataFrame) -> pl.Series:
    """Rows whose explanation has the words of one other option, and not those of the key.

    Of 2,855 keys of the CPsyExam 1.1 % are such; were each of them wrong, 40 % would be.
    """
    one = (pl.col("letters").str.len_chars() == 1) & (pl.col("options").list.len() > 2)
    at = frame.select(
        (one & (pl.col("explanation").str.len_chars() > LEAST)).arg_true()
    ).to_series()
    texts = frame[at].select(
        "stem",
        "letters",
        bare(pl.col("stem")).alias("asked"),
        bare(pl.col("explanation")).alias("told"),
        pl.col("options").list.eval(bare(pl.element())),
    )
    hits = [_names_another(*row) for row in texts.iter_rows()]
    found = pl.repeat(value=False, n=frame.height, eager=True)
    return found.scatter(at, pl.Series(hits, dtype=pl.Boolean)) if hits else found


def _names_another(stem: str, key: str, asked: str, told: str, words: list[str]) -> bool:
    own = "".join(words[ord(key) - 65 : ord(key) - 64])
    if len(own) < NAME or own in asked or own in told:
        return False
    others = [w for w in words if len(w) >= NAME and w in told and w not in asked + own]
    return len(others) == 1 and own not in others[0] and not asks_false(stem)


LEAST, NAME = 5, 2  # characters of an explanation, and of an option
_TOLD = "doubt:explanation_says"  # what the grammar of pages noted already
FLAGS = (
    _named(
        "odd_character",
        "a character of a script that exams do not use, or a box for a missing one",
        r"[\p{Arabic}\p{Hebrew}\p{Thai}\p{Hangul}\x{25a1}\x{2370}\x{fffc}]",
    ),
    _named(
        "broken_name",
        "a name with an option letter cut into it (SternB.erg)",
        r"[a-z][A-E]\.[a-z]|[a-z][A-E]\.[)）]",
    ),
    _named(
        "ocr_slip",
        "a letter or dash among digits that scanning mistakes (SCL一90, l9世纪, 197B年)",
        r"[A-Za-z]一\d|\d一\d|(?:^|[^A-Za-z])[lIO]\d{1,3}[年世岁]|\d[lIOB]\d{0,2}[年世岁]|[查査]査|査",
    ),
    _named(
        "lost_character",
        "question marks where characters were lost",
        rf"[{CJK}]\?\?[{CJK}]|■|◆{{2,}}",
    ),
    Rule(
        "table_lost",
        "it speaks of a table, and no rows stand there",
        (_ASKED.str.contains(TABLE)) & (_ASKED.str.count_matches(ROW) < 2),
        _ASKED.str.extract(f"({TABLE})", 1),
    ),
    Rule(
        "short_stem",
        "a stem of fewer than six characters",
        (pl.col("options").list.len() > 0)
        & (pl.col("stem").str.replace_all(r"[\s\p{P}]", "").str.len_chars() < 6),
        pl.col("stem"),
    ),
    _named(
        "name_slip",
        "a name of the field with one wrong character (艾宾浩丝)",
        names.pattern(),
        # "", for nulls are looked through like any text
        pl.when(_TEXT.str.contains_any(names.pieces())).then(_TEXT).otherwise(pl.lit("")),
    ),
    Rule(
        "explanation_names_another",
        "the explanation concludes on another letter than the key (故选C)",
        _explained_otherwise,
        pl.format("key {}", "letters"),
    ),
    Rule(
        "explanation_tells_another",
        "the explanation has one other option's words, not the key's",
        _told_in_words,
        pl.format("key {}", "letters"),
    ),
)


USUAL = 0.02
# of 30 characters pointed at in 500 questions of the CPsyExam 1 was a slip, of 40 in 2,000 it was
# 6, of 40 in 11,000 10; of 9 in the sample none
ENOUGH = 2_000
POINTER = ("unlikely_character", "among the least likely characters of all questions, in brackets")


def mark(frame: pl.DataFrame) -> pl.Series:
    """Column `flags`: for every row the names and values of its own doubts."""
    hits = broken(FLAGS, frame)
    said = [
        pl.when(hits[rule.id]).then(
            pl.concat_str(pl.lit(f"{rule.id}: "), rule.detail.fill_null(""))
        )
        for rule in FLAGS
        if rule.detail is not None
    ]
    return frame.select(pl.concat_list(said).list.drop_nulls().alias("flags"))["flags"]


def with_pointers(frame: pl.DataFrame, share: float | None, memo: Memo) -> pl.Series:
    """Column `flags` of a whole bank, with `unlikely_character` for this share of its rows."""
    if share is None:
        share = USUAL if frame.height >= ENOUGH else 0.0
    asked = frame.select(pl.concat_str("stem", pl.col("options").list.join("\n"), separator="\n"))
    places = pointers(asked.to_series(), share, memo).alias("place")
    named = pl.lit(f"{POINTER[0]}: ") + pl.col("place")
    marked = frame.select("flags", places).select(
        pl.when(pl.col("place").is_null())
        .then("flags")
        .otherwise(pl.concat_list("flags", named))
        .alias("flags")
    )
    return marked["flags"]
