"""Configuration: TOML into pydantic models; an unknown key is an error that names the nearest."""

import difflib
import json
import tomllib
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from cpsyexam.errors import ConfigError


class Settings(BaseModel):
    """A table of a recipe or source file: frozen, and no key but the known ones."""

    model_config = ConfigDict(extra="forbid", frozen=True, validate_default=True)

    def outside_files(self) -> tuple[Path, ...]:
        """The files besides source code that decide the result: a change runs the stage again."""
        return ()


class Terms(Settings):
    """Who owns a source and what was found about using it."""

    owner: str
    licence: str  # the finding, in words or as an SPDX id
    terms_url: str
    decided_by: str
    decided_on: str  # ISO date
    status: Literal["cleared", "unclear", "taken_down"] = "cleared"
    note: str = ""


S = TypeVar("S", bound=Settings)


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file as a dict. Raises ConfigError where it is missing or broken."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise ConfigError("no such file", where=str(path), remedy="check the path") from error
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"cannot be read: {error}", where=str(path)) from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"not valid TOML: {error}", where=str(path)) from error


def load(path: Path, model: type[S]) -> S:
    """Read a TOML file into a model. Raises ConfigError for the first problem, in one line."""
    return parse(read_toml(path), model, where=str(path))


def parse(table: dict[str, Any], model: type[S], *, where: str) -> S:
    """Validate a table against a model. Raises ConfigError for the first problem."""
    try:
        return model.model_validate(table)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        if first["type"] == "extra_forbidden":
            near = _nearest(str(first["loc"][-1]), _keys_at(model, first["loc"][:-1]))
            hint = f"did you mean {near!r}?" if near else "remove it"
            raise ConfigError(f"unknown key {place!r}", where=where, remedy=hint) from error
        field = _field_at(model, first["loc"])
        if first["type"] == "missing":
            remedy = f"add {_snippet(place, field)}"
            raise ConfigError(f"{place} is missing", where=where, remedy=remedy) from error
        message = _plain(first, field)
        value = "" if message.startswith("unknown key") else f" (value: {first['input']!r})"
        raise ConfigError(f"{place or 'file'}: {message}{value}", where=where) from error


def _plain(first: ErrorDetails, field: FieldInfo | None) -> str:
    """What a person needs to know instead of what pydantic says."""
    kind, given = first["type"], first["input"]
    if kind == "tuple_type":
        return f"a list is wanted: [{json.dumps(given, ensure_ascii=False, default=str)}]"
    if kind == "model_type":
        return "a table is wanted: { key = value, … }"
    if kind == "string_pattern_mismatch" and field is not None and field.description:
        return f"{field.description} is wanted"
    return first["msg"].removeprefix("Value error, ")


def _snippet(place: str, field: FieldInfo | None) -> str:
    """The missing key as TOML."""
    inner = _model_in(field.annotation) if field else None
    if inner is None:
        return f'{place.rpartition(".")[2]} = "…"'
    wanted = [name for name, one in inner.model_fields.items() if one.is_required()]
    return f"[{place}] {' '.join(f'{name} = …' for name in wanted)}"


def _nearest(name: str, known: list[str]) -> str:
    found = difflib.get_close_matches(name, known, n=1, cutoff=0.6)
    return found[0] if found else ""


def _keys_at(model: type[BaseModel], place: tuple[int | str, ...]) -> list[str]:
    for part in place:
        if isinstance(part, int):
            continue
        field = model.model_fields.get(part)
        inner = _model_in(field.annotation) if field else None
        if inner is None:
            return []
        model = inner
    return [field.alias or name for name, field in model.model_fields.items()]


def _field_at(model: type[BaseModel], place: tuple[int | str, ...]) -> FieldInfo | None:
    field = None
    for part in place:
        if isinstance(part, int):
            continue
        inner = _model_in(field.annotation) if field else model
        field = inner.model_fields.get(part) if inner else None
        if field is None:
            return None
    return field


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for part in get_args(annotation):
        found = _model_in(part)
        if found:
            return found
    return None
