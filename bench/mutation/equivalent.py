"""Mutants that no test can notice, each with the reason: bench/mutation/equivalent.toml."""

import tomllib
from pathlib import Path

LIST = Path(__file__).with_name("equivalent.toml")


def reasons() -> dict[tuple[str, str, str], str]:
    """(file, lines as they are, lines as mutated) -> why that changes nothing that counts."""
    listed = tomllib.loads(LIST.read_text("utf-8"))["mutant"]
    return {(one["file"], one["was"], one["now"]): one["why"] for one in listed}
