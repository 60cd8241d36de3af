"""The recipe's table `[split]`; the defaults are the numbers of the CPsyExam paper."""

from typing import Annotated, Literal

from pydantic import Field

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


class TestQuotas(Settings):
    """Test quotas by pool: knowledge choice questions by exam, the rest over all exams.

    The defaults are what the released sets hold: 600/200 an exam, less what small subjects
    could not give (583 for GEE, say) and what was rounded off for even shares.
    """

    __test__ = False  # not a test case, whatever pytest thinks of the name

    GEE: Quotas = Quotas(SCQ=583, MAQ=200)
    PCE: Quotas = Quotas(SCQ=590, MAQ=210)
    SSE: Quotas = Quotas(SCQ=548, MAQ=176)
    TQE: Quotas = Quotas(SCQ=600, MAQ=195)
    # all exams together, by category
    CA: Quotas = Quotas(
        SCQ=600, MAQ={"identification": 50, "reasoning": 75, "application": 75}, QA=100
    )
    QA: Quotas = Quotas(QA=100)  # knowledge, all exams together, by subject


class ChapterQuotas(Settings):
    """Table `[split.chapters]`, for `by = "chapter"`: what is not named goes to test."""

    dev: Annotated[int, Field(ge=0)] = 5  # exemplars a subject; what their concepts leave is train
    train: Annotated[float, Field(ge=0, lt=1)] = 0.0  # share of the rest, in whole concepts
    reserved: Annotated[float, Field(ge=0, lt=1)] = 0.0  # the same
    valid: Annotated[float, Field(ge=0, lt=1)] = 0.1  # of what then is left, by chapter


class SplitSettings(Settings):
    """How many questions go where."""

    by: Literal["subject", "chapter"] = "subject"  # chapter: for questions written for concepts
    chapters: ChapterQuotas = ChapterQuotas()
    previous: str = ""  # table of an earlier release (columns id, split) whose splits stay
    reserve_unit: Literal["group", "page"] = "page"
    test: TestQuotas = TestQuotas()
    reserved: Annotated[float, Field(ge=0, le=4)] = 1.0  # size of the reserve, in test quotas
    dev: Annotated[float, Field(ge=0, lt=1)] = 0.1  # of what test and reserve leave
    min_train: Annotated[int, Field(ge=0)] = 5  # a stratum keeps so many for train
    few_shot: Annotated[int, Field(ge=0)] = 5  # dev holds so many per exam and format
