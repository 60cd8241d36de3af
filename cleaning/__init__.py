"""Repair, rules, duplicates, contradictions, and the health of any question bank."""
