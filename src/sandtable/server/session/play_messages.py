"""What the messages that go on with a battle do: an action played, a figure placed by the program."""

from __future__ import annotations

from sandtable.server.messages.actions import ActionForm
from sandtable.server.messages.protocol import Deploy, Play
from sandtable.server.session import answering, computer, seat_messages, undo_messages
from sandtable.server.session.connections import Connection, Refusal
from sandtable.server.session.live_battle import STALE, LiveBattle
from sandtable.server.storage.database import Link
from sandtable.server.views.view import View
from sandtable.server.workers.threads import act, ponder
from sandtable.table.actions import Action
from sandtable.translation import gettext


async def play(live: LiveBattle, message: Play, connection: Connection) -> None:
    """Play an action of a person, who decides now, by a state that is still present to them."""
    async with live.lock:
        link = _deciding_link(live, message, connection)
        view = live.state.view(link.sides)
        if view.asked is None:
            raise Refusal("not_now", gettext("The battle is over."))
        deciding = live.deciding(link)
        if not deciding:
            raise Refusal("not_your_bound", gettext("{side} must decide now.", side=view.asked.side_name))
        await seat_messages.close_offer(live, deciding[0])
        await live.carry_out(lambda: _checked(view, message.action), deciding[0], computer.HUMAN)
    answering.wake(live)


async def deploy(live: LiveBattle, message: Deploy, connection: Connection) -> None:
    """Place one figure for a player, by the general that is quick at it; refused where nobody waits."""
    async with live.lock:
        link = _deciding_link(live, message, connection)
        deciding = live.deciding(link)
        view = live.state.view(link.sides)
        if not deciding or not await act(lambda: view.lays_figures):
            raise Refusal("not_now", gettext("Nobody of yours waits beside the table to be placed now."))
        choice = await ponder(computer.choose, "quick", view.seen, link.token)
        await seat_messages.close_offer(live, deciding[0])
        await live.carry_out(lambda: choice.action, deciding[0], computer.HUMAN)
    answering.wake(live)


def _deciding_link(live: LiveBattle, message: Play | Deploy, connection: Connection) -> Link:
    """The link of a board that decides by a state still present to it; Refusal for any other. Hold the lock."""
    link = live.link_of(connection)
    seen = live.state.seen_history(link.sides)
    if not seen.since <= message.version <= seen.version:
        raise Refusal("stale", STALE)
    undo_messages.check_nothing_proposed(live)
    return link


def _checked(view: View, what: ActionForm | str) -> Action:
    """The action of a message, legal as its side sees the table; IllegalAction with the reasons otherwise."""
    action = view.action(what)
    view.seen.check(action)
    return action
