"""The health of a question bank: what `cpsyexam inspect` finds, and how it is told."""

from cleaning.inspection.health import FAMILIES, Health, inspect

__all__ = ["FAMILIES", "Health", "inspect"]
