"""Agreed opinions become decisions, once; what is not agreed never does."""

import re
from pathlib import Path
from typing import Any

import pytest

from cpsyexam.errors import BusyError, ConfigError
from reviewing.board import Board, alone
from reviewing.contradictions import refuse_against, standing
from reviewing.decisions import read
from reviewing.desk import Desk, Slip
from reviewing.filing import Report, file_agreed
from reviewing.opinions import Opinion
from reviewing.station.words import Words
from reviewing.writing import whole_digest
from tests.reviewing.bank import decide, file, frame, raw
from tests.reviewing.saying import says
from tests.reviewing.tables import desk, question

ROWS = [
    question(1, flags=["ocr_slip: x"]),
    question(2, answer="", rule="missing_answer"),
    question(3, counterpart="r0004", rule="conflicting_answers"),
    question(
        4, stem=question(3)["stem"], answer="B", counterpart="r0003", rule="conflicting_answers"
    ),
    question(5, flags=["task_unsure"]),
]
OFF: dict[str, Any] = {"control": 0.0, "gold": 0.0}


class Room:
    """A desk with a board."""

    def __init__(self, folder: Path, rows: Any = ROWS, edges: Any = (), **settings: Any) -> None:
        self.folder = folder / "decisions"
        self.desk: Desk = desk(folder, rows, edges, **{**OFF, **settings})
        self.board = Board(folder / "opinions", self.desk)

    def slip(self, raw_id: str) -> Slip:
        return next(s for s in self.desk.every() if self.desk.payload(s.rank)["raw_id"] == raw_id)

    def say(self, raw_id: str, by: str, verdict: str = "accept", **values: Any) -> Opinion:
        slip = self.slip(raw_id)
        said = says(by, verdict, slip.item, was=slip.was, **values)
        assert self.board.add(said)
        return said

    def settle(self) -> Report:
        return file_agreed(self.board, self.desk, self.folder)

    def verdicts(self) -> list[tuple[str, str]]:
        rows = read([self.folder / "review.jsonl"])
        return [(one.decision.verdict, "/".join(one.decision.patch.key or ())) for one in rows]


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


def key(text: str) -> dict[str, Any]:
    return {"verdict": "change", "fields": {"key": [text]}, "note": "教材"}


def test_what_two_say_is_filed_with_both_names_and_reasons(room: Room) -> None:
    room.say("r0001", "lin", **key("斯金纳"), saw="scan")
    assert room.settle().filed == []
    room.say("r0001", "wang", at=3, **{**key("斯金纳 "), "note": "第2章"})
    [one] = room.settle().filed
    made = one.decision
    assert (made.verdict, made.patch.key, made.by) == ("correct", ("斯金纳",), "lin, wang")
    assert made.why == "lin: 教材 | wang: 第2章"
    assert made.evidence == f"review {room.slip('r0001').item}, policy two, 2 of 2; seen: scan"
    assert made.when == "2026-11-22T03:03:00Z"
    again = room.settle()
    assert (len(again.filed), again.same) == (0, 1)


def test_every_kind_of_agreement_has_its_verdict(room: Room) -> None:
    for by in ("lin", "wang"):
        room.say("r0001", by, "reject", note="重复")
        room.say("r0002", by, **key("班杜拉"))
        room.say("r0003", by, **key("斯金纳"))
        room.say("r0005", by, "change", fields={"task": "CA", "stem": "改过的题干"}, note="x")
    room.settle()
    assert sorted(room.verdicts()) == [
        ("correct", ""),
        ("label", ""),
        ("reject", ""),
        ("restore", "班杜拉"),
        ("which_key", "斯金纳"),
    ]


def test_a_question_right_as_it_stands_is_filed_as_accepted(room: Room) -> None:
    for by in ("lin", "wang"):
        room.say("r0001", by)
    [one] = room.settle().filed
    assert one.decision.verdict == "accept"
    assert "right as it stands" in one.decision.why


def test_dispute_and_doubt_are_not_filed(room: Room) -> None:
    for by, text in (("lin", "斯金纳"), ("wang", "桑代克"), ("zhao", "巴甫洛夫")):
        room.say("r0001", by, **key(text))
    room.say("r0002", "lin", **key("班杜拉"))
    room.say("r0002", "wang", "unsure")
    assert room.settle().filed == []
    assert list(room.board.disputes) == [room.slip("r0001").item]


