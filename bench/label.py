"""`make bench-label`: labels and option shuffle on the released CPsyExam questions.

The test part is not at hand: figures are of train and dev, one row a question, and of the dev
questions that do not stand in train.
"""

import csv
from collections.abc import Iterable

import polars as pl

from bench.frame import ROOT, publish
from bench.released import ABSENT, FOLDER, case_groups, load, unique
from cpsyexam.taxonomy import categories
from labeling.classify import category_model, learn
from labeling.keywords import category_by_keywords, task_by_keywords
from labeling.last_question import ask
from labeling.option_order import shuffle_rows
from labeling.report import positions
from labeling.settings import ShuffleSettings

MISLABELLED = ROOT / "tests" / "labeling" / "data" / "mislabelled.csv"
Figures = list[tuple[str, str, object, str]]


def main() -> None:
    """Measure, print, write build/bench/label.json."""
    if not FOLDER.exists():
        print(ABSENT)
        return
    whole = load()
    rows = unique(whole)
    measured: Figures = []
    fresh = rows.filter(part="dev")
    measured += task_figures("train+dev as labelled", rows, set())
    measured += task_figures("train+dev, 8 wrong labels put right", rows, mislabelled())
    measured += task_figures("dev not in train", fresh, set())
    measured += category_figures(rows.filter(task="CA"))
    measured += subject_figures(rows)
    measured += shuffle_metrics(rows)
    columns = ("what", "measure", "value", "wanted")
    publish("label", "Labels on the released questions", columns, measured)


def mislabelled() -> set[str]:
    """Ids of knowledge questions that print a whole case (a defect of the released sets)."""
    with MISLABELLED.open(encoding="utf-8") as stream:
        return {row[0] for row in list(csv.reader(stream))[1:]}


def task_figures(name: str, rows: pl.DataFrame, cases: set[str]) -> Figures:
    """Precision and recall of CA; `cases` are ids counted as CA whatever their file says."""
    listed = pl.col("id").is_in(list(cases))
    truth = rows.select(((pl.col("task") == "CA") | listed).alias("truth"))["truth"]
    found = task_by_keywords(rows)
    ca, unsure = found["task"] == "CA", found["task_unsure"]
    hit, wrong = int((ca & truth).sum()), ca != truth
    band = f"{int((wrong & unsure).sum())} of {int(wrong.sum())}"
    return [
        (f"KG/CA, {name}", "questions (CA)", f"{rows.height} ({int(truth.sum())})", ""),
        (f"KG/CA, {name}", "precision", hit / int(ca.sum()), "0.998"),
        (f"KG/CA, {name}", "recall", hit / int(truth.sum()), "0.985"),
        (f"KG/CA, {name}", "unsure share", _mean(unsure), "≤ 0.02"),
        (f"KG/CA, {name}", "errors in the unsure band", band, "85 %"),
    ]


def category_figures(cases: pl.DataFrame) -> Figures:
    """Case-grouped cross-validation of the category model, three foldings of five."""
    import numpy as np
    from sklearn.metrics import f1_score, recall_score
    from sklearn.model_selection import GroupKFold, cross_val_predict

    truth = np.array(cases["category"].to_list())
    groups = np.array(case_groups(cases["stem"].to_list()))
    names = np.array(sorted(categories()))
    hits, scores, recalls, flagged, sure = [], [], [], [], []
    for seed in range(3):
        folds = GroupKFold(5, shuffle=True, random_state=seed)
        chances = cross_val_predict(
            category_model(),
            ask(cases).to_list(),
            truth,
            groups=groups,
            cv=folds,
            method="predict_proba",
        )
        found, low = names[chances.argmax(axis=1)], chances.max(axis=1) < 0.7
        hits.append(float((found == truth).mean()))
        scores.append(float(f1_score(truth, found, average="macro")))
        recalls.append(recall_score(truth, found, labels=names, average=None))
        flagged.append(float(low.mean()))
        sure.append(float((found == truth)[~low].mean()))
    word = (category_by_keywords(cases)["category"] == cases["category"]).mean()
    model = f"category model, {len(truth)} questions, {len(set(groups))} cases"
    mean = np.mean(np.array(recalls), axis=0)
    return [
        (model, "accuracy, case-grouped 5-fold", _mean(hits), "0.82"),
        (model, "lowest of three foldings", min(hits), ""),
        (model, "macro F1", _mean(scores), ""),
        *((model, f"recall, {n}", float(r), "") for n, r in zip(names, mean, strict=True)),
        (model, "flagged for review (< 0.7)", _mean(flagged), ""),
        (model, "accuracy of the others", _mean(sure), ""),
        ("category keywords", "accuracy against the released labels", word, ""),
    ]


def subject_figures(rows: pl.DataFrame) -> Figures:
    """Subject model: learned from train, asked of the dev questions not in train."""
    blank = rows.with_columns(category=pl.lit(""))
    models = learn(blank.filter(part="train"))
    asked = blank.filter(part="dev", task="KG")
    tops = models.subjects(asked).to_list()
    own = asked.select(pl.concat_str("exam", "subject", separator="/"))["exam"].to_list()
    first = [a == top[0] for a, top in zip(own, tops, strict=True)]
    five = [a in top for a, top in zip(own, tops, strict=True)]
    name = f"subject model, {len(own)} questions"
    return [
        (name, "top 1", _mean(first), ""),
        (name, "top 5 (the others are flagged)", _mean(five), ""),
    ]


def shuffle_metrics(rows: pl.DataFrame) -> Figures:
    """Letter references met and what became of them; evenness of right positions."""
    frame = rows.with_columns(
        pl.col("id").alias("raw_id"), pl.lit([], dtype=pl.List(pl.String)).alias("flags")
    )
    shuffled, references = shuffle_rows(frame, ShuffleSettings(), b"seed/0")
    kinds = shuffled["shuffle_rule"].value_counts(sort=True)
    found: Figures = [("shuffle", f"questions {rule}", n, "") for rule, n in kinds.iter_rows()]
    done = pl.Series([f"{r[2]} {r[6]}" for r in references]).value_counts().sort("")
    found += [("shuffle", f"letters in {kind}", n, "") for kind, n in done.iter_rows()]
    flagged = shuffled["flags"].list.len().sum()
    found.append(("shuffle", "explanations flagged", flagged, ""))
    for figure in positions(shuffled.with_columns(format="declared")):
        if figure["options"] == 4:
            what = f"{figure['format']} of 4, right at A to D: {figure['counts']}"
            found.append(("shuffle", f"{what}, chi-square p", figure["p"], "> 0.01"))
    return found


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed)


if __name__ == "__main__":
    main()
