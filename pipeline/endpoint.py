"""How a model is reached: options of the verbs with a MODEL, and the engine they make."""

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pipeline.paths import InputPath

if TYPE_CHECKING:
    from evaluation.engine import Engine

F = TypeVar("F", bound=Callable[..., Any])
LONGEST = 3600.0  # seconds of one try


def endpoint_options(command: F) -> F:
    """Gives a verb --base-url, --connections and --timeout."""
    return _with(
        command,
        click.option("--base-url", help="Of an endpoint (default: OPENAI_BASE_URL)."),
        click.option("--connections", default=8, show_default=True, type=click.IntRange(1, 512),
                     help="Calls at a time."),
        click.option("--timeout", default=120.0, show_default=True,
                     type=click.FloatRange(1, LONGEST),
                     help="Seconds a try may take; a call has six tries."),
    )  # fmt: skip


def sampling_options(*, max_tokens: int, temperature: float) -> Callable[[F], F]:
    """Gives a verb --max-tokens, --temperature and --prices."""

    def decorated(command: F) -> F:
        return _with(
            command,
            click.option("--max-tokens", default=max_tokens, show_default=True,
                         type=click.IntRange(1, 10**9), help="Longest reply, in tokens."),
            click.option("--temperature", default=temperature, show_default=True,
                         type=click.FloatRange(0, 2), help="Of sampling."),
            click.option("--prices", type=InputPath(),
                         help="JSON: dollars a million tokens."),
        )  # fmt: skip

    return decorated


def _with(command: F, *options: Callable[[F], F]) -> F:
    for option in reversed(options):
        command = option(command)
    return command


def engine_of(model: str, given: dict[str, Any]) -> "Engine":
    """The engine of a verb's options. Raises ConfigError for a wrong address."""
    from cpsyexam.errors import ConfigError
    from evaluation.engine import Engine

    address = given["base_url"] or os.environ.get("OPENAI_BASE_URL", "")
    if address and not address.startswith(("http://", "https://")):
        raise ConfigError(f"no address of an endpoint {address!r}", remedy="give http://HOST/v1")
    return Engine(
        model,
        address,
        os.environ.get("OPENAI_API_KEY", ""),
        {name: given[name] for name in ("temperature", "max_tokens")},
        given["timeout"],
        connections=given["connections"],
        prices=given.get("prices"),
    )
