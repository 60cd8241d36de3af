"""Messages of a request, and templates."""

from typing import Any

Message = dict[str, Any]


def message(role: str, content: str) -> Message:
    """One message."""
    return {"role": role, "content": content}


def fill(template: str, facts: dict[str, str]) -> str:
    """A template with its {names} filled; other braces stay."""
    for name, value in facts.items():
        template = template.replace("{" + name + "}", value)
    return template
