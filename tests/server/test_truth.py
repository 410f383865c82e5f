"""Truth per seat: two battles that a seat cannot tell apart give it equal bytes, on every path and at the same moments.

Twins are played side by side: what the seat may know is the same in both, what it may not know differs, in what was
chosen and in how often. After every step what is sent for the one is held against what is sent for the other.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

import sandtable
from conftest import REDUCED
from sandtable.errors import SandtableError
from sandtable.games import get_game, register
from sandtable.kernel.verbs import redact_nothing
from sandtable.server import branching, views
from sandtable.server.messages import AskOdds, Explain, Foresee, Judge, MakeCase, PaceNow
from sandtable.server.messages_action import ActionForm
from sandtable.server.messages_hand import AskReach
from sandtable.server.seating import Seating
from sandtable.server.storage import Link, StoredBattle, StoredSeat
from sandtable.server.telling import House, Told
from sandtable.server.truth import Truth
from sandtable.table import seeing
from table.ambush_game import BY_DICE
from table.ambush_game import GAME as AMBUSH
from table.duel_game import GAME as DUEL

SECRETIVE: dict[str, dict[str, Any]] = {
    "duel": {},
    "ambush": {},
    "wagers": {},
    "inter-arma": {"scenario": "night", "options": {"concealment": "hidden"}},
    "batalist": {"options": {"deployment": "ready_made"}},
}
"""The games that hide something, and what battle is played of each: a new one joins here, and that is all."""

SEATS: dict[str, list[tuple[str, ...]]] = {"inter-arma": [("patrol",), ()]}
"""The seats that are tried, where not all of them miss something; none: a watcher."""

PAIRS = dict.fromkeys(("inter-arma", "batalist"), 2 if REDUCED else 8)
USUAL = 100 if REDUCED else 3_333
"""Of states that a seat cannot tell apart: of a large game fewer than of the others."""


@pytest.fixture(autouse=True)
def _games():
    register(DUEL)
    register(AMBUSH)
    register(BY_DICE)


class Twin(NamedTuple):
    """A battle, what the server makes of it, and what the seat has been able to see of it."""

    truth: Truth
    seen: tuple[Any, ...]


def seen_record(battle: Any, sides: tuple[str, ...]) -> bytes:
    """The table as all of these sides may see it, by the game's own word."""
    keys = [side.key for side in battle.sides]
    record = battle.array[0]
    seeing.blank_out(battle.game, record, [keys.index(side) for side in sides or keys])
    return record.tobytes()


def begun(game: str, sides: tuple[str, ...], seed: int) -> Twin:
    battle = sandtable.new(game, seed=seed, **SECRETIVE[game])
    truth = Truth(battle, [None], 0)
    truth.eyes(sides)
    return Twin(truth, (seen_record(battle, sides),))


def after(twin: Twin, side: str, text: str, sides: tuple[str, ...]) -> tuple[Twin, bool]:
    """The twin after one action, and whether the seat is sent anything. IllegalAction where it is not legal there."""
    battle = twin.truth.battle.copy()
    battle.turn_to(side)
    action = battle.action(text)
    public = battle.lexicon.phrase(int(action.record["verb"])).public
    words = None if side in sides or public is None else public(battle.array[0], action.record, battle.names)
    battle.play(action)
    truth, changed = twin.truth.gone_on(battle, "human")
    told = changed is None or truth.seen_alike(sides) in changed
    events = tuple(
        event.text
        for event in battle.last.events
        if event.seen_by is None or (sides and all(each in event.seen_by for each in sides))
    )
    record = seen_record(battle, sides)
    said = text if words is None else words
    if not said and not events and record == twin.seen[-1]:
        assert not told, "the seat has seen nothing, and is sent nothing"
        return Twin(truth, twin.seen), False
    return Twin(truth, (*twin.seen, said, events, record)), told


def twins(game: str, rng: random.Random) -> Iterator[tuple[Twin, Twin, tuple[str, ...]]]:
    """Pairs of one random battle that the same seat cannot tell apart, step after step."""
    keys = [side.key for side in sandtable.new(game, seed=1, **SECRETIVE[game]).sides]
    sides = rng.choice(SEATS.get(game) or [(key,) for key in keys] + [()])
    seed = rng.randrange(10**9)
    one = other = begun(game, sides, seed)
    other = disguised(other, sides, rng)
    for _ in range(40):
        battle = one.truth.battle
        if battle.over or other.truth.battle.over:
            return
        side = rng.choice(battle.sides_to_decide)
        try:
            one, other, told = one_on(one, other, side, sides, rng)
        except SandtableError:
            return  # what is legal in one is not in the other: whoever acted could tell them apart
        if one.seen != other.seen or one.truth.battle.over:
            return  # the seat can tell them apart from now on; at the end everybody sees everything
        assert told[0] == told[1], "it is told at the same moments"
        yield one, other, sides


def disguised(twin: Twin, sides: tuple[str, ...], rng: random.Random) -> Twin:
    """The same to this seat, with everything that it cannot see guessed anew."""
    from sandtable.kernel.dice import new_dice

    battle = twin.truth.battle.copy()
    record = battle.array[0]
    keys = [side.key for side in battle.sides]
    for side in sides or keys:
        battle.game.verbs.resample(record, keys.index(side), new_dice(rng.randrange(10**9)))
    battle.stand(record)
    truth = Truth(battle, [None], 0)
    truth.eyes(sides)
    return Twin(truth, (seen_record(battle, sides),))


def one_on(one: Twin, other: Twin, side: str, sides: tuple[str, ...], rng: random.Random) -> Any:
    """Both a step further: alike where the seat acts, each its own way and as often as it likes where another does."""
    one = unseen(one, sides, rng)
    first = second = choices(one, side, rng)
    if side not in sides and rng.random() < 0.5:
        second = choices(other, side, rng)
    one, told_one = after(one, side, first, sides)
    other, told_other = after(other, side, second, sides)
    return unseen(one, sides, rng), other, (told_one, told_other)


