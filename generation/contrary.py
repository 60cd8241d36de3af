"""A right option and its explanation → whether they go in opposite directions (提高, 降低)."""

import re
from collections.abc import Sequence

_RISES = re.compile(
    r"提高|提升|增高|升高|上升|增加|增大|增多|增长|增强|扩大|变大|越[大高多]|更[高多]|最高|高于"
)
_FALLS = re.compile(
    r"降低|下降|降得|减少|减小|减轻|减弱|削弱|缩小|变小|越[小低少]|更[低少]|最低|低于|撤[除掉销]"
)


def contrary(asked: str, right: str, wrong: Sequence[str], explanation: str) -> str:
    """What an explanation says of a fall where the right option says that something rises, or "".

    The other way round as well. Only where a wrong option goes that other way, the explanation goes
    no way but that, and the stem does not say the same words.
    """
    rises, falls = bool(_RISES.search(right)), bool(_FALLS.search(right))
    if rises == falls:
        return ""
    own, other = (_RISES, _FALLS) if rises else (_FALLS, _RISES)
    if own.search(explanation):
        return ""
    if not any(other.search(option) and not own.search(option) for option in wrong):
        return ""
    told = (found.group() for found in other.finditer(explanation))
    return next((word for word in told if word not in asked), "")
