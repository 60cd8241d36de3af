# ruff: noqa: E501
"""Bilingual paper of a graduate course: English terms, pinyin, options A) B), parts I to IV."""

from bench.designs.bank import Draw, Question
from bench.designs.model import Design, Volume, chapter

CHOICES = (
    (
        "A stimulus that naturally and automatically triggers a response is called a(n) ______ (无条件刺激).",
        (
            "conditioned stimulus",
            "unconditioned stimulus",
            "neutral stimulus",
            "discriminative stimulus",
        ),
        "B",
    ),
    (
        "Which of the following researchers is best known for the concept of self-efficacy (自我效能感)?",
        ("Albert Bandura", "B. F. Skinner", "Carl Rogers", "Jean Piaget"),
        "A",
    ),
    (
        "“Working memory”（工作记忆）模型由 Baddeley 和 Hitch 于1974年提出，其中负责协调各子系统的成分是（　　）。",
        (
            "phonological loop（语音回路）",
            "visuospatial sketchpad（视空间模板）",
            "central executive（中央执行系统）",
            "episodic buffer（情景缓冲器）",
        ),
        "C",
    ),
    (
        "The tendency to search for information that supports our preconceptions is known as ______.",
        ("hindsight bias", "confirmation bias", "availability heuristic", "belief perseverance"),
        "B",
    ),
    (
        "在 Erikson 的理论中，青少年期（adolescence）的主要冲突是（　　）。",
        (
            "trust vs. mistrust",
            "initiative vs. guilt",
            "identity vs. role confusion",
            "intimacy vs. isolation",
        ),
        "C",
    ),
    (
        "小学生学习拼音时把“bēi zi”读成“pēi zi”，经老师提示后能分清 b 与 p，这主要依靠（　　）。",
        ("知觉的分化", "刺激的泛化", "动机的转移", "情绪的调节"),
        "A",
    ),
    (
        "The part of the brain that is most directly involved in forming new explicit memories is the ______.",
        ("cerebellum", "hippocampus", "hypothalamus", "medulla"),
        "B",
    ),
    (
        "在 ANOVA（方差分析）中，F 值等于（　　）。",
        (
            "组内均方与组间均方之比",
            "组间均方与组内均方之比",
            "总平方和与自由度之比",
            "两个平均数之差",
        ),
        "B",
    ),
    (
        "Reinforcing a response only part of the time is called ______ reinforcement.",
        ("continuous", "partial", "negative", "secondary"),
        "B",
    ),
    (
        "Ainsworth 的“陌生情境”（Strange Situation）主要用来研究婴儿的（　　）。",
        (
            "attachment（依恋）",
            "temperament（气质）",
            "language（语言）",
            "motor skills（动作技能）",
        ),
        "A",
    ),
    (
        "According to the DSM-5, a Major Depressive Episode requires symptoms lasting at least ______.",
        ("2 days", "2 weeks", "2 months", "6 months"),
        "B",
    ),
    (
        "Stroop 效应说明，字义对颜色命名产生了（　　）。",
        ("facilitation", "interference", "habituation", "priming"),
        "B",
    ),
    (
        "The mean of a standard normal distribution (标准正态分布) is ______ and its SD is ______.",
        ("0; 1", "1; 0", "50; 10", "100; 15"),
        "A",
    ),
    (
        "“Out of sight, out of mind” best describes an infant who has not yet developed ______.",
        ("conservation", "object permanence", "egocentrism", "animism"),
        "B",
    ),
    (
        "Rogers 的“来访者中心疗法”（client-centered therapy）不强调的条件是（　　）。",
        (
            "empathy（共情）",
            "genuineness（真诚）",
            "unconditional positive regard",
            "dream interpretation（释梦）",
        ),
        "D",
    ),
    (
        "双生子研究（twin study）中，MZ 与 DZ 分别指（　　）。",
        ("同卵双生与异卵双生", "异卵双生与同卵双生", "男孩与女孩", "实验组与控制组"),
        "A",
    ),
    (
        "When people exert less effort in a group than when working alone, psychologists speak of ______.",
        ("social facilitation", "social loafing", "groupthink", "deindividuation"),
        "B",
    ),
    ("下列缩写中，表示“事件相关电位”的是（　　）。", ("EEG", "ERP", "fMRI", "PET"), "B"),
)
TERMS = (
    ("cognitive dissonance",
     "认知失调。由 Festinger 提出，指个体的两种认知（态度、信念、行为）相互矛盾时产生的不愉快的紧张状态，它促使个体改变其中之一以恢复协调。"),
    ("zone of proximal development (ZPD)",
     "最近发展区。由 Vygotsky 提出，指儿童独立解决问题的水平与在成人或更有能力的同伴帮助下解决问题的水平之间的差距。"),
    ("Type I error",
     "第一类错误，又称弃真错误，指虚无假设（H0）为真时拒绝它所犯的错误，其概率为显著性水平 α。"),
    ("chunking",
     "组块化。指把若干较小的单位联合成熟悉的、较大的单位的信息加工方式，可以扩大短时记忆的容量（7±2个组块）。"),
)  # fmt: skip


def _compose(draw: Draw) -> Volume:
    order = draw.dice.sample(range(len(CHOICES)), len(CHOICES))
    choices = [
        Question(f"bi-{at}", "SCQ", stem, options, answer)
        for at in order
        for stem, options, answer in [CHOICES[at]]
    ]
    terms = [Question(f"bt-{at}", "QA", *row[:1], (), row[1]) for at, row in enumerate(TERMS)]
    parts = [
        ("Part I　Single Choice　单项选择（2 points each）", choices),
        (
            "Part II　Multiple Choice　多项选择（3 points each）",
            draw.take("MAQ", 10, subject="发展心理学"),
        ),
        ("Part III　True or False　判断正误（1 point each）", draw.take("TF", 10)),
        ("Part IV　Terms　英译并解释（5 points each）", terms),
    ]
    title = "Graduate Psychology: Mid-term Examination　研究生心理学期中试题"
    said = chapter(
        title,
        ("GEE", "普通心理学"),
        parts,
        restart=False,
        say=lambda a: {"√": "T", "×": "F"}.get(a, a),
    )
    return Volume("研究生心理学期中试题", (said,))


DESIGN = Design(
    "bilingual",
    "bilingual paper: English and Chinese stems, options A) B), Roman parts, key 1-5: BACBC",
    _compose,
    wears=("flatbed", "photo", "copy"),
)
