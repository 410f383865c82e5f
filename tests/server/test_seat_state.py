"""Truth per seat: battles that a seat cannot tell apart give it equal bytes, on every path and at the same moments."""

from __future__ import annotations

import os
import random
from functools import partial
from itertools import combinations
from typing import Any

import pytest

from conftest import REDUCED
from sandtable.errors import SandtableError
from sandtable.games.language import all_languages
from sandtable.server.messages.actions import ActionForm
from sandtable.server.messages.drags import AskReach
from sandtable.server.messages.protocol import AskOdds, Explain, Foresee, Judge, Look, MakeCase, PaceNow
from sandtable.server.session import computer, fork, undo_consent
from sandtable.server.session.questions import looked
from sandtable.server.session.seats import Seats
from sandtable.server.storage.database import Link, StoredBattle, StoredSeat
from sandtable.server.views import battle_messages
from sandtable.server.views.seat_state import BattleState, Sides
from sandtable.server.views.state_messages import Surroundings, Told
from sandtable.translation import speaking, spoken
from server.twins import OWN, Twin, families, hiding

PAIRS = 100 if REDUCED else 300
"""Pairs of battles of each of the tests' own games that a seat cannot tell apart, and that differ: 900 in all."""

PAIRS_OF_LARGE_GAMES = 3 if REDUCED else 12
"""The same of a game with hundreds of figures and words, where each takes ten times as long."""

ASKED_FOR = int(os.environ.get("SANDTABLE_PAIRS", "0"))
"""So many pairs of every game instead: ``make truth`` asks for 10,000 of each, for longer than a check may take."""


def house(state: BattleState, proposal: undo_consent.Proposal | None = None) -> Surroundings:
    seats = tuple(StoredSeat(side.key, "human", f"token-{side.key}", guest=True) for side in state.battle.sides)
    stored = StoredBattle(
        "0" * 16, state.battle.game.key, "A battle", {}, "all", "watch", "then", "then", False, None, seats
    )
    return Surroundings(stored, Seats(seats), PaceNow(seconds=1, paused=False), proposal, ())


def tried(work: Any) -> str:
    """What is answered, a refusal with all its reasons included."""
    try:
        made = work()
    except SandtableError as error:
        reasons = battle_messages.findings(getattr(error, "reasons", ()))
        return f"{type(error).__name__}: {error} {[reason.model_dump_json() for reason in reasons]}"
    return made if isinstance(made, str) else made.model_dump_json()


def sent(twin: Twin, sides: Sides, questions: list[ActionForm], step: int, pair: list[str]) -> dict[str, str]:
    """Everything that a link with these sides can be sent of the battle as it stands, by what it asks.

    ``step``: one that it looks back at; ``pair``: figures that it frames together.
    """
    state = twin.state
    around, link = house(state), Link("0" * 16, "token", sides, language=spoken())
    view, version = state.view(sides), state.seen_history(sides).version
    answers = {
        "state": around.state_text(state, link, Told("play", step=state.seen_history(sides).numbers[-1]), ()),
        "welcome": around.welcome_text(state.battle, link),
        "facts": around.facts_text(state.battle, link),
        "presence": around.presence_text(state, link),
        "trouble": str(view.troubles),
        "together": str(view.legal_together(pair)),
        "reach of both": tried(lambda: view.reach(AskReach(type="reach", n=1, figures=pair), version)),
    }
    number = state.seen_history(sides).numbers[step]
    made = MakeCase(type="case", n=1, step=step)
    answers["look"] = looked(state, link, Look(type="look", n=1, step=step), number).model_dump_json()
    answers["case"] = fork.make_case(state, link, made, "A battle", number).model_dump_json()
    answers["play on"] = fork.branch(state, sides, number).position()
    answers |= undo_told(state, link)
    for k, form in enumerate(questions):
        judge = Judge(type="judge", n=k, action=form)
        answers[f"judge {k}"] = tried(lambda judge=judge: view.judgement(judge, version))
        odds = AskOdds(type="odds", n=k, action=form)
        answers[f"odds {k}"] = tried(lambda odds=odds: view.odds(odds, version, sides))
        answers[f"play {k}"] = tried(lambda form=form: str(view.seen.check(view.action(form))))
        foresee = Foresee(type="foresee", n=k, action=form)
        answers[f"foresee {k}"] = tried(lambda foresee=foresee: view.foreseen(foresee, version, sides))
    for figure in state.battle.names.figures:
        explain = Explain(type="explain", n=1, figure=figure.id)
        reach = AskReach(type="reach", n=1, figures=[figure.id])
        answers[f"explain {figure.id}"] = tried(lambda explain=explain: view.explained(explain, version))
        answers[f"reach {figure.id}"] = tried(lambda reach=reach: view.reach(reach, version))
        answers[f"together {figure.id}"] = str(view.legal_together([figure.id]))
    return answers


