"""An endpoint, how it is asked, and what its answers cost."""

from typing import Annotated

from pydantic import Field

from cpsyexam.config import Settings

RAY = "ray://"


class Model(Settings):
    """An OpenAI-compatible endpoint, and how it is asked. Prices are for a million tokens."""

    name: str  # as the endpoint calls it
    base_url: str = "http://127.0.0.1:8000/v1"  # of the endpoint, without chat/completions
    key_variable: str = ""  # environment variable that holds the key
    temperature: Annotated[float, Field(ge=0, le=2)] = 0.7  # of sampling
    top_p: Annotated[float, Field(gt=0, le=1)] = 1.0  # of sampling
    max_tokens: Annotated[int, Field(ge=64)] = 4096  # of an answer
    longest_text: Annotated[int, Field(ge=0)] = 0  # characters, told in the schema; 0: no limit
    timeout: Annotated[float, Field(gt=0)] = 120.0  # seconds
    retries: Annotated[int, Field(ge=0)] = 5  # after 429, 5xx, time-outs
    in_flight: Annotated[int, Field(ge=1, le=256)] = 8  # calls at a time
    per_minute: Annotated[int, Field(ge=0)] = 0  # calls; 0: no limit
    on: Annotated[str, Field(pattern=r"^(ray://.+)?$")] = ""  # Ray cluster whose nodes ask
    price_in: Annotated[float, Field(ge=0)] = 0.0  # of tokens that are sent
    price_out: Annotated[float, Field(ge=0)] = 0.0  # of tokens that come back
    currency: str = "USD"  # of the prices
    licence: str = ""  # of the model's weights or service, in words or as an SPDX id
    terms_url: str = ""  # what it says about the use of its answers


def price(model: Model, tokens_in: int, tokens_out: int) -> float:
    """Price of a call by the model's prices for a million tokens."""
    return (tokens_in * model.price_in + tokens_out * model.price_out) / 1e6


def sampling(model: Model) -> dict[str, str | int]:
    """The parameters that decide an answer; numbers as text, so that a digest has one spelling."""
    return {
        "temperature": f"{model.temperature:g}",
        "top_p": f"{model.top_p:g}",
        "max_tokens": model.max_tokens,
        **({"longest_text": model.longest_text} if model.longest_text else {}),
    }
