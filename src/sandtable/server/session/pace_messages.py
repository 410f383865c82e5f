"""What the messages about the computers' pace do to a battle: faster, slower, a pause, one step."""

from __future__ import annotations

from sandtable.server.messages.protocol import Pace
from sandtable.server.session import answering
from sandtable.server.session.connections import Refusal, is_watcher
from sandtable.server.session.live_battle import LiveBattle
from sandtable.server.storage.database import Link
from sandtable.server.views.state_messages import Told
from sandtable.translation import gettext


async def set_pace(live: LiveBattle, message: Pace, link: Link) -> None:
    """Change how fast the computers play, for everybody who looks."""
    if is_watcher(link):
        raise Refusal("not_your_bound", gettext("A watcher cannot change the pace."))
    live.pacing.change(message)
    async with live.lock:
        await live.boards.broadcast(Told("pace"))
    answering.wake(live)


def step(live: LiveBattle, link: Link) -> None:
    """Let a computer that is paused take one action."""
    if is_watcher(link):
        raise Refusal("not_your_bound", gettext("A watcher cannot let the computer go on."))
    if live.pacing.now.paused and live.computers_side() is not None:
        live.pacing.step(live.state.seen_alike(link.sides))
        answering.wake(live)
