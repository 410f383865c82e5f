"""Every clause that a function of the rules logs is registered for it, in all games: who looks for it finds it."""

from __future__ import annotations

import ast
import tomllib
from functools import cache
from pathlib import Path

import pytest

GAMES = Path(__file__).resolve().parents[1] / "src" / "sandtable" / "games"
FOLDERS = sorted(file.parent for file in GAMES.glob("*/rulebook.toml"))
LOGGING = {"event", "die", "outcome", "points", "side_event"}
"""What writes a line of what happened. A refusal cites a clause that another function may carry out."""


@cache
def ids_of(folder: Path) -> frozenset[str]:
    return frozenset(clause["id"] for clause in tomllib.loads((folder / "rulebook.toml").read_text("utf-8"))["clause"])


def clause_id(member: str, folder: Path) -> str:
    """The id of a member of the game's ``Clause``, which is named with its book's initials or without them."""
    wanted = member.replace("_", "-")
    for book in (folder, *FOLDERS):
        for known in sorted(ids_of(book)):
            if wanted in (known, known.split("-", 1)[1]):
                return known
    raise AssertionError(f"{folder.name} has no clause {member}")


def unregistered(text: str, folder: Path) -> list[str]:
    """Each function of a file that logs clauses for which it is not registered, with these."""
    found = []
    for function in ast.parse(text).body:
        if not isinstance(function, ast.FunctionDef):
            continue
        marks = [mark for mark in function.decorator_list if isinstance(mark, ast.Call)]
        names = {ast.literal_eval(name) for mark in marks if ast.unparse(mark.func) == "clause" for name in mark.args}
        calls = (node for node in ast.walk(function) if isinstance(node, ast.Call))
        members = {
            node.attr
            for call in calls
            if ast.unparse(call.func) in LOGGING
            for value in call.args
            for node in ast.walk(value)
            if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "Clause"
        }
        missing = {clause_id(member, folder) for member in members} - names
        if missing:
            found.append(f"{function.name}: {', '.join(sorted(missing))}")
    return found


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_function_is_registered_for_every_clause_that_it_logs(folder: Path) -> None:
    found = {
        str(file.relative_to(folder)): lines
        for file in sorted(folder.glob("**/*.py"))
        if (lines := unregistered(file.read_text("utf-8"), folder))
    }
    assert found == {}


def test_what_is_looked_for_is_found() -> None:
    text = '@clause("DBA-RECOIL-1")\n@kernel\ndef f(b, log):\n    event(log, Code.X, Clause.DBA_RECOIL_4, 0)\n'
    assert unregistered(text, GAMES / "dba") == ["f: DBA-RECOIL-4"]
    assert unregistered(text.replace("RECOIL-1", "RECOIL-4"), GAMES / "dba") == []
