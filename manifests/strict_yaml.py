"""YAML as a release writes it: what readers may take in two ways is refused."""

from typing import Any

import yaml

MOST = 1_000_000  # characters: a card of every exam takes a hundredth
DEEPEST = 100  # mappings and lists in each other: a card has six


class _Strict(yaml.CSafeLoader):
    """A loader without double keys; libyaml's, ten times as fast as the one in Python."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:  # noqa: FBT001, FBT002
        seen: set[str] = set()
        for key, _ in node.value:
            if key.value in seen:
                raise yaml.constructor.ConstructorError(
                    None, None, f"names {key.value} twice", key.start_mark
                )
            seen.add(str(key.value))
        return super().construct_mapping(node, deep=deep)


def _plain(text: str, where: str, *, linked: bool) -> None:
    """Raises ValueError for anchors and aliases, tags and what is nested too deep."""
    depth = 0
    for event in yaml.parse(text, Loader=yaml.CSafeLoader):
        if not linked and getattr(event, "anchor", None):
            raise _refused(where, "holds an anchor or alias", event)
        if getattr(event, "tag", None):
            raise _refused(where, "holds a tag", event)
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if depth > DEEPEST:
            raise _refused(where, f"is nested more than {DEEPEST} deep", event)


def _refused(where: str, problem: str, event: yaml.Event) -> ValueError:
    line = f" (line {event.start_mark.line + 1})" if event.start_mark else ""
    return ValueError(f"{where}: {problem}{line}")


def load(text: str, where: str, *, linked: bool = False) -> Any:
    """The document, `linked` one with anchors and aliases.

    Raises ValueError, with file and line, for what is not plain YAML.
    """
    if len(text) > MOST:
        raise ValueError(f"{where}: {len(text)} characters of YAML, {MOST} at most")
    try:
        _plain(text, where, linked=linked)
        return _Strict(text).get_single_data()
    except yaml.MarkedYAMLError as error:
        line = f" (line {error.problem_mark.line + 1})" if error.problem_mark else ""
        raise ValueError(f"{where}: {error.problem}{line}") from error
    except (yaml.YAMLError, RecursionError) as error:
        raise ValueError(f"{where}: is not YAML: {error}") from error
