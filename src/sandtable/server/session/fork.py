"""New beginnings from a battle: playing on from one of its steps, and cases made of its positions."""

from __future__ import annotations

import secrets
from dataclasses import replace

from sandtable.kernel.dice import new_dice
from sandtable.server.messages.protocol import Branched, CaseMade, MakeCase, PlayOn
from sandtable.server.session.connections import Refusal
from sandtable.server.session.live_battle import LiveBattle
from sandtable.server.storage.database import Link
from sandtable.server.views import addresses
from sandtable.server.views.seat_state import BattleState, Sides
from sandtable.server.workers.threads import weigh
from sandtable.table.battle import Battle
from sandtable.table.case_writer import case_text, file_name
from sandtable.table.new_battle import start
from sandtable.translation import gettext


async def play_on(live: LiveBattle, message: PlayOn, link: Link) -> Branched:
    """Make a new battle that goes on from an earlier step, and say where it is."""
    number = live.number(link, message.step)
    title = f"{live.stored.title}, from action {message.step}"
    battle = await weigh(branch, live.state, link.sides, number)
    if battle.over:
        raise Refusal("not_now", gettext("The battle is over there: go back to an earlier step."))
    made = await live.found(battle, title, message.seats, message.analysis, f"battle {live.id}")
    return Branched(n=message.n, id=made.id, url=addresses.play_path(made.all_token))


def branch(state: BattleState, sides: Sides, number: int) -> Battle:
    """A battle that goes on from the table after action ``number``, with dice of its own.

    It keeps the history where all of that may be seen; else it begins with what ``sides`` see, the rest a fair guess.
    """
    if state.seen_alike(sides) is None:
        twin = state.battle.copy()
        for _ in range(len(twin.history) - 1 - number):
            twin.undo(past_dice=True)
        twin.engine.ended = None
        twin.engine.resume(secrets.token_hex(16), 0)
        twin.engine.chosen, twin.engine.scripted, twin.engine.since = False, False, number + 1
        return twin
    seen = state.past(number, sides)
    game, record = seen.game, seen.array[0]
    keys = [side.key for side in seen.sides]
    for side in sides or tuple(keys):
        game.verbs.resample(record, keys.index(side), new_dice(secrets.token_hex(16)))
    seen.engine.stand(record)
    origin = replace(seen.engine.origin, position=seen.position())
    return start(Battle(game, origin, seen.options), None, None)


def make_case(state: BattleState, link: Link, message: MakeCase, title: str, number: int) -> CaseMade:
    """The position after action ``number``, as a link sees it, as a case file."""
    step = len(state.seen_history(link.sides).steps) - 1 if message.step is None else message.step
    after = f"{title}, after action {step}"
    return CaseMade(
        n=message.n, step=step, name=file_name(title, step), text=case_text(state.past(number, link.sides), after)
    )
