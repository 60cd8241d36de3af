"""The catalogue of layouts: a layout is a product of a few independent choices."""

from dataclasses import dataclass, replace

from papers.choices import CHOICE_STYLES
from papers.keys import KEY_STYLES
from papers.numbering import NUMBER_STYLES
from papers.replies import REPLY_STYLES
from papers.sections import SECTION_STYLES


@dataclass(frozen=True)
class Layout:
    """How a paper is set. Every field but the flags names a style of its module's table."""

    name: str
    numbering: str = "dot"  # papers.numbering
    options: str = "lined"  # papers.choices
    answers: str = "after"  # papers.replies; "key" puts them into a key, "none" leaves them out
    sections: str = "chinese"  # papers.sections
    material: str = "labelled"  # papers.materials
    key: str = "dots"  # papers.keys, where answers == "key"
    key_place: str = "end"  # end | section | chapter | page (another page or article)
    run_on: bool = False  # numbers run on over sections
    chapters: int = 0  # headings 第一章 …, numbers restart
    stream: bool = False  # a section's questions run on in one line, with its heading
    wrap: int = 0  # columns after which a line is broken, 0 = never
    noise: tuple[str, ...] = ()  # papers.noise


_PLAIN = Layout("plain")


def _catalogue() -> dict[str, Layout]:
    found = [_PLAIN]
    found += [replace(_PLAIN, name=f"number:{n}", numbering=n) for n in NUMBER_STYLES]
    found += [replace(_PLAIN, name=f"options:{n}", options=n) for n in CHOICE_STYLES]
    found += [replace(_PLAIN, name=f"answers:{n}", answers=n) for n in REPLY_STYLES]
    found += [replace(_PLAIN, name=f"sections:{n}", sections=n) for n in SECTION_STYLES]
    for key in KEY_STYLES:
        for place in ("end", "section", "page"):
            name = f"key:{key}:{place}"
            found.append(replace(_PLAIN, name=name, answers="key", key=key, key_place=place))
    chaptered = replace(_PLAIN, answers="key", chapters=3)
    found += [
        replace(chaptered, name="chapters:key_in_chapter", key_place="chapter"),
        replace(chaptered, name="chapters:key_at_end", key_place="end"),
        replace(chaptered, name="chapters:key_page", key_place="page", key="ranges"),
        replace(chaptered, name="chapters:inline", answers="brackets"),
        replace(chaptered, name="chapters:running", run_on=True, key_place="end"),
        replace(_PLAIN, name="run_on", run_on=True),
        replace(_PLAIN, name="run_on:key", run_on=True, answers="key", key="ranges"),
        replace(_PLAIN, name="wrapped", wrap=38),
        replace(_PLAIN, name="stream:after", options="glued", answers="glued", stream=True),
        replace(
            _PLAIN,
            name="stream:brackets",
            options="glued_paren",
            answers="brackets_line",
            sections="scored",
            stream=True,
        ),
        replace(
            _PLAIN, name="stream:bracket", options="glued_blank", answers="bracket", stream=True
        ),
        replace(_PLAIN, name="stream:none", options="glued", answers="none", stream=True),
        replace(_PLAIN, name="wrapped:key", wrap=30, answers="key"),
        replace(_PLAIN, name="cases:ranged", material="ranged", run_on=True),
        replace(_PLAIN, name="cases:tagged", material="tagged", run_on=True),
        replace(_PLAIN, name="cases:brackets", material="brackets"),
        replace(_PLAIN, name="glued:all", options="glued", answers="glued"),
        replace(_PLAIN, name="glued:brackets", options="glued", answers="glued_brackets"),
        replace(_PLAIN, name="glued:stream", options="glued", answers="stream"),
        replace(
            _PLAIN,
            name="exam_sheet",
            options="lined_fullwidth",
            sections="instructed",
            answers="key",
            key="tagged",
            numbering="fullwidth_dot",
        ),
        replace(
            _PLAIN,
            name="machine",
            options="one_line",
            sections="machine",
            numbering="pause",
            answers="correct",
        ),
        replace(
            _PLAIN, name="bare_all", numbering="bare", options="one_line_bare", answers="no_colon"
        ),
    ]
    return {layout.name: layout for layout in found}


LAYOUTS: dict[str, Layout] = _catalogue()
