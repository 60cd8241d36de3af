"""Configuration: TOML into pydantic models; an unknown key is an error that names the nearest."""

import difflib
import json
import re
import tomllib
from datetime import date
from pathlib import Path, PurePath
from typing import Annotated, Any, Literal, TypeVar, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from cpsyexam.errors import ConfigError


class Settings(BaseModel):
    """A table of a recipe or source file: frozen, and no key but the known ones."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, validate_default=True, allow_inf_nan=False
    )

    def outside_files(self) -> tuple[Path, ...]:
        """The files besides source code that decide the result: a change runs the stage again."""
        return ()


_UNTOLD = re.compile(r"\s*|(?i:unclear|unknown|not stated|none|tbd|todo|\?+|…)|未知|不明|不详|待定")


def _date(text: str) -> str:
    try:
        known = date.fromisoformat(text).isoformat() == text
    except ValueError:
        known = False
    if not known and not _UNTOLD.fullmatch(text):
        raise ValueError("a date is wanted, such as 2026-01-31, or unknown")
    return text


class Terms(Settings):
    """Who owns a source and what was found about using it."""

    owner: str
    licence: str  # the finding, in words or as an SPDX id
    terms_url: str  # where they stand; "" for what is nowhere online
    decided_by: str
    decided_on: Annotated[str, AfterValidator(_date)]  # ISO date
    status: Literal["cleared", "unclear", "taken_down"] = "unclear"
    note: str = ""

    @property
    def unsettled(self) -> tuple[str, ...]:
        """What must be filled in before anything of the source may be published, by key."""
        told = ("owner", "licence", "decided_by", "decided_on")
        open_ones = [name for name in told if _UNTOLD.fullmatch(getattr(self, name))]
        return (*open_ones, *(["status"] if self.status != "cleared" else []))


def as_glob(text: str) -> str:
    """A glob that pathlib takes. Raises ValueError for any other text."""
    try:
        PurePath("x").match(text)
        next(Path("/nowhere").glob(text), None)
    except (ValueError, NotImplementedError) as error:
        raise ValueError(f"is no pattern of file names: {error}") from error
    return text


Glob = Annotated[str, AfterValidator(as_glob)]
_LARGEST_FILE = 16 * 2**20  # bytes of a recipe
_LARGEST_NUMBER = 2**53
_DEEPEST = 20  # tables inside one another
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
S = TypeVar("S", bound=Settings)


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file as a dict. Raises ConfigError where it is missing or broken."""
    try:
        if path.exists() and not path.is_file():
            raise ConfigError("is no regular file", where=str(path), remedy="check the path")
        if path.stat().st_size > _LARGEST_FILE:
            raise ConfigError(f"is larger than {_LARGEST_FILE} bytes", where=str(path))
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise ConfigError("no such file", where=str(path), remedy="check the path") from error
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"cannot be read: {error}", where=str(path)) from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ConfigError(f"not valid TOML: {error}", where=str(path)) from error
    except ValueError as error:  # a null character in the path
        raise ConfigError(f"cannot be read: {error}", where=str(path)) from error


def load(path: Path, model: type[S]) -> S:
    """Read a TOML file into a model. Raises ConfigError for the first problem, in one line."""
    return parse(read_toml(path), model, where=str(path))


def parse(table: dict[str, Any], model: type[S], *, where: str) -> S:
    """Validate a table against a model. Raises ConfigError for the first problem."""
    _refuse_odd(table, (), where)
    try:
        return model.model_validate(table)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        if first["type"] == "extra_forbidden":
            near = _nearest(str(first["loc"][-1]), _keys_at(model, first["loc"][:-1]))
            hint = f"did you mean {near!r}?" if near else "remove it"
            raise ConfigError(f"unknown key {place[:100]!r}", where=where, remedy=hint) from error
        field = _field_at(model, first["loc"])
        if first["type"] == "missing":
            remedy = f"add {_snippet(place, field)}"
            raise ConfigError(f"{place} is missing", where=where, remedy=remedy) from error
        message = _plain(first, field)
        given = repr(first["input"])[:100]
        value = "" if message.startswith("unknown key") else f" (value: {given})"
        raise ConfigError(f"{place or 'file'}: {message}{value}", where=where) from error


def _plain(first: ErrorDetails, field: FieldInfo | None) -> str:
    """What a person needs to know instead of what pydantic says."""
    kind, given = first["type"], first["input"]
    if kind == "tuple_type":
        shown = json.dumps(given, ensure_ascii=False, default=str)[:100]
        return f"a list is wanted: [{shown}]"
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


def _refuse_odd(value: Any, place: tuple[str, ...], where: str) -> None:
    """Raises ConfigError for what no setting may be: gigantic numbers, control characters."""
    name = ".".join(place)[:100]
    if len(place) > _DEEPEST:
        raise ConfigError(f"{name}: tables are nested too deeply", where=where)
    if isinstance(value, dict):
        for key, inner in value.items():
            _refuse_odd(key, (*place, key), where)
            _refuse_odd(inner, (*place, key), where)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            _refuse_odd(inner, (*place, str(number)), where)
    elif isinstance(value, int | float) and not abs(value) <= _LARGEST_NUMBER:
        shown = "a number of many digits" if isinstance(value, int) else value
        raise ConfigError(f"{name}: {shown} is more than {_LARGEST_NUMBER}", where=where)
    elif isinstance(value, str) and _CONTROL.search(value):
        raise ConfigError(f"{name}: holds a control character", where=where)


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