def unseen(twin: Twin, sides: tuple[str, ...], rng: random.Random) -> Twin:
    """The twin after up to two actions more of which the seat sees nothing, and is sent nothing."""
    for _ in range(rng.randrange(3)):
        others = [side for side in twin.truth.battle.sides_to_decide if side not in sides]
        if others:
            side = rng.choice(others)
            hidden, told = after(twin, side, choices(twin, side, rng), sides)
            if hidden.seen == twin.seen:
                assert not told
                twin = hidden
    return twin


def choices(twin: Twin, side: str, rng: random.Random) -> str:
    battle = twin.truth.battle.copy()
    battle.turn_to(side)
    return rng.choice(battle.legal()).text


# ------------------------------------------------------------------------------------------- what is sent


def house(truth: Truth) -> House:
    seats = tuple(StoredSeat(side.key, "human", f"token-{side.key}", guest=True) for side in truth.battle.sides)
    stored = StoredBattle(
        "0" * 16, truth.battle.game.key, "A battle", {}, "all", "watch", "then", "then", False, None, seats
    )
    return House(stored, Seating(seats), PaceNow(seconds=1, paused=False), None, ())


def tried(work: Any) -> str:
    """What is answered, a refusal with all its reasons included."""
    try:
        made = work()
    except SandtableError as error:
        reasons = views.findings(getattr(error, "reasons", ()))
        return f"{type(error).__name__}: {error} {[reason.model_dump_json() for reason in reasons]}"
    return made if isinstance(made, str) else made.model_dump_json()


def sent(twin: Twin, sides: tuple[str, ...], questions: list[Any], step: int) -> dict[str, str]:
    """Everything that a link with these sides can be sent of the battle as it stands, by what it asks."""
    truth = twin.truth
    around, link = house(truth), Link("0" * 16, "token", sides)
    sight, version = truth.sight(sides), truth.eyes(sides).version
    last = truth.eyes(sides).numbers[-1]
    answers = {
        "state": around.state_text(truth, link, Told("play", step=last), ()),
        "welcome": around.welcome_text(truth.battle, link),
        "facts": around.facts_text(truth.battle, link),
        "presence": around.presence_text(truth, link),
        "trouble": str(sight.troubles),
    }
    number = truth.eyes(sides).numbers[step]
    made = MakeCase(type="case", n=1, step=step)
    answers["look"] = truth.past_scene(number, sides).model_dump_json()
    answers["case"] = branching.make_case(truth, link, made, "A battle", number).model_dump_json()
    if not truth.battle.over:
        answers["play on"] = branching.branch(truth, sides, number).position()
    for k, form in enumerate(questions):
        judge = Judge(type="judge", n=k, action=form)
        answers[f"judge {k}"] = tried(lambda judge=judge: sight.judgement(judge, version))
        odds = AskOdds(type="odds", n=k, action=form)
        answers[f"odds {k}"] = tried(lambda odds=odds: sight.odds(odds, version))
        answers[f"play {k}"] = tried(lambda form=form: str(sight.seen.check(sight.action(form))))
        foresee = Foresee(type="foresee", n=k, action=form)
        answers[f"foresee {k}"] = tried(lambda foresee=foresee: sight.foreseen(foresee, version))
    for figure in truth.names.figures:
        explain = Explain(type="explain", n=1, figure=figure.id)
        reach = AskReach(type="reach", n=1, figures=[figure.id])
        answers[f"explain {figure.id}"] = tried(lambda explain=explain: sight.explained(explain, version))
        answers[f"reach {figure.id}"] = tried(lambda reach=reach: sight.reach(reach, version))
        answers[f"together {figure.id}"] = str(sight.legal_together([figure.id]))
    return answers


def questions(twin: Twin, sides: tuple[str, ...], rng: random.Random) -> list[ActionForm]:
    """Actions to ask about: some that the seat is offered, and some places that it drags a figure to."""
    sight = twin.truth.sight(sides)
    forms = [action.action for action in rng.sample(sight.legal, min(2, len(sight.legal)))]
    names = [figure.id for figure in twin.truth.names.figures]
    scene = sight.scene
    for _ in range(2):
        place = (rng.uniform(0, scene.width), rng.uniform(0, scene.height))
        forms.append(ActionForm(verb="move", figures=[rng.choice(names)], to=place))
    return forms


@pytest.mark.parametrize("game", SECRETIVE)
def test_two_battles_that_a_seat_cannot_tell_apart_are_sent_to_it_in_equal_bytes(game, monkeypatch):
    monkeypatch.setattr("sandtable.server.branching.secrets.token_hex", lambda n: "00" * n)
    rng = random.Random(f"truth {game}")
    pairs = differing = 0
    while pairs < PAIRS.get(game, USUAL):
        for one, other, sides in twins(game, rng):
            asked = questions(one, sides, rng) if pairs % 5 == 0 else []
            step = rng.randrange(len(one.truth.eyes(sides).steps))
            mine, theirs = sent(one, sides, asked, step), sent(other, sides, asked, step)
            assert mine == theirs, (sides, {key for key in mine if mine[key] != theirs[key]})
            differing += one.truth.battle.state_hash() != other.truth.battle.state_hash()
            pairs += 1
    assert differing > pairs / 3, "the battles themselves differed"


def test_the_games_that_hide_something_are_all_tried():
    hiding = {key for key in sandtable.games.game_keys() if get_game(key).verbs.redact is not redact_nothing}
    assert hiding <= set(SECRETIVE)
