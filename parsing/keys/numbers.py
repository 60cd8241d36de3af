"""The numbers of a key: the sequence with the greatest weight."""

from parsing.numbers.candidates import Start

# what a step of a key's numbers costs, chosen in the same way
_KEY_LATE, _KEY_REPEAT, _KEY_GAP = 0.6, 1.6, 1.0
_KEY_RESTART, _KEY_JUMP = 2.0, 2.6


def chain(weighed: list[tuple[Start, float]], expected: int = 1) -> list[Start]:
    """The sequence of starts with the greatest total weight; `expected` = number after the
    previous section's last.
    """
    best: dict[int, tuple[float, int]] = {}  # number → score, index
    top = (0.0, -1)
    back: list[int] = []
    scores: list[float] = []
    for i, (s, weight) in enumerate(weighed):
        fresh = 0.0 if s.number in (1, expected) else -_KEY_LATE
        options = [(fresh, -1)]
        if s.number - 1 in best:
            options.append(best[s.number - 1])
        if s.number in best:
            score, at = best[s.number]
            options.append((score - _KEY_REPEAT, at))
        for gap in range(2, 7):
            if s.number - gap in best:
                score, at = best[s.number - gap]
                options.append((score - _KEY_GAP, at))
        if top[1] >= 0:
            cost = _KEY_RESTART if s.number == 1 else _KEY_JUMP
            options.append((top[0] - cost, top[1]))
        options = [o for o in options if o[1] < 0 or weighed[o[1]][0].pos < s.pos]
        score, at = max(options)
        score += weight
        scores.append(score)
        back.append(at)
        if s.number not in best or score > best[s.number][0]:
            best[s.number] = (score, i)
        if score > top[0]:
            top = (score, i)
    out: list[Start] = []
    at = top[1]
    while at >= 0:
        out.append(weighed[at][0])
        at = back[at]
    return out[::-1]
