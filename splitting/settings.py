"""The recipe's table `[split]`: shares of what is there, or numbers of questions."""

import difflib
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from cpsyexam import taxonomy
from cpsyexam.config import Settings

# A number of questions (≥ 1), or a share of the population (below 1).
Quota = Annotated[float, Field(ge=0)]


# One quota for a pool, spread evenly over its strata, or one for each stratum by its name.
Spread = Quota | dict[str, Quota]


class Quotas(Settings):
    """Test quotas of one pool by format; strata are subjects, for case analysis categories."""

    SCQ: Spread = 0
    MAQ: Spread = 0
    QA: Spread = 0


class ChapterQuotas(Settings):
    """Table `[split.chapters]`, for `by = "chapter"`: what is not named goes to test."""

    dev: Annotated[int, Field(ge=0)] = 5  # exemplars a subject; what their concepts leave is train
    train: Annotated[float, Field(ge=0, lt=1)] = 0.0  # share of the rest, in whole concepts
    reserved: Annotated[float, Field(ge=0, lt=1)] = 0.0  # the same
    valid: Annotated[float, Field(ge=0, lt=1)] = 0.1  # of what then is left, by chapter


class SplitSettings(Settings):
    """How many questions go where.

    Test quotas are, in this order: `test`, by pool (an exam's knowledge questions with options, a
    case task over all exams, `QA` for open ones); the preset of the taxonomy that `quotas` names;
    else `share` of every stratum.
    """

    by: Literal["subject", "chapter"] = "subject"  # chapter: for questions written for concepts
    chapters: ChapterQuotas = ChapterQuotas()
    # release, or table of id and split, whose splits stay; "" = the newest lower version beside
    # it, "none" = none
    previous: str = ""
    reveal: tuple[str, ...] = ()  # ids that an earlier release reserved and this one tests with
    reserve_unit: Literal["group", "page"] = "page"
    unpublished: tuple[str, ...] = ()  # sources that stand in no public place: reserved first
    # of what is held back, never asked: who takes the public questions away from the sources
    # finds these as well and cannot tell them; the reserve grows by as many
    decoys: Annotated[float, Field(ge=0, le=0.9)] = 0.0
    spare_subjects: bool = True  # of every subject a question stays public
    quotas: str = "proportional"  # or a preset of the taxonomy: "cpsyexam", the paper's numbers
    share: Annotated[float, Field(ge=0, lt=1)] = 0.1  # of every stratum for test
    test: dict[str, Quotas] = Field(default_factory=dict)
    # size of the reserve, in test quotas; unset: 0.5 where shares are proportional, else 1
    reserved: Annotated[float, Field(ge=0, le=4)] | None = None
    dev: Annotated[float, Field(ge=0, lt=1)] = 0.1  # of what test and reserve leave
    min_train: Annotated[int, Field(ge=0)] = 5  # a stratum keeps so many for train
    few_shot: Annotated[int, Field(ge=0)] = 5  # dev holds so many per exam and format

    @model_validator(mode="after")
    def _known(self) -> Self:
        pools = [*taxonomy.exams(), *taxonomy.cases(), "QA"]
        for name in self.test:
            if name not in pools:
                near = difflib.get_close_matches(name, pools, n=1, cutoff=0.0)
                raise ValueError(
                    f"unknown key 'test.{name}'; did you mean {near[0]!r}? "
                    f"The taxonomy has {', '.join(pools)}"
                )
        presets = list(taxonomy.current().quotas)
        if self.quotas not in ("proportional", *presets):
            named = " or ".join(map(repr, ("proportional", *presets)))
            raise ValueError(f"quotas: {self.quotas[:100]!r} is none of {named}")
        return self

    @property
    def proportional(self) -> bool:
        """Whether every stratum gives the same share."""
        return not self.test and self.quotas == "proportional"

    @property
    def reserve(self) -> float:
        """Size of the reserve with its decoys, in test quotas."""
        asked = self.reserved if self.reserved is not None else 0.5 if self.proportional else 1.0
        return asked / (1 - self.decoys)

    def quota(self, pool: str, kind: str) -> Spread:
        """The test quota of a pool and format; 0 where nobody names it."""
        if self.proportional:
            return self.share
        pools = self.test or _preset(self.quotas)
        found: Spread = getattr(pools[pool], kind) if pool in pools else 0.0
        return found


def _preset(name: str) -> dict[str, Quotas]:
    table = taxonomy.current().quotas[name]
    return {pool: Quotas.model_validate(quotas) for pool, quotas in table.items()}
