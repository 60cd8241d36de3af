"""Written questions for the tests of the gates."""

from concepts import PSYCHOLOGY
from concepts.assignment import index_of
from concepts.reading import read_catalogue
from generation.answers import Question
from generation.gates import Item, refuse

INDEX = index_of(read_catalogue(PSYCHOLOGY))
ENTRIES = {entry.concept.name: entry for entry in INDEX.entries}


def made(concept: str = "认知失调", prompt: str = "theory", name: str = "r1", **more: str) -> Item:
    fields = {
        "stem": "被试为1元报酬说谎之后，对枯燥任务的评价变好，按认知失调的观点是因为（　）",
        "right": "外部理由不足", "wrong": "报酬很有价值|任务本来有趣|主试给予赞扬",
        "explanation": "报酬不足以解释说谎，态度便向行为靠拢，费斯廷格称之为减少失调。",
        "material": "", **more,
    }  # fmt: skip
    options = [*fields["wrong"].split("|"), fields["right"]]
    question = Question(
        material=fields["material"], stem=fields["stem"], options=options, answer="D",
        explanation=fields["explanation"],
    )  # fmt: skip
    return Item(name, question, ENTRIES[concept], prompt)  # type: ignore[arg-type]


def rule_of(item: Item) -> str:
    refusal = refuse(item, INDEX)
    return refusal.rule if refusal else ""
