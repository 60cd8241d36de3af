"""ROUGE by characters, and BLEU as an extra: overlap of an open answer with its reference.

Source: Lin, "ROUGE: a package for automatic evaluation of summaries" (2004). Google's rouge_score
keeps only a-z0-9 and so reads no Chinese.
"""

import re
from collections import Counter
from functools import cache, lru_cache
from typing import Any

from rapidfuzz.distance import LCSseq

from evaluation.extraction.normal import plain

_OTHERS = re.compile(r"[\W_]+")


def characters(text: str) -> str:
    """Letters and digits of a text, one width, one script, lower case."""
    return _OTHERS.sub("", plain(text).lower())


@lru_cache(maxsize=8192)
def _wanted(reference: str) -> str:
    """The characters of a reference, which many replies are measured against."""
    return characters(reference)


def rouge_l(reference: str, candidate: str) -> float:
    """F1 of the longest common subsequence of characters, 0 to 1; 0 where one has none."""
    left, right = _wanted(reference), characters(candidate)
    return _f1(LCSseq.similarity(left, right), len(right), len(left))


def rouge_n(reference: str, candidate: str, n: int) -> float:
    """F1 of shared character n-grams, 0 to 1."""
    left, right = (
        Counter(text[i : i + n] for i in range(len(text) - n + 1))
        for text in (characters(reference), characters(candidate))
    )
    return _f1((left & right).total(), right.total(), left.total())


def bleu(reference: str, candidate: str) -> float | None:
    """Sentence BLEU of sacrebleu's Chinese tokenizer, 0 to 1; None where it is not installed."""
    metric = _sacrebleu()
    return metric.sentence_score(candidate, [reference]).score / 100 if metric else None


@cache
def _sacrebleu() -> Any:
    try:
        from sacrebleu.metrics import BLEU
    except ImportError:
        return None
    return BLEU(tokenize="zh", effective_order=True)


def _f1(shared: int, said: int, wanted: int) -> float:
    return 2 * shared / (said + wanted) if shared else 0.0
