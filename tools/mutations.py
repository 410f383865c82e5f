"""The small changes to rule code that a mutation run tries, one at a time: another comparison, a number one off."""

from __future__ import annotations

import ast
import copy
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import cast

COMPARED = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
}
"""What a comparison becomes: for limits the neighbour on the limit itself, and for all the opposite."""

RECKONED = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


SAID: tuple[str, ...] = ("reason", "refused", "note", "event", "side_event", "outcome", "write", "locate")
SAID += ("reason_between", "refused_between")
"""What writes into the log: a bare 0 that it is handed stands for no amount, or no length. Left as it is."""

SLACKS = ("SLACK", "TOUCH", "REACH", "PARALLEL", "EQUAL", "AWAY", "TIE", "LATTICE", "SAME_WAY", "LITTLE", "FIT")
"""Small lengths that forgive rounding: whether what lies exactly on one counts is nobody's rule. Left as it is."""

MOST_SHOWN = 90
"""Letters of a change that are shown whole."""

HUGE = 1e5
"""Numbers that stand for none or for the end of everything; one more is no change."""


@dataclass(frozen=True)
class Mutant:
    """One change in one function."""

    file: Path
    function: str
    lines: range  # of the statement's head that is changed
    line: int
    change: str  # old -> new
    source: str  # the line as it stands
    tree: ast.Module  # the file with the change

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What stays the same when lines move: its file, its function, its line's text and the change."""
        return self.file.name, self.function, self.source, self.change

    def code(self) -> CodeType:
        """The changed function's code."""
        module = compile(ast.fix_missing_locations(self.tree), str(self.file), "exec")
        for constant in module.co_consts:
            if isinstance(constant, CodeType) and constant.co_name == self.function:
                return constant
        raise LookupError(self.function)

    def __str__(self) -> str:
        return f"{self.file.parent.name}/{self.file.name}:{self.line} {self.function}: {self.change}"


def mutants_of(file: Path) -> Iterator[Mutant]:
    """Every mutant of a file's functions, in the order of its lines."""
    text = file.read_text("utf-8")
    source = text.splitlines()
    tree = ast.parse(text)
    for place, function in enumerate(tree.body):
        if not isinstance(function, ast.FunctionDef):
            continue
        for path, node in _nodes(function):
            if not isinstance(node, ast.expr | ast.stmt):
                continue
            for changed in _changes(node):
                other = copy.copy(tree)
                other.body = list(tree.body)
                other.body[place] = cast("ast.stmt", _with(function, path, changed))
                line = node.lineno
                change = _told(function, path, node, changed)
                yield Mutant(file, function.name, _head(function, path), line, change, source[line - 1].strip(), other)


def chosen(mutants: list[Mutant], count: int, seed: int) -> list[Mutant]:
    """So many of them by the seed: another line elsewhere changes nothing about which of a function's are chosen."""
    seen: dict[tuple[str, ...], int] = {}
    ranked = []
    for mutant in mutants:
        again = seen[mutant.key] = seen.get(mutant.key, -1) + 1
        ranked.append((hashlib.sha256(repr((seed, mutant.key, again)).encode()).digest(), mutant))
    ranked.sort(key=lambda pair: pair[0])
    return sorted((mutant for _, mutant in ranked[:count]), key=lambda mutant: (mutant.file, mutant.line))


# --------------------------------------------------------------------- which nodes, and what becomes of them

Path_ = tuple[tuple[str, int | None], ...]


def _nodes(function: ast.FunctionDef) -> Iterator[tuple[Path_, ast.AST]]:
    """Every node of the body with the way to it; no docstring, no decorator, no annotation."""
    for index, statement in enumerate(function.body):
        if index == 0 and isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            continue
        yield from _below(statement, (("body", index),))


def _below(node: ast.AST, path: Path_) -> Iterator[tuple[Path_, ast.AST]]:
    if isinstance(node, ast.expr | ast.stmt):
        yield path, node
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SAID:
        node = ast.Call(node.func, [ast.Name("nothing") if _is_zero(a) else a for a in node.args], node.keywords)
    for name, value in ast.iter_fields(node):
        if isinstance(value, list):
            for index, child in enumerate(value):
                if isinstance(child, ast.AST):
                    yield from _below(child, (*path, (name, index)))
        elif isinstance(value, ast.AST):
            yield from _below(value, (*path, (name, None)))


