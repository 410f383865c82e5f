"""One battle being played: its state, the lock that guards it, and how an action is played, stored and shown."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from pydantic import BaseModel
from sqlalchemy.exc import SQLAlchemyError

from sandtable.errors import SandtableError
from sandtable.games.common.amounts import counted
from sandtable.games.language import translated
from sandtable.server.http.limits import Limits, Rate
from sandtable.server.notices.calling import Call, Caller
from sandtable.server.notices.summoned import Summoned
from sandtable.server.session import undo_consent
from sandtable.server.session.boards import Audience, Boards, Shown
from sandtable.server.session.clocks import Clock
from sandtable.server.session.company import Between
from sandtable.server.session.connections import Connection, Refusal, check_room, is_watcher
from sandtable.server.session.pacing import Pacing
from sandtable.server.session.seats import Seats
from sandtable.server.storage import persistence
from sandtable.server.storage.commit_queue import Commits
from sandtable.server.storage.database import HUMAN, Commit, Link, StoredBattle
from sandtable.server.views import addresses, battle_messages
from sandtable.server.views.seat_state import BattleState, SeenBy, Sides
from sandtable.server.views.state_messages import Surroundings, Told
from sandtable.server.views.view import View
from sandtable.server.workers.fair import for_all
from sandtable.server.workers.render_workers import Drawing, Wanted, wanted_of
from sandtable.server.workers.threads import act, fetch
from sandtable.table import saves
from sandtable.translation import gettext, speaking

if TYPE_CHECKING:
    from sandtable.table.actions import Action
    from sandtable.table.battle import Battle

log = logging.getLogger("sandtable.server")

T = TypeVar("T")

Found = Callable[["Battle", str, Mapping[str, str], bool, str], Awaitable[StoredBattle]]
"""Makes a new battle of this server: the battle, title, who plays its sides, for analysis or not, made of which."""

STALE = "The battle has gone on since; look again and decide anew."
REOPENED = "This battle is being opened again."
NOBODY_LOOKS_ON = "Whoever made this battle lets nobody look on."
NOT_STORED = "The battle could not be stored, so nothing was changed."


class LiveBattle:
    """A battle in memory, always equal to what is stored. One lock guards every change."""

    def __init__(
        self,
        stored: StoredBattle,
        state: BattleState,
        commits: Commits,
        drawing: Drawing,
        found: Found,
        limits: Limits,
        unread: str = "",
        caller: Caller | None = None,
    ) -> None:
        self.id = stored.id
        self.stored = stored
        self.commits = commits
        self.store = commits.store
        self.found = found
        self.limits = limits
        self.state = state
        self.unread = unread  # why the battle ends here as far as it can be read: then it is only looked at
        self.seats = Seats(stored.seats)
        self.between = Between(stored)
        self.lines = Rate(limits.lines_a_minute)
        self.settings = Rate(limits.settings_a_minute)
        self.asking = Rate(limits.notices_an_hour, 3600.0)
        self.advising = Rate(limits.advice_a_minute)
        self.advised = ("", -1)  # which side was told last what the computer would do, and at which version
        self.caller = caller
        self.summoned = Summoned()
        self.boards = Boards(stored.id, drawing, self._shown)
        self._coming = 0  # boards for which the table is drawn
        self.lock = asyncio.Lock()
        self._keeping = asyncio.Lock()
        self.pacing = Pacing()
        self.proposal: undo_consent.Proposal | None = None
        self.proposals = 0  # so far
        self.computing: asyncio.Task[None] | None = None  # computers at their decisions, see ``answering``
        self._sure: set[asyncio.Task[Any]] = set()
        self.lost = False  # the store did not take an entry: what is in memory is not to be trusted any more
        self.summoned.called = set(self.called())  # before it was opened

    @property
    def battle(self) -> Battle:
        """The battle as it is."""
        return self.state.battle

    @property
    def is_idle(self) -> bool:
        """Nobody looks at it, and nothing is being done to it."""
        return not self.boards and not self._coming and not self.lock.locked() and not self._sure

    def surroundings(self) -> Surroundings:
        """What messages say besides the battle itself."""
        return Surroundings(self.stored, self.seats, self.pacing.now, self.proposal, self.boards.links, self.unread)

    def _shown(self) -> Shown:
        """What there is to show. It is asked for after every change, and then the clocks are set by it, too."""
        self._set_clocks()
        self._call()
        return Shown(self.state, self.surroundings(), self._beside)

    def _beside(self, link: Link) -> BaseModel | None:
        """What a board is told with every state: how the clocks stand."""
        return self.between.told(self.battle, self.seats, link, self.may_hear(link)) if self.between.clock else None

    def _set_clocks(self) -> None:
        between, over = self.between, self.battle.over
        if between.clock and between.set_clock(self.called(), self.seats, self.boards.links, over) and not self.lost:
            self._begin(self._keep_clocks(between.clock))

    async def _keep_clocks(self, clock: Clock) -> None:
        """Store how the clocks stand, one stand after the other: two threads store, and the earlier might come last."""
        async with self._keeping:
            times = clock.as_data()
            await self.stored_by(lambda: self.store.company.settle(self.id, times=times))

    def _call(self) -> None:
        """Call those who have to do something since now, and are not here."""
        here = {side for link in self.boards.links for side in link.sides}
        for side in self.summoned.see(self.called(), here):
            self._summon(side)
        if (wait := self.summoned.wait()) is not None:
            asyncio.get_running_loop().call_later(wait, self._call)

    def _summon(self, side: str) -> None:
        if self.caller is None or self.lost:
            return
        address = self.caller.settings.address
        link = address + addresses.play_path(self.seats[side].token) if address else ""
        battle, title = self.battle, self.stored.title

        def words() -> tuple[str, str]:
            return translated(battle.game.folder, title), battle_messages.side_name(battle, side)

        self.caller.call(Call(self.id, side, link, words))

    def called(self) -> Sides:
        """The sides whose players have to do something now: to answer what is proposed, else to decide."""
        if self.battle.over or self.unread:
            return ()
        if self.proposal is not None:
            return tuple(sorted(self.proposal.waits_for))
        return tuple(side for side in self.state.deciding if self.kind_of(side) == HUMAN)

    def kind_of(self, side: str) -> str | None:
        """Who plays a side; None: there is no such side."""
        return self.seats.kinds.get(side)

    def may_hear(self, link: Link) -> bool:
        """Whether a link is told what players say, offer and how their clocks stand, now and not late."""
        return not is_watcher(link) or self.stored.spectators == "anyone" or self.battle.over

    def tell_company(self, text: Callable[[], str] | None = None) -> None:
        """Tell every board what stands between the players now, and what has just happened there."""
        self._set_clocks()
        for each in self.boards:
            each.send(self.between.told(self.battle, self.seats, each.link, self.may_hear(each.link), text))

    # ------------------------------------------------------------------------------------ connections

    async def join(self, connection: Connection) -> None:
        """Show the battle to a new board. It is drawn in the board's own turn, before anybody is kept from playing."""
        link = self._entering(connection)
        self._coming += 1
        try:
            await self.boards.have_drawn({link})
            await act(_drawn, self.state, link)
        finally:
            self._coming -= 1
        with for_all():
            async with self.lock:
                connection.link = link = self._entering(connection)
                self.boards.add(connection)
                connection.send(self.surroundings().welcome_text(self.battle, link))
                self.boards.tell_presence()
                await self.boards.send_states([connection], Told("connect"))
                if not self.between.clock and not self.between.is_empty(link):
                    connection.send(self.between.told(self.battle, self.seats, link, self.may_hear(link)))

    def _entering(self, connection: Connection) -> Link:
        """What the link of a board that comes opens now; Refusal where it does not get in."""
        if self.lost:
            raise Refusal("not_now", REOPENED)
        link = self.seats.link(connection.link)
        if link is None:
            raise Refusal("unknown", gettext("No battle has this link any more."))
        if is_watcher(link) and self.stored.spectators == "nobody":
            raise Refusal("unknown", NOBODY_LOOKS_ON)
        check_room(replace(connection, link=link), list(self.boards), self.limits)
        return link

    def leave(self, connection: Connection) -> None:
        """A board is gone; computers rest when nobody looks."""
        self.boards.remove(connection)
        self._set_clocks()
        if not self.boards:
            self.rest()
        self.boards.tell_presence()

    # ----------------------------------------------------------------------------------- what a link may do

    def version(self, link: Link) -> int:
        """The version of the state that a link was sent last."""
        return self.state.seen_history(link.sides).version

    def check_version(self, version: int, link: Link) -> None:
        """Refusal where a link decides by a state that is not the present one."""
        if version != self.version(link):
            raise Refusal("stale", STALE)

    def link_of(self, connection: Connection) -> Link:
        """What a board's link opens now; Refusal where that is nothing. Asked while the lock is held."""
        if self.lost:
            raise Refusal("not_now", REOPENED)
        if connection.turned_out:
            raise Refusal("unknown", gettext("This link opens nothing any more."))
        return connection.link

    def deciding(self, link: Link) -> Sides:
        """The sides of this link for which a person has to decide something now."""
        kinds = self.seats.kinds
        return tuple(side for side in self.state.may_decide(link.sides) if kinds[side] == HUMAN)

    def number(self, link: Link, step: int | None) -> int:
        """The number in the battle's history of what this link knows as ``step``; None: the last."""
        seen = self.state.seen_history(link.sides)
        last = len(seen.steps) - 1
        if step is None:
            return len(self.battle.history) - 1
        if step > last:
            missing = gettext(
                "This battle has {actions}; there is no number {step}.", actions=counted(last, "action"), step=step
            )
            raise Refusal("unknown", missing)
        return seen.numbers[step]

    # ------------------------------------------------------------------------------------ computers

    def computers_side(self) -> str | None:
        """A side for which a computer must decide now; none while something is proposed, or where nothing goes on."""
        if self.proposal is not None or self.unread:
            return None
        kinds = self.seats.kinds
        return next((side for side in self.state.deciding if kinds[side] != HUMAN), None)

    def wanted(self) -> bool:
        """Computers are to go on: somebody looks, and the battle is to be trusted."""
        return bool(self.boards) and not self.lost

    def rest(self) -> None:
        """Nobody looks any more: the computers stop after the action they are at."""
        self.pacing.stir()

    # ------------------------------------------------------------------------------- played, stored, shown

    async def carry_out(self, decided: Callable[[], Action], side: str, by: str) -> None:
        """Play what is ``decided``, legal as its side sees the table, store it, only then show it. Hold the lock.

        One turn of a thread, as each costs a wait for the interpreter: what comes is drawn while the action is stored.
        """
        loop, boards = asyncio.get_running_loop(), self.boards
        called = self.seats[side].player if by == HUMAN else ""
        audience = boards.audience(boards, replace(self.surroundings(), proposal=None))

        def work() -> tuple[Future[None], _GoneOn | Exception]:
            after, commit = _played(self.state, self.id, decided, side, by, called)
            stored = asyncio.run_coroutine_threadsafe(self.keep(commit), loop)
            told = Told("play", side, by, step=len(after.history) - 1)
            try:
                return stored, _gone_on(self.state, after, (by, called), told, audience, boards)
            except Exception as error:
                return stored, error

        stored, later = await act(work)
        drawn = asyncio.ensure_future(boards.drawing.draw([] if isinstance(later, Exception) else later.wanted))
        await asyncio.wrap_future(stored)
        with self.no_way_back():
            if isinstance(later, Exception):
                raise later
            await drawn
            self.proposal = None
            self.state, told, seen_by = later.state, later.told, later.seen_by
            texts = later.texts
            if texts is None:
                texts = await act(audience.texts, self.state, told, seen_by)
            boards.send(audience, texts)

    async def keep(self, commit: Commit) -> None:
        """Commit an entry. If the store does not take it every board is hung up and the battle resumes afresh."""
        try:
            await self.commits.append(commit)
        except SQLAlchemyError as error:
            number = commit.entry.number
            log.error("battle %s: entry %d was not stored: %s", self.id, number, getattr(error, "orig", error))
            self.lose()
            raise Refusal("not_now", NOT_STORED) from None

    async def stored_by(self, work: Callable[..., T], *arguments: Any) -> T:
        """What the store answers; a refusal where it does not take it."""
        try:
            return await fetch(work, *arguments)
        except SQLAlchemyError as error:
            log.error("battle %s: the store refused: %s", self.id, getattr(error, "orig", error))
            raise Refusal("not_now", NOT_STORED) from None

    def lose(self) -> None:
        """What is in memory is not what is stored: hang everybody up, so that the battle resumes from the store."""
        self.lost = True
        self.boards.hang_up()

    @contextlib.contextmanager
    def no_way_back(self) -> Iterator[None]:
        """What was stored is not refused any more: if it cannot be shown, the battle is opened again from the store."""
        try:
            yield
        except Exception:
            log.exception("battle %s: what was stored could not be shown", self.id)
            self.lose()

    async def surely(self, work: Coroutine[Any, Any, T]) -> T:
        """Do ``work`` to its end, even if whoever asked for it is gone before."""
        return await asyncio.shield(self._begin(work))

    def _begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._sure.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._sure.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, (Refusal, SandtableError)):
            log.error("battle %s: something went wrong", self.id, exc_info=error)

    async def close(self) -> None:
        """Show it to nobody any more and wait until all that was begun is done."""
        self.boards.clear()
        self.rest()
        waited = [*self._sure, *([self.computing] if self.computing is not None else [])]
        await asyncio.gather(*waited, return_exceptions=True)


