"""A catalogue → how far it is: concepts and prompts there, beside the numbers that are wanted."""

import polars as pl

from concepts.schema import PROMPTS, Catalogue


def status(catalogue: Catalogue) -> pl.DataFrame:
    """One row a chapter: subject, chapter, concepts, wanted, questions_wanted, a column a prompt.

    A prompt's column counts the concepts that are to be asked by it; four questions each.
    """
    rows = []
    for subject, chapter in catalogue.chapters():
        kinds = [prompt for concept in chapter.concepts for prompt in concept.prompts]
        row: dict[str, str | int] = {
            "subject": subject.name,
            "chapter": chapter.name,
            "concepts": len(chapter.concepts),
            "wanted": chapter.wanted_concepts,
            "questions_wanted": chapter.wanted_questions,
        }
        rows.append(row | {prompt: kinds.count(prompt) for prompt in PROMPTS})
    return pl.DataFrame(rows)
