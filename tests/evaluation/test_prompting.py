"""Prompts and exemplars: data, repeatable, and nothing that gives the key away."""

import pytest

from cpsyexam.errors import ConfigError
from evaluation.exemplars import Pool
from evaluation.prompting import messages, names, prompt, released, rotated, shown
from tests.evaluation.conftest import frame, question


@pytest.mark.parametrize("role", names())
def test_role_asks_every_format_without_its_key(role: str) -> None:
    row = question("a", "D", explanation="因为思维", reference="秘密的参考答案")
    for format_ in ("SCQ", "MAQ", "QA"):
        made = messages(prompt(role), {**row, "format": format_})
        joined = "".join(message["content"] for message in made)
        assert "普通心理学" in joined
        assert "秘密的参考答案" not in joined
        assert "因为思维" not in joined
        assert "{" not in joined
        assert made[-1]["content"].count("D") == 1  # the option's own letter


def test_question_is_shown_with_its_case_first() -> None:
    text = shown(question("a", material="一般资料：求助者，女性，28岁。"))
    assert text.startswith("一般资料：求助者，女性，28岁。\n\n问题a\nA. 感觉\nB. 知觉")


def test_rotation_is_undone() -> None:
    assert rotated(["甲", "乙", "丙"], 1) == ["乙", "丙", "甲"]
    assert released([0, 2], 1, 3) == [0, 1]
    assert "A. 知觉\nB. 记忆" in shown(question("a"), rotation=1)


def test_exemplars_are_near_and_never_of_the_same_case_or_a_copy() -> None:
    row = question("a", cluster="case1", material="案例一")
    dev = frame(
        question("copy", question="问题a"),
        question("sibling", cluster="case1", question="完全不同的一个问题"),
        question("other", subject="发展心理学", question="发展的敏感期是指什么时候"),
        question("near", question="下列属于机械记忆特点的一项是什么"),
        question("multi", "AB", format="MAQ", question="下列各项中属于情绪成分的有哪些"),
        question("hidden", answer=None, question="隐藏答案的题目不能作为例题"),
        question("far", exam="SSE", subject="青年心理学", question="青年期自我意识的主要特点"),
    )
    picked = Pool(dev).pick(row, 5)
    assert [one["id"] for one in picked] == ["near", "other", "far"]
    assert [one["id"] for one in Pool(dev).pick(row, 1)] == ["near"]
    assert Pool(dev).pick(row, 0) == []


def test_two_questions_of_one_case_do_not_take_two_places() -> None:
    dev = frame(
        question("x", cluster="c", question="第一个关于求助者情绪的问题"),
        question("y", cluster="c", question="第二个，问的是咨询目标是否合适"),
    )
    assert len(Pool(dev).pick(question("a"), 5)) == 1


def test_seed_decides_between_equals() -> None:
    texts = (
        "注意的品质",
        "梦的解析",
        "气质类型",
        "学习迁移",
        "印象管理",
        "应激反应",
        "依恋行为",
        "性格特征",
    )
    dev = frame(*(question(f"d{i}", question=text * 4) for i, text in enumerate(texts)))
    picks = {tuple(r["id"] for r in Pool(dev, seed).pick(question("a"), 3)) for seed in range(8)}
    assert len(picks) > 1
    assert Pool(dev, 3).pick(question("a"), 3) == Pool(dev, 3).pick(question("b"), 3)


def test_shots_come_as_turns_with_their_answers() -> None:
    dev = frame(question("d", "C", question="属于高级认知过程的是哪一项"))
    made = messages(prompt("expert"), question("a"), Pool(dev).pick(question("a"), 1))
    assert [m["role"] for m in made] == ["system", "user", "assistant", "user"]
    assert made[2]["content"] == "答案：C"


def test_wording_decides_the_digest() -> None:
    assert len({prompt(role).digest() for role in names()}) == len(names())


def test_unknown_role_and_placeholder_are_one_line(tmp_path: pytest.TempPathFactory) -> None:
    with pytest.raises(ConfigError, match="unknown role 'wizard'; take one of expert"):
        prompt("wizard")
    path = f"{tmp_path}/mine.toml"
    with open(path, "w", encoding="utf-8") as stream:  # noqa: PTH123
        stream.write('version="1"\n[choice]\nsystem="{topic}"\n[open]\nsystem="x"\n')
    with pytest.raises(ConfigError, match="unknown placeholder 'topic'"):
        prompt(path)


def test_outside_psychology_no_role_speaks_of_it() -> None:
    for role in names():
        for field in ("法律", "护理学", ""):
            made = prompt(role, field)
            texts = made.choice.system + made.open.system
            assert "心理" not in texts
            assert field in texts or role == "sentence"
            assert prompt(role, field).digest() != prompt(role).digest() or role == "sentence"
