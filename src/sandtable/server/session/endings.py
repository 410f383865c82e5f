"""What the messages do by which players end a battle themselves: resigning, a draw, time that is up, a rematch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from sandtable.server.messages.company import AnswerOffer, ClaimTime, MakeOffer, Resign
from sandtable.server.session import answering, company, seat_messages
from sandtable.server.session.company import Offer, sentence
from sandtable.server.session.computer import HUMAN
from sandtable.server.session.connections import Connection, Refusal, is_watcher
from sandtable.server.session.live_battle import LiveBattle
from sandtable.server.storage import persistence
from sandtable.server.storage.database import Link, Store, StoredBattle, StoredSeat
from sandtable.server.views import battle_messages
from sandtable.server.views.seat_state import Sides
from sandtable.server.views.state_messages import Told
from sandtable.server.workers.threads import ponder, think
from sandtable.table.battle import Battle
from sandtable.table.endings import Ending
from sandtable.table.new_battle import start
from sandtable.translation import gettext

AGAIN = 20.0
"""Seconds after a refusal before the same side may offer again."""

STANDS_IN = "quick"
"""The general who goes on for a side that gave up while others fight on."""


async def resign(live: LiveBattle, message: Resign, connection: Connection) -> None:
    """Give up a side of one's own."""
    async with live.lock:
        if message.side not in _player(live, connection).sides:
            raise Refusal("not_your_bound", gettext("This link does not hold the side {side!r}.", side=message.side))
        _check_goes_on(live)
        await _give_up(live, message.side, "resigned")
    answering.wake(live)


async def claim_time(live: LiveBattle, message: ClaimTime, connection: Connection) -> None:
    """Claim that the time of another side is up."""
    async with live.lock:
        link = _player(live, connection)
        _check_goes_on(live)
        clock = live.between.clock
        if message.side in link.sides:
            raise Refusal("not_your_bound", gettext("Time is claimed by others: you may resign."))
        if clock is None or live.kind_of(message.side) != HUMAN or not clock.is_up(message.side, company.now()):
            raise Refusal("not_now", gettext("The time of that side is not up."))
        await _give_up(live, message.side, "time")
    answering.wake(live)


async def _give_up(live: LiveBattle, side: str, how: Literal["resigned", "time"]) -> None:
    """Of two sides the other has won; of more a computer plays this one on, for good. Hold the lock."""
    if len(live.battle.sides) == 2:
        return await end(live, Ending(how, side))

    def text(_sides: Sides) -> str:
        name = battle_messages.side_name(live.battle, side)
        if how == "time":
            return gettext("The time of {side} was up: a computer plays them on, for good.", side=name)
        return gettext("{side} gave up: a computer plays them on, for good.", side=name)

    seat = await live.stored_by(live.store.reseat, live.id, side, STANDS_IN, True)
    await seat_messages.take_seat(live, seat, text)


async def end(live: LiveBattle, ending: Ending) -> None:
    """End the battle as its players will: stored as an entry of it, then shown. Hold the lock."""
    after = live.battle.copy()
    after.engine.ended = ending
    entry = persistence.end_entry(after, live.state.version + 1, ending)
    await live.keep(persistence.commit(live.id, entry, after))
    with live.no_way_back():
        live.proposal = live.between.offer = None
        live.state = await think(live.state.come_to_an_end, after)
        await live.boards.broadcast(Told("ended", ending.side or None, HUMAN, lambda _: after.result or ""))
        live.tell_company()


# ------------------------------------------------------------------------------------------------- offers


async def make_offer(live: LiveBattle, message: MakeOffer, connection: Connection) -> None:
    """Offer a draw or a rematch; done at once where nobody has to be asked."""
    async with live.lock:
        link, between = _player(live, connection), live.between
        by = next((side for side in link.sides if live.kind_of(side) == HUMAN), "")
        if not by:
            raise Refusal("not_your_bound", gettext("Whoever plays no side offers nothing."))
        if between.offer is not None:
            raise Refusal("not_now", gettext("Something is offered already: it must be answered or withdrawn first."))
        if company.now() < between.refused.get(by, -AGAIN) + AGAIN:
            raise Refusal("not_now", gettext("That was refused a moment ago: wait a little before you offer again."))
        if message.what == "draw":
            _check_goes_on(live)
        elif not live.battle.over:
            raise Refusal("not_now", gettext("A rematch is offered when the battle is over."))
        elif live.between.rematch:
            raise Refusal("not_now", gettext("The rematch is laid already."))
        others = {side for side in live.seats.people if side not in link.sides}
        between.offers += 1
        offer = between.offer = Offer(between.offers, message.what, message.swap, by, link.sides, others)
        if message.what == "draw":
            unwilling = await _unwilling(live)
            if unwilling:
                return _refuse(live, offer, unwilling)
        if not others:
            return await _agreed(live, offer)
        live.tell_company(lambda: sentence(live.battle, offer))


