"""The recipe's table `[gate]`."""

from typing import Annotated

from pydantic import AfterValidator

from cpsyexam.config import Settings
from gating.reasons import REASONS


def _known(chosen: tuple[str, ...]) -> tuple[str, ...]:
    names = [reason.name for reason in REASONS]
    for name in chosen:
        if name not in names:
            raise ValueError(f"no reason {name!r}; reasons: {', '.join(names)}")
    return chosen


class GateSettings(Settings):
    """What of doubtful questions is released all the same; card and report tell it."""

    release: Annotated[tuple[str, ...], AfterValidator(_known)] = ()  # reasons that hold nothing
