"""Why a clause never fires: what a game's sources write of it into a log, and in what room of the game it is at home.

A clause fires where an entry of a battle's log names it. The sources are read, not run: every place that names a clause
is followed through arguments, variables and returned values to the writers of ``kernel/log.py``.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Mapping
from enum import Enum
from functools import cache
from pathlib import Path

from sandtable.compiler.decorators import CLAUSES, PACKAGE
from sandtable.games.game import Game
from sandtable.games.language import cores_of
from sandtable.games.rulebook import read_rulebook

JUDGED = frozenset({"REASON", "PRICE", "NOTE", "WAY"})
"""Kinds of entries by which a judge answers; a battle's log has few of them, since generals choose what is legal."""

ANY = "?"
"""Stands for a kind that could not be followed."""


class Why(Enum):
    """Why a clause did not fire, as far as the sources tell."""

    LAYING = "lays the table"  # its functions run before the battle, or at its first look
    SILENT = "decides without an entry"  # distances, areas, order: nothing is ever written of it
    JUDGED = "is said of an action before it is taken"  # reasons, prices and notes of a judge
    OPTION = "needs an option"  # it is the clause of a house-rule switch
    NEVER = "could have fired, and never did"


def why_unfired(game: Game, clause: str) -> Why:
    """In which class a clause is that has code and did not fire."""
    homes = {name.rpartition(".")[0] for name in CLAUSES.get(clause, ())}
    if homes and all(".rules" not in home for home in homes):
        return Why.LAYING
    kinds = kinds_of(game).get(clause, frozenset())
    if not kinds:
        return Why.SILENT
    if kinds <= JUDGED:
        return Why.JUDGED
    entry = next(one for one in read_rulebook(game.folder) if one.id == clause)
    return Why.OPTION if entry.option else Why.NEVER


def kinds_of(game: Game) -> Mapping[str, frozenset[str]]:
    """The kinds of entries that may name each clause, as "EVENT"; clauses of which nothing is written are left out."""
    found = _kinds((*cores_of(game.folder), game.folder))
    return {game.clause_id(one): found[one.name] for one in game.clause if found.get(one.name)}


@cache
def _kinds(folders: tuple[Path, ...]) -> Mapping[str, frozenset[str]]:
    reader = _Reader()
    for file in (*(PACKAGE / "kernel").glob("*.py"), *(PACKAGE / "games/common").glob("*.py")):
        reader.read(file, shared=True)
    for folder in folders:
        for file in sorted((folder / "rules").rglob("*.py")):
            reader.read(file)
    return reader.kinds()


