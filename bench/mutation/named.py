"""`make mutants-named`: faults that once went unnoticed; each must be noticed now."""

import tomllib
from pathlib import Path

from bench.frame import publish
from bench.mutation.trees import Nursery, copied

LIST = Path(__file__).with_name("named.toml")


def main() -> None:
    """Put each in, run its tests, print what they say."""
    listed = tomllib.loads(LIST.read_text("utf-8"))["mutant"]
    tree = copied("named", 0)
    nursery = Nursery(tree)
    rows = []
    for one in listed:
        source = (tree / one["file"]).read_text("utf-8")
        assert source.count(one["was"]) == 1, f"{one['file']}: not once there: {one['was']}"
        code = source.replace(one["was"], one["now"])
        answer = nursery.run(one["file"], code, dict.fromkeys(one["tests"], 600.0), {})
        said = "noticed" if answer["code"] == 1 else f"NOT NOTICED ({answer['code']})"
        rows.append((one["what"], said, answer["test"].rpartition("/")[2]))
    nursery.close()
    publish("mutants-named", "Faults once unnoticed", ("fault", "outcome", "by"), rows)


if __name__ == "__main__":
    main()