async def answer_offer(live: LiveBattle, message: AnswerOffer, connection: Connection) -> None:
    """Say yes or no to what is offered, or withdraw one's own offer."""
    async with live.lock:
        sides, offer = _player(live, connection).sides, live.between.offer
        if offer is None or offer.number != message.number:
            raise Refusal("stale", gettext("That offer does not stand any more."))
        asked = [side for side in sides if side in offer.waits_for]
        if offer.by in sides and not message.agree:
            live.between.offer = None
            by = offer.by
            live.tell_company(
                lambda: gettext("{who} withdraw their offer.", who=battle_messages.side_name(live.battle, by))
            )
        elif not asked:
            raise Refusal("not_your_bound", gettext("You are not asked, or have answered."))
        elif not message.agree:
            _refuse(live, offer, asked[0])
        else:
            offer.waits_for.difference_update(asked)
            offer.agreed.update(asked)
            if offer.waits_for:
                live.tell_company()
            else:
                await _agreed(live, offer)


def _refuse(live: LiveBattle, offer: Offer, side: str) -> None:
    live.between.offer = None
    live.between.refused[offer.by] = company.now()
    live.tell_company(lambda: gettext("{who} decline.", who=battle_messages.side_name(live.battle, side)))


async def _agreed(live: LiveBattle, offer: Offer) -> None:
    """All whom it concerns have agreed. Hold the lock."""
    live.between.offer = None
    if offer.what == "draw":
        await end(live, Ending("agreed"))
    else:
        await _rematch(live, offer)


async def _unwilling(live: LiveBattle) -> str | None:
    """A side whose computer agrees to no draw: it finds that it stands better than even."""
    for side, kind in live.seats.kinds.items():
        if kind != HUMAN:
            view = live.state.view((side,))
            index = [each.key for each in live.battle.sides].index(side)
            if await ponder(standing, view.seen, index) > 0.0:
                return side
    return None


def standing(seen: Battle, side: int) -> float:
    """How good a battle looks to a side that sees it so, from -1 to 1."""
    return float(seen.game.verbs.evaluate(seen.array[0], side))


# ----------------------------------------------------------------------------------------------- rematch


async def _rematch(live: LiveBattle, offer: Offer) -> None:
    """Lay the same table again, with new dice and the same players. Hold the lock."""
    seats = live.seats.turned(1 if offer.swap else 0)
    battle = await think(_laid_again, live.battle)
    kinds = {side: "guest" if seat.guest and seat.kind == HUMAN else seat.kind for side, seat in seats.items()}
    made = await live.found(battle, live.stored.title, kinds, live.stored.analysis, f"battle {live.id}")
    made = await live.stored_by(_seated, live.store, live.stored, made, seats)
    links = {live.stored.all_token: made.all_token}
    if made.spectators != "nobody":
        links[live.stored.watch_token] = made.watch_token
    held = {seat.side: seat.token for seat in made.seats}
    links |= {seat.token: held[side] for side, seat in seats.items() if seat.kind == HUMAN}
    await live.stored_by(lambda: live.store.company.settle(live.id, rematch=links))
    live.between.rematch = links
    live.tell_company()  # the way there says it


def _laid_again(battle: Battle) -> Battle:
    return start(Battle(battle.game, battle.engine.origin, battle.options), None, None)


def _seated(store: Store, old: StoredBattle, made: StoredBattle, seats: Mapping[str, StoredSeat]) -> StoredBattle:
    """The new battle with clocks, lookers-on and players as they were: nobody has to be invited again."""
    store.company.settle(made.id, clock=old.clock, spectators=old.spectators, person=old.person)
    for side, seat in seats.items():
        store.uninvite(made.id, side)
        if seat.player:
            store.company.name(made.id, (side,), seat.player)
        if seat.person:
            store.company.take(made.id, side, seat.person)
    return store.battle(made.id) or made


def _player(live: LiveBattle, connection: Connection) -> Link:
    link = live.link_of(connection)
    if is_watcher(link):
        raise Refusal("not_your_bound", gettext("Whoever only looks on ends nothing here."))
    return link


def _check_goes_on(live: LiveBattle) -> None:
    if live.battle.over:
        raise Refusal("not_now", gettext("The battle is over."))
