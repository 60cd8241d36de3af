"""The chain: every kind of source and every stage, in order, written once.

Pipeline, release, audit, trace and score take names, order and products from `CHAIN`; the pipeline
makes runnable stages of it. Functions, settings and schemas are named as `module:name` and loaded
when they are needed, since the kernel depends on no package.
"""

import importlib
from dataclasses import dataclass
from typing import Any, Literal

HELD = "held"  # the table of rows that wait for a look


@dataclass(frozen=True)
class SourceKind:
    """A kind of source. `name` is its stage, its table in a recipe, and `Source.kind` of its rows.

    The function gives RawQuestion rows and the tables `captures` and `sources`; a capture with no
    question in it is a Rejected row.
    """

    name: str
    function: str  # module:name
    settings: str  # module:name of the recipe's table
    located: Literal["url", "page", "row", "line"]  # how a question is found: in what a capture is
    plural: str  # for people: what such sources are
    saved: str  # for people: as what their captures are kept
    needs: tuple[str, ...] = ()  # keyword arguments that the pipeline supplies
    uses: tuple[str, ...] = ("parsing",)  # further packages whose code makes the result
    tables: tuple[str, ...] = ()  # products besides kept, rejected, captures and sources
    alarms: tuple[str, ...] = ()  # rules of rejected captures on which a person should look


@dataclass(frozen=True)
class StageEntry:
    """A stage after the sources: works on the rows that the stage before it kept."""

    name: str
    function: str  # module:name
    settings: str  # module:name
    table: str  # of a recipe; "" where there is nothing to set
    schema: str  # of the kept rows: a class of cpsyexam.records, or module:name
    changes: bool = False  # whether text, options, answer or explanation may come out different
    rejects: bool = True
    holds: bool = False  # whether rows may wait for a look: whole, in its table `held`
    also: tuple[str, ...] = ()  # products it reads besides, such as `parsed` or `books/lines`
    needs: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()  # further packages whose code makes the result
    tables: tuple[str, ...] = ()  # products besides kept and rejected
    receipts: bool = False  # whether it reads all products and receipts of what stands before it


@dataclass(frozen=True)
class Chain:
    """Kinds of sources, which all flow into the first stage; the stages in order; the release.

    The release writes folders, with what the last of the stages kept.
    """

    kinds: tuple[SourceKind, ...]
    stages: tuple[StageEntry, ...]
    release: StageEntry

    @property
    def kind_names(self) -> tuple[str, ...]:
        """Names of the kinds of sources."""
        return tuple(kind.name for kind in self.kinds)

    @property
    def stage_names(self) -> tuple[str, ...]:
        """Names of the stages after the sources; the first gathers what all sources printed."""
        return tuple(stage.name for stage in self.stages)

    @property
    def names(self) -> tuple[str, ...]:
        """All that a release is made from: each has a folder below build/."""
        return (*self.kind_names, *self.stage_names)

    @property
    def rejecting(self) -> tuple[str, ...]:
        """The stages after the sources that may reject a question."""
        return tuple(stage.name for stage in self.stages if stage.rejects)

    @property
    def gate(self) -> str:
        """The stage that holds back what is in doubt."""
        return next(stage.name for stage in self.stages if stage.holds)

    @property
    def aside(self) -> tuple[str, ...]:
        """The tables of questions that go no further: rejected, or held for a look."""
        own = ((s.name, t) for s in self.stages for t in _aside(s))
        return tuple(f"{name}/{table}" for name, table in own)

    @property
    def last(self) -> str:
        """The stage whose kept rows are released."""
        return self.stages[-1].name

    def before(self, name: str) -> str:
        """The stage whose kept rows a stage works on; "" for the first."""
        line = ("", *self.stage_names, self.release.name)
        return line[line.index(name) - 1]

    def reads(self, name: str) -> tuple[str, ...]:
        """The products that a stage reads, the rows it works on first."""
        entry = next(e for e in (*self.stages, self.release) if e.name == name)
        before = self.before(name)
        if before:
            return (before, *entry.also)
        tables = ("", "/captures", "/sources")
        return (*(f"{kind}{table}" for kind in self.kind_names for table in tables), *entry.also)


def _aside(entry: StageEntry) -> tuple[str, ...]:
    return (*(("rejected",) if entry.rejects else ()), *((HELD,) if entry.holds else ()))


def resolve(name: str, module: str = "") -> Any:
    """What `module:name` means; a bare name is looked up in `module`."""
    place, _, attribute = name.rpartition(":")
    return getattr(importlib.import_module(place or module), attribute)


