"""A made-up build folder with every table a release is written from; for tests and benchmarks."""

import hmac
import json
from pathlib import Path

import dataframely as dy
import numpy as np
import polars as pl

from cpsyexam import files, records, taxonomy
from cpsyexam.identity import question_ids

KEY = b"made-up split key"
SALT = b"made-up salt key"
FACTS = {"commit": "c" * 40, "created": "2026-01-02T03:04:05Z"}
PER_PAGE = 8
_TERMS = [
    "感觉",
    "知觉",
    "记忆",
    "思维",
    "想象",
    "情绪",
    "动机",
    "需要",
    "人格",
    "气质",
    "性格",
    "能力",
    "智力",
    "注意",
    "意识",
    "学习",
    "迁移",
    "强化",
    "惩罚",
    "消退",
    "泛化",
    "分化",
    "图式",
    "同化",
    "顺应",
    "平衡",
    "依恋",
    "焦虑",
    "抑郁",
    "强迫",
    "恐怖",
    "躁狂",
    "妄想",
    "幻觉",
    "移情",
    "共情",
    "阻抗",
    "面质",
    "倾听",
    "暗示",
    "催眠",
    "脱敏",
    "暴露",
    "代币",
    "归因",
    "态度",
    "从众",
    "服从",
    "去个性化",
    "社会助长",
    "刻板印象",
    "首因效应",
    "近因效应",
    "晕轮效应",
    "信度",
    "效度",
    "常模",
    "难度",
    "区分度",
    "方差",
    "回归",
    "相关",
    "卡方检验",
    "标准差",
    "百分位数",
    "抽样",
    "被试",
    "主试",
    "变量",
    "反应时",
    "阈限",
    "掩蔽",
    "双耳分听",
    "启动效应",
    "工作记忆",
    "程序性知识",
    "陈述性知识",
    "元认知",
    "自我效能",
    "习得性无助",
    "最近发展区",
    "观察学习",
    "认知失调",
    "自我实现",
    "集体无意识",
    "防御机制",
    "升华",
    "投射",
    "退行",
    "合理化",
]
_ASKS = ("下列说法正确的是", "其核心内容是", "最能说明二者关系的是", "与之不相符的是", "首先应考虑")


def make(build: Path, rows: int, *, seed: int = 7, whole: bool = True) -> None:
    """Write a build of so many questions; with `whole` all columns of the tables in between."""
    split = questions(rows, seed)
    copies = split.gather_every(10).with_columns(
        (pl.col("raw_id") + "x").alias("raw_id"),
        pl.col("url") + "copy",
        records_copy(split.gather_every(10)).alias("capture"),
    )
    empty = (
        split.head(3)
        .with_columns(pl.lit("missing_answer").alias("rule"))
        .with_columns(
            (pl.col("raw_id") + "e").alias("raw_id"), pl.lit([], pl.List(pl.Int8)).alias("answer")
        )
    )
    split = split.join(
        copies.select(pl.col("raw_id").str.head(-1), pl.concat_list("raw_id").alias("new")),
        on="raw_id", how="left", maintain_order="left",
    ).with_columns(pl.col("new").fill_null([]).alias("also")).drop("new")  # fmt: skip
    clean = list(records.CleanQuestion.column_names()) if whole else ["raw_id", "id", "source"]
    cleaned = pl.concat([split.select(clean), copies.select(clean)])
    raw = (
        pl.concat([x.select(clean) for x in (cleaned, empty)])
        if not whole
        else _raw(
            pl.concat(
                [split, copies.with_columns(also=[]), empty.drop("rule").with_columns(also=[])],
                how="vertical_relaxed",
            )
        )
    )
    _write_sources(
        build, pl.concat([x.select("capture", "source", "url") for x in (split, copies, empty)])
    )
    _product(build, "parsed", raw, None)
    _product(
        build, "cleaned", cleaned,
        records.reject(empty.drop("rule"), stage="cleaned", rule="missing_answer"),
    )  # fmt: skip
    gone = records.reject(
        copies, stage="unique", rule="exact_duplicate", strength=1.0,
        counterpart=pl.col("raw_id").str.head(-1),
    )  # fmt: skip
    _product(build, "unique", _fit(split, records.UniqueQuestion, whole), gone)
    _product(build, "labeled", _fit(split, records.LabeledQuestion, whole), None)
    _product(build, "shuffled", _fit(split, records.ShuffledQuestion, whole), None)
    _product(build, "split", split, None)
    edges = gone.select(
        pl.col("parent").alias("a"),
        pl.col("counterpart").alias("b"),
        pl.lit("exact").alias("kind"),
        pl.lit("").alias("reason"),
    )
    files.write_frame(build / "unique/edges.parquet", edges)


def records_copy(frame: pl.DataFrame) -> pl.Expr:
    """Captures for copies, one page a copy, so that a reserved page stays whole."""
    del frame
    return pl.concat_str(pl.lit("k"), pl.col("capture"))


