"""Opinions for the tests."""

from typing import Any

from reviewing.opinions import Opinion

WHEN = "2026-11-22T03:{:02d}:00Z"


def says(by: str, verdict: str = "accept", item: str = "i000000000001", at: int = 0,
         **values: Any) -> Opinion:  # fmt: skip
    """What one person says; every call another opinion."""
    says.number += 1  # type: ignore[attr-defined]
    return Opinion.model_validate(
        {
            "opinion": f"{says.number:032x}",  # type: ignore[attr-defined]
            "item": item,
            "was": "w",
            "verdict": verdict,
            "by": by,
            "when": WHEN.format(at),
            **values,
        }
    )


says.number = 0  # type: ignore[attr-defined]
