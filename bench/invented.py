"""Invented questions by the million: rows of the split table, made with vectors, not loops."""

import hmac

import dataframely as dy
import numpy as np
import polars as pl

from cpsyexam import records, taxonomy
from cpsyexam.identity import question_ids

KEY = b"made-up split key"
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
_NONE = pl.lit([], dtype=pl.List(pl.String))
_PLACES = pl.lit([], dtype=pl.List(pl.Int8))
_BOX = pl.struct(
    page=pl.lit(1, pl.Int32), x0=pl.lit(10.4), y0=pl.lit(20.6), x1=pl.lit(300.0), y1=pl.lit(60.0)
)
_NUMBER, _PAGE = pl.col("n").cast(pl.String), pl.col("page").cast(pl.String)
_CHOICE, _SCAN = pl.col("format") != "QA", pl.col("page") % 2 == 0


def fit(frame: pl.DataFrame, schema: type[dy.Schema]) -> pl.DataFrame:
    """The columns of a schema, in its types."""
    types = {name: column.dtype for name, column in schema.columns().items()}
    return frame.select(pl.col(name).cast(kind) for name, kind in types.items())


def questions(rows: int, seed: int, first: int = 0) -> pl.DataFrame:
    """Rows of SplitQuestion: all exams, formats and tasks; a page is a unit of eight questions.

    Splits are drawn by names of units, which are counted from `first`.
    """
    made = _texts(_plan(rows, seed))
    made = made.with_columns(
        question_ids(made), *_places(first), *_answers(), *_labels(), *_origins()
    )
    units = made["unit"].unique().to_list()
    draws = {unit: hmac.digest(KEY, unit.encode(), "sha256").hex() for unit in units}
    made = made.with_columns(
        pl.col("unit").replace_strict(draws).alias("draw"),
        pl.col("unit").replace_strict({u: _split(d) for u, d in draws.items()}).alias("split"),
    )
    return fit(made.unique("id", keep="first", maintain_order=True), records.SplitQuestion)


def _split(draw: str) -> str:
    part = int(draw[:4], 16) / 65536
    return "reserved" if part < 0.1 else "test" if part < 0.3 else "dev" if part < 0.4 else "train"


def _plan(rows: int, seed: int) -> pl.DataFrame:
    rng = np.random.default_rng(seed)
    number = np.arange(rows)
    page = number // PER_PAGE
    terms = np.array(_TERMS, dtype=object)[rng.integers(0, len(_TERMS), (rows, 9))]
    signs = np.array(sorted(set("".join(_TERMS))), dtype=object)
    words = (
        terms
        + signs[rng.integers(0, signs.size, (rows, 9))]
        + signs[rng.integers(0, signs.size, (rows, 9))]
    )
    exam = np.array(taxonomy.exams())[page % 4]
    subjects = {name: list(taxonomy.subjects(name)) for name in taxonomy.exams()}
    chosen = [subjects[e][p % len(subjects[e])] for e, p in zip(exam, page, strict=True)]
    plan = {
        "n": number,
        "page": page,
        "exam": exam,
        "subject": chosen,
        "format": np.array(["SCQ", "SCQ", "SCQ", "MAQ", "QA"])[number % 5],
        "case": (page % 3 == 0) & (exam != "SSE"),
        "ask": np.array(_ASKS)[rng.integers(0, len(_ASKS), rows)],
        "right": rng.integers(0, 4, rows),
    }
    return pl.DataFrame({**plan, **{f"w{i}": words[:, i].astype(str) for i in range(9)}})


def _texts(plan: pl.DataFrame) -> pl.DataFrame:
    stem = pl.format(
        "有人认为{}会影响{}，也有人用{}解释{}。就第{}号被试而言，{}（　　）。",
        "w0", "w1", "w2", "w3", _NUMBER, "ask",
    )  # fmt: skip
    options = [pl.format("{}先于{}", f"w{4 + i}", pl.lit(w)) for i, w in enumerate("甲乙丙丁")]
    story = pl.format("求助者，女，第{}号个案，因{}与{}来访，自述{}。", _PAGE, "w0", "w5", "w8")
    return plan.with_columns(
        stem.alias("stem"),
        pl.when(_CHOICE).then(pl.concat_list(options)).otherwise(_NONE).alias("options"),
        pl.when("case").then(story.first().over("page")).otherwise(pl.lit("")).alias("material"),
    )


def _places(first: int) -> list[pl.Expr]:
    unit = pl.format("u{}", pl.col("page") + first)
    kind = pl.when(_SCAN).then(pl.lit("book")).otherwise(pl.lit("site"))
    return [
        pl.format("r{}", _NUMBER).alias("raw_id"),
        pl.format("r{}", _NUMBER).alias("cluster"),
        pl.format("l{}", _NUMBER).alias("lineage"),
        pl.format("c{}", _PAGE).alias("capture"),
        unit.alias("unit"),
        unit.alias("group"),
        pl.format("https://exam.invalid/{}", _PAGE).alias("url"),
        kind.alias("source"),
        _NUMBER.alias("locator"),
        _NUMBER.alias("number"),
    ]


def _answers() -> list[pl.Expr]:
    several = pl.concat_list("right", (pl.col("right") + 1) % 4).list.sort()
    one = pl.concat_list("right")
    letters = pl.when(pl.col("format") == "SCQ").then(one).when(_CHOICE).then(several)
    said = pl.when(pl.col("n") % 2 == 0).then(pl.format("{}见教材。", "w6")).otherwise(pl.lit(""))
    return [
        letters.otherwise(_PLACES.cast(pl.List(pl.Int64))).alias("answer"),
        pl.when(_CHOICE)
        .then(pl.lit(""))
        .otherwise(pl.format("{}即{}", "w4", "w5"))
        .alias("reference"),
        pl.when(_CHOICE).then(pl.lit([3, 1, 0, 2])).otherwise(_PLACES).alias("order"),
        said.alias("explanation"),
    ]


def _labels() -> list[pl.Expr]:
    rules = ("format", "task", "category", "shuffle")
    return [
        pl.col("format").alias("declared"),
        pl.when("case").then(pl.lit("CA")).otherwise(pl.lit("KG")).alias("task"),
        pl.when("case").then(pl.lit("reasoning")).otherwise(pl.lit("")).alias("category"),
        pl.lit(0.8754).alias("task_confidence"),
        pl.lit(0.5).alias("category_confidence"),
        pl.lit("").alias("category_hint"),
        *(pl.lit("made_up").alias(f"{name}_rule") for name in rules),
    ]


def _origins() -> list[pl.Expr]:
    before = pl.format("[单选]{}", "stem")
    change = pl.struct(rule=pl.lit("type_tag"), field=pl.lit("stem"), before=before, after="stem")
    boxes, changes = pl.List(records.BOX.dtype), pl.List(records.CHANGE.dtype)
    return [
        pl.when(_SCAN).then(0.9 + (pl.col("n") % 10) / 100).alias("confidence"),
        pl.when(_SCAN)
        .then(pl.concat_list(_BOX).cast(boxes))
        .otherwise(pl.lit([], boxes))
        .alias("boxes"),
        pl.when(pl.col("n") % 3 == 0)
        .then(pl.concat_list(change))
        .otherwise(pl.lit([], changes))
        .alias("changes"),
        *(_NONE.alias(name) for name in ("notes", "flags", "also", "keywords")),
    ]
