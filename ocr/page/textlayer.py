"""A PDF's own text instead of OCR, where it is good: no hidden old OCR, no broken encoding, no
litter of characters that a font names wrongly.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any

import pypdfium2 as pdfium
from pypdfium2 import raw

from cpsyexam.text import cjk_share
from ocr.habits.confusions import converter
from ocr.layout.columns import HANG, crosses, find_gutter, likely_gutter
from ocr.layout.geometry import line_height, straight
from ocr.layout.tables import frames
from ocr.page.figures import find_figures, find_rules
from ocr.page.fragment import LAYER, Area, Fragment, Reading, Rule
from ocr.page.pages import Pixels, Place, UnreadablePageError, open_pdf, picture, scale_of
from ocr.page.textruns import Cuts, Printed, Run, runs
from ocr.settings import BooksSettings

LEAST = 50  # characters of a page with a text layer worth having
FEW = 4  # of one that nothing else is read of
COVERED = 0.8  # share of the page that an image covers in a scan
ABNORMAL = 0.03  # share of characters that no book prints
_STRANGE = re.compile(r"[\ufffd\ufffe\uffff\ue000-\uf8ff\x00-\x08\x0b\x0c\x0e-\x1f]")
_RUNS = re.compile(r"(?:([!-/:-@\[-`{-~])(?!\1)){4,}")  # ______ and ...... are ordinary print
BESIDE = 3  # lines that begin at the same place make an edge
_KEYS = re.compile(
    r"\d{1,3}(?:[.、．:：)）—–-]*[(（\[]?(?:[A-HＡ-Ｈ]{1,6}|[(（]\d[)）]|[√×])[)）\]]?)+"
)
CHINESE = 0.2  # share of the characters of a page
KEYED = 0.6  # of them in entries of a key: 1.A, 6-10 BCADB, or in the cells of one
_CELL = re.compile(r"\d{1,3}|[A-HＡ-Ｈ]{1,6}|[√×]")  # of a table of numbers and keys
_WORDS = re.compile(r"[A-Za-z]{2,}")
# the commonest words of English: 25 % or more of an English page's, none of one in another coding
_COMMON = frozenset(
    _WORDS.findall(
        "the of and to in is that it as for was on are be with by an which or from this at not"
        " what has have can when who how if following true false all their one more other"
    )
)
ENGLISH, PROSE = 0.1, 20  # share of them among so many words or more
# The commonest pairs of characters of one half of samples/pages that hardly ever stand the other
# way round. They are 2 % of the pairs or more on all 1,497 pieces of 800 characters of the other
# half; with their characters shuffled 0.7 % of the pieces reach that, turned round 0.1 %.
_PAIRS = (
    "答案选择属于的是下列考试解析行为主要说明时间正确试题影响情绪理论包括称为社会教育研究学习提出内容一个记忆自我自己反应关系知识练习判断参考因素需要认为可以认知方法"
    "要求活动解释问题第一发展作用刺激部分这种现象儿童效应能力个体基础实验错误信息过程测验思维工作题目进行试卷特点知觉没有分析表现条件一般可能符合只有精神任务是指什么"
    "观察存在特征形成专业综合适应阶段焦虑引起方式组织群体稳定基本以下概念智力意识个人相关使用模拟教师安全他人系统管理标准目标水平功能人格简述容易咨询状态反映体现情境"
    "障碍抑郁根据位置通过提高强化神经结构分为保持类型环境改变四个关于程度比较对象本题评价课程资料常见控制运动之间具有变化结果气质有关分钟治疗原则复习决定联系理解态度"
    "经验健康首先建立不同重要哪一测量增加名词哪种考研生理直接同一反复真题下降动作备选感受以上这是意义一种投射两个第二倾向描述更多说法患者帮助冲突症状用于被试中心有意"
)
OFTEN, ENOUGH = 0.02, 100  # of the pairs of a text, and of how many that is a judgement
_CHINESE = re.compile(r"[\u4e00-\u9fff]+")
HIDDEN = 3  # text render mode: neither filled nor stroked


def read_layer(
    place: Place, pixels: Pixels | None, settings: BooksSettings, least: int = LEAST
) -> Reading | None:
    """The text layer of a PDF page as fragments in pixels of its image, or None for no good one.

    Ruled lines and figures come from the image, as for scans: `pixels`, or one that is drawn here
    where the page holds lines or pictures. A layer of fewer characters than `least` is not
    believed.
    """
    if place.file.suffix.lower() != ".pdf":
        return None
    with closing(open_pdf(place.file)) as document:
        try:
            page = document[place.page - 1]
            text_page = page.get_textpage()
            printed = Printed(text_page)
            if not good(printed.text, least) or _hidden(page):
                return None
            scale = scale_of(page, settings.dpi, settings.max_side)
            if pixels is None and _drawn_on(page):
                pixels = picture(
                    place, dpi=settings.dpi, max_side=settings.max_side, pixels=settings.pixels
                )
            rules = () if pixels is None else find_rules(pixels)
            width, height = (round(side * scale) for side in page.get_size())
            pixels_of = pdfium.PdfPosConv(page, (0, 0, width, height, 0))
            fragments = tuple(_fragments(pixels_of, printed, rules))
            if not written("".join(f.text for f in fragments)):
                return None
        except (pdfium.PdfiumError, UnreadablePageError):
            return None
    if pixels is None:
        return Reading(width, height, 0, LAYER, fragments)
    height, width = pixels.shape
    figures = find_figures(pixels, fragments, frames(rules))
    return Reading(width, height, 0, LAYER, fragments, rules=rules, figures=figures)


def _drawn_on(page: Any) -> bool:
    drawings = [raw.FPDF_PAGEOBJ_PATH, raw.FPDF_PAGEOBJ_SHADING, raw.FPDF_PAGEOBJ_IMAGE]
    return any(True for _ in page.get_objects(filter=drawings, max_depth=3))


def good(text: str, least: int = LEAST) -> bool:
    """Is this text of a Chinese or English page, or of nothing but a key? Or too little, broken?"""
    letters = re.sub(r"\s", "", text)
    if len(letters) < least:
        return False
    strange = len(_STRANGE.findall(letters)) + sum(len(m[0]) for m in _RUNS.finditer(letters))
    if strange / len(letters) >= ABNORMAL:
        return False
    cells = sum(len(word) for word in text.split() if _CELL.fullmatch(word))
    keys = max(cells, sum(map(len, _KEYS.findall(letters))))
    words = _WORDS.findall(text)
    common = sum(word.lower() in _COMMON for word in words)
    english = len(words) >= PROSE and common >= ENGLISH * len(words)
    return cjk_share(letters) >= CHINESE or keys >= KEYED * len(letters) or english


def written(text: str) -> bool:
    """Whether a text's Chinese reads as Chinese does; one too short to judge does.

    A font whose characters are named wrongly gives other characters: each is a good one, but what
    stands beside each other never does in Chinese.
    """
    runs = _CHINESE.findall(converter().convert(text))
    pairs = [run[at : at + 2] for run in runs for at in range(len(run) - 1)]
    common = {_PAIRS[at : at + 2] for at in range(0, len(_PAIRS), 2)}
    return len(pairs) < ENOUGH or sum(p in common for p in pairs) >= OFTEN * len(pairs)


def _hidden(page: Any) -> bool:
    """Old OCR: most text is invisible and lies on an image of the whole page."""
    modes = [
        raw.FPDFTextObj_GetTextRenderMode(item.raw)
        for item in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT], max_depth=3)
    ]
    hidden = sum(mode == HIDDEN for mode in modes)
    width, height = page.get_size()
    area = 0.0
    for image in page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], max_depth=3):
        left, bottom, right, top = image.get_bounds()
        area = max(area, abs(right - left) * abs(top - bottom) / max(width * height, 1.0))
    return area >= COVERED or (bool(modes) and hidden / len(modes) > 0.5)


def _fragments(place: Any, printed: Printed, rules: Sequence[Rule]) -> Iterator[Fragment]:
    """The pieces of a page's lines, and what stands askew on it, as noise.

    `place` turns points of the page, whatever its rotation and crop box, into pixels and back.
    """
    for text, box in printed.astray():
        yield _boxed(place, text, box, score=0.0)
    bars = [((r.x0, r.y0), (r.x1, r.y1)) for r in rules if r.upright]
    bars += [(end, end) for r in rules if not r.upright for end in ((r.x0, r.y0), (r.x1, r.y1))]
    cuts = Cuts([tuple(x for end in bar for x in place.to_page(*map(round, end))) for bar in bars])
    found = list(runs(printed, cuts=cuts))
    edge = _edge(found, [_boxed(place, run.text, run.box) for run in found])
    if edge is not None:
        found = list(runs(printed, cuts=replace(cuts, edge=edge)))
    yield from (_boxed(place, run.text, run.box) for run in found)


def _edge(found: Sequence[Run], fragments: Sequence[Fragment]) -> float | None:
    """Where the right column of a page begins, in points, if a line lies over its gutter."""
    pieces = straight(Reading(0, 0, 0, LAYER, tuple(fragments)))
    gutter = find_gutter(pieces) or likely_gutter(pieces)
    high = line_height(pieces)
    if gutter is None or not any(crosses(p, gutter, high) for p in pieces):
        return None
    lefts = Counter(round(found[p.at].left) for p in pieces if p.x0 > gutter - HANG * high)
    begins = [left for left, count in lefts.items() if count >= BESIDE]
    return min(begins, default=None)  # numbers stand before the lines that hang below them


def _boxed(place: Any, text: str, box: Area, score: float = 1.0) -> Fragment:
    left, bottom, right, top = box
    (x0, y0), (x1, y1) = place.to_bitmap(left, top), place.to_bitmap(right, bottom)
    x0, x1 = sorted((float(x0), float(x1)))
    y0, y1 = sorted((float(y0), float(y1)))
    return Fragment(text, score, (x0, y0, x1, y0, x1, y1, x0, y1))
