"""Figures of a case in any order give the same answer: every case of every book, its lists of figures turned about."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from case_book import cases_of
from sandtable.files import load_yaml
from sandtable.games import built_in
from sandtable.kernel.records import NONE
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


STEPS = 3
"""So many listed actions after those of a case."""


def gone_on(battle: Any, text: str, face: int) -> list[Any]:
    """What is said to one more action, all of whose dice show ``face``, and how the table stands then."""
    battle.engine.resume_script(1, ((NONE, NONE, NONE, face),) * 400)
    judged = battle.judge(text)
    said: list[Any] = [judged.legal, judged.cost, sorted(str(reason.clause) for reason in judged.reasons)]
    if judged.legal:
        battle.engine.carry_out(battle.action(text), may_wait=True)
        events = happened(battle.last.events)
        said.append(sorted((str(event.clause), sorted(event.text.split())) for event in events))
    stands = {f.id: (round(f.x, 3), round(f.y, 3), round(f.facing, 2), sorted(f.marks)) for f in battle.scene().figures}
    decision = battle.decision
    return [*said, stands, battle.phase, decision.side if decision else None]


@pytest.mark.parametrize("path", CASES[::3])
def test_whatever_is_done_next_comes_out_alike(path: Path) -> None:
    """From the end of the case listed actions are carried out on both tables, each with dice that all show one face."""
    turned, rng = load_yaml(path), random.Random(path.stem)
    turned_about(turned)
    one, other = (answer(data, str(path), seed=1).battle for data in (load_yaml(path), turned))
    for _ in range(STEPS):
        texts = sorted({action.text for action in one.legal()}) if not one.over and not one.engine.waiting else []
        if not texts:
            return
        text, face = rng.choice(texts), rng.randint(1, 6)
        told_one, told_other = gone_on(one, text, face), gone_on(other, text, face)
        if any({"order", "die"} <= set(words) for _, words in told_one[3:-3] and told_one[3]):
            return  # it says who of several is first by their places in the file
        assert told_other == told_one, text


def test_enough_cases_of_every_game_are_tried() -> None:
    tried = [str(case.id).split("/")[0] for case in CASES]
    assert set(LEAST) == set(built_in())
    assert {game: tried.count(game) for game in LEAST if tried.count(game) < LEAST[game]} == {}