class _Reader:
    """The sources of a game's rules, and how values flow in them. Functions go by their name alone."""

    def __init__(self) -> None:
        self.parents: dict[ast.AST, ast.AST] = {}
        self.functions: dict[str, list[ast.FunctionDef]] = defaultdict(list)
        self.calls: dict[str, list[ast.Call]] = defaultdict(list)
        self.fields: dict[str, list[str]] = {}  # of every named tuple
        self.reads: dict[str, list[ast.Attribute]] = defaultdict(list)  # of every field
        self.names: dict[str, list[ast.Name]] = defaultdict(list)
        self.aliases: dict[str, str] = {}  # what was imported under another name
        self.named: dict[str, list[ast.AST]] = defaultdict(list)
        self.known: dict[tuple[ast.FunctionDef | None, str], frozenset[str]] = {}

    def read(self, file: Path, shared: bool = False) -> None:
        """Take a file in; of one that games share its kernels alone: words and files have functions there, too."""
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            for child in ast.iter_child_nodes(node):
                self.parents[child] = node
            if isinstance(node, ast.FunctionDef):
                if not shared or any(isinstance(one, ast.Name) and one.id == "kernel" for one in node.decorator_list):
                    self.functions[node.name].append(node)
            elif isinstance(node, ast.ClassDef):
                told = [one.target for one in node.body if isinstance(one, ast.AnnAssign)]
                self.fields[node.name] = [one.id for one in told if isinstance(one, ast.Name)]
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
                self.calls[node.func.id if isinstance(node.func, ast.Name) else node.func.attr].append(node)
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Clause":
                self.named[node.attr].append(node)
            elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                self.reads[node.attr].append(node)
            elif isinstance(node, ast.Name):
                self.names[node.id].append(node)
            elif isinstance(node, ast.ImportFrom):
                self.aliases |= {one.asname: one.name for one in node.names if one.asname}

    def kinds(self) -> Mapping[str, frozenset[str]]:
        """The kinds of entries that may name each clause."""
        return {clause: frozenset().union(*map(self.of_value, nodes)) for clause, nodes in self.named.items()}

    def of_value(self, node: ast.AST, place: int | None = None) -> frozenset[str]:
        """The kinds of entries that an expression may come to stand in; ``place`` is where, in the tuple that it is."""
        parent = self.parents[node]
        if isinstance(parent, ast.IfExp | ast.keyword | ast.Starred | ast.BinOp | ast.Subscript):
            return self.of_value(parent, place)
        if isinstance(parent, ast.Tuple):
            return self.of_value(parent, parent.elts.index(node))  # type: ignore[arg-type]
        if isinstance(parent, ast.Call):
            return self._of_argument(parent, node)
        if isinstance(parent, ast.Return):
            return self._of_returned(self._around(parent), place)
        if isinstance(parent, ast.Assign | ast.AnnAssign):
            targets = parent.targets if isinstance(parent, ast.Assign) else [parent.target]
            return frozenset().union(*(self._of_target(target, place) for target in targets))
        is_asked = isinstance(parent, ast.Compare | ast.BoolOp | ast.FormattedValue | ast.Expr)
        return frozenset() if is_asked else frozenset({ANY})

    def _of_target(self, target: ast.AST, place: int | None) -> frozenset[str]:
        if isinstance(target, ast.Tuple) and place is not None:
            target = target.elts[place]
        if not isinstance(target, ast.Name):
            return frozenset({ANY})
        return self._of_name(self._around(target), target.id)

    def _of_name(self, function: ast.FunctionDef | None, name: str) -> frozenset[str]:
        """Where a variable or a parameter of a function goes; without one, a constant of a file."""
        if (function, name) not in self.known:
            self.known[function, name] = frozenset()  # whoever asks again while it is followed learns nothing new
            inside = self.names.get(name, ()) if function is None else ast.walk(function)
            reads = (one for one in inside if isinstance(one, ast.Name) and one.id == name)
            found = [self.of_value(one) for one in reads if isinstance(one.ctx, ast.Load)]
            self.known[function, name] = frozenset().union(*found)
        return self.known[function, name]

    def _of_argument(self, call: ast.Call, node: ast.AST) -> frozenset[str]:
        """What a called function makes of an argument: a writer of the log writes it."""
        name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
        name = self.aliases.get(name, name)
        if name in ("int", "int64", "max", "min"):
            return self.of_value(call)
        if name == "bool":
            return frozenset()
        if name == "Refusals":
            return frozenset({"REASON"})
        if name in self.fields and node in call.args:
            return self._of_field(self.fields[name][call.args.index(node)])
        found = [self._of_parameter(one, call, node) for one in self.functions.get(name, ())]
        return frozenset().union(*found) if found else frozenset({ANY})

    def _of_parameter(self, function: ast.FunctionDef, call: ast.Call, node: ast.AST) -> frozenset[str]:
        if function.name == "_append":
            kind = call.args[1]
            return frozenset({kind.attr}) if isinstance(kind, ast.Attribute) else frozenset({ANY})
        parameters = [one.arg for one in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)]
        if isinstance(node, ast.keyword):
            return self._of_name(function, node.arg or "")
        place = call.args.index(node) if node in call.args else -1
        return self._of_name(function, parameters[place]) if 0 <= place < len(parameters) else frozenset({ANY})

    def _of_field(self, name: str) -> frozenset[str]:
        """Where a field of a named tuple goes, whichever tuple it is read from."""
        key = (None, name)
        if key not in self.known:
            self.known[key] = frozenset()
            self.known[key] = frozenset().union(*map(self.of_value, self.reads[name]))
        return self.known[key]

    def _of_returned(self, function: ast.FunctionDef | None, place: int | None) -> frozenset[str]:
        """Where what a function returns goes."""
        if function is None:
            return frozenset({ANY})
        key = (function, f"return {place}")
        if key not in self.known:
            self.known[key] = frozenset()
            found = [self.of_value(call, place) for call in self.calls.get(function.name, ())]
            self.known[key] = frozenset().union(*found)
        return self.known[key]

    def _around(self, node: ast.AST) -> ast.FunctionDef | None:
        """The function that a node stands in."""
        at: ast.AST | None = node
        while at is not None and not isinstance(at, ast.FunctionDef):
            at = self.parents.get(at)
        return at


__all__ = ["Why", "kinds_of", "why_unfired"]
