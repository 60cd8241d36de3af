"""Documents lead nowhere wrong: links, anchors, paths, commands and make targets are there."""

import re
import shlex
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from pipeline.cli import cli

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(
    path
    for pattern in ("*.md", "docs/**/*.md", "samples/**/README.md", "bench/**/README.md")
    for path in ROOT.glob(pattern)
)
NAMES = [str(path.relative_to(ROOT)) for path in PAGES]
READ = [name for name in NAMES if name.startswith(("docs/", "README", "CONTRIBUTING"))]
WORDS = 40_000
NAMED = re.compile(r"\bdocs/[\w./-]*\.(?:md|py)\b")
SOURCES = ("*.py", "*.toml", "*.j2", "*.html", "*.mk", "Makefile")


@cache
def tokens(name: str) -> list[Token]:
    made = MarkdownIt("commonmark").enable("table").parse((ROOT / name).read_text("utf-8"))
    return [inner for token in made for inner in (token, *(token.children or []))]


@cache
def anchors(name: str) -> set[str]:
    """The names that GitHub gives to a page's headings."""
    made = tokens(name)
    titles = (made[i + 1].content for i, token in enumerate(made) if token.type == "heading_open")
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("name", NAMES)
def test_links_lead_to_a_file_and_a_heading(name: str) -> None:
    for token in tokens(name):
        target = str(token.attrGet("href") or token.attrGet("src") or "")
        if token.type not in {"link_open", "image"} or re.match(r"\w+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (ROOT / name).parent / path if path else ROOT / name
        assert file.exists(), f"{name}: {target}"
        if anchor:
            assert anchor in anchors(str(file.resolve().relative_to(ROOT))), f"{name}: {target}"


def test_documents_that_code_and_messages_name_are_there() -> None:
    folders = {path.parent for path in ROOT.glob("[!.]*/*.py")} - {ROOT / "build"}
    files = [ROOT / "Makefile", ROOT / "pyproject.toml", *ROOT.glob("[!.]*/[!.]*.mk")]
    files += [path for folder in folders for kind in SOURCES for path in folder.rglob(kind)]
    for path in files:
        for named in NAMED.findall(path.read_text("utf-8", "replace")):
            assert (ROOT / named).exists(), f"{path.relative_to(ROOT)}: {named}"


def code(name: str) -> Iterator[str]:
    """Lines of code blocks, and code within text."""
    for token in tokens(name):
        if token.type in {"fence", "code_block"}:
            yield from token.content.replace("\\\n", " ").splitlines()
        elif token.type == "code_inline":
            yield token.content


def command_lines(name: str) -> Iterator[list[str]]:
    """Words behind `cpsyexam` in code, up to a comment or the shell's next command."""
    for line in code(name):
        for told in re.findall(r"(?:^|[\s/(])cpsyexam((?: +[^\s#;&|>)]\S*)+)", line):
            try:
                yield shlex.split(told, comments=True)
            except ValueError:  # a quote that the document's line leaves open
                yield told.split()


def command_of(words: list[str]) -> tuple[click.Command, list[str]]:
    """The command that words name, and the words behind it."""
    command: click.Command = cli
    while words and isinstance(command, click.Group):
        inner = command.get_command(click.Context(command), words[0])
        assert inner or command is not cli, f"no verb {words[0]}"
        if inner is None:
            break
        command, words = inner, words[1:]
    return command, words


@pytest.mark.parametrize("name", NAMES)
def test_commands_and_options_exist(name: str) -> None:
    for told in command_lines(name):
        if not re.fullmatch(r"[a-z][a-z-]*", told[0]):
            continue  # VERB, or an option of the program itself
        command, words = command_of(told)
        params = [*command.params, *cli.params]
        known = {"-h", "--help"}.union(*((*p.opts, *p.secondary_opts) for p in params))
        for word in words:
            option = word.partition("=")[0].rstrip(".,:")
            if option in {"&&", "|", ";"}:
                break
            if re.fullmatch(r"--?[a-z][a-z-]*", option):
                assert option in known, f"cpsyexam {' '.join(told)}: no option {option}"


@pytest.mark.parametrize("name", NAMES)
def test_toml_in_documents_can_be_read(name: str) -> None:
    for token in tokens(name):
        if token.type == "fence" and token.info.strip() == "toml":
            tomllib.loads(token.content)


@cache
def targets() -> set[str]:
    text = "\n".join(p.read_text("utf-8") for p in (ROOT / "Makefile", *ROOT.glob("make/*.mk")))
    return set(re.findall(r"^([a-z][\w%-]*):", text, re.MULTILINE))


@pytest.mark.parametrize("name", NAMES)
def test_make_targets_and_modules_exist(name: str) -> None:
    for line in code(name):
        for target in re.findall(r"(?:^|[\s&;])make ([a-z][\w-]*)\b(?![-<*])", line):
            bench = target.removeprefix("bench-").replace("-", "_")
            there = target in targets() or (ROOT / f"bench/{bench}.py").exists()
            assert there, f"{name}: make {target}"
        for module in re.findall(r"\bpython3? -m ([a-z]\w*(?:\.\w+)*)\b(?!\.<)", line):
            path = ROOT / module.replace(".", "/")
            there = path.with_suffix(".py").exists() or (path / "__main__.py").exists()
            assert there or not (ROOT / module.split(".")[0]).is_dir(), f"{name}: {module}"


@pytest.mark.parametrize("name", READ)
def test_a_page_begins_with_what_it_is_for(name: str) -> None:
    made = [token.type for token in tokens(name) if token.level == 0]
    assert made[:2] == ["heading_open", "inline"] or made[0] == "heading_open", name
    assert made[made.index("heading_close") + 1] == "paragraph_open", name


def test_the_index_leads_to_every_page() -> None:
    listed = {str(token.attrGet("href")) for token in tokens("docs/README.md")}
    pages = {name.removeprefix("docs/") for name in READ if name.startswith("docs/")}
    assert pages - listed == {"README.md"}


def test_all_documents_together_can_be_read() -> None:
    texts = [(ROOT / name).read_text("utf-8") for name in READ]
    assert sum(len(re.findall(r"\S*\w\S*", text)) for text in texts) <= WORDS


@pytest.mark.parametrize("name", [name for name in READ if ".zh." in name])
def test_no_line_breaks_within_chinese_text(name: str) -> None:
    """A line break is shown as a blank, and Chinese has none between words."""
    han = r"[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]"
    for token in tokens(name):
        if token.type == "inline":
            assert not re.search(rf"{han}[*`]*\n[*`]*{han}", token.content), token.content[:80]
