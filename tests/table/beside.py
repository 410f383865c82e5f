"""What a prompt and an explanation promise or deny, held against the actions that are listed beside them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any

from sandtable.games.scene import ScenePlace
from sandtable.table.actions import Action
from sandtable.table.battle import Battle

Listed = Sequence[Action]


def contradictions(battle: Battle) -> list[str]:
    """Every promise of the prompt that no listed action keeps, and every action that the words beside it deny."""
    decision = battle.decision
    if decision is None:
        return []
    listed = battle.legal()
    refused = [f"listed, but refused: {action.text}" for action in listed if not battle.judge(action).legal]
    said = PROMPTS[battle.game.key](battle, decision.text, decision.phase, listed)
    return refused + [f"{decision.text} -- {wrong}" for wrong in said] + list(_explained(battle, listed))


def of(listed: Listed, *verbs: str) -> list[Action]:
    return [action for action in listed if action.verb in verbs]


def promised(words: str, text: str, kept: Any) -> Iterator[str]:
    """``words`` stand in the prompt if and only if something keeps them."""
    if (words in text.lower()) != bool(kept):
        yield f"{words}: {'promised' if words in text.lower() else 'not said'}, {'there' if kept else 'not there'}"


def number_in(text: str, pattern: str) -> int:
    found = re.search(pattern, text)
    assert found is not None, text
    return 1 if found[1] == "one" else int(found[1])


def _sized(moves: Listed, several: bool) -> list[Action]:
    return [move for move in moves if (len(move.figures) > 1) is several]


MOST = 5
"""Of more than so many who may act nobody tries all pairs in all directions: a group is then taken as it is said."""


def _can_go(battle: Battle, size: int, words: str, steps: Sequence[float]) -> bool:
    """Some own figure, or two together, may go a step ahead or back: the lists hold what is useful, not all."""
    own = [figure.id for figure in battle.scene(plain=True).figures if figure.may_act]
    if size > 1 and len(own) > MOST:
        assert battle.decision is not None
        return words in battle.decision.text.lower()
    orders = ({"move": list(those), "ahead": step} for those in permutations(own, size) for step in steps)
    return any(battle.judge(order).legal for order in orders)


def dba_prompt(battle: Battle, text: str, phase: str, listed: Listed) -> Iterator[str]:
    """Of DBA."""
    others = [action for action in listed if action.verb != "END"]
    if phase == "movement":
        moves = of(listed, "MOVE", "DISMOUNT")
        yield from promised(
            "an element", text, _sized(moves, False) or _can_go(battle, 1, "an element", (10, -10, -200, 100))
        )
        yield from promised("a group", text, _sized(moves, True) or _can_go(battle, 2, "a group", (10, -10, -200, 100)))
        yield from promised("land those", text, of(listed, "LAND"))
        yield from promised("end movement", text, of(listed, "END"))
    elif phase == "shooting":
        shooters = {action.figures[0] for action in of(listed, "SHOOT")}
        shooters |= {str(action.to_json()["target"]) for action in of(listed, "CHOOSE")}
        if number_in(text, r"(one|\d+) elements? can shoot") != len(shooters):
            yield f"{len(shooters)} are listed"
    elif phase == "aim":
        yield from promised("who aids", text, [action for action in listed if len(action.figures) > 1])
    elif phase == "combat":
        against = [action.figures[1] for action in of(listed, "FIGHT")]
        if number_in(text, r"(one|\d+) fights? (?:is|are) to come") not in (len(against), len(set(against))):
            yield f"fights against {against} are listed"
        if "one fight" in text:
            yield from promised("choose who leads", text, len(against) > 1)
    elif phase == "turning":
        if number_in(text, r"(\d+) enemies") != len(others):
            yield f"{len(others)} are listed"
    elif phase == "terrain":
        yield from promised("end placing", text, of(listed, "END"))
        yield from promised(": place", text, of(listed, "PLACE"))
    elif phase == "swaps":
        yield from promised("exchange", text, of(listed, "SWAP"))
        yield from promised("end the deployment", text, of(listed, "END"))


def dbaix_prompt(battle: Battle, text: str, phase: str, listed: Listed) -> Iterator[str]:
    """Of DBAix."""
    if phase == "movement":
        moves = of(listed, "MOVE")
        if "bard" in text:
            yield from promised("must go", text, moves)
        else:
            yield from promised(
                "a figure", text, _sized(moves, False) or _can_go(battle, 1, "a figure", (0.5, -0.5, 1, -1))
            )
            yield from promised(
                "a group", text, _sized(moves, True) or _can_go(battle, 2, "a group", (0.5, -0.5, 1, -1))
            )
            yield from promised("bring men back", text, of(listed, "MUSTER"))
            yield from promised("hand over", text, of(listed, "HAND_OVER"))
        yield from promised("end movement", text, of(listed, "END"))
    elif phase == "combat":
        if number_in(text, r"(one|\d+) fights? (?:is|are) to come") != len(of(listed, "FIGHT")):
            yield f"{len(of(listed, 'FIGHT'))} fights are listed"
    elif phase in ("spoils", "tokens"):
        yield from promised("take it", text, of(listed, "TAKE"))
        yield from promised("leave it", text, of(listed, "END"))
    elif phase == "drinking":
        yield from promised("drink", text, of(listed, "DRINK"))
        yield from promised("go on", text, of(listed, "END"))
    elif phase in ("flight", "call"):
        named = set(re.findall(r"\((\w+)\)", text))
        chosen = {str(action.to_json()["target"]) for action in of(listed, "CHOOSE")}
        if named != chosen:
            yield f"{named} are named, {chosen} listed"


PROMPTS = {"dba": dba_prompt, "dbaix": dbaix_prompt}


def _explained(battle: Battle, listed: Listed) -> Iterator[str]:
    """What is said of a figure where it stands, against what is listed for it."""
    explain = battle.game.explain
    if explain is None:
        return
    for index, figure in enumerate(battle.names.figures):
        own = [action for action in listed if figure.id in action.figures]
        said = explain(battle.record, battle.names, index)
        for note in said.notes:
            for wrong in _denied(battle, note.text, figure.id, own, said.places):
                yield f"{figure.id}: {note.text} -- {wrong}"


def _denied(battle: Battle, text: str, who: str, own: Listed, places: Sequence[ScenePlace]) -> Iterator[str]:
    moves = [action for action in of(own, "MOVE") if action.figures[0] == who]
    alone = [action for action in moves if len(action.figures) == 1]
    shots = of(own, "SHOOT")
    wrong: list[Action] = []
    if "may not move there" in text:
        wrong = moves
    elif "does not shoot" in text:
        wrong = shots
    elif "may only break off" in text or "may only go straight back" in text:
        wrong = [move for move in alone if not _is_back(battle, who, move)]
    elif "can be reached by a move now" in text:
        wrong = [move for move in moves if any(_ends_at(move, place) for place in places)]
    elif "has a shot at" in text and shots:
        target = re.findall(r"\((\w+)\)", text)[-1]
        if not any(shot.to_json()["target"] == target for shot in shots):
            yield "that shot is not listed, but others are"
    for action in wrong[:1]:
        yield f"listed: {action.text}"


def _is_back(battle: Battle, who: str, move: Action) -> bool:
    """The move ends behind where its figure stands."""
    figure = next(one for one in battle.scene(plain=True).figures if one.id == who)
    assert move.to is not None
    turn = math.radians(figure.facing)
    return (move.to[0] - figure.x) * math.sin(turn) + (move.to[1] - figure.y) * math.cos(turn) < 0.0


def _ends_at(move: Action, place: ScenePlace) -> bool:
    return move.to is not None and math.dist(move.to, (place.x, place.y)) < 0.1 and move.facing == place.facing