def questions(rows: int, seed: int) -> pl.DataFrame:
    """Rows of SplitQuestion: all exams, formats and tasks; pages are units."""
    rng = np.random.default_rng(seed)
    number = np.arange(rows)
    page = number // PER_PAGE
    exam = np.array(taxonomy.EXAMS)[page % 4]
    words = np.array(_TERMS)[rng.integers(0, len(_TERMS), (rows, 9))]
    kind = np.array(["SCQ", "SCQ", "SCQ", "MAQ", "QA"])[number % 5]
    case = (page % 3 == 0) & (exam != "SSE")
    frame = pl.DataFrame(
        {
            "n": number,
            "page": page,
            "exam": exam,
            "format": kind,
            "case": case,
            "ask": np.array(_ASKS)[rng.integers(0, len(_ASKS), rows)],
            **{f"w{i}": words[:, i] for i in range(9)},
            "right": rng.integers(0, 4, rows),
        }
    )
    subject = {e: list(taxonomy.subjects(e)) for e in taxonomy.EXAMS}
    text = pl.concat_str(
        pl.lit("有人认为"), "w0", pl.lit("会影响"), "w1", pl.lit("，也有人用"), "w2", pl.lit("解释"), "w3",
        pl.lit("。就第"), pl.col("n").cast(pl.String), pl.lit("号被试而言，"), "ask", pl.lit("（　　）。"),
    )  # fmt: skip
    options = pl.concat_list(
        [pl.concat_str(f"w{4 + i}", pl.lit(f"先于{w}")) for i, w in enumerate("甲乙丙丁")]
    )
    choice = pl.col("format") != "QA"
    made = frame.with_columns(
        pl.Series("subject", [subject[e][p % len(subject[e])] for e, p in zip(exam, page, strict=True)]),
        text.alias("stem"),
        pl.when(choice).then(options).otherwise(pl.lit([], pl.List(pl.String))).alias("options"),
        pl.when(pl.col("case"))
        .then(pl.concat_str(pl.lit("求助者，女，第"), pl.col("page").cast(pl.String), pl.lit("号个案，因失眠来访。")))
        .otherwise(pl.lit("")).alias("material"),
    )  # fmt: skip
    return _finish(made)


def _finish(made: pl.DataFrame) -> pl.DataFrame:
    """The columns that follow from the text, as SplitQuestion wants them."""
    choice = pl.col("format") != "QA"
    several = pl.concat_list("right", (pl.col("right") + 1) % 4).list.sort()
    page = pl.col("page").cast(pl.String)
    scan = pl.col("page") % 2 == 0
    unit = pl.concat_str(pl.lit("u"), page)
    frame = made.with_columns(
        question_ids(made),
        pl.concat_str(pl.lit("r"), pl.col("n").cast(pl.String)).alias("raw_id"),
        pl.concat_str(pl.lit("c"), page).alias("capture"),
        pl.when(scan).then(pl.lit("book")).otherwise(pl.lit("site")).alias("source"),
        pl.concat_str(pl.lit("https://exam.invalid/"), page).alias("url"),
        pl.col("n").cast(pl.String).alias("locator"),
        pl.col("n").cast(pl.String).alias("number"),
        pl.col("format").alias("declared"),
        pl.when(pl.col("format") == "SCQ").then(pl.concat_list("right"))
        .when(choice).then(several).otherwise(pl.lit([], pl.List(pl.Int64)))
        .cast(pl.List(pl.Int8)).alias("answer"),
        pl.when(choice).then(pl.lit("")).otherwise(pl.concat_str("w4", pl.lit("即"), "w5")).alias("reference"),
        pl.when(pl.col("n") % 2 == 0).then(pl.concat_str("w6", pl.lit("见教材。"))).otherwise(pl.lit("")).alias("explanation"),
        pl.when(scan).then(0.9 + (pl.col("n") % 10) / 100).alias("confidence"),
        unit.alias("unit"), unit.alias("group"),
        pl.concat_str(pl.lit("r"), pl.col("n").cast(pl.String)).alias("cluster"),
        pl.when(pl.col("case")).then(pl.lit("CA")).otherwise(pl.lit("KG")).alias("task"),
        pl.when(pl.col("case")).then(pl.lit("reasoning")).otherwise(pl.lit("")).alias("category"),
        pl.lit(0.8754).alias("task_confidence"), pl.lit(0.5).alias("category_confidence"),
        pl.when(choice).then(pl.lit([3, 1, 0, 2])).otherwise(pl.lit([], pl.List(pl.Int64)))
        .cast(pl.List(pl.Int8)).alias("order"),
        pl.when(scan).then(pl.concat_list(pl.struct(page=pl.lit(1, pl.Int32), x0=pl.lit(10.4), y0=pl.lit(20.6), x1=pl.lit(300.0), y1=pl.lit(60.0))))
        .otherwise(pl.lit([], pl.List(records.BOX.dtype))).cast(pl.List(records.BOX.dtype)).alias("boxes"),
        pl.when(pl.col("n") % 3 == 0)
        .then(pl.concat_list(pl.struct(rule=pl.lit("type_tag"), field=pl.lit("stem"), before=pl.concat_str(pl.lit("[单选]"), "stem"), after=pl.col("stem"))))
        .otherwise(pl.lit([], pl.List(records.CHANGE.dtype))).alias("changes"),
        *(pl.lit("made_up").alias(f"{name}_rule") for name in ("format", "task", "category", "shuffle")),
        pl.lit("").alias("category_hint"),
        *(pl.lit([], pl.List(pl.String)).alias(name) for name in ("notes", "flags", "also", "keywords")),
    )  # fmt: skip
    named = {u: hmac.digest(KEY, u.encode(), "sha256").hex() for u in frame["unit"].unique()}
    part = {u: int(draw[:4], 16) / 65536 for u, draw in named.items()}
    frame = frame.with_columns(
        pl.col("unit").replace_strict(named).alias("draw"),
        pl.col("unit").replace_strict({u: _place(p) for u, p in part.items()}).alias("split"),
    ).unique("id", keep="first", maintain_order=True)
    return _fit(frame, records.SplitQuestion, whole=True)