def _is_zero(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value == 0


def _changes(node: ast.AST) -> Iterator[ast.AST]:
    """What one node becomes, each in turn."""
    if isinstance(node, ast.Compare):
        for index, op in enumerate(node.ops):
            kinds = COMPARED.get(type(op), ())
            for kind in kinds[-1:] if _is_slack(node.comparators[index]) else kinds:
                yield ast.Compare(node.left, [*node.ops[:index], kind(), *node.ops[index + 1 :]], node.comparators)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        for index in range(len(node.values)):
            rest = [*node.values[:index], *node.values[index + 1 :]]
            yield rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        yield node.operand
    elif isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in RECKONED:
        changed = copy.copy(node)
        changed.op = RECKONED[type(node.op)]()
        yield changed
    elif isinstance(node, ast.Constant):
        yield from _other_constants(node.value)
    elif isinstance(node, ast.IfExp):
        yield ast.IfExp(node.test, node.orelse, node.body)
    elif isinstance(node, ast.If) and not isinstance(node.test, ast.Compare | ast.BoolOp | ast.UnaryOp):
        changed_if = copy.copy(node)
        changed_if.test = ast.UnaryOp(ast.Not(), node.test)
        yield changed_if
    elif _may_go(node):
        yield ast.Pass()


def _is_slack(node: ast.AST) -> bool:
    if isinstance(node, ast.UnaryOp):
        return _is_slack(node.operand)
    return isinstance(node, ast.Name) and node.id in SLACKS


def _other_constants(value: object) -> Iterator[ast.Constant]:
    if isinstance(value, bool):
        yield ast.Constant(not value)
    elif isinstance(value, int | float) and abs(value) < HUGE:
        yield ast.Constant(value + 1)


def _may_go(node: ast.AST) -> bool:
    """A statement that can be left out: a call, a field that is set, a break or continue, a bare return."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call)
    if isinstance(node, ast.Assign):
        return all(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets)
    return isinstance(node, ast.Continue | ast.Break) or (isinstance(node, ast.Return) and node.value is None)


def _with(node: ast.AST, path: Path_, changed: ast.AST) -> ast.AST:
    """A copy of the node in which what lies at the end of the way is another."""
    if not path:
        return ast.copy_location(changed, node)
    (name, index), *rest = path
    twin = copy.copy(node)
    value = getattr(node, name)
    if index is None:
        setattr(twin, name, _with(value, tuple(rest), changed))
    else:
        setattr(twin, name, [*value[:index], _with(value[index], tuple(rest), changed), *value[index + 1 :]])
    return twin


def _head(function: ast.FunctionDef, path: Path_) -> range:
    """The lines of the statement in which the way ends: of a compound one its head alone."""
    statement: ast.stmt = function
    for depth in range(1, len(path) + 1):
        node = _at(function, path[:depth])
        if isinstance(node, ast.stmt):
            statement = node
    first, last = statement.lineno, statement.end_lineno or statement.lineno
    body = getattr(statement, "body", None)
    if body:
        last = max(first, body[0].lineno - 1)
    return range(first, last + 1)


def _told(function: ast.FunctionDef, path: Path_, node: ast.AST, changed: ast.AST) -> str:
    """The change in Python's words; of a bare number with what is around it."""
    if isinstance(node, ast.Constant):
        for depth in range(len(path) - 1, 0, -1):
            around = _at(function, path[:depth])
            if isinstance(around, ast.expr | ast.stmt):
                return _shortened(_shown(around), _shown(_with(around, path[depth:], changed)))
    return _shortened(_shown(node), _shown(changed))


def _shortened(old: str, new: str) -> str:
    """Both, or of long ones the part in which they differ, with a little of what is around it."""
    if len(old) > MOST_SHOWN:
        first = next((k for k, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
        last = next((k for k, (a, b) in enumerate(zip(old[::-1], new[::-1], strict=False)) if a != b), 0)
        begin, end = max(first - 30, 0), max(last - 30, 0)
        old, new = (f"...{text[begin : len(text) - end]}..." for text in (old, new))
    return f"{old} -> {new}"


def _at(node: ast.AST, path: Path_) -> ast.AST:
    for name, index in path:
        node = getattr(node, name) if index is None else getattr(node, name)[index]
    return node


def _shown(node: ast.AST) -> str:
    """The node in one line; of an if its condition."""
    return " ".join(f"if {ast.unparse(node.test)}".split() if isinstance(node, ast.If) else ast.unparse(node).split())
