"""Text models (extra `classify`): a category for reviewers, and subjects that the text suggests.

Linear models on TF-IDF of character n-grams (Salton & Buckley 1988). The category model sees the
last question and the options only, without punctuation, digits and blanks: the case body and the
typography tell the source of a question, not its category.
"""

from typing import Any, Protocol

import polars as pl

from cpsyexam.errors import CpsyexamError
from cpsyexam.extras import brought_by
from labeling.last_question import ask

TOP = 5


class Suggester(Protocol):
    """What the stage needs of a model."""

    def categories(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Columns category, category_confidence for columns stem, options."""

    def subjects(self, frame: pl.DataFrame) -> pl.Series:
        """Per row the five likeliest `exam/subject`, best first."""


class TextModels:
    """Category and subject models, learned from a labelled bank."""

    def __init__(self, categories: Any, subjects: Any) -> None:
        self._categories, self._subjects = categories, subjects

    def categories(self, frame: pl.DataFrame) -> pl.DataFrame:
        """The likeliest category and its probability (logistic regression)."""
        names: list[str] = []
        shares: list[float] = []
        if self._categories is not None and frame.height:
            chances = self._categories.predict_proba(ask(frame).to_list())
            best = chances.argmax(axis=1)
            names = [str(self._categories.classes_[i]) for i in best]
            shares = [float(row[i]) for row, i in zip(chances, best, strict=True)]
        else:
            names, shares = [""] * frame.height, [0.0] * frame.height
        return pl.DataFrame({"category": names, "category_confidence": shares})

    def subjects(self, frame: pl.DataFrame) -> pl.Series:
        """Per row the five likeliest `exam/subject`, best first; [] without a model."""
        if self._subjects is None or not frame.height:
            found: list[list[str]] = [[] for _ in range(frame.height)]
        else:
            scores = self._subjects.decision_function(_whole(frame))
            best = (-scores).argsort(axis=1)[:, :TOP]
            found = [[str(self._subjects.classes_[i]) for i in row] for row in best]
        return pl.Series("suggested_subjects", found, dtype=pl.List(pl.String))


def learn(bank: pl.DataFrame) -> TextModels:
    """Models from a labelled bank: columns material, stem, options, exam, subject, category.

    Rows without a category or subject teach nothing about it; a label with a single value makes no
    model. Raises CpsyexamError where scikit-learn is not installed.
    """
    cases = bank.filter(pl.col("category") != "")
    placed = bank.filter((pl.col("exam") != "") & (pl.col("subject") != ""))
    names = placed.select(pl.concat_str("exam", "subject", separator="/").alias("name"))["name"]
    return TextModels(
        _fit(category_model(), ask(cases).to_list(), cases["category"].to_list()),
        _fit(_subject_model(), _whole(placed), names.to_list()),
    )


def category_model() -> Any:
    """An unfitted model for `ask` texts."""
    made = _sklearn()
    vectors = made.TfidfVectorizer(analyzer="char", ngram_range=(1, 3), sublinear_tf=True, min_df=2)
    return made.make_pipeline(vectors, made.LogisticRegression(C=10, max_iter=2000))


def _subject_model() -> Any:
    made = _sklearn()
    vectors = made.TfidfVectorizer(analyzer="char", ngram_range=(1, 3), sublinear_tf=True, min_df=2)
    return made.make_pipeline(vectors, made.LinearSVC(C=1.0, random_state=0))


def _fit(model: Any, texts: list[str], labels: list[str]) -> Any:
    many = len(set(labels)) > 2  # two classes would have one column of scores
    return model.fit(texts, labels) if many else None


def _whole(frame: pl.DataFrame) -> list[str]:
    text = pl.concat_str(
        "material", "stem", pl.col("options").list.join(" "), separator=" "
    ).str.normalize("NFKC")
    bare = text.str.replace_all(r"[\p{P}\p{S}\p{Z}\p{Cc}]+", " ")
    return [str(t) for t in frame.select(bare.alias("text"))["text"]]


def _sklearn() -> Any:
    from types import SimpleNamespace

    try:
        from sklearn.feature_extraction.text import TfidfVectorizer
        from sklearn.linear_model import LogisticRegression
        from sklearn.pipeline import make_pipeline
        from sklearn.svm import LinearSVC
    except ImportError as error:
        raise CpsyexamError(
            "text models need scikit-learn", remedy=f"run {brought_by('classify')}"
        ) from error
    return SimpleNamespace(
        TfidfVectorizer=TfidfVectorizer,
        LogisticRegression=LogisticRegression,
        LinearSVC=LinearSVC,
        make_pipeline=make_pipeline,
    )
