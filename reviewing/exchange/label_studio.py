"""The queue as tasks of Label Studio, with its labelling configuration, and its export back."""

import base64
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from cpsyexam.errors import ConfigError, CpsyexamError
from cpsyexam.files import read_json, write_json, write_text
from cpsyexam.taxonomy import LETTERS
from reviewing.desk import Desk, Slip
from reviewing.exchange.taking import AWAITS, Filled, Reader
from reviewing.opinions import CHECKS
from reviewing.station.originals import Originals
from reviewing.station.saying import base, untold
from reviewing.station.words import Words

CONFIG = "label-studio.xml"
_FIELDS = ("stem", "material", "explanation", "answer")


def write(path: Path, desk: Desk, slips: list[Slip], originals: Originals, reader: Reader) -> int:
    """Write the check items as tasks, and beside them the configuration; how many."""
    tasks = [
        {"data": _data(slip, desk.payload(slip.rank), originals, reader)}
        for slip in slips
        if slip.form == "check"
    ]
    write_json(path, tasks)
    write_text(path.with_name(CONFIG), configuration())
    return len(tasks)


def _data(
    slip: Slip, payload: dict[str, Any], originals: Originals, reader: Reader
) -> dict[str, str]:
    question, words = payload["question"], Words("zh")
    before = base(question)
    options = (
        f"{letter}. {text}" for letter, text in zip(LETTERS, before["options"], strict=False)
    )
    closed = slip.item in reader.closed
    waiting = ("key", "answer", "explanation") if closed else ()
    return {
        "item": slip.item,
        "was": slip.was,
        "reader": "" if closed else reader.name,
        "kinds": "、".join(words("kinds", kind) for kind in dict.fromkeys(slip.shown_kinds)),
        "options": "\n".join(options),
        "key": ("" if untold(question) else "".join(LETTERS[i] for i in question["key"])) or "–",
        "place": f"{question['place']['title']} {question['place']['url']}",
        "image": "" if closed else _picture(question, originals),
        **{name: before[name] for name in _FIELDS},
        **({"answer": ""} if untold(question) else {}),
        **dict.fromkeys(waiting, AWAITS),
    }


def _picture(question: Mapping[str, Any], originals: Originals) -> str:
    if originals.shows(question) != "scan":
        return ""
    try:
        return "data:image/png;base64," + base64.b64encode(originals.scan(question)).decode()
    except CpsyexamError:
        return ""


def configuration() -> str:
    """The labelling configuration (XML) that the tasks are made for."""
    words = Words("zh")
    verdicts = "".join(
        f'<Choice value="{name}" alias="{name}" html="{words("verdicts", name)}"/>'
        for name in ("accept", "change", "reject", "unsure")
    )
    letters = "".join(f'<Choice value="{letter}"/>' for letter in LETTERS)
    checks = "".join(f'<Choice value="{name}" html="{words("checks", name)}"/>' for name in CHECKS)

    def area(name: str, title: str) -> str:
        return (f'<Header value="{title}"/><TextArea name="{name}" toName="stem_text" '
                f'value="${name}" maxSubmissions="1" editable="true"/>')  # fmt: skip

    areas = area("stem", "题干") + area("material", "案例")
    folded = area("explanation", "解析") + area("answer", "参考答案")
    return f"""<View>
<Header value="$kinds"/>
<Text name="material_text" value="$material"/>
<Text name="stem_text" value="$stem"/>
<Text name="options_text" value="$options"/>
<Collapse><Panel value="答案、解析和原文">
<Text name="key_text" value="$key"/>
<Image name="scan" value="$image"/>
{folded}
</Panel></Collapse>
<Header value="答案（还没有答案的题，请先选自己的答案）"/>
<Choices name="key" toName="stem_text" choice="multiple">{letters}<Choice value="不会"/></Choices>
<Choices name="verdict" toName="stem_text" choice="single">{verdicts}</Choices>
<Choices name="check" toName="stem_text" choice="multiple">{checks}</Choices>
{areas}
<Header value="理由"/><TextArea name="note" toName="stem_text" maxSubmissions="1"/>
</View>
"""


def read(path: Path) -> Iterator[Filled]:
    """The annotations of an export (JSON). Raises ConfigError for a file that is none."""
    try:
        tasks = read_json(path)
        for task in tasks if isinstance(tasks, list) else [tasks]:
            for annotation in task.get("annotations") or []:
                if not annotation.get("was_cancelled"):
                    yield _filled(task["data"], annotation, f"task {task.get('id', '?')}")
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ConfigError(
            f"not an export of Label Studio: {type(error).__name__} {error}",
            where=str(path),
            remedy="export the project as JSON",
        ) from error


def _filled(data: Mapping[str, str], annotation: Mapping[str, Any], place: str) -> Filled:
    said: dict[str, list[str]] = {}
    for result in annotation["result"]:
        value = result["value"]
        said[result["from_name"]] = [
            str(text) for text in value.get("choices") or value.get("text")
        ]
    who = annotation.get("completed_by")
    name = who.get("email", "") if isinstance(who, dict) else ""
    return Filled(
        place=place,
        item=data["item"],
        was=data["was"],
        verdict=next(iter(said.get("verdict", [])), ""),
        key="".join(said["key"]) if "key" in said else None,
        reader=str(data.get("reader", "")),
        texts={name: "\n".join(said[name]) for name in _FIELDS if name in said},
        checks=tuple(said.get("check", ())),
        note="\n".join(said.get("note", [])),
        by=name,
    )
