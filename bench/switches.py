"""Every mechanism of the reader by name, and the switch that turns it off.

A mechanism is a function, or a pattern that a module compiles when it is loaded; its name is where
it stands: `parsing.questions.tails._cut_lines`, `parsing.questions.tails._TOPIC`. Off, a pattern
matches nothing, and a function gives what it gives where it finds nothing: one of its arguments
as it came, or the constant that it returns. The reader itself knows of none of this.
"""

import ast
import importlib
import inspect
import pkgutil
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

_METHODS = ("match", "search", "fullmatch", "finditer", "findall", "sub", "subn", "split")
_NEVER = re.compile("(?!)")


class Pattern:
    """A compiled pattern with a switch; `hits` counts matches while it is `counted`."""

    def __init__(self, real: re.Pattern[str], name: str) -> None:
        self.real, self.name, self.hits = real, name, 0
        self.switch(on=True)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.real, name)

    def switch(self, *, on: bool) -> None:
        """Match as compiled, or nothing."""
        for method in _METHODS:
            setattr(self, method, getattr(self.real if on else _NEVER, method))

    def count(self) -> None:
        """Count what is found, until it is switched."""
        for method in ("match", "search", "fullmatch", "findall"):
            setattr(self, method, self._counting(getattr(self.real, method)))
        self.finditer = self._each
        self.sub = lambda repl, text, *more: self._all(repl, text, *more)[0]
        self.subn = self._all
        self.split = self._counting(self.real.split, least=2)

    def _counting(self, method: Any, least: int = 1) -> Any:
        def found(*args: Any) -> Any:
            out = method(*args)
            self.hits += len(out) >= least if isinstance(out, list) else out is not None
            return out

        return found

    def _each(self, *args: Any) -> Iterator[re.Match[str]]:
        for found in self.real.finditer(*args):
            self.hits += 1
            yield found

    def _all(self, *args: Any) -> tuple[str, int]:
        out = self.real.subn(*args)
        self.hits += out[1]
        return out


@dataclass
class Function:
    """A function with a switch; `gives` = the source of what it returns while off."""

    name: str
    function: FunctionType
    gives: str
    lines: int
    real: CodeType
    off: CodeType
    hits: int = 0

    def switch(self, *, on: bool) -> None:
        """Run as written, or give back what it gives for nothing."""
        self.function.__code__ = self.real if on else self.off


@dataclass
class Switches:
    """All mechanisms of loaded packages, by name."""

    known: dict[str, Pattern | Function]
    modules: list[ModuleType]

    @contextmanager
    def off(self, names: Sequence[str]) -> Iterator[None]:
        """Turn mechanisms off inside a `with`."""
        for name in names:
            self.known[name].switch(on=False)
        self._forget()
        try:
            yield
        finally:
            for name in names:
                self.known[name].switch(on=True)
            self._forget()

    def _forget(self) -> None:
        for module in self.modules:
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()

    @contextmanager
    def counted(self) -> Iterator["Counter[str]"]:
        """How often each mechanism changes anything inside a `with`: matches, other returns."""
        out: Counter[str] = Counter()
        self._forget()
        functions = {f.real: f for f in self.known.values() if isinstance(f, Function)}
        patterns = [p for p in self.known.values() if isinstance(p, Pattern)]
        for pattern in patterns:
            pattern.hits = 0
            pattern.count()
        given: list[Any] = []

        def watch(frame: FrameType, event: str, value: Any) -> None:
            one = functions.get(frame.f_code)
            if one is None:
                return
            if event == "call":
                given.append(frame.f_locals.get(one.gives, given))
            elif event == "return" and given:
                before = given.pop()
                if one.gives == "None" or before is not value or isinstance(value, list):
                    out[one.name] += one.gives == "None" or not _same(one.gives, before, value)

        sys.setprofile(watch)
        try:
            yield out
        finally:
            sys.setprofile(None)
            out.update({p.name: p.hits for p in patterns if p.hits})
            for pattern in patterns:
                pattern.switch(on=True)


def _same(gives: str, before: Any, value: Any) -> bool:
    """Whether what a function returned is what it gives while off, as far as that is seen."""
    if gives.isidentifier() and gives not in ("True", "False"):
        return before is value and not isinstance(value, list)
    return repr(value) == gives


