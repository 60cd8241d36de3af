"""Replies that judge the options one by one, or name all but some."""

import re

from evaluation.extraction.letters import LETTERS, listed

_WRONG = (
    r"错误|不正确|不对|有误|不符合|不属于|不是|不选|错|×|✗|✘|❌|\bfalse\b|\bincorrect\b|\bwrong\b"
)
_RIGHT = r"正确|符合|对(?![于象策话比照抗待方应])|√|✓|✔|✅|\btrue\b|\bcorrect\b|\bright\b|应选|入选"
_VERDICT = re.compile(rf"(?P<wrong>{_WRONG})|(?P<right>{_RIGHT})", re.IGNORECASE)
_ITEM = re.compile(
    r"(?<![A-Za-z0-9])((?:[A-J](?:[、,/和与及]\s*)?)+)(?=\s*(?:选?项|[.、:,)】\]]|是|都|均|两项|三项|为|属于|错|对|正确|不|符合"
    r"|√|×|✓|✗|✘|✔|❌|✅|[(]|\s))"
)
_EVERY = re.compile(
    r"(?<!不)(?:全选|全部(?:都)?(?:是)?(?:正确|选|对)|(?:以上|[三四五]个?|所有|各个?|每个|全部|上述)(?:选项|项|说法)*"
    r"(?:都|均|全|皆)(?:部)?(?:是)?(?:正确|对|选|符合|应选)|\ball\s+of\s+the\s+above\b)"
)
_BUT = re.compile(r"除(?:了)?(?:选项)?\s*")
_REST = re.compile(
    r"(?:选?项)?(?:以外|之外|外)?[,\s]*(?:其余|其他|其它|剩下|余下)?(?:的)?(?:[两三四]个?)?(?:选项|各?项)?"
    r"(?:都|均|全|皆)(?:部)?(?:是)?(?:正确|对|选|符合|应选)"
)


def complement(text: str, at: int | None, options: int) -> tuple[int, ...]:
    """Positions of "all", or of "all but A", at a place or (None) anywhere; () else."""
    window = text if at is None else text[at : at + 40]
    everything = tuple(range(options))
    for match in _BUT.finditer(window):
        found = listed(window, match.end(), ())
        if found and not found.hedged and _REST.match(window, found.end):
            return tuple(i for i in everything if i not in found.said)
    if at is None:
        return everything if _EVERY.search(window) else ()
    return everything if _EVERY.match(window.lstrip(" :是为")) else ()


def judged(text: str, options: int, *, several: bool, asks_false: bool) -> tuple[int, ...]:
    """Positions that a reply calls right, where it judges every option (one is enough for one)."""
    items = list(_ITEM.finditer(text))
    verdicts: dict[int, bool] = {}
    for i, item in enumerate(items):
        end = items[i + 1].start() if i + 1 < len(items) else len(text)
        verdict = _last_verdict(text[item.end() : min(end, item.end() + 200)])
        for letter in re.findall("[A-J]", item[1]):
            if verdict is not None:
                verdicts[LETTERS.index(letter)] = verdict
    if any(place >= options for place in verdicts):
        return ()
    right = tuple(sorted(place for place, verdict in verdicts.items() if verdict))
    wrong = tuple(sorted(place for place, verdict in verdicts.items() if not verdict))
    complete = len(verdicts) == options
    if asks_false and complete and not several and len(wrong) == 1:
        return wrong
    if several:
        return right if complete else ()
    if len(right) == 1 and not asks_false:
        return right
    return right if len(right) == 1 and complete and len(wrong) != 1 else ()


def _last_verdict(segment: str) -> bool | None:
    found = None
    for match in _VERDICT.finditer(segment.split("\n\n", maxsplit=1)[0]):
        found = match.lastgroup == "right"
        break
    return found