CHAIN = Chain(
    kinds=(
        SourceKind(
            name="web",
            function="spiders.stage:extract",
            settings="spiders.settings:WebSettings",
            located="url",
            plural="web pages",
            saved="web archives",
            needs=("executor", "memo", "progress"),
            uses=("documents", "parsing"),
            alarms=("page_alarm",),
        ),
        SourceKind(
            name="books",
            function="ocr.stage:extract",
            settings="ocr.settings:BooksSettings",
            located="page",
            plural="scanned books",
            saved="images of pages",
            needs=("cache", "executor", "progress"),
            uses=("parsing", "documents"),
            tables=("lines",),
            alarms=(
                "question_torn",
                "chapter_without_question",
                "options_without_question",
                "question_unread",
                "number_missing",
                "answers_missing",
                "text_unread",
                "count_short",
                "vertical_text",
                "unreadable_page",
            ),
        ),
        SourceKind(
            name="banks",
            function="banks.stage:extract",
            settings="banks.settings:BanksSettings",
            located="row",
            plural="question banks",
            saved="files",
            needs=("memo",),
            uses=("documents", "parsing"),
        ),
        SourceKind(
            name="files",
            function="documents.stage:extract",
            settings="documents.settings:FilesSettings",
            located="line",
            plural="files of papers",
            saved="files",
            needs=("layer",),
            uses=("parsing", "ocr"),
            alarms=("page_alarm",),
        ),
        SourceKind(
            name="generated",
            function="generation.stage:extract",
            settings="generation.settings:GeneratedSettings",
            located="row",
            plural="models that write questions for concepts",
            saved="journals of their answers",
            uses=("asking", "concepts", "wording"),
        ),
    ),
    stages=(
        StageEntry(
            name="parsed",
            function="pipeline.sources:gather",
            settings="pipeline.sources:GatherSettings",
            table="",
            schema="RawQuestion",
            rejects=False,
            tables=("captures", "sources"),
        ),
        StageEntry(
            name="reviewed",
            function="reviewing.stage:review",
            settings="reviewing.settings:ReviewSettings",
            table="review",
            schema="RawQuestion",
            changes=True,
            tables=("decisions",),
        ),
        StageEntry(
            name="cleaned",
            function="cleaning.stage:clean",
            settings="cleaning.settings:CleanSettings",
            table="clean",
            schema="CleanQuestion",
            needs=("memo",),
            uses=("parsing", "wording"),
            changes=True,
        ),
        StageEntry(
            name="gated",
            function="gating.stage:gate",
            settings="gating.settings:GateSettings",
            table="gate",
            schema="CleanQuestion",
            rejects=False,
            holds=True,
            also=("parsed/sources",),
            needs=("readings",),
            uses=("asking", "parsing"),
            tables=(HELD, "reread"),
        ),
        StageEntry(
            name="unique",
            function="cleaning.unique:unique",
            settings="cleaning.unique:UniqueSettings",
            table="unique",
            schema="UniqueQuestion",
            needs=("memo", "kept_back"),
            uses=("parsing", "wording"),
            tables=("edges", "copies"),
        ),
        StageEntry(
            name="labeled",
            function="labeling.stage:label",
            settings="labeling.settings:LabelSettings",
            table="label",
            schema="LabeledQuestion",
            needs=("models", "memo"),
        ),
        StageEntry(
            name="relabeled",
            function="reviewing.stage:relabel",
            settings="cpsyexam.config:Settings",
            table="",
            schema="LabeledQuestion",
            rejects=False,
            also=("reviewed/decisions",),
        ),
        StageEntry(
            name="shuffled",
            function="labeling.stage:shuffle",
            settings="labeling.settings:ShuffleSettings",
            table="shuffle",
            schema="ShuffledQuestion",
            changes=True,
            rejects=False,
            needs=("key", "memo"),
            tables=("references",),
        ),
        StageEntry(
            name="split",
            function="splitting.stage:split",
            settings="splitting.settings:SplitSettings",
            table="split",
            schema="SplitQuestion",
            also=("parsed", "unique/edges", "unique/copies"),
            needs=("key", "previous", "normals"),
            uses=("wording",),
            tables=("plan", "problems", "joined", "lineages", "names", "texts"),
        ),
    ),
    release=StageEntry(
        name="release",
        function="pipeline.release:release",
        settings="cpsyexam.release:ReleaseSettings",
        table="release",
        schema="ReleasedQuestion",
        rejects=False,
        needs=("spec",),
        uses=("publishing", "manifests", "wording", "parsing"),
        receipts=True,
    ),
)