def test_an_agreement_that_changed_supersedes_the_former(room: Room) -> None:
    for by in ("lin", "wang"):
        room.say("r0001", by, **key("斯金纳"))
    [first] = room.settle().filed
    for by in ("lin", "wang"):
        room.say("r0001", by, at=9, **key("桑代克"))
    [second] = room.settle().filed
    assert second.decision.supersedes == (first.digest,)
    assert room.verdicts() == [("correct", "斯金纳"), ("correct", "桑代克")]


@pytest.mark.parametrize("rule", ["truncated_stem", "subject_unknown"])
def test_without_a_new_opinion_nothing_becomes_another_verdict(tmp_path: Path, rule: str) -> None:
    room = Room(tmp_path, [question(1, flags=["ocr_slip: x"])])
    for by in ("lin", "wang"):
        room.say("r0001", by, "change", fields={"subject": "普通心理学"}, note="x")
    room.settle()
    # the next build rejects it
    other = desk(tmp_path, [question(1, flags=["ocr_slip: x"], rule=rule)], **OFF)
    report = file_agreed(Board(tmp_path / "opinions", other), other, room.folder)
    assert (report.filed, report.refused, report.withdrawn) == ([], [], [])
    assert room.verdicts() == [("correct", "")]


def test_an_unknown_subject_is_filed_by_nobody(room: Room) -> None:
    for by in ("lin", "wang"):
        room.say("r0001", by, "change", fields={"subject": "教育心里学"}, note="x")
    report = room.settle()
    assert report.filed == []
    assert "no subject '教育心里学'; --set subject= one of 教育心理学, " in report.refused[0]


def test_an_agreement_that_is_gone_is_told(room: Room) -> None:
    said = [room.say("r0001", by, **key("斯金纳")) for by in ("lin", "wang")]
    room.settle()
    room.say("r0001", "wang", "undo", undoes=said[1].opinion)
    report = room.settle()
    assert [one.decision.verdict for one in report.withdrawn] == ["correct"]
    assert len(room.verdicts()) == 1


def test_the_word_of_a_lead_stands_and_the_agreement_against_it_is_told_once(room: Room) -> None:
    rows = frame({k: v for k, v in ROWS[0].items() if k != "flags"})
    [lead] = read([file(room.folder, decide(rows, "r0001", letters="A", by="qian")) / "lin.jsonl"])
    for by in ("lin", "wang"):
        room.say("r0001", by, **key("斯金纳"))
    report = room.settle()
    assert report.refused == []
    [one] = report.filed
    assert one.decision.overruled == (lead.digest,)
    for language, said in (
        ("zh", "qian（2026-11-22，修改，"),
        ("en", "qian (2026-11-22, change, "),
    ):
        [line] = report.lines(Words(language))
        assert said in line
        assert line.endswith(f"cpsyexam decide {one.decision.id} … --supersedes {lead.digest[:12]}")
    every = read(sorted(room.folder.glob("*.jsonl")))
    assert standing(every) == [lead]
    again = room.settle()
    assert (again.filed, again.same, again.lines(Words("en"))) == ([], 1, [])
    # the command that is named brings it into force
    theirs = decide(rows, "r0001", letters="B", by="qian")
    named = tuple(whole_digest(name, every) for name in re.findall(r"--supersedes (\w+)", line))
    theirs = theirs.model_copy(update={"supersedes": named})
    refuse_against(theirs, every)
    file(room.folder, theirs)
    [now] = standing(read(sorted(room.folder.glob("*.jsonl"))))
    assert now.decision.patch.key == ("斯金纳",)
    assert [one.decision.overruled for one in room.settle().filed] == [()]
    assert room.settle().filed == []


def test_an_agreement_that_a_lead_overruled_is_not_filed_again(room: Room) -> None:
    for by in ("lin", "wang"):
        room.say("r0001", by)
    [accepted] = room.settle().filed
    rows = frame({k: v for k, v in ROWS[0].items() if k != "flags"})
    lead = decide(rows, "r0001", letters="A", by="qian")
    with pytest.raises(ConfigError, match=accepted.digest[:12]):
        refuse_against(lead, [accepted])
    lead = lead.model_copy(update={"supersedes": (accepted.digest,)})
    refuse_against(lead, [accepted])
    file(room.folder, lead)
    report = room.settle()
    assert (report.filed, report.same, report.refused, report.withdrawn) == ([], 1, [], [])
    for by in ("lin", "wang"):  # another agreement is, and does not stand
        room.say("r0001", by, at=9, **key("斯金纳"))
    assert len(room.settle().overruled) == 1
    assert room.settle().filed == []


