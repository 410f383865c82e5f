"""One battle being played: its state, who is connected, and what each message does to it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel
from sqlalchemy.exc import SQLAlchemyError

from sandtable.errors import IllegalAction, SandtableError
from sandtable.games.common.amounts import counted
from sandtable.server.http.limits import Limits
from sandtable.server.messages.actions import ActionForm
from sandtable.server.messages.drags import AskReach
from sandtable.server.messages.people import (
    AnswerUndo,
    AskUndo,
    Delete,
    Gone,
    Invite,
    Rename,
    Reseat,
    Undo,
    Uninvite,
    WithdrawUndo,
)
from sandtable.server.messages.protocol import (
    AskLegal,
    AskOdds,
    Branched,
    ClientMessage,
    Deploy,
    Explain,
    Foresee,
    Judge,
    Legal,
    LegalAction,
    Look,
    Looked,
    MakeCase,
    Pace,
    Play,
    PlayOn,
    Step,
    StepRecord,
)
from sandtable.server.session import answering, computer, fork, seat_messages, undo_consent, undo_messages
from sandtable.server.session.connections import Connection, Refusal, check_room
from sandtable.server.session.pacing import Pacing
from sandtable.server.session.seats import Seating
from sandtable.server.storage import persistence
from sandtable.server.storage.commit_queue import Commits
from sandtable.server.storage.database import Commit, Link, StoredBattle, StoredSeat
from sandtable.server.views import addresses
from sandtable.server.views.seat_state import SeenBy, Sides, Truth
from sandtable.server.views.state_messages import Surroundings, Told
from sandtable.server.views.view import Sight
from sandtable.server.workers.render_workers import Drawing, Wanted, wanted_of
from sandtable.server.workers.threads import act, fetch, ponder, think, weigh
from sandtable.table import saves
from sandtable.translation import gettext

if TYPE_CHECKING:
    from sandtable.table.actions import Action
    from sandtable.table.battle import Battle

log = logging.getLogger("sandtable.server")

T = TypeVar("T")

Found = Callable[["Battle", str, Mapping[str, str], bool, str], Awaitable[StoredBattle]]
"""Makes a new battle of this server: the battle, title, who plays its sides, for analysis or not, made of which."""


CHANGES = (Play, Deploy, Undo, AskUndo, AnswerUndo, WithdrawUndo, Invite, Uninvite, Reseat)
"""Messages that go on with a battle, or hand its seats on."""

STALE = "The battle has gone on since; look again and decide anew."
REOPENED = "This battle is being opened again."


class LiveBattle:
    """A battle in memory, always equal to what is stored. One lock guards every change."""

    def __init__(
        self,
        stored: StoredBattle,
        truth: Truth,
        commits: Commits,
        drawing: Drawing,
        found: Found,
        limits: Limits,
        unread: str = "",
    ) -> None:
        self.id = stored.id
        self.drawing = drawing
        self.stored = stored
        self.commits = commits
        self.store = commits.store
        self.found = found
        self.limits = limits
        self.truth = truth
        self.unread = unread  # why the battle ends here as far as it can be read: then it is only looked at
        self.seating = Seating(stored.seats)
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.pacing = Pacing()
        self.proposal: undo_consent.Proposal | None = None
        self.proposals = 0  # so far
        self._computers: asyncio.Task[None] | None = None
        self._sure: set[asyncio.Task[Any]] = set()
        self._crowd = 0  # comings and goings so far
        self.lost = False  # the store did not take an entry: what is in memory is not to be trusted any more

    @property
    def battle(self) -> Battle:
        """The battle as it is."""
        return self.truth.battle

    def version(self, link: Link) -> int:
        """The version of the state that a link was sent last."""
        return self.truth.eyes(link.sides).version

    @property
    def is_idle(self) -> bool:
        """Nobody looks at it, and nothing is being done to it."""
        return not self.connections and not self.lock.locked() and not self._sure

    def surroundings(self) -> Surroundings:
        """What messages say besides the battle itself."""
        boards = tuple(each.link for each in self.connections)
        return Surroundings(self.stored, self.seating, self.pacing.now, self.proposal, boards, self.unread)

    async def _surely(self, work: Coroutine[Any, Any, T]) -> T:
        """Do ``work`` to its end, even if whoever asked for it is gone before."""
        task = asyncio.create_task(work)
        self._sure.add(task)
        task.add_done_callback(self._done)
        return await asyncio.shield(task)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._sure.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, (Refusal, SandtableError)):
            log.error("battle %s: something went wrong", self.id, exc_info=error)

    # ------------------------------------------------------------------------------------ connections

    async def join(self, connection: Connection) -> None:
        """Show the battle to a new board and wake the computers."""
        async with self.lock:
            if self.lost:
                raise Refusal("not_now", REOPENED)
            link = self.seating.link(connection.link)
            if link is None:
                raise Refusal("unknown", "No battle has this link any more.")
            connection.link = link
            check_room(connection, self.connections, self.limits)
            self.connections.add(connection)
            connection.send(self.surroundings().welcome_text(self.battle, link))
            self.tell_presence()
            await self.send_states([connection], Told("connect"))
        self.wake()

    def leave(self, connection: Connection) -> None:
        """A board is gone; computers rest when nobody looks."""
        self.connections.discard(connection)
        if not self.connections:
            self.rest()
        self.tell_presence()

    def tell_presence(self) -> None:
        """Tell every board who is there, once for all who come and go together: nothing on the table has changed."""
        self._crowd += 1
        asyncio.get_running_loop().call_later(0.02, self._send_presence, self._crowd)

    def _send_presence(self, crowd: int) -> None:
        if crowd != self._crowd:
            return  # somebody came or went since: then it is told
        around, texts = self.surroundings(), dict[Link, str]()
        for each in self.connections:
            if each.crowd != crowd:
                if each.link not in texts:
                    texts[each.link] = around.presence_text(self.truth, each.link)
                each.send(texts[each.link])
                each.crowd = crowd

    async def send_states(self, to: Iterable[Connection], told: Told) -> None:
        """Send these boards the present state. Hold the lock: no older state may come after a newer one."""
        boards = list(to)
        await self.drawing.draw(await act(wanted_of, self.truth, self.id, {each.link for each in boards}))
        await self._send_states(boards, told)

    async def _send_states(self, boards: Sequence[Connection], told: Told, seen_by: SeenBy = None) -> None:
        """Send these boards what is drawn, those to whom nothing has changed excepted."""
        crowd = self._crowd
        asked = [(each.link, each.last) for each in boards]
        texts = await act(_state_texts, self.surroundings(), self.truth, told, asked, seen_by)
        for each, text in zip(boards, texts, strict=True):
            if text is not None:
                each.send(text)
                each.last, each.crowd = self.truth.eyes(each.link.sides).steps, crowd

    async def broadcast(self, told: Told, seen_by: SeenBy = None) -> None:
        """Send the present state to every board, or to those for whom something has changed."""
        to = [each for each in self.connections if seen_by is None or self.truth.seen_alike(each.link.sides) in seen_by]
        await self.send_states(to, told)

    # --------------------------------------------------------------------------------------- messages

    async def answer(self, connection: Connection, message: ClientMessage) -> BaseModel | None:
        """Carry out one message; returns the answer for this board alone, if there is one.

        Raises ``Refusal``.
        """
        link = connection.link
        if self.unread and isinstance(message, CHANGES):
            raise Refusal("not_now", self.unread)
        with _refusals():
            match message:
                case Judge() | Explain() | AskLegal() | AskOdds() | AskReach() | Foresee() | Look() | MakeCase():
                    return await self._ask(link, message)
                case Pace():
                    await self._surely(self._set_pace(message, link))
                case Step():
                    self._step(link)
                case PlayOn():
                    return await self._play_on(message, link)
                case Invite():
                    return await self._surely(seat_messages.invite(self, message, connection))
                case Play():
                    await self._surely(self._play(message, connection))
                case Deploy():
                    await self._surely(self._deploy(message, connection))
                case Undo():
                    await self._surely(undo_messages.undo(self, message, connection))
                case AskUndo():
                    await self._surely(undo_messages.propose(self, message, connection))
                case AnswerUndo() | WithdrawUndo():
                    await self._surely(undo_messages.settle(self, message, connection))
                case Uninvite():
                    await self._surely(seat_messages.uninvite(self, message, connection))
                case Reseat():
                    await self._surely(seat_messages.reseat(self, message, connection))
                case Rename():
                    await self._surely(self._rename(message, connection))
                case Delete():
                    await self._surely(self._delete(connection))
        return None

    async def _ask(
        self, link: Link, message: Judge | Explain | AskLegal | AskOdds | AskReach | Foresee | Look | MakeCase
    ) -> BaseModel | None:
        """Questions that change nothing, answered from what the link sees, off the event loop."""
        truth, version = self.truth, self.version(link)
        sight = truth.sight(link.sides)
        match message:
            case Judge():
                return await think(sight.judgement, message, version)
            case Explain():
                return await think(sight.explained, message, version)
            case AskReach():
                return await think(sight.reach, message, version)
            case Foresee():
                return await weigh(sight.foreseen, message, version)
            case AskOdds():
                return await weigh(sight.odds, message, version)
            case AskLegal():
                listed: tuple[LegalAction, ...] = ()
                if self._deciding(link) and not self.unread:
                    figures = message.figures
                    listed = await think(lambda: sight.legal_together(figures) if figures else sight.legal)
                return Legal(n=message.n, version=version, legal=listed)
            case Look():
                return await weigh(looked, truth, link, message, self._number(link, message.step))
            case MakeCase():
                number = self._number(link, message.step)
                return await weigh(fork.make_case, truth, link, message, self.stored.title, number)

    def _number(self, link: Link, step: int | None) -> int:
        """The number in the battle's history of what this link knows as ``step``; None: the last."""
        eyes = self.truth.eyes(link.sides)
        last = len(eyes.steps) - 1
        if step is None:
            return len(self.battle.history) - 1
        if step > last:
            missing = gettext(
                "This battle has {actions}; there is no number {step}.", actions=counted(last, "action"), step=step
            )
            raise Refusal("unknown", missing)
        return eyes.numbers[step]

    async def _play_on(self, message: PlayOn, link: Link) -> Branched:
        number = self._number(link, message.step)
        title = f"{self.stored.title}, from action {message.step}"
        battle = await weigh(fork.branch, self.truth, link.sides, number)
        if battle.over:
            raise Refusal("not_now", "The battle is over there: go back to an earlier step.")
        made = await self.found(battle, title, message.seats, message.analysis, f"battle {self.id}")
        return Branched(n=message.n, id=made.id, url=addresses.play_path(made.all_token))

    def _deciding(self, link: Link) -> Sides:
        """The sides of this link for which a person has to decide something now."""
        kinds = self.seating.kinds
        return tuple(side for side in self.truth.may_decide(link.sides) if kinds[side] == computer.HUMAN)

    def link_of(self, connection: Connection) -> Link:
        """What a board's link opens now; Refusal where that is nothing. Asked while the lock is held."""
        if self.lost:
            raise Refusal("not_now", REOPENED)
        if connection.turned_out:
            raise Refusal("unknown", "This link opens nothing any more.")
        return connection.link

    def check_version(self, version: int, link: Link) -> None:
        """Refusal where a link decides by a state that is not the present one."""
        if version != self.version(link):
            raise Refusal("stale", STALE)

    def _deciding_link(self, message: Play | Deploy, connection: Connection) -> Link:
        """The link of a board that decides by a state still present to it; Refusal for any other. Hold the lock."""
        link = self.link_of(connection)
        eyes = self.truth.eyes(link.sides)
        if not eyes.since <= message.version <= eyes.version:
            raise Refusal("stale", STALE)
        undo_messages.check_nothing_proposed(self)
        return link

    async def _play(self, message: Play, connection: Connection) -> None:
        async with self.lock:
            link = self._deciding_link(message, connection)
            asked = self.truth.sight(link.sides).asked
            if asked is None:
                raise Refusal("not_now", "The battle is over.")
            deciding = self._deciding(link)
            if not deciding:
                raise Refusal("not_your_bound", gettext("{side} must decide now.", side=asked.side_name))
            sight = self.truth.sight(link.sides)
            await seat_messages.close_offer(self, deciding[0])
            await self.carry_out(lambda: _checked(sight, message.action), deciding[0], computer.HUMAN)
        self.wake()

    async def _deploy(self, message: Deploy, connection: Connection) -> None:
        """Place one figure for a player, by the general that is quick at it; refused where nobody waits."""
        async with self.lock:
            link = self._deciding_link(message, connection)
            deciding = self._deciding(link)
            sight = self.truth.sight(link.sides)
            if not deciding or not await act(lambda: sight.lays_figures):
                raise Refusal("not_now", "Nobody of yours waits beside the table to be placed now.")
            action = await ponder(computer.choose, "quick", sight.seen, link.token)
            await seat_messages.close_offer(self, deciding[0])
            await self.carry_out(lambda: action, deciding[0], computer.HUMAN)
        self.wake()

    async def carry_out(self, decided: Callable[[], Action], side: str, by: str) -> None:
        """Play what is ``decided``, legal as its side sees the table, store it, only then show it. Hold the lock.

        Three turns of a thread, one before it is stored and two after: each costs a wait for the interpreter.
        """
        after, commit = await act(_played, self.truth, self.id, decided, side, by)
        await self.keep(commit)
        with self.no_way_back():
            self.proposal = None
            told = Told("play", side, by, step=len(after.history) - 1)
            links = {each.link for each in self.connections}
            self.truth, seen_by, wanted = await act(_gone_on, self.truth, after, by, self.id, links)
            await self.drawing.draw(wanted)
            await self._send_states(list(self.connections), told, seen_by)

    async def keep(self, commit: Commit) -> None:
        """Commit an entry. If the store does not take it every board is hung up and the battle resumes afresh."""
        try:
            await self.commits.append(commit)
        except SQLAlchemyError as error:
            number = commit.entry.number
            log.error("battle %s: entry %d was not stored: %s", self.id, number, getattr(error, "orig", error))
            self._lose()
            raise Refusal("not_now", "The battle could not be stored, so nothing was changed.") from None

    def _lose(self) -> None:
        """What is in memory is not what is stored: hang everybody up, so that the battle resumes from the store."""
        self.lost = True
        for connection in list(self.connections):
            asyncio.get_running_loop().call_later(0.05, connection.drop)  # after the refusal has gone out

    @contextlib.contextmanager
    def no_way_back(self) -> Iterator[None]:
        """What was stored is not refused any more: if it cannot be shown, the battle is opened again from the store."""
        try:
            yield
        except Exception:
            log.exception("battle %s: what was stored could not be shown", self.id)
            self._lose()

    async def accept(self, token: str) -> StoredSeat | None:
        """Use an invitation to this battle; None: it is not open."""
        return await self._surely(seat_messages.accept(self, token))

    def turn_out(self, connection: Connection, why: str, text: str) -> None:
        """Tell a board that its link opens nothing any more, and hang up."""
        self.connections.discard(connection)
        connection.turned_out = True
        connection.send(Gone.model_validate({"why": why, "text": text}))
        connection.drop()

    async def stored_by(self, work: Callable[..., T], *arguments: Any) -> T:
        """What the store answers; a refusal where it does not take it."""
        try:
            return await fetch(work, *arguments)
        except SQLAlchemyError as error:
            log.error("battle %s: the store refused: %s", self.id, getattr(error, "orig", error))
            raise Refusal("not_now", "The battle could not be stored, so nothing was changed.") from None

    # ----------------------------------------------------------------------------------- name and end

    async def _rename(self, message: Rename, connection: Connection) -> None:
        async with self.lock:
            if not self.link_of(connection).everyone:
                raise Refusal("not_your_bound", "Only whoever made this battle names it.")
            await self._renamed(message.title)

    async def rename(self, title: str) -> None:
        """Give the battle another name, and tell everybody."""
        await self._surely(self._rename_for_its_maker(title))

    async def _rename_for_its_maker(self, title: str) -> None:
        async with self.lock:
            await self._renamed(title)

    async def _renamed(self, title: str) -> None:
        await self.stored_by(self.store.rename, self.id, title)
        with self.no_way_back():
            self.stored = replace(self.stored, title=title)
            for each in self.connections:
                each.send(self.surroundings().facts_text(self.battle, each.link))

    async def _delete(self, connection: Connection) -> None:
        if not self.link_of(connection).everyone:
            raise Refusal("not_your_bound", "Only whoever made this battle deletes it.")
        await self.delete()

    async def delete(self) -> None:
        """Delete the battle and tell everybody that it is no more."""
        await self._surely(self._deleted())

    async def _deleted(self) -> None:
        async with self.lock:
            if self.lost:
                raise Refusal("not_now", REOPENED)
            await self.stored_by(self.store.delete, self.id)
            self.lost = True
        for each in list(self.connections):
            self.turn_out(each, "deleted", "This battle was deleted by whoever made it.")
        self.rest()

    # -------------------------------------------------------------------------------------- computers

    async def _set_pace(self, message: Pace, link: Link) -> None:
        if not link.sides and not link.everyone:
            raise Refusal("not_your_bound", "A watcher cannot change the pace.")
        self.pacing.change(message)
        async with self.lock:
            await self.broadcast(Told("pace"))
        self.wake()

    def _step(self, link: Link) -> None:
        if not link.sides and not link.everyone:
            raise Refusal("not_your_bound", "A watcher cannot let the computer go on.")
        if self.pacing.now.paused and self.computers_side() is not None:
            self.pacing.step(self.truth.seen_alike(link.sides))
            self.wake()

    def computers_side(self) -> str | None:
        """A side for which a computer must decide now; none while something is proposed, or where nothing goes on."""
        if self.proposal is not None or self.unread:
            return None
        kinds = self.seating.kinds
        return next((side for side in self.truth.deciding if kinds[side] != computer.HUMAN), None)

    def wake(self) -> None:
        """Let the computers go on, if it is theirs and somebody looks."""
        resting = self._computers is None or self._computers.done()
        if self.connections and resting and not self.lost and self.computers_side() is not None:
            self._computers = asyncio.create_task(self._run_computers())

    def rest(self) -> None:
        """Nobody looks any more: the computers stop after the action they are at."""
        self.pacing.stir()

    async def close(self) -> None:
        """Show it to nobody any more and wait until all that was begun is done."""
        self.connections.clear()
        self.rest()
        waited = [*self._sure, *([self._computers] if self._computers is not None else [])]
        await asyncio.gather(*waited, return_exceptions=True)

    def wanted(self) -> bool:
        """Computers are to go on: somebody looks, and the battle is to be trusted."""
        return bool(self.connections) and not self.lost

    async def _run_computers(self) -> None:
        """Play every computer's decision, one by one, each stored and shown before the next."""
        try:
            while self.wanted() and self.computers_side() is not None:
                for_whom = await self.pacing.wait(self.wanted)
                await answering.answer(self, for_whom)
        except Refusal:
            return  # already said, and everybody hung up
        except Exception:
            log.exception("battle %s: the computer could not play", self.id)
            text = "The computer could not play; the server's log says more. Hand its side to somebody else."
            async with self.lock:
                await self.broadcast(Told("pace", text=text))