# ------------------------------------------------------------------------------------- done off the event loop


def _played(
    state: BattleState, battle_id: str, decided: Callable[[], Action], side: str, by: str, called: str
) -> tuple[Battle, Commit]:
    """The battle after what is decided, and what is to be stored of it."""
    action = decided()
    with speaking(""):
        after = state.battle.copy()
        after.engine.turn_to(side)
        before = after.copy()
        after.engine.carry_out(action)
        entry = persistence.play_entry(after, state.version + 1, by, called)
        saves.check_line(before, entry.entry["do"], after)
        return after, persistence.commit(battle_id, entry, after)


def _drawn(state: BattleState, link: Link) -> None:
    """Have drawn, listed and told, in their language, what this link is sent of the battle."""
    with speaking(link.language):
        view = state.view(link.sides)
        _ = state.steps(link.sides), view.scene_text, view.asked
        if state.may_decide(link.sides):
            _ = view.legal_text


class _GoneOn(NamedTuple):
    """A battle after one action more."""

    state: BattleState
    told: Told
    seen_by: SeenBy  # for whom it changed something
    texts: list[str | None] | None  # what each board is sent; None where other processes draw it first
    wanted: list[tuple[View, Wanted]]  # what these are to draw


def _gone_on(
    state: BattleState, after: Battle, maker: tuple[str, str], told: Told, audience: Audience, boards: Boards
) -> _GoneOn:
    """The battle after an action, drawn unless other processes do that."""
    later, seen_by = state.gone_on(after, *maker)
    if not boards.drawing.helps:
        return _GoneOn(later, told, seen_by, audience.texts(later, told, seen_by), [])
    links = {link for link, _ in audience.asked}
    looking = [link for link in links if seen_by is None or later.seen_alike(link.sides) in seen_by]
    return _GoneOn(later, told, seen_by, None, wanted_of(later, boards.battle_id, looking))
