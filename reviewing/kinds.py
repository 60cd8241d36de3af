"""Why a question waits for a person: kinds of doubt, their worth, and who must agree on them."""

from dataclasses import dataclass
from typing import Literal

Policy = Literal["one", "two", "three"]
Form = Literal["check", "pair", "compare", "grade"]


@dataclass(frozen=True)
class Kind:
    """A kind of doubt. `worth` orders the queue; keys come before commas."""

    name: str
    worth: float
    doc: str
    policy: Policy = "two"
    form: Form = "check"


KINDS = (
    Kind("suspect_key", 100, "models that do well agree on another answer than the key"),
    Kind("errata", 95, "a reader or a reviewer reported it"),
    Kind("contradiction", 90, "sources, or key and explanation, differ on its key"),
    Kind("held", 85, "held back from the release: how it was read is in doubt"),
    Kind("generated", 80, "a model wrote it", policy="three"),
    Kind("no_key", 70, "the printed key is missing, unreadable or beyond the options"),
    Kind("near_duplicate", 55, "perhaps the same question as another", form="pair"),
    Kind("lost_case", 50, "it asks about a case that is not there"),
    Kind("damaged", 45, "its text is cut, an option is missing, or two are the same"),
    Kind("doubtful_text", 40, "a doubtful character in it"),
    Kind("page", 38, "its page prints something that was not found, or was read badly"),
    Kind("task", 35, "knowledge or case analysis: unsure"),
    Kind("layout", 30, "something else about how it was read"),
    Kind("category", 25, "its category is unsure"),
    Kind("comparison", 15, "a written question beside a printed one", form="compare"),
    Kind("grading", 15, "a model's open answer to be marked", form="grade"),
    Kind("control", 0, "drawn at random from those that nobody flagged"),
    Kind("gold", 0, "known beforehand; measures the reviewer"),
)
BY_NAME = {kind.name: kind for kind in KINDS}
HIDDEN = {"gold": "control"}  # what reviewers are told

# rules of the stages whose rejected rows a person can save
RESCUABLE = {
    "missing_answer": "no_key",
    "answer_unreadable": "no_key",
    "answer_beyond_options": "no_key",
    "single_choice_answers": "no_key",
    "multiple_choice_answers": "no_key",
    "orphan_case_question": "lost_case",
    "truncated_stem": "damaged",
    "lost_sign": "damaged",
    "identical_options": "damaged",
    "empty_option": "damaged",
    "few_options": "damaged",
    "option_letters_left": "damaged",
    "conflicting_answers": "contradiction",
}
# flags by name; any other is `layout`
FLAGS = {
    "odd_character": "doubtful_text",
    "broken_name": "doubtful_text",
    "ocr_slip": "doubtful_text",
    "lost_character": "doubtful_text",
    "name_slip": "doubtful_text",
    "explanation_names_another": "contradiction",
    "explanation_tells_another": "contradiction",
    "unlikely_character": "doubtful_text",
    "category_doubtful": "category",
    "category_unsure": "category",
    "task_unsure": "task",
}
SPLIT_FACTOR = {"test": 1.3, "reserved": 1.3, "dev": 1.15}
_STRICT: dict[Policy, int] = {"one": 0, "two": 1, "three": 2}


def strictest(policies: list[Policy]) -> Policy:
    """The policy that asks most people."""
    return max(policies, key=_STRICT.__getitem__)
