"""What the parser's notes and leftovers mean. Every rule in a record is a key here."""

import tomllib
from importlib.resources import files

from parsing.page.noise import FOOTER, LITTER, NOISE

_TOLD = tomllib.loads(files("parsing").joinpath("rules.toml").read_text("utf-8"))
NOTES: dict[str, str] = _TOLD["notes"]
LEFTOVERS: dict[str, str] = _TOLD["leftovers"] | {
    noise.rule: f"e.g. {noise.example}" for noise in (*NOISE, *LITTER, FOOTER)
}
