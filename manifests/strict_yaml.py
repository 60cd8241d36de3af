"""YAML as a release writes it: what readers may take in two ways is refused."""

from typing import Any

import yaml

MOST = 1_000_000  # characters: a card of every exam takes a hundredth


class _Strict(yaml.SafeLoader):
    """A loader without anchors, aliases, tags and double keys."""

    linked = False  # whether anchors and aliases may stand there

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        event = self.peek_event()  # type: ignore[no-untyped-call]
        named = isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None)
        if named and not self.linked:
            raise yaml.constructor.ConstructorError(
                None, None, "holds an anchor or alias", event.start_mark
            )
        if getattr(event, "tag", None):
            raise yaml.constructor.ConstructorError(None, None, "holds a tag", event.start_mark)
        return super().compose_node(parent, index)

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:  # noqa: FBT001, FBT002
        seen: set[str] = set()
        for key, _ in node.value:
            if key.value in seen:
                raise yaml.constructor.ConstructorError(
                    None, None, f"names {key.value} twice", key.start_mark
                )
            seen.add(str(key.value))
        return super().construct_mapping(node, deep=deep)


def load(text: str, where: str, *, linked: bool = False) -> Any:
    """The document, `linked` one with anchors and aliases.

    Raises ValueError, with file and line, for what is not plain YAML.
    """
    if len(text) > MOST:
        raise ValueError(f"{where}: {len(text)} characters of YAML, {MOST} at most")
    try:
        loader = _Strict(text)
        loader.linked = linked
        return loader.get_single_data()
    except yaml.MarkedYAMLError as error:
        line = f" (line {error.problem_mark.line + 1})" if error.problem_mark else ""
        raise ValueError(f"{where}: {error.problem}{line}") from error
    except (yaml.YAMLError, RecursionError) as error:
        raise ValueError(f"{where}: is not YAML: {error}") from error
