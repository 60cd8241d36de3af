"""Charts measure right: bars, numbers on the axis and the legend stand where their values say."""

import re
from dataclasses import dataclass
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from publishing import charts

SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True)
class Bar:
    """A bar of a chart: what it stands for, its rectangle, its colour."""

    told: str
    x: float
    y: float
    width: float
    height: float
    fill: str


@dataclass(frozen=True)
class Chart:
    """A drawn chart; `texts`: (text, x, y, anchor), `legend`: (x, y, colour)."""

    bars: list[Bar]
    texts: list[tuple[str, float, float, str]]
    legend: list[tuple[float, float, str]]
    frame: tuple[float, float, float, float]  # left, top, bottom, right
    height: float

    def text(self, said: str) -> tuple[float, float, str]:
        (found,) = [where for name, *where in self.texts if name == said]
        return tuple(found)  # type: ignore[return-value]


def drawn(svg: str) -> Chart:
    root = ET.fromstring(svg)
    numbers = ("x", "y", "width", "height")
    bars, legend = [], []
    for box in root.iter(f"{SVG}rect"):
        x, y, width, height = (float(box.attrib[name]) for name in numbers)
        told = box.find(f"{SVG}title")
        if told is None:
            legend.append((x, y, box.attrib["fill"]))
        else:
            bars.append(Bar(str(told.text), x, y, width, height, box.attrib["fill"]))
    texts = [
        (str(t.text), float(t.attrib["x"]), float(t.attrib["y"]), t.get("text-anchor", ""))
        for t in root.iter(f"{SVG}text")
    ]
    axes = root.findall(f"{SVG}path")[-1].attrib["d"]
    left, top, bottom, right = map(float, re.findall(r"[\d.]+", axes))
    size = float(root.attrib["viewBox"].split()[3])
    return Chart(bars, texts, legend, (left, top, bottom, right), size)


LABELS = ["普通心理学", "统计"]
STACKED = {"train": [700, 90], "dev": [250, 0], "test": [30, 10]}


@pytest.fixture(scope="module")
def lying() -> Chart:
    return drawn(charts.stacked(LABELS, STACKED, title="题目", unit="questions"))


def test_lying_bars_follow_each_other_at_one_scale(lying: Chart) -> None:
    left, top, bottom, right = lying.frame
    scale = (right - left) / 1000  # the first round number that is not below 980
    y = {bar.y for bar in lying.bars}
    assert len(y) == len(LABELS)
    for row, label in enumerate(LABELS):
        at = left
        for name, values in STACKED.items():
            (bar,) = [b for b in lying.bars if b.told == f"{label}, {name}: {values[row]}"]
            assert bar.x == pytest.approx(at, abs=0.02)
            assert bar.width == pytest.approx(scale * values[row], abs=0.02)
            assert top < bar.y
            assert bar.y + bar.height < bottom
            at += scale * values[row]
    first, second = sorted(y)
    assert first + lying.bars[0].height < second
    assert first - top == pytest.approx(bottom - second - lying.bars[0].height, abs=0.02)


def test_the_axis_of_lying_bars_names_round_numbers_where_they_are(lying: Chart) -> None:
    left, _, bottom, right = lying.frame
    for tick in (0, 200, 400, 600, 800, 1000):
        x, y, anchor = lying.text(f"{tick:,}")
        assert x == pytest.approx(left + (right - left) * tick / 1000, abs=0.02)
        assert bottom < y < bottom + 15
        assert anchor == "middle"


def test_a_lying_bar_says_its_number_where_that_fits_into_it(lying: Chart) -> None:
    inside = {(said, x) for said, x, _, _ in lying.texts if said in {"700", "250", "90", "30"}}
    bars = {b.told.rpartition(" ")[2]: b.x + b.width / 2 for b in lying.bars}
    assert inside == {(said, bars[said]) for said in ("700", "250", "90")}


def test_labels_end_left_of_their_bars_at_their_height(lying: Chart) -> None:
    for label in LABELS:
        x, y, anchor = lying.text(label)
        (bar,) = [b for b in lying.bars if b.told.startswith(f"{label}, train")]
        assert anchor == "end"
        assert 0 < lying.frame[0] - x < 10
        assert bar.y < y < bar.y + bar.height
        assert x >= charts._length(label), "the label begins outside of the picture"


