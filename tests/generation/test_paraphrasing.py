"""Questions in other words: what must stay, and that the key still holds."""

import json
from pathlib import Path

import pytest

from asking.asker import Asker, Budget
from asking.client import Client
from asking.journal import Journal
from asking.model import Model
from bench.endpoint import Endpoint
from generation.paraphrasing import Wording, broken, reword
from generation.prompts import OWN, read_prompts

ROW = {
    "id": "q1", "material": "", "answer": "B", "format": "SCQ",
    "question": "标准差为10、信度为0.84时，测量标准误等于（　）",
    "options": ["1.6", "4", "8.4", "0.16"],
}  # fmt: skip
STEMS = [
    "测验的标准差是10而信度是0.84，求得的测量标准误为（　）",
    "已知标准差10、信度0.84，问测量标准误（　）",
]


def _wording(stem: str = STEMS[0], *options: str) -> Wording:
    return Wording(stem=stem, options=list(options or ROW["options"]))


@pytest.mark.parametrize(
    ("wording", "rule"),
    [
        (_wording(), ""),
        (_wording(str(ROW["question"])), "not_in_other_words"),
        (_wording(STEMS[0], "1.6", "4", "8.4"), "options_differ"),
        (_wording(STEMS[0], "1.6", "4", "4", "0.16"), "options_differ"),
        (_wording(STEMS[0], "4", "1.6", "8.4", "0.16"), "numbers_differ"),
        (_wording(STEMS[0].replace("0.84", "0.64")), "numbers_differ"),
        (_wording("测验的标准差是10而信度是0.84，测量标准误不会是（　）"), "negation_differs"),
    ],
)
def test_what_must_stay(wording: Wording, rule: str) -> None:
    assert [found for found, _ in broken(ROW, wording)][:1] == ([rule] if rule else [])


def _answerer(letter: str) -> "object":
    """Says the question in other words, or answers `letter`; for the id q2 something unreadable."""

    def answer(messages: list[dict[str, str]]) -> str:
        told = messages[1]["content"]
        if "改写试题" not in messages[0]["content"]:
            return json.dumps({"answer": letter})
        if "读不出" in told:
            return "好的"
        options = [line[3:] for line in told.splitlines() if line[1:3] == ". "]
        return json.dumps({"stem": STEMS[0], "options": options}, ensure_ascii=False)

    return answer


@pytest.mark.parametrize(
    ("letter", "rule"), [("B", ""), ("A", "key_disputed"), ("AB", "key_disputed")]
)
def test_the_key_must_still_hold(tmp_path: Path, letter: str, rule: str) -> None:
    rows = [ROW, {**ROW, "id": "q2", "question": "读不出的题（　）"}]
    with (
        Endpoint(answerer=_answerer(letter)) as endpoint,  # type: ignore[arg-type]
        Journal(tmp_path / "journal.jsonl") as journal,
    ):
        model = Model(name="stub", base_url=endpoint.base_url)
        asker = Asker(Client(model), journal, Budget(None))
        found = [p for p, _ in reword(rows, read_prompts(OWN), asker, [asker], 3)]
        calls = endpoint.requests
        again = [p for p, _ in reword(rows, read_prompts(OWN), asker, [asker], 3)]
    assert [one.rule for one in found] == [rule, "unreadable"]
    assert found[0].agreed == ("3/3" if letter == "B" else "0/3")
    # one wording and three answers, one answer that cannot be read
    assert calls == endpoint.requests == 5
    assert again == found
