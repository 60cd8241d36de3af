"""Water-filling: an even spread of a quota over strata of unlike size."""

from collections.abc import Sequence


def water_fill(caps: Sequence[int], quota: int) -> list[int]:
    """Shares of a quota: as even as whole numbers allow, none above its cap, sum ≤ quota.

    The level rises in all strata at once; a full one stops and the others share what it leaves.
    Single questions left over by the division go to the first strata below their cap.
    """
    shares = [0] * len(caps)
    left = quota
    open_ = [i for i, cap in enumerate(caps) if cap > 0]
    while left > 0 and open_:
        step = left // len(open_)
        if step == 0:
            for i in open_[:left]:
                shares[i] += 1
            break
        for i in open_:
            taken = min(step, caps[i] - shares[i])
            shares[i] += taken
            left -= taken
        open_ = [i for i in open_ if shares[i] < caps[i]]
    return shares
