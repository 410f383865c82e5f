"""What the computers of a battle do between two things that are seen, and when the second is shown."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from sandtable.server.session import computer
from sandtable.server.session.connections import Refusal
from sandtable.server.session.live_battle import LiveBattle
from sandtable.server.session.pacing import time_left
from sandtable.server.views.seat_state import BattleState, SeenBy, Sides
from sandtable.server.views.state_messages import Told
from sandtable.server.workers.threads import act, ponder
from sandtable.table.actions import Action
from sandtable.translation import speaking

log = logging.getLogger("sandtable.server")


class Ready(NamedTuple):
    """What a computer will do in one state of a battle, and for which viewers that changes something; None: for all."""

    state: BattleState
    side: str
    choice: computer.Choice
    seen_by: SeenBy
    waited: bool = False


def wake(live: LiveBattle) -> None:
    """Let the computers go on, if it is theirs and somebody looks."""
    resting = live.computing is None or live.computing.done()
    if resting and live.wanted() and live.computers_side() is not None:
        with speaking(""):  # whoever woke them may read in another language
            live.computing = asyncio.create_task(_run(live))


async def _run(live: LiveBattle) -> None:
    """Play every computer's decision, one by one, each stored and shown before the next."""
    try:
        while live.wanted() and live.computers_side() is not None:
            await answer(live, await live.pacing.wait(live.wanted))
    except Refusal:
        return  # already said, and everybody hung up
    except Exception:
        log.exception("battle %s: the computer could not play", live.id)
        text = "The computer could not play; the server's log says more. Hand its side to somebody else."
        async with live.lock:
            await live.boards.broadcast(Told("pace", text=text))


async def answer(live: LiveBattle, whom: SeenBy) -> None:
    """Play the computers' decisions up to the first of which ``whom`` (None: anybody here) sees something.

    What is done in secret before it takes no time of its own: it counts in no step and at no pace. In a battle that
    hides something from people the answer is shown at moments that do not tell how much that was.
    """
    loop = asyncio.get_running_loop()
    begun, ready = loop.time(), None
    complaints: list[tuple[str, computer.Choice]] = []  # told no sooner than anything is seen
    while live.wanted():
        async with live.lock:
            side = live.computers_side()
            if side is None or not live.wanted():
                return
            if ready is None or ready.state is not live.state:
                ready = await _decided(live, side)
            viewers = {live.state.seen_alike(each.sides) for each in live.boards.links} if whom is None else whom
            shows = ready.seen_by is None or bool(ready.seen_by & viewers)
            left = time_left(loop.time() - begun) if shows and _keeps_time(live) and not ready.waited else 0.0
            if left <= 0.0:
                if ready.choice.fault:
                    complaints.append((live.seats[side].kind, ready.choice))
                await live.carry_out(partial(_given, ready.choice.action), ready.side, ready.choice.by)
                if shows:
                    await _complain(live, complaints)
                    return
                ready = None
                continue
        await asyncio.sleep(left)  # nobody else waits meanwhile
        ready = ready._replace(waited=True)


async def _decided(live: LiveBattle, side: str) -> Ready:
    """What the computer that holds a side does now: it knows no more than a person would."""
    state, seat = live.state, live.seats[side]
    kind = computer.kind_now(seat.kind, state.battle.game)
    choice = await ponder(computer.choose, kind, state.view((side,)).seen, seat.token, time.monotonic())
    return Ready(state, side, choice, await act(_seen_by, state, choice.action, side, choice.by))


async def _complain(live: LiveBattle, of: Sequence[tuple[str, computer.Choice]]) -> None:
    """Say what generals of this machine's own did wrong, to everybody at the table and in the log."""
    for name, choice in of:
        log.warning("battle %s: %s", live.id, choice.complaint(name))
        await live.boards.broadcast(Told("pace", text=partial(_complaint, choice, name)))


def _complaint(choice: computer.Choice, name: str, _sides: Sides) -> str:
    return choice.complaint(name)


def _given(action: Action) -> Action:
    return action


def _keeps_time(live: LiveBattle) -> bool:
    """People play here, and something is hidden from them."""
    return live.state.hides and bool(live.seats.people)


def _seen_by(state: BattleState, action: Action, side: str, by: str) -> SeenBy:
    """For which viewers an action would change something."""
    if not state.hides:
        return None
    after = state.battle.copy()
    after.engine.turn_to(side)
    after.engine.carry_out(action)
    return state.gone_on(after, by)[1]
