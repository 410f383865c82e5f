"""The boards that look at one battle: who is there, and what each of them is sent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from pydantic import BaseModel

from sandtable.server.messages.people import Gone
from sandtable.server.messages.protocol import StepRecord
from sandtable.server.session.connections import Connection
from sandtable.server.storage.database import Link
from sandtable.server.views.seat_state import BattleState, SeenBy
from sandtable.server.views.state_messages import Surroundings, Told
from sandtable.server.workers.render_workers import Drawing, wanted_of
from sandtable.server.workers.threads import act
from sandtable.translation import speaking

TOGETHER = 0.02
"""Seconds within which comings and goings are told at once."""


class Shown(NamedTuple):
    """What there is to show: the battle, and what messages say besides it."""

    state: BattleState
    around: Surroundings
    beside: Callable[[Link], BaseModel | None]  # sent after every state


class Boards:
    """The boards of one battle; ``shown`` says what there is to show when it is asked."""

    def __init__(self, battle_id: str, drawing: Drawing, shown: Callable[[], Shown]) -> None:
        self.battle_id = battle_id
        self.drawing = drawing
        self.shown = shown
        self._boards: set[Connection] = set()
        self._crowd = 0  # comings and goings so far

    def __iter__(self) -> Iterator[Connection]:
        """Each of them; the crowd may change meanwhile."""
        return iter(tuple(self._boards))

    def __len__(self) -> int:
        return len(self._boards)

    def __contains__(self, connection: object) -> bool:
        return connection in self._boards

    @property
    def links(self) -> tuple[Link, ...]:
        """The link of each of them."""
        return tuple(each.link for each in self._boards)

    # -------------------------------------------------------------------------------- coming and going

    def add(self, connection: Connection) -> None:
        """A board has come."""
        self._boards.add(connection)

    def remove(self, connection: Connection) -> None:
        """A board is gone."""
        self._boards.discard(connection)

    def turn_out(self, connection: Connection, why: str, text: str) -> None:
        """Tell a board that its link opens nothing any more, and hang up."""
        self.remove(connection)
        connection.turned_out = True
        connection.send(Gone.model_validate({"why": why, "text": text}))
        connection.drop()

    def hang_up(self) -> None:
        """Let every board connect anew, after what is lined up for it has gone out."""
        for connection in self:
            asyncio.get_running_loop().call_later(0.05, connection.drop)

    def clear(self) -> None:
        """Show the battle to nobody any more."""
        self._boards.clear()

    def tell_presence(self) -> None:
        """Tell every board who is there, once for all who come and go together: nothing on the table has changed."""
        self._crowd += 1
        asyncio.get_running_loop().call_later(TOGETHER, self._send_presence, self._crowd)

    def _send_presence(self, crowd: int) -> None:
        if crowd != self._crowd:
            return  # somebody came or went since: then it is told
        (state, around, _), texts = self.shown(), dict[Link, str]()
        for each in self._boards:
            if each.crowd != crowd:
                if each.link not in texts:
                    texts[each.link] = around.presence_text(state, each.link)
                each.send(texts[each.link])
                each.crowd = crowd

    # ------------------------------------------------------------------------------------------ states

    async def broadcast(self, told: Told, seen_by: SeenBy = None) -> None:
        """Send the present state to every board, or to those for whom something has changed. Hold the lock."""
        state = self.shown().state
        await self.send_states(
            [each for each in self if seen_by is None or state.seen_alike(each.link.sides) in seen_by], told
        )

    async def send_states(self, boards: Iterable[Connection], told: Told) -> None:
        """Send these boards the present state. Hold the lock: no older state may come after a newer one."""
        to = list(boards)
        await self.have_drawn({each.link for each in to})
        await self.send_drawn(to, told)

    async def have_drawn(self, links: Collection[Link]) -> None:
        """Have the table drawn for these by other processes, where they help."""
        if self.drawing.helps:
            await self.drawing.draw(await act(wanted_of, self.shown().state, self.battle_id, links))

    async def send_drawn(self, boards: Iterable[Connection], told: Told) -> None:
        """Send these boards what is drawn. Hold the lock."""
        shown = self.shown()
        audience = self.audience(boards, shown.around)
        self.send(audience, await act(audience.texts, shown.state, told))

    def audience(self, boards: Iterable[Connection], around: Surroundings) -> Audience:
        """These boards as they are now."""
        to = tuple(boards)
        return Audience(to, tuple((each.link, each.last) for each in to), self._crowd, around)

    def send(self, audience: Audience, texts: Sequence[str | None]) -> None:
        """Send each of these boards its text, made of the battle as it is shown now. Hold the lock."""
        state, _, beside = self.shown()
        for each, text in zip(audience.boards, texts, strict=True):
            if text is not None:
                each.send(text)
                with speaking(each.link.language):
                    each.last, each.crowd = state.steps(each.link.sides), audience.crowd
                if (more := beside(each.link)) is not None:
                    each.send(more)
        if audience.crowd != self._crowd:  # they were told so already, and now what was before
            asyncio.get_running_loop().call_later(TOGETHER, self._send_presence, self._crowd)


class Audience(NamedTuple):
    """Boards at one moment, and what messages say to them besides the battle itself."""

    boards: tuple[Connection, ...]
    asked: tuple[tuple[Link, Sequence[StepRecord]], ...]  # the link of each, and the steps that it was sent last
    crowd: int  # of the comings and goings so far
    around: Surroundings

    def texts(self, state: BattleState, told: Told, seen_by: SeenBy = None) -> list[str | None]:
        """The state for each board, made once for all with the same link and steps; None where nothing has changed."""
        made: dict[tuple[Link, int], str] = {}
        texts: list[str | None] = []
        for link, last in self.asked:
            key = link, id(last)
            if seen_by is not None and state.seen_alike(link.sides) not in seen_by:
                texts.append(None)
                continue
            if key not in made:
                made[key] = self.around.state_text(state, link, told, last)
            texts.append(made[key])
        return texts
