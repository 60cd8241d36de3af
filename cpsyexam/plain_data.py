"""Values of frozen dataclasses as JSON and back, by their annotations: data, and never code."""

import base64
import types
from dataclasses import fields, is_dataclass
from typing import Any, Union, get_args, get_origin, get_type_hints


def packed(value: Any) -> Any:
    """What JSON holds of a value: a dataclass as the list of its fields, bytes in base64."""
    if is_dataclass(value) and not isinstance(value, type):
        return [packed(getattr(value, field.name)) for field in fields(value)]
    if isinstance(value, tuple | list):
        return [packed(inner) for inner in value]
    if isinstance(value, dict):
        return {name: packed(inner) for name, inner in value.items()}
    return base64.b64encode(value).decode() if isinstance(value, bytes) else value


def unpacked(kind: Any, told: Any) -> Any:
    """The value of a type that was packed so. Raises ValueError where it is of another."""
    made = _structure(kind, told) if get_origin(kind) or is_dataclass(kind) else told
    if kind is bytes:
        made = base64.b64decode(_of(str, told), validate=True)
    elif kind is float and type(told) is int:
        made = float(told)
    elif kind is type(None) or (isinstance(kind, type) and not is_dataclass(kind)):
        _of(kind, told)
    return made


def _structure(kind: Any, told: Any) -> Any:
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        for one in inner:
            try:
                return unpacked(one, told)
            except ValueError:
                continue
        raise ValueError(f"{told!r:.60} is none of {kind}")
    if origin is dict:
        return {unpacked(inner[0], k): unpacked(inner[1], v) for k, v in _of(dict, told).items()}
    if origin is tuple:
        rows = _of(list, told)
        kinds = inner[:1] * len(rows) if inner[-1] is Ellipsis else inner
        return tuple(unpacked(one, row) for one, row in zip(kinds, rows, strict=True))
    if origin is list:
        return [unpacked(inner[0], row) for row in _of(list, told)]
    if not is_dataclass(kind):
        raise ValueError(f"{kind} is not kept")
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind)]
    values = [unpacked(hints[n], t) for n, t in zip(names, _of(list, told), strict=True)]
    made: Any = kind
    return made(**dict(zip(names, values, strict=True)))


def _of(kind: Any, told: Any) -> Any:
    if type(told) is not kind:
        raise ValueError(f"{told!r:.60} is no {kind}")
    return told
