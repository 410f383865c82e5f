"""Figures of a case in any order give the same answer: every case of every book, its lists of figures turned about."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from case_book import cases_of
from sandtable.files import load_yaml
from sandtable.games import built_in
from sandtable.table.cases import Answer, answer, happened

LISTS = {"figures", "battalions", "squads"}
"""Lists whose order says nothing, where every entry has an id."""

LEAST = {"dba": 150, "dbaix": 100, "inter-arma": 40, "batalist": 30, "pursuit": 10, "flash-flood": 5}
"""So many cases of each book have such a list of two or more."""


def turned_about(node: Any, key: str = "") -> int:
    """Turn every such list under ``node`` about, in place; how many there were."""
    found = 0
    if isinstance(node, dict):
        for name, value in node.items():
            if name not in ("actions", "expect", "final", "dice", "options"):
                found += turned_about(value, name)
    elif isinstance(node, list):
        if key in LISTS and len(node) > 1 and all(isinstance(entry, dict) and "id" in entry for entry in node):
            node.reverse()
            found = 1
        found += sum(turned_about(entry) for entry in node)
    return found


def told(result: Answer) -> list[Any]:
    """What was answered to each action. Who is named first of two, and which line comes first, is left out."""
    return [
        (
            ruling.action.text,
            ruling.judgement.legal,
            ruling.judgement.cost,
            sorted(str(reason.clause) for reason in ruling.judgement.reasons),
            sorted((str(event.clause), sorted(event.text.split())) for event in happened(ruling.events)),
        )
        for ruling in result.rulings
    ]


def stands(result: Answer) -> dict[str, tuple[float, ...]]:
    """Where everybody stands at the end."""
    return {f.id: (round(f.x, 3), round(f.y, 3), round(f.facing, 2)) for f in result.battle.scene().figures}


def cases() -> list[Any]:
    found = []
    for game in LEAST:
        for path in cases_of(game):
            if turned_about(load_yaml(path)):
                found.append(pytest.param(path, id=f"{game}/{path.stem}"))
    return found


CASES = cases()


@pytest.mark.parametrize("path", CASES)
def test_figures_in_any_order_give_the_same_answer(path: Path) -> None:
    turned = load_yaml(path)
    turned_about(turned)
    one, other = answer(load_yaml(path), str(path), seed=1), answer(turned, str(path), seed=1)
    assert other.differences == []
    assert told(other) == told(one)
    assert stands(other) == stands(one)


def test_enough_cases_of_every_game_are_tried() -> None:
    tried = [str(case.id).split("/")[0] for case in CASES]
    assert set(LEAST) == set(built_in())
    assert {game: tried.count(game) for game in LEAST if tried.count(game) < LEAST[game]} == {}
