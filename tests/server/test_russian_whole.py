"""Whoever reads Russian reads no English: of battles at random, of all that the server says, no Latin word is left.

What has no words is told apart by its field; a new field is looked at by itself. What else may be Latin stands in
``KEPT`` or is a name in its battle: ids, parts of the table and of a troop list.
"""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

import pytest

import sandtable
from sandtable.errors import SandtableError
from sandtable.games import built_in, get_game
from sandtable.games.language import said_in
from sandtable.server.messages.actions import ActionForm
from sandtable.server.messages.pages import AskArmy
from sandtable.server.messages.protocol import AskOdds, Explain, Foresee, Judge
from sandtable.server.storage import persistence
from sandtable.server.views import battle_messages
from sandtable.server.views.seat_state import BattleState
from sandtable.server.views.view import View
from sandtable.table.battle import Battle
from sandtable.table.scenarios import scenario_names
from sandtable.translation import speaking
from server.conftest import Address

GAMES = [key for key in built_in() if said_in(get_game(key).folder, "ru", "words")]

WORDLESS = {
    "action", "actor", "against", "by", "carries", "clause", "code", "emblem", "fighters", "figure", "figures_named",
    "form", "formation", "game", "id", "key", "kind", "letter", "man", "marks", "notation", "other", "pull", "shape",
    "shield", "side", "signs", "snapped_to", "state", "trim", "type", "unit_of_length", "unseen_by", "verb",
}  # fmt: skip
"""Fields that people do not read: ids, notation, what a picture is called."""

KEPT = re.compile(r"\b(PIP|[IVX]+|[A-Z]+[0-9]*(-[A-Z0-9]+)+)\b")
"""Points of initiative, Roman dice, clauses."""

MEANT = {"quick", "DBA", "WADBAG"}
"""Keys of generals, names of books."""

MANY = int(os.environ.get("SANDTABLE_READ_BATTLES", "0"))
"""So many whole battles of each scenario, looked at again and again; 0: a little of one."""

LATIN = re.compile(r"[A-Za-z]{2,}")


def read(part: Any, field: str = "") -> Iterator[str]:
    """Every text of a message, but for fields without words."""
    if field in WORDLESS:
        return
    if isinstance(part, dict):
        for name, value in part.items():
            yield from read(value, name)
    elif isinstance(part, (list, tuple)):
        for value in part:
            yield from read(value, field)
    elif isinstance(part, str):
        yield part


def names_in(battle: Battle) -> set[str]:
    """Ids of a battle: of figures, parts of the table, what troop lists call a type."""
    names = battle.names
    found = {one.id for one in names.figures} | {kind for one in names.figures for kind in re.split(r"\W", one.kind)}
    found |= {word for words in names.lists.values() for word in words} | set(names.features)
    return {word for word in found if re.fullmatch(r"[A-Z0-9]{1,3}[a-zA-Z0-9]{0,2}|\d?[A-Z][A-Za-z]{1,2}", word)}


def left(texts: Iterable[str], names: set[str]) -> set[str]:
    """The texts in which a Latin word is left."""
    id_of = re.compile("|".join(rf"(?<![\w]){re.escape(name)}(?![\w])" for name in sorted(names)) or "(?!)")
    return {text for text in texts if LATIN.search(KEPT.sub("", id_of.sub("", text)))}


def asked(view: View, chooser: random.Random, sides: Sequence[str]) -> Iterator[Any]:
    """What a board asks while somebody thinks: odds, what comes of an action, drags to anywhere, what explains."""
    actions = view.seen.legal()
    figures = [one.id for one in view.scene.figures]
    messages: list[Any] = []
    for action in chooser.sample(actions, min(3, len(actions))):
        form = view.form(action)
        messages += [AskOdds(type="odds", n=0, action=form), Foresee(type="foresee", n=0, action=form)]
        messages += [Judge(type="judge", n=0, action=form)]
    for figure in chooser.sample(figures, min(3, len(figures))):
        messages += [Explain(type="explain", n=0, figure=figure)]
        for hand in battle_messages.hand_facts(view.seen):
            to = (chooser.uniform(-1, view.scene.width), chooser.uniform(-1, view.scene.height))
            form = ActionForm.model_validate({**hand.form, "figures": [figure], "to": to})
            messages += [Judge(type="judge", n=0, action=form)]
    for message in messages:
        answers = {
            "judge": view.judgement, "odds": partial(view.odds, sides=sides),
            "foresee": partial(view.foreseen, sides=sides), "explain": view.explained,
        }  # fmt: skip
        try:
            yield without_notation(answers[message.type](message, 0).model_dump())
        except SandtableError as refused:
            yield str(refused)


