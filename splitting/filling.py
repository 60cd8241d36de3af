"""Water-filling: an even spread of a quota over strata of unlike size."""

from collections.abc import Sequence


def water_fill(caps: Sequence[int], quota: int) -> list[int]:
    """Shares of a quota: as even as whole numbers allow, none above its cap, sum ≤ quota.

    The level rises in all strata at once; a full one stops and the others share what it leaves.
    Single questions left over by the division go to strata at even distances among the open ones,
    so that no end of the list is preferred.
    """
    shares = [0] * len(caps)
    left = quota
    open_ = [i for i, cap in enumerate(caps) if cap > 0]
    while left > 0 and open_:
        step = left // len(open_)
        if step == 0:
            for nth in range(left):
                shares[open_[nth * len(open_) // left]] += 1
            break
        for i in open_:
            taken = min(step, caps[i] - shares[i])
            shares[i] += taken
            left -= taken
        open_ = [i for i in open_ if shares[i] < caps[i]]
    return shares


def round_up(shares: list[int], remainders: Sequence[float], missing: int) -> list[int]:
    """One more for `missing` shares at most, the largest remainders first.

    A remainder of 0 has no claim. Among equals the claims stand at even distances.
    """
    found = list(shares)
    for remainder in sorted({r for r in remainders if r > 0}, reverse=True):
        equal = [r == remainder for r in remainders]
        more = water_fill([int(same) for same in equal], max(0, missing))
        found = [a + b for a, b in zip(found, more, strict=True)]
        missing -= sum(more)
    return found


def shift(quotas: Sequence[int], caps: Sequence[int]) -> list[int]:
    """Quotas within their caps; what a cap takes goes to the others."""
    within = [min(quota, cap) for quota, cap in zip(quotas, caps, strict=True)]
    free = [cap - w for cap, w in zip(caps, within, strict=True)]
    more = water_fill(free, sum(quotas) - sum(within))
    return [a + b for a, b in zip(within, more, strict=True)]
