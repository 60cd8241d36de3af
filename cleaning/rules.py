"""The rules that reject a question, in order: the first that is broken names the row.

They see a repaired question (columns of RawQuestion), `letters` (its answer as letters, "" where
it is none) and `text` (everything printed, joined).
"""

import difflib

import polars as pl

from cleaning import defect_patterns
from cleaning.defect_patterns import CONTACT, holds_identity_number, holds_mojibake
from cleaning.settings import CleanSettings
from cpsyexam.characters import REFUSED
from cpsyexam.errors import ConfigError
from cpsyexam.rules import Rule
from cpsyexam.taxonomy import LETTERS
from cpsyexam.text import CJK

_STEM, _MATERIAL = pl.col("stem"), pl.col("material")
_OPTIONS, _LETTERS = pl.col("options"), pl.col("letters")
_COUNT = _OPTIONS.list.len()
_SHOWN = _OPTIONS.list.join(" | ")
_ASKED = pl.concat_str("material", "stem", _SHOWN)
_ANSWER = pl.col("answer").str.slice(0, 80)
_FORMAT = pl.col("declared")
# no word for the format: what has options or a letter for an answer was meant as a choice
CHOICE = _FORMAT.is_in(["SCQ", "MAQ", "INDEF"]) | (
    (_FORMAT == "") & ((_COUNT > 0) | (_LETTERS != ""))
)
_EMPTY = r"^[\s.。、,，…·\-—_]*$"
_BLANK_OPTION = _OPTIONS.list.eval(pl.element().str.contains(_EMPTY)).list


# without these a kept row would not fit its schema
_NEEDED = ("format_not_in_release", "answer_beyond_options", "too_many_options")


def rules(settings: CleanSettings) -> list[Rule]:
    """The rules of a recipe, without those in `settings.off`. Raises ConfigError for others."""
    found = [*_presence(settings), *_answers(settings), *_options(), *_content()]
    known = [rule.id for rule in found]
    for name in settings.off:
        if name not in known or name in _NEEDED:
            near = difflib.get_close_matches(name, known, n=1)
            raise ConfigError(
                "this rule is needed" if name in _NEEDED else f"unknown rule {name!r}",
                where="[clean] off",
                remedy="remove it" if name in _NEEDED or not near else f"did you mean {near[0]!r}?",
            )
    return [rule for rule in found if rule.id not in settings.off]


def _presence(settings: CleanSettings) -> list[Rule]:
    return [
        Rule(
            "format_not_in_release",
            "true-or-false and fill-in questions are not published",
            _FORMAT.is_in(["TF", "FILL"]),
            _FORMAT,
        ),
        Rule(
            "missing_stem",
            "the question has no text, or a letter alone",
            _STEM.str.replace_all(r"[\s\p{P}]", "").str.contains(r"^[A-Za-z]?$"),
            _SHOWN.str.slice(0, 80),
        ),
        Rule(
            "lost_sign",
            "asks with a private, unassigned or no character: its meaning is lost",
            _ASKED.str.contains(REFUSED),
            _ASKED.str.extract(f"({REFUSED})", 1),
        ),
        Rule("missing_options", "a choice question without options", CHOICE & (_COUNT == 0)),
        Rule(
            "options_in_open_question",
            "an open question with options",
            (_FORMAT == "QA") & (_COUNT > 0),
            _SHOWN,
        ),
        Rule(
            "missing_answer",
            "there is no answer",
            pl.col("answer").str.replace_all(r"[\s\p{P}]", "") == "",
        ),
        Rule(
            "few_options",
            f"a choice question with fewer than {settings.min_options} options",
            CHOICE & (_COUNT > 0) & (settings.min_options > _COUNT),
            _SHOWN,
        ),
        Rule(
            "too_many_options",
            f"more options than {LETTERS} can name",
            len(LETTERS) < _COUNT,
            _SHOWN.str.slice(0, 80),
        ),
    ]