def test_of_a_pair_that_is_the_same_the_other_goes(tmp_path: Path) -> None:
    edge = {"left": "r0001", "right": "r0005", "kind": "review", "reason": "like", "ratio": 0.9}
    room = Room(tmp_path, [question(1), question(5)], [edge])
    for by in ("lin", "wang"):
        room.say("r0001", by, "same")
    [one] = room.settle().filed
    assert one.decision.verdict == "reject"
    assert one.decision.saw.stem == question(5)["stem"]
    assert one.decision.why.startswith("same question as r0001")


def test_of_a_pair_with_two_keys_the_one_whose_key_is_right_stays(tmp_path: Path) -> None:
    edge = {"left": "r0001", "right": "r0005", "kind": "review", "reason": "like", "ratio": 0.9}
    room = Room(tmp_path, [question(1, answer="B"), question(5)], [edge])
    for by in ("lin", "wang"):
        room.say("r0001", by, "same")  # in a log of an earlier version
    report = room.settle()
    assert report.filed == []
    assert "nobody said whose is right" in report.refused[0]
    for key, at, gone, kept in (("斯金纳", 1, 5, 1), ("班杜拉", 2, 1, 5)):
        for by in ("lin", "wang"):
            room.say("r0001", by, "same", at=at, fields={"key": [key]})
        [one] = room.settle().filed
        assert one.decision.verdict == "reject"
        assert one.decision.saw.stem == question(gone)["stem"]
        assert one.decision.why == f"same question as r000{kept}, where the key is right: {key}"
    assert len(read([room.folder / "review.jsonl"])) == 2


def test_agreement_against_what_is_known_goes_to_the_chair(tmp_path: Path) -> None:
    """A known item whose print is wrong is put right like any other; a planted key never is."""
    room = Room(tmp_path, [question(i) for i in range(40)], gold=1.0)
    people = ("lin", "wang")
    golds = [slip for slip in room.desk.every() if slip.gold]
    assert {slip.gold for slip in golds} == {"good", "planted"}
    for slip in golds:
        payload = room.desk.payload(slip.rank)
        assert (payload["question"]["key"] == payload["gold"]["key"]) == (slip.gold == "good")
        true = payload["question"]["printed"]["options"][payload["gold"]["key"][0]]
        sound: dict[str, Any] = key(true) if slip.gold == "planted" else {"verdict": "accept"}
        for by in people:
            room.board.add(says(by, item=slip.item, was=slip.was, **sound))
    assert room.settle().filed == []
    assert not room.board.disputes
    stem: dict[str, Any] = {"fields": {"stem": "改过的题干"}, "note": "漏了“不”"}
    for slip in golds[:20]:
        for by in people:
            room.board.add(says(by, "change", slip.item, at=1, was=slip.was, **stem))
    assert room.settle().filed == []
    assert len(room.board.disputes) == 20
    for slip in golds[:20]:
        payload = room.desk.payload(slip.rank)
        true = payload["question"]["printed"]["options"][payload["gold"]["key"][0]]
        both = {**stem["fields"], **({"key": [true]} if slip.gold == "planted" else {})}
        said = {"fields": both, "note": stem["note"], "chair": True}
        room.board.add(says("zhao", "change", slip.item, at=2, was=slip.was, **said))
    made = [one.decision for one in room.settle().filed]
    assert not room.board.disputes
    [slip, *_] = [slip for slip in golds[20:] if slip.gold == "planted"]
    # and a chair who accepts a planted key decides nothing
    room.board.add(says("zhao", item=slip.item, was=slip.was, chair=True, at=3))
    report = room.settle()
    assert report.filed == []
    assert "is not the printed one" in report.refused[0]
    printed = room.desk.payload(slip.rank)["question"]["printed"]
    rows = frame(raw("r1", stem=printed["stem"], answer=printed["answer"]))
    file(room.folder, decide(rows, "r1", verdict="accept", by="qian"))
    assert room.settle().refused == []  # decided as it said
    assert {(one.verdict, one.by, *one.patch.fields()) for one in made} == {
        ("correct", "zhao", "stem")
    }
    assert len(made) == 20


def test_a_question_that_changed_since_leaves_its_opinions_behind(tmp_path: Path) -> None:
    room = Room(tmp_path)
    for by in ("lin", "wang"):
        room.say("r0001", by)
    other = desk(tmp_path, [question(1, answer="D", flags=["ocr_slip: x"])], **OFF)
    board = Board(tmp_path / "opinions", other)
    assert board.gone() == 2
    assert file_agreed(board, other, room.folder).filed == []


def test_a_folder_is_held_by_one_station(tmp_path: Path) -> None:
    with alone(tmp_path):
        pass
    with alone(tmp_path), pytest.raises(BusyError, match="is running"):
        with alone(tmp_path):
            pass