def load(*packages: str) -> Switches:
    """Load packages, none of which may be loaded yet, with a switch for each mechanism."""
    if loaded := [name for name in packages if name in sys.modules]:
        raise ValueError(f"{loaded} loaded before their switches")
    known: dict[str, Pattern | Function] = {}
    compiled: Counter[str] = Counter()
    real = re.compile

    def compile_(pattern: Any, flags: int = 0) -> Any:
        made = real(pattern, flags)
        name = _assigned(sys._getframe(1), packages)  # noqa: SLF001
        if not name:
            return made
        compiled[name] += 1
        name += f"[{compiled[name]}]" if compiled[name] > 1 else ""
        return known.setdefault(name, Pattern(made, name))

    re.compile = compile_
    try:
        modules = [module for package in packages for module in _modules(package)]
    finally:
        re.compile = real
    for module in modules:
        known |= {one.name: one for one in _functions(module)}
    return Switches(dict(sorted(known.items())), modules)


def _modules(package: str) -> Iterator[ModuleType]:
    root = importlib.import_module(package)
    yield root
    for found in pkgutil.walk_packages(root.__path__, f"{package}."):
        yield importlib.import_module(found.name)


def _assigned(frame: FrameType | None, packages: Sequence[str]) -> str:
    """The name that the statement running in a module gives, "" outside the packages."""
    while frame is not None and frame.f_code.co_name != "<module>":
        frame = frame.f_back
    module = frame.f_globals.get("__name__", "") if frame else ""
    if frame is None or module.partition(".")[0] not in packages:
        return ""
    source, body = _source(frame.f_code.co_filename)
    for node in body:
        last = node.end_lineno or node.lineno
        if node.lineno <= frame.f_lineno <= last and isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            name = ast.unparse(target)
            return "" if f".re is {name}" in source else f"{module}.{name}"
    return ""


@cache
def _source(path: str) -> tuple[str, list[ast.stmt]]:
    source = Path(path).read_text("utf-8")
    return source, ast.parse(source).body


def _functions(module: ModuleType) -> Iterator[Function]:
    _, body = _source(str(module.__file__))
    for node in (n for n in body if isinstance(n, ast.FunctionDef)):
        found = inspect.unwrap(getattr(module, node.name))
        gives = _gives(node)
        if gives and isinstance(found, FunctionType):
            source = f"def {node.name}({_parameters(node.args)}): return {gives}"
            made = next(
                c for c in compile(source, "off", "exec").co_consts if isinstance(c, CodeType)
            )
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            name = f"{module.__name__}.{node.name}"
            yield Function(name, found, gives, lines, found.__code__, made)


def _parameters(args: ast.arguments) -> str:
    plain = [a.arg for a in (*args.posonlyargs, *args.args)]
    plain += [f"*{args.vararg.arg}"] if args.vararg else ["*"] if args.kwonlyargs else []
    return ", ".join([*plain, *(a.arg for a in args.kwonlyargs)])


def _gives(node: ast.FunctionDef) -> str:
    """What a function returns where it finds nothing, as source; "" where that is not seen."""
    own = [n for child in node.body for n in _own_nodes(child)]
    if any(isinstance(n, ast.Yield | ast.YieldFrom) for n in own):
        return "iter(())"
    returns = [n.value for n in own if isinstance(n, ast.Return)]
    values = [value for value in returns if value is not None]
    if not values:
        return "None"
    names = {a.arg for a in (*node.args.args, *node.args.kwonlyargs)}
    same = [v.id for v in values if isinstance(v, ast.Name) and v.id in names]
    if same:
        return Counter(same).most_common(1)[0][0]
    empty = [ast.unparse(v) for v in values if _is_empty(v)]
    if empty:
        return Counter(empty).most_common(1)[0][0]
    told = ast.unparse(node.returns) if node.returns else ""
    alike = (told, told.replace("list[", "Sequence["))
    args = (*node.args.args, *node.args.kwonlyargs)
    same = [a.arg for a in args if a.annotation and ast.unparse(a.annotation) in alike]
    if same and told not in ("int", "bool"):
        return same[-1]
    known = {"bool": "False", "str": "''", "int": "0"}
    kinds = {"list": "[]", "dict": "{}", "set": "set()", "Iterator": "iter(())"}
    return "None" if "None" in told else known.get(told) or kinds.get(told.partition("[")[0], "")


def _own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.FunctionDef | ast.Lambda):
        return
    yield node
    for child in ast.iter_child_nodes(node):
        yield from _own_nodes(child)


def _is_empty(value: ast.expr) -> bool:
    """Whether an expression is a constant that says "nothing": False, None, "", 0, [], (0, 0)."""
    if isinstance(value, ast.Tuple):
        return all(map(_is_empty, value.elts))
    if isinstance(value, ast.List | ast.Dict | ast.Set):
        return not getattr(value, "elts", getattr(value, "keys", ()))
    return isinstance(value, ast.Constant) and not value.value
