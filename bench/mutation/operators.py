"""The small faults: each swaps, turns or takes away one thing that a test could notice.

Text is left alone (messages, names of columns), and so are annotations, logging, what stands in an
f-string, and guards that only speak where something else is wrong (`strict=True`, `frozen=True`).
"""

import ast
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

Change = tuple[ast.AST, str, str]

_COMPARED = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
}  # fmt: skip
_COMPUTED = {
    ast.Add: "-", ast.Sub: "+", ast.Mult: "//", ast.Div: "*", ast.FloorDiv: "*", ast.Mod: "//",
    ast.BitAnd: "|", ast.BitOr: "&", ast.Pow: "*", ast.LShift: ">>", ast.RShift: "<<",
}  # fmt: skip
_LOGGED = {"debug", "info", "warning", "exception"}
_GUARDS = {"strict", "frozen", "slots"}
_TEXT = (ast.JoinedStr, ast.FormattedValue)


@dataclass(frozen=True)
class Mutant:
    """One fault: bytes `start` to `end` of a file become `text`.

    `line` and `last` are the lines it lies on, `kind` is the operator, `was` and `now` are the
    changed lines as printed; `ordinal` tells equal changes of a file apart.
    """

    file: str
    line: int
    last: int
    kind: str
    start: int
    end: int
    text: str
    was: str
    now: str
    ordinal: int

    @property
    def id(self) -> str:
        """A name that lasts as long as the changed lines do."""
        key = "\0".join((self.file, self.was, self.now, str(self.ordinal)))
        return hashlib.sha256(key.encode()).hexdigest()[:12]


def mutants(root: Path, file: str) -> list[Mutant]:
    """All mutants of a file (a path relative to the root), in the order of its lines."""
    source = (root / file).read_bytes()
    tree = ast.parse(source)
    lines = source.split(b"\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    seen: dict[tuple[str, str], int] = {}
    found = []
    for node, kind, text in _changes(tree):
        place = _span(node, starts)
        changed = source[: place[0]] + text.encode() + source[place[1] :]
        if not _differs(node, text):
            continue
        first, last = node.lineno - 1, node.end_lineno  # type: ignore[attr-defined]
        was = b"\n".join(lines[first:last]).decode().strip()
        after = changed.split(b"\n")[first : len(changed.split(b"\n")) - len(lines) + last]
        now = b"\n".join(after).decode().strip()
        seen[was, now] = seen.get((was, now), -1) + 1
        ordinal = seen[was, now]
        found.append(Mutant(file, first + 1, last, kind, *place, text, was, now, ordinal))
    return sorted(found, key=lambda m: (m.start, m.end, m.text))


def _span(node: ast.AST, starts: list[int]) -> tuple[int, int]:
    first = starts[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]
    return first, starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]


def _differs(node: ast.AST, text: str) -> bool:
    """Whether a text reads otherwise than the node it replaces (`1e400 + 1` is no other number)."""
    try:
        (read,) = ast.parse(text).body
    except SyntaxError:
        return False
    new = read.value if isinstance(node, ast.expr) and isinstance(read, ast.Expr) else read
    return ast.dump(new) != ast.dump(node)


def _changes(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, _TEXT) or (isinstance(node, ast.If) and _for_types(node.test)):
        return
    yield from _of(node)
    if isinstance(node, ast.keyword) and node.arg in _GUARDS:
        return
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "type_comment"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _changes(child)


def _of(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.Constant() | ast.UnaryOp():
            yield from _value(node)
        case ast.Compare() | ast.BoolOp() | ast.BinOp():
            yield from _operation(node)
        case ast.If() | ast.While() | ast.IfExp() | ast.Assert():
            yield node.test, "condition", f"(not ({ast.unparse(node.test)}))"
        case ast.comprehension():
            for test in node.ifs:
                yield test, "condition", f"(not ({ast.unparse(test)}))"
        case ast.stmt():
            yield from _statement(node)


def _value(node: ast.Constant | ast.UnaryOp) -> Iterator[Change]:
    if isinstance(node, ast.UnaryOp):
        if isinstance(node.op, ast.Not | ast.Invert):
            yield node, "condition", f"({ast.unparse(node.operand)})"
    elif isinstance(node.value, bool):
        yield node, "constant", str(not node.value)
    elif isinstance(node.value, int | float):
        yield node, "constant", str(node.value + 1)


def _operation(node: ast.Compare | ast.BoolOp | ast.BinOp) -> Iterator[Change]:
    if isinstance(node, ast.Compare):
        parts = [ast.unparse(part) for part in (node.left, *node.comparators)]
        signs = [_sign(op) for op in node.ops]
        for place, op in enumerate(node.ops):
            swapped = [*signs[:place], _COMPARED[type(op)], *signs[place + 1 :]]
            said = parts[0] + "".join(f" {s} {p}" for s, p in zip(swapped, parts[1:], strict=True))
            yield node, "comparison", f"({said})"
    elif isinstance(node, ast.BoolOp):
        other = " or " if isinstance(node.op, ast.And) else " and "
        yield node, "boolean", f"({other.join(f'({ast.unparse(v)})' for v in node.values)})"
    elif type(node.op) in _COMPUTED and not (_is_text(node.left) or _is_text(node.right)):
        left, right = ast.unparse(node.left), ast.unparse(node.right)
        yield node, "arithmetic", f"(({left}) {_COMPUTED[type(node.op)]} ({right}))"


def _statement(node: ast.stmt) -> Iterator[Change]:
    match node:
        case ast.Return(value=ast.expr() as value) if not _is_none(value):
            yield node, "return", "return None"
        case ast.Expr(value=ast.Call(func=called)) if not _logs(called):
            yield node, "deletion", "pass"
        case ast.Expr(value=ast.Yield() | ast.YieldFrom()) | ast.AugAssign() | ast.Raise():
            yield node, "deletion", "pass"
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]) | ast.Delete():
            yield node, "deletion", "pass"
        case ast.Break():
            yield node, "deletion", "continue"
        case ast.Continue():
            yield node, "deletion", "break"


def _sign(op: ast.cmpop) -> str:
    return ast.unparse(ast.Compare(ast.Name("a"), [op], [ast.Name("b")]))[2:-2]


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
    )


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _logs(called: ast.expr) -> bool:
    return isinstance(called, ast.Attribute) and called.attr in _LOGGED


def _for_types(test: ast.expr) -> bool:
    return "TYPE_CHECKING" in ast.unparse(test)