def _answers(settings: CleanSettings) -> list[Rule]:
    answers = _LETTERS.str.len_chars()
    known = CHOICE & (_LETTERS != "") & (_COUNT > 0)
    typed = known & (not settings.retype)
    return [
        Rule(
            "answer_unreadable",
            "the answer of a choice question names no option",
            CHOICE & (_LETTERS == "") & (pl.col("answer") != ""),
            _ANSWER,
        ),
        Rule(
            "answer_beyond_options",
            "the answer names an option that is not there or has no text",
            known & _beyond(),
            _ANSWER,
        ),
        Rule(
            "single_choice_answers",
            "a single-choice question with more than one answer",
            typed & (_FORMAT == "SCQ") & (answers != 1),
            _ANSWER,
        ),
        Rule(
            "multiple_choice_answers",
            "a multiple-choice question with only one answer",
            typed & (_FORMAT == "MAQ") & (answers < 2),
            _ANSWER,
        ),
    ]


def _beyond() -> pl.Expr:
    last = _LETTERS.str.slice(-1).replace_strict(
        list(LETTERS), list(range(len(LETTERS))), default=-1, return_dtype=pl.Int64
    )
    named_blank = pl.any_horizontal(
        _LETTERS.str.contains(letter, literal=True)
        & _BLANK_OPTION.get(place, null_on_oob=True).fill_null(value=False)
        for place, letter in enumerate(LETTERS)
    )
    return (last >= _COUNT) | named_blank


def _options() -> list[Rule]:
    key = pl.element().str.normalize("NFKC").str.replace_all(r"\s", "")
    keys = _OPTIONS.list.eval(key.str.replace(r"[。.，,；;]+$", "")).list
    # a letter after a blank, or a wrong one in front, or the next one where options end
    merged = _OPTIONS.list.eval(
        pl.element().str.contains(rf"\S\s+[B-H]\s*[.．、:：]\s*[{CJK}]")
    ).list.any()
    astray = _OPTIONS.list.eval(
        pl.element().str.contains(rf"^\s*[(（]\s*[A-H]\s*、?\s*[)）]|^\s*[A-H]\s*[.．、]\s*[{CJK}]")
    ).list.any()
    adrift = _STEM.str.contains(r"^\s*[(（]\s*[A-H]\s*、?\s*[)）]\s*\S")
    return [
        Rule("empty_option", "an option without text", CHOICE & _BLANK_OPTION.any(), _SHOWN),
        Rule(
            "identical_options",
            "two options are the same",
            CHOICE & (keys.n_unique() < _COUNT),
            _SHOWN,
        ),
        Rule(
            "option_letters_left",
            "an option letter stands inside an option, or an option became the stem",
            CHOICE & (merged | astray | adrift),
            _SHOWN,
        ),
    ]  # fmt: skip


def _content() -> list[Rule]:
    asked = pl.concat_str("material", "stem", _OPTIONS.list.join("\n"), separator="\n")
    everything = pl.col("text")
    told = _MATERIAL.str.len_chars()
    pointed = _MATERIAL.str.contains(defect_patterns.POINTER)
    orphan = (
        ((told < 10) | ((told < 30) & pointed))
        & (_STEM.str.len_chars() <= defect_patterns.SELF_TOLD)
        & _STEM.str.contains(defect_patterns.ORPHAN)
    )
    return [
        Rule(
            "image_needed",
            "the question needs an image that cannot be published",
            (pl.col("images").list.len() > 0)
            | asked.str.contains(defect_patterns.IMAGE)
            | asked.str.contains(defect_patterns.PICTURE),
            asked.str.extract(rf"({defect_patterns.PICTURE})", 1).fill_null("image"),
        ),
        Rule(
            "orphan_case_question",
            "the question asks about a case that is not printed",
            orphan,
            _STEM.str.extract(rf"({defect_patterns.ORPHAN})", 1),
        ),
        Rule(
            "mojibake",
            "characters were broken by a wrong encoding",
            lambda frame: holds_mojibake(frame["text"]),
        ),
        Rule(
            "truncated_stem",
            "the stem begins or ends in the middle of something",
            _STEM.str.contains(defect_patterns.HEADLESS)
            | _STEM.str.contains(defect_patterns.TAILLESS),
            _STEM.str.slice(-20),
        ),
        Rule(
            "answer_in_stem",
            "the stem tells its own answer",
            CHOICE & _STEM.str.contains(defect_patterns.TOLD),
            _STEM.str.extract(rf"({defect_patterns.TOLD})", 1),
        ),
        Rule(
            "contact_data",
            "a phone number, mail address or account stands in the text",
            everything.str.contains(CONTACT),
        ),
        Rule(
            "personal_data",
            "a valid identity number stands in the text",
            lambda frame: holds_identity_number(frame["text"]),
        ),
    ]
