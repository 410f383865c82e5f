"""What the messages about seats do to a battle: another player for a side, invitations, and seats that are taken."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from sandtable.server.messages.people import Invite, Invited, Reseat, Uninvite
from sandtable.server.session import answering, computer
from sandtable.server.session.connections import Connection, Refusal
from sandtable.server.session.live_battle import LiveBattle
from sandtable.server.storage.database import StoredSeat
from sandtable.server.views import addresses, battle_messages
from sandtable.server.views.seat_state import Sides
from sandtable.server.views.state_messages import Told
from sandtable.server.workers.threads import fetch
from sandtable.translation import gettext


def present(live: LiveBattle) -> set[str]:
    """Sides whose own link has a board now."""
    return {side for link in live.boards.links if not link.everyone for side in link.sides}


async def reseat(live: LiveBattle, message: Reseat, connection: Connection) -> None:
    """Hand a side to a computer general, or take it."""
    computer.check_kind(message.kind, "kind")
    async with live.lock:
        link = live.link_of(connection)
        if live.battle.over:
            raise Refusal("not_now", gettext("The battle is over."))
        state = live.state
        why = live.seats.why_not_reseat(link, message.side, message.kind, present(live), state.hides, state.secrets)
        if why:
            raise Refusal("not_your_bound", why)
        kept = live.seats.is_kept(message.side, state.secrets)
        seat = await live.stored_by(live.store.reseat, live.id, message.side, message.kind, kept)

        def text(_sides: Sides) -> str:
            name, for_good = battle_messages.side_name(live.battle, seat.side), gettext(", for good") if kept else ""
            return f"{name}: {computer.player_name(message.kind)}{for_good}"

        await take_seat(live, seat, text)
    answering.wake(live)


async def accept(live: LiveBattle, token: str, player: str, person: str | None) -> StoredSeat | None:
    """Use an invitation: the seat is a guest's from now on. None: the invitation is not open."""
    async with live.lock:
        seat = await fetch(live.store.accept, token, player, person)
        if seat is not None:
            await take_seat(live, seat, partial(_taken, live, seat.side, player))
    return seat


def _taken(live: LiveBattle, side: str, player: str, _sides: Sides) -> str:
    name, who = battle_messages.side_name(live.battle, side), player or gettext("somebody else")
    return gettext("{side}: {who} plays them from now on.", side=name, who=who)


async def take_seat(live: LiveBattle, seat: StoredSeat, text: Callable[[Sides], str]) -> None:
    """Show that a seat is another's from now on; ``text``: how each is told. Hold the lock."""
    with live.no_way_back():
        live.seats = live.seats.with_seat(seat)
        live.proposal = None
        for each in live.boards:
            link = live.seats.link(each.link)
            if link is None:
                live.boards.turn_out(each, "reseated", "This seat has another link now.")
            elif link != each.link:
                each.link = link
                each.last = ()
                each.send(live.surroundings().facts_text(live.battle, link))
        await live.boards.broadcast(Told("seats", seat.side, None, text))


async def invite(live: LiveBattle, message: Invite, connection: Connection) -> Invited:
    """Make an invitation for a side; the one before is closed."""
    async with live.lock:
        _check_may_invite(live, connection, message.side)
        token = await live.stored_by(live.store.invite, live.id, message.side)
        live.seats = live.seats.invited(message.side, token)
        live.boards.tell_presence()
        return Invited(n=message.n, side=message.side, url=addresses.join_path(token))


async def uninvite(live: LiveBattle, message: Uninvite, connection: Connection) -> None:
    """Close the invitation for a side."""
    async with live.lock:
        _check_may_invite(live, connection, message.side)
        await live.stored_by(live.store.uninvite, live.id, message.side)
        live.seats = live.seats.invited(message.side, None)
        live.boards.tell_presence()


async def close_offer(live: LiveBattle, side: str) -> None:
    """A guest acts for the first time in a battle that hides: an invitation made before that stands no more.

    It may be another's, who would read what the guest chooses now; that guest may invite anew. Hold the lock.
    """
    seat = live.seats[side]
    if live.state.hides and seat.guest and seat.invitation is not None and side not in live.state.secrets:
        await live.stored_by(live.store.uninvite, live.id, side)
        live.seats = live.seats.invited(side, None)
        live.boards.tell_presence()


def _check_may_invite(live: LiveBattle, connection: Connection, side: str) -> None:
    if not live.seats.may_invite(live.link_of(connection), side, present(live), live.state.secrets):
        raise Refusal("not_your_bound", gettext("This link may not invite anybody for {side!r}.", side=side))