def without_notation(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer without the ids and the action in it, which are no words."""
    if answer["type"] in ("odds", "judgement"):
        answer["text"] = ""
    for fight in answer.get("fights", ()):
        fight["figures"] = fight["odds"]["text"] = ""
    for tally in answer.get("tallies", ()):
        tally["figure"] = ""
    return answer


def told(battle: Battle, chooser: random.Random) -> Iterator[str]:
    """All that the sides who decide are told of a battle as it stands."""
    state = BattleState(battle, [None] * len(battle.history), len(battle.history))
    for side in battle.sides_to_decide or (battle.sides[0].key,):
        view = state.view((side,))
        scene = json.loads(view.scene_text)
        scene["unit"] = ""
        listed = [action | {"text": "", "figures": ""} for action in view._legal]
        yield from read([scene, listed, [step.model_dump() for step in state.steps((side,))]])
        yield from read([view.asked.text if view.asked else "", view.result if battle.over else ""])
        yield from read(list(asked(view, chooser, chooser.choice(((side,), ())))))
        assert view.troubles == {}
    facts = [battle_messages.overlay_facts(battle.game), battle_messages.hand_facts(battle)]
    yield from read([[one.model_dump(exclude={"form"}) for one in some] for some in facts])


def stretches(place: int) -> list[int]:
    """How many decisions are made between one look and the next: of the first scenario more."""
    return [9] * 40 if MANY else [4, 25, 20] if place == 0 else [8]


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_a_seat_is_told_is_left_in_english(game: str) -> None:
    found: dict[str, str] = {}
    for place, scenario in enumerate(scenario_names(get_game(game))):
        for seed in range(place, place + max(MANY, 1)):
            battle, chooser = sandtable.new(game, scenario=scenario, seed=seed), random.Random(seed)
            for stretch in stretches(place):
                for _ in range(0 if battle.over else stretch):
                    battle.play(battle.sample(chooser))
                    if battle.over:
                        break
                with speaking("ru"):
                    found |= dict.fromkeys(left(set(told(battle, chooser)), names_in(battle)), scenario)
                if battle.over:
                    break
    assert found == {}


@pytest.mark.parametrize("game", GAMES)
def test_no_page_of_a_server_that_speaks_english_is_left_in_english(server: Address, game: str) -> None:
    """What is asked for before a battle and of one that is over: menus, the laboratory's, lists, a shared moment."""
    save = json.loads(persistence.save_of(sandtable.new(game, seed=1)))
    save["ended"] = {"how": "resigned", "side": sandtable.new(game, seed=1).sides[0].key}
    made = server.http.post("/api/battles/load?language=ru", json={"save": save}).json()
    ended = next(one for one in server.http.get("/api/battles").json() if one["id"] == made["id"])["result"]
    assert LATIN.search(ended), "the server itself speaks English"
    start = battle_messages.game_facts(game, "ru")
    with speaking("ru"):
        names = names_in(sandtable.new(game, seed=1))
    listed = next(one for one in server.http.get("/api/battles?language=ru").json() if one["id"] == made["id"])
    place = f"/api/laboratory/games/{game}/scenarios/{start.scenarios[0].key}?language=ru"
    measures = [one["text"] for one in server.http.get(place).json()["measures"]]
    options = [one.text for one in start.options]
    texts = [*measures, *options, listed["result"], *listed["sides"].values()]
    texts += [
        server.http.get(f"/api/battles/none/{page}?language=ru").json()["text"] for page in ("save", "export/text")
    ]
    assert len(measures) > 10 and left(texts, names | MEANT) == set()


LISTED = re.compile(r"\b(\d?[A-Z][A-Za-z]{1,2}\d?(//\d?[A-Z][a-z]{1,2})?|\d?[A-Z]{1,2}[a-z]|Gen|[IVX]+|DBA)\b")
"""Troops as lists write them, ``6x4Bd`` and ``3Kn//4Bd (Gen)``."""


@pytest.mark.parametrize("game", [game for game in GAMES if get_game(game).armies is not None])
def test_no_army_list_is_left_in_english(game: str) -> None:
    """Its lines and elements, what may be chosen, and an army as it is checked."""
    lists = battle_messages.armies(game, "ru")
    with speaking("ru"):
        checked = [battle_messages.army_check(game, AskArmy(army=each.ready)) for each in lists.lists]
    shown = json.loads(lists.model_dump_json())
    said = [*_without(shown), *(text for check in checked for text in check.words)]
    assert len(said) > 30
    assert {text for text in said if LATIN.search(LISTED.sub("", re.sub(r"\d+x", "", text)))} == set()


KEYS = WORDLESS | {"picks", "strays", "values", "word", "of", "list", "value", "unless", "unit"}


def _without(part: Any) -> Iterator[str]:
    """Every text of an answer of army lists, but for keys."""
    if isinstance(part, dict):
        for name, value in part.items():
            yield from () if name in KEYS else _without(value)
    elif isinstance(part, list):
        for value in part:
            yield from _without(value)
    elif isinstance(part, str):
        yield part


@pytest.mark.parametrize(
    ("way", "path", "body"),
    [
        ("GET", "/api/nothing", ""),
        ("PATCH", "/api/games", ""),
        ("GET", "/play/nothing0", ""),
        ("GET", "/join/nothing0", ""),
        ("GET", "/api/rescue/nothing0", ""),
        ("GET", "/api/code?text=none", ""),
        ("GET", "/api/laboratory/studies/none", ""),
        ("GET", "/api/editor/shared/none0000", ""),
        ("GET", "/api/people/none/battles", ""),
        ("POST", "/api/battles", "{"),
        ("POST", "/api/battles", "{}"),
        ("POST", "/api/battles", '{"game": 5}'),
        ("POST", "/api/battles", '{"game": "dba", "seats": {"red": 5}}'),
        ("POST", "/api/battles", " " * 70_000),
    ],
)
def test_no_refusal_is_left_in_english(server: Address, way: str, path: str, body: str) -> None:
    """Fields, keys and what was typed stand as they are."""
    asked = f"{path}{'&' if '?' in path else '?'}language=ru"
    answer = server.http.request(way, asked, content=body, headers={"content-type": "application/json"})
    assert answer.status_code >= 400
    text = re.sub(r"(?s)<style>.*?</style>|<[^>]*>", " ", answer.text)
    text = answer.json()["text"] if answer.headers["content-type"].startswith("application/json") else text
    said = re.sub(r"'[^']*'|\b[a-z]+(\.[a-z]+)*:|JSON|\bred\b", "", text)
    assert re.search("[А-я]", text) and not LATIN.search(said), text


def test_an_end_kept_by_an_older_server_is_told_in_its_language_alone() -> None:
    assert (persistence.result_said("Red wins."), persistence.result_said(None)) == ("Red wins.", None)
    with speaking("ru"):
        assert persistence.result_said("Red wins.") == "Битва закончена."
        assert persistence.result_said('{"en": "Red wins.", "ru": "Победили красные."}') == "Победили красные."


def test_an_english_word_is_found() -> None:
    texts = {"Мечники (R1): бой", "Мечники (R1): fight", "Хижина [DBAIX-MOV-1], 3 PIP, IV", "4Bd", "S2b stays"}
    assert left(texts, {"R1", "4Bd", "S2b"}) == {"Мечники (R1): fight", "S2b stays"}
    assert list(read({"text": "one", "clause": "two", "lines": [{"text": "three"}]})) == ["one", "three"]