def _place(part: float) -> str:
    return "reserved" if part < 0.1 else "test" if part < 0.3 else "dev" if part < 0.4 else "train"


def _fit(frame: pl.DataFrame, schema: type[dy.Schema], whole: bool) -> pl.DataFrame:  # noqa: FBT001
    if not whole:
        return frame.select("raw_id", "id", "source")
    types = {name: column.dtype for name, column in schema.columns().items()}
    return frame.select(pl.col(name).cast(kind) for name, kind in types.items())


def _raw(frame: pl.DataFrame) -> pl.DataFrame:
    letters = pl.col("answer").list.eval(
        pl.element().replace_strict(list(range(8)), list(taxonomy.LETTERS), return_dtype=pl.String)
    )
    made = frame.with_columns(
        letters.list.join("").alias("answer"),
        pl.lit("").alias("section"),
        pl.lit([], pl.List(pl.String)).alias("images"),
    )
    return _fit(made, records.RawQuestion, whole=True)


def _write_sources(build: Path, printed: pl.DataFrame) -> None:
    terms = {
        "owner": "nobody",
        "licence": "CC0-1.0",
        "terms_url": "https://exam.invalid/terms",
        "decided_by": "editors",
        "decided_on": "2026-01-01",
        "status": "cleared",
        "note": "",
    }
    sources = records.conform(
        [{"source": s, "kind": k, "title": t, "terms": json.dumps(terms)} for s, k, t in
         (("book", "book", "样书"), ("site", "web", "样站"))],
        records.Source,
    )  # fmt: skip
    pages = printed.unique("capture", maintain_order=True)
    listing = pages.head(1).with_columns(
        pl.lit("clist").alias("capture"), pl.lit("site").alias("source")
    )
    captures = pl.concat([pages, listing]).with_columns(
        pl.Series("digest", [files.digest(c) for c in [*pages["capture"], "clist"]]),
        pl.lit("2026-01-01T00:00:00Z").alias("fetched"),
        pl.lit("text/html").alias("media_type"),
        pl.lit("archives/made-up.warc.gz").alias("archive"),
        pl.int_range(pl.len()).alias("offset"),
    )
    captures = _fit(captures, records.Capture, whole=True)
    none = records.Rejected.create_empty()
    for name, kept in (("web", "site"), ("books", "book"), ("banks", "")):
        mine = captures.filter(pl.col("source") == kept)
        lists = mine.filter(pl.col("capture") == "clist")
        gone = records.reject(lists, stage=name, rule="list_page", parent="capture")
        _product(build, name, mine.select("capture"), gone if lists.height else none)
        files.write_frame(build / name / "captures.parquet", mine)
    files.write_frame(build / "parsed/captures.parquet", captures)
    files.write_frame(build / "parsed/sources.parquet", sources)


def _product(build: Path, name: str, kept: pl.DataFrame, rejected: pl.DataFrame | None) -> None:
    gone = rejected if rejected is not None else records.Rejected.create_empty()
    outputs = {}
    for table, frame in (("kept", kept), ("rejected", gone)):
        path = build / name / f"{table}.parquet"
        files.write_frame(path, frame)
        outputs[table] = {"sha256": files.digest_file(path), "rows": frame.height}
    settings = {"reserve_unit": "page"} if name == "split" else {}
    receipt = {"stage": name, "key": files.digest(name), "outputs": outputs, "settings": settings}
    files.write_json(build / name / "receipt.json", receipt)