# ------------------------------------------------------------------------------------- done off the event loop


Asked = Sequence[tuple[Link, Sequence[StepRecord]]]
"""Boards that are sent a state: their links, and the steps that each was sent last."""


def _state_texts(
    around: Surroundings, truth: Truth, told: Told, asked: Asked, seen_by: SeenBy = None
) -> list[str | None]:
    """The state for each board, made once for all with the same link and steps; None where nothing has changed."""
    made: dict[tuple[Link, int], str] = {}
    texts: list[str | None] = []
    for link, last in asked:
        key = link, id(last)
        if seen_by is not None and truth.seen_alike(link.sides) not in seen_by:
            texts.append(None)
            continue
        if key not in made:
            made[key] = around.state_text(truth, link, told, last)
        texts.append(made[key])
    return texts


def _checked(sight: Sight, what: ActionForm | str) -> Action:
    """The action of a message, legal as its side sees the table; IllegalAction with the reasons otherwise."""
    action = sight.action(what)
    sight.seen.check(action)
    return action


def _played(truth: Truth, battle_id: str, decided: Callable[[], Action], side: str, by: str) -> tuple[Battle, Commit]:
    """The battle after what is decided, and what is to be stored of it."""
    action = decided()
    after = truth.battle.copy()
    after.turn_to(side)
    before = after.copy()
    after.carry_out(action)
    entry = persistence.play_entry(after, truth.version + 1, by)
    saves.check_line(before, entry.entry["do"], after)
    return after, persistence.commit(battle_id, entry, after)


def _gone_on(
    truth: Truth, after: Battle, by: str, battle_id: str, links: Collection[Link]
) -> tuple[Truth, SeenBy, list[tuple[Sight, Wanted]]]:
    """The truth after an action, for whom it changed something, and what is to be drawn for them."""
    later, seen_by = truth.gone_on(after, by)
    looking = [link for link in links if seen_by is None or later.seen_alike(link.sides) in seen_by]
    return later, seen_by, wanted_of(later, battle_id, looking)


def looked(truth: Truth, link: Link, message: Look, number: int) -> Looked:
    """An earlier step as a link sees it; ``number``: of it in the battle's history."""
    steps = truth.eyes(link.sides).steps
    scene = truth.past_scene(number, link.sides)
    return Looked(n=message.n, step=message.step, of=len(steps) - 1, scene=scene, record=steps[message.step])


@contextlib.contextmanager
def _refusals() -> Iterator[None]:
    """Turn what the face raises for a user's mistake into a refusal."""
    try:
        yield
    except IllegalAction as error:
        raise Refusal("illegal", str(error), error.reasons) from None
    except SandtableError as error:
        raise Refusal("unreadable", str(error)) from None