def undo_told(state: BattleState, link: Link) -> dict[str, str]:
    """What a link is told while it asks to take its own action back, or offers another to, and once that is done."""
    people = tuple(side.key for side in state.battle.sides)
    asked = undo_consent.way_back(state, link.sides, people, analysis=False)
    offered = undo_consent.way_to_offer(state, link.sides, people) if link.sides else None
    by = state.viewpoint(link.sides) or link.sides
    told = {name: proposed(state, link, way, by[0]) for name, way in (("ask", asked), ("offer", offered)) if way}
    told |= {
        f"{name} done": undo_consent.taken_back(state, link.sides, way, True) for name, way in [("a", asked)] if way
    }
    return told


def undo_heard(state: BattleState, link: Link) -> dict[str, str]:
    """What a link is told while another asks to take back an action that the link has seen, by who asks and which."""
    people = tuple(side.key for side in state.battle.sides)
    heard = {}
    for side in people:
        way = undo_consent.way_back(state, (side,), people, analysis=False)
        seen = state.step_seen(link.sides, way.number) if way is not None and way.needs else None
        if way is not None and seen is not None:
            heard[f"{side} asks for {seen.number}"] = proposed(state, link, way, side)
    return heard


def proposed(state: BattleState, link: Link, way: undo_consent.Way, by: str) -> str:
    """The state that a link is sent while ``by`` proposes to take something back."""
    proposal = undo_consent.Proposal(1, way, by, (by,), set(way.needs))
    told = Told("proposal", by, computer.HUMAN, partial(undo_consent.sentence, state, proposal=proposal))
    return house(state, proposal).state_text(state, link, told, ())


def questions(twin: Twin, sides: Sides, rng: random.Random) -> list[ActionForm]:
    """Actions to ask about: one that the seat is offered, and any verb for any figure at any place."""
    state = twin.state
    view = state.view(sides)
    forms = [action.action for action in rng.sample(view.legal, min(1, len(view.legal)))]
    verbs = [name.lower() for name in state.battle.game.verb.__members__]
    for verb in ("move", rng.choice(verbs)):
        place = (rng.uniform(0, view.scene.width), rng.uniform(0, view.scene.height))
        forms.append(ActionForm(verb=verb, figures=[rng.choice(state.battle.names.figures).id], to=place))
    return forms


def asked_alike(family: list[Twin], sides: Sides, rng: random.Random) -> None:
    """All that the seat is sent of one of the family it is sent of each, in any language."""
    with speaking(rng.choice(all_languages())):
        told_alike(family, sides, rng)


def told_alike(family: list[Twin], sides: Sides, rng: random.Random) -> None:
    """The same in the language spoken."""
    first = family[0].state
    asked = questions(family[0], sides, rng)
    step = rng.randrange(len(first.seen_history(sides).steps))
    pair = [figure.id for figure in rng.sample(first.battle.names.figures, 2)]
    link = Link("0" * 16, "token", sides, language=spoken())
    mine, heard = sent(family[0], sides, asked, step, pair), undo_heard(first, link)
    for twin in family[1:]:
        theirs, theirs_heard = sent(twin, sides, asked, step, pair), undo_heard(twin.state, link)
        assert mine == theirs, (sides, {key for key in mine | theirs if mine.get(key) != theirs.get(key)})
        both = heard.keys() & theirs_heard.keys()
        assert {key: heard[key] for key in both} == {key: theirs_heard[key] for key in both}


@pytest.mark.timeout(0 if ASKED_FOR else 900)
@pytest.mark.parametrize("game", hiding())
def test_battles_that_a_seat_cannot_tell_apart_are_sent_to_it_in_equal_bytes(game, monkeypatch):
    monkeypatch.setattr("sandtable.server.session.fork.secrets.token_hex", lambda n: "00" * n)
    room = (512, 256)  # a phase of a large game throws for minutes
    monkeypatch.setattr("sandtable.server.views.battle_messages.ROOM", room)
    rng = random.Random(f"truth {game}")
    pairs, wanted = 0, ASKED_FOR or (PAIRS if game in OWN else PAIRS_OF_LARGE_GAMES)
    for family, sides in families(game, rng):
        hashes = [twin.state.battle.state_hash() for twin in family]
        differing = sum(one != other for one, other in combinations(hashes, 2))
        if differing:
            asked_alike(family, sides, rng)
        pairs += differing
        if pairs >= wanted:
            break