def test_the_legend_has_the_colours_of_the_bars_in_rows_of_two(lying: Chart) -> None:
    colours = {bar.told.split(", ")[1].split(":")[0]: bar.fill for bar in lying.bars}
    entries = [colour for _, _, colour in lying.legend]
    assert entries == [colours[name] for name in STACKED]
    assert len(set(entries)) == len(STACKED)
    (a, b, c) = lying.legend
    assert (a[1], a[0]) == (b[1], c[0])
    assert b[0] - a[0] == pytest.approx((charts.WIDTH - 12) / 2)
    assert a[1] < c[1]
    assert c[1] + 7 < lying.height


def test_nothing_lies_below_the_picture(lying: Chart) -> None:
    lowest = max(y for _, _, y, _ in lying.texts)
    assert lowest < lying.height < lowest + 10


GROUPED = {"printed": [0.25, 0.5, 0.25], "released": [0.4, 0.3, 0.3]}


def test_upright_bars_stand_on_the_axis_at_one_scale_beside_each_other() -> None:
    chart = drawn(charts.grouped(["A", "B", "C"], GROUPED, title="t", unit="share"))
    left, top, bottom, right = chart.frame
    ends = []
    for n, label in enumerate("ABC"):
        for name, values in GROUPED.items():
            (bar,) = [b for b in chart.bars if b.told == f"{label}, {name}: {values[n]}"]
            assert bar.y + bar.height == pytest.approx(bottom, abs=0.02)
            assert bar.height == pytest.approx((bottom - top) * values[n], abs=0.02)
            ends.append((bar.x, bar.x + bar.width))
        x, y, anchor = chart.text(label)
        assert x == pytest.approx((ends[-2][0] + ends[-1][1]) / 2, abs=0.02)
        assert (bottom < y < bottom + 15, anchor) == (True, "middle")
    assert left < ends[0][0]
    assert ends[-1][1] < right
    for before, after in pairwise(ends):
        assert before[1] <= after[0] + 0.02
    for tick, y in ((0, bottom), (1, top)):
        x, at, anchor = chart.text(str(tick))
        assert (x < left, anchor) == (True, "end")
        assert y < at < y + 5  # the middle of the digit on the line
    assert len({y for _, y, _ in chart.legend}) == 1


def test_few_upright_bars_stay_narrow_and_many_labels_leave_some_out() -> None:
    alone = drawn(charts.grouped(["A"], {"n": [3]}, title="t", unit="u"))
    left, _, _, right = alone.frame
    assert alone.bars[0].width == pytest.approx(0.8 * (right - left) / 4, abs=0.02)
    names = [f"第{n}类题目" for n in range(12)]
    many = drawn(charts.grouped(names, {"n": [1.0] * 12}, title="t", unit="u"))
    shown = [(x, said) for said, x, _, _ in many.texts if said in names]
    assert 1 < len(shown) < len(names)
    assert shown[0][1] == names[0]
    for (x, said), (after, _) in pairwise(shown):
        assert x + charts._length(said) <= after, "labels touch"
    fit = drawn(charts.grouped(list("ABCD"), {"n": [1.0] * 4}, title="t", unit="u"))
    assert set("ABCD") <= {said for said, *_ in fit.texts}


@pytest.mark.parametrize(
    ("largest", "ticks"),
    [
        (0, [0, 1]),
        (0.7, [0, 1]),
        (3, [0, 1, 2, 3]),
        (5, [0, 1, 2, 3, 4, 5]),
        (6, [0, 2, 4, 6]),
        (11, [0, 5, 10, 15]),
        (50, [0, 10, 20, 30, 40, 50]),
        (51, [0, 20, 40, 60]),
        (3902, [0, 1000, 2000, 3000, 4000]),
    ],
)
def test_an_axis_has_few_round_numbers(largest: float, ticks: list[int]) -> None:
    assert charts._ticks(largest) == ticks


def test_a_long_label_is_cut_to_what_fits() -> None:
    long = "发展与教育心理学研究方法导论及其应用举例"
    (said,) = [s for s, *_ in drawn(charts.stacked([long], {"n": [1]}, title="t", unit="u")).texts
               if s.startswith("发展")]  # fmt: skip
    assert said.endswith("…")
    assert long.startswith(said[:-1])
    assert charts._LABELS - 18 < charts._length(said) <= charts._LABELS
    assert charts._cut("统计") == "统计"


def test_a_chart_of_nothing_is_a_chart() -> None:
    for draw in (charts.stacked, charts.grouped):
        chart = drawn(draw([], {"train": []}, title="题目", unit="u"))
        assert chart.bars == []
        assert chart.text("题目")[1] == 12
