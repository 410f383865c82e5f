"""What the undo messages do to a battle: taken back alone, proposed, agreed to, refused, withdrawn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from sandtable.server.messages.people import AnswerUndo, AskUndo, Undo, WithdrawUndo
from sandtable.server.session import answering, chat, computer, undo_consent
from sandtable.server.session.connections import Connection, Refusal
from sandtable.server.session.live_battle import LiveBattle
from sandtable.server.storage import persistence
from sandtable.server.storage.database import Link
from sandtable.server.views import battle_messages
from sandtable.server.views.seat_state import Sides
from sandtable.server.views.state_messages import Told
from sandtable.server.workers.threads import think
from sandtable.table.battle import Battle
from sandtable.translation import gettext


def way_back(live: LiveBattle, link: Link) -> undo_consent.Way:
    """The way to take back this link's last action; Refusal where there is none."""
    seats, analysis = live.seats, live.stored.analysis
    way = undo_consent.way_back(live.state, link.sides, seats.people, analysis, seats.stands)
    if way is None:
        raise Refusal("not_now", undo_consent.why_not(live.state, link.sides, analysis, seats.stands))
    return way


def check_nothing_proposed(live: LiveBattle) -> None:
    """Refusal while something is proposed in a game that hides: who proposed it would learn that somebody played."""
    if live.proposal is not None and live.state.hides:
        raise Refusal("not_now", gettext("Something is proposed: it must be answered or withdrawn first."))


async def undo(live: LiveBattle, message: Undo, connection: Connection) -> None:
    """Take back one's own last action, where nobody has to be asked."""
    async with live.lock:
        link = live.link_of(connection)
        live.check_version(message.version, link)
        check_nothing_proposed(live)
        way = way_back(live, link)
        if way.needs:
            names = ", ".join(battle_messages.side_name(live.battle, side) for side in way.needs)
            raise Refusal("consent", gettext("That needs the consent of {names}: ask to take it back.", names=names))
        if way.past_dice and not message.past_dice:
            text = gettext("Dice have been thrown, or something was shown, since; taking that back must be asked for.")
            raise Refusal("not_now", text)
        await take_back(live, way)
    answering.wake(live)


async def take_back(live: LiveBattle, way: undo_consent.Way) -> None:
    """Take back what a way says. Hold the lock."""
    state = live.state
    before = await think(rewound, state.battle, way, not live.stored.analysis)
    steps = before.history[len(before.history) - len(way.again) :]
    again = [
        (step, state.players[k], state.entries[k], state.called[k]) for step, k in zip(steps, way.again, strict=True)
    ]
    entry = persistence.undo_entry(before, state.version + 1, way.side, way.number, again)
    await live.keep(persistence.commit(live.id, entry, before))
    with live.no_way_back():
        live.state, seen_by = await think(state.gone_back, before, way.number, way.again)
        live.proposal = None
        words = partial(undo_consent.taken_back, state, way=way, fresh=not live.stored.analysis)
        await live.boards.broadcast(Told("undo", way.side, computer.HUMAN, words), seen_by)


async def propose(live: LiveBattle, message: AskUndo, connection: Connection) -> None:
    """Ask to take back one's own last action, or offer somebody else to take back theirs."""
    async with live.lock:
        link = live.link_of(connection)
        live.check_version(message.version, link)
        if not link.sides:
            raise Refusal("not_your_bound", gettext("A watcher takes nothing back."))
        if live.proposal is not None:
            raise Refusal("not_now", gettext("Something is proposed already: it must be answered or withdrawn first."))
        people = live.seats.people
        if message.side is None or message.side in link.sides:
            way: undo_consent.Way | None = way_back(live, link)
            by = way.side if way else ""
        else:
            way = undo_consent.way_to_offer(live.state, link.sides, people, live.seats.stands)
            by = next((side for side in link.sides if side in people), "")
        if way is None or not by or message.side not in (None, way.side, *link.sides):
            raise Refusal("not_now", gettext("There is no last action of that side that could be taken back."))
        if not way.needs:
            raise Refusal("not_now", gettext("Nobody needs to be asked: it can be taken back at once."))
        live.proposals += 1
        note = chat.plain(message.note)
        live.proposal = undo_consent.Proposal(live.proposals, way, by, link.sides, set(way.needs), note=note)
        words = partial(undo_consent.sentence, live.state, proposal=live.proposal)
        await live.boards.broadcast(Told("proposal", by, computer.HUMAN, words))


async def settle(live: LiveBattle, message: AnswerUndo | WithdrawUndo, connection: Connection) -> None:
    """Agree to what is proposed, refuse it, or withdraw one's own; done once everybody has agreed."""
    async with live.lock:
        sides, proposal = live.link_of(connection).sides, live.proposal
        if proposal is None or proposal.number != message.number:
            raise Refusal("stale", gettext("That proposal does not stand any more."))
        asked = [side for side in sides if side in proposal.waits_for]
        if isinstance(message, WithdrawUndo):
            if proposal.by not in sides:
                raise Refusal("not_your_bound", gettext("Only whoever proposed it withdraws it."))
            await drop_proposal(live, proposal.by, lambda: gettext("withdraw their proposal."))
        elif not asked:
            raise Refusal("not_your_bound", gettext("You are not asked, or have answered."))
        elif not message.grant:
            await drop_proposal(live, asked[0], lambda: gettext("refuse: nothing is taken back."))
        else:
            proposal.waits_for.difference_update(asked)
            proposal.agreed.update(asked)
            if proposal.waits_for:
                words = partial(_does, live, asked[0], lambda: gettext("agree."))
                await live.boards.broadcast(Told("proposal", asked[0], computer.HUMAN, words))
            else:
                await take_back(live, proposal.way)
    answering.wake(live)


async def drop_proposal(live: LiveBattle, side: str, what: Callable[[], str]) -> None:
    """End what is proposed, and say who did. Hold the lock."""
    live.proposal = None
    await live.boards.broadcast(Told("proposal", side, computer.HUMAN, partial(_does, live, side, what)))


def _does(live: LiveBattle, side: str, what: Callable[[], str], _sides: Sides) -> str:
    return f"{battle_messages.side_name(live.battle, side)} {what()}"


def rewound(battle: Battle, way: undo_consent.Way, fresh: bool) -> Battle:
    """The battle before an action, those made again that stand all the same, by the dice that they threw."""
    before = battle.copy()
    for _ in range(len(battle.history) - way.number):
        before.undo(past_dice=True, fresh=fresh)
    for number in way.again:
        step = battle.history[number]
        assert step.action is not None
        before.engine.turn_to(step.side)
        before.engine.stand_at(step.counter)
        before.engine.carry_out(step.action)
    if way.again:
        before.engine.stand_at(battle.engine.drawn)
    return before
