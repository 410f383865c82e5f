"""One battle being played: its state, who is connected, and what each message does to it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel
from sqlalchemy.exc import SQLAlchemyError

from sandtable.errors import IllegalAction, SandtableError
from sandtable.server import computer, keeping, views
from sandtable.server.messages import (
    AskLegal,
    AskOdds,
    Cause,
    ClientMessage,
    Explain,
    Judge,
    Legal,
    LegalAction,
    Look,
    Looked,
    Pace,
    PaceNow,
    Play,
    Reseat,
    Seat,
    State,
    Step,
    StepRecord,
    Undo,
    UndoOffer,
)
from sandtable.server.sight import Sight
from sandtable.server.storage import Entry, Link, Store, StoredBattle

if TYPE_CHECKING:
    from sandtable.table.battle import Battle

log = logging.getLogger("sandtable.server")

PACE = 0.7
"""Seconds between two actions of computers, until somebody changes it."""

MAX_BOARDS = 64
"""Boards that one battle shows itself to at once."""


class Refusal(Exception):
    """A message that cannot be carried out: becomes ``Refused``."""

    def __init__(self, code: str, text: str, reasons: tuple[Any, ...] = ()) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.reasons = reasons


@dataclass(eq=False)
class Connection:
    """One board: what its link opens, how to send to it, and how many steps of the log it holds."""

    link: Link
    send: Callable[[BaseModel], None]  # never blocks; drops a board that does not read
    drop: Callable[[], None]  # hang up: the board will connect again
    last: list[StepRecord] = field(default_factory=list)  # the steps it was last sent, to find where an undo cut


class LiveBattle:
    """A battle in memory, always equal to what is stored. One lock guards every change."""

    def __init__(self, stored: StoredBattle, battle: Battle, steps: list[StepRecord], store: Store) -> None:
        self.id = stored.id
        self.stored = stored
        self.store = store
        self.battle = battle
        self.steps = steps  # number 0 is the laying of the table
        self.version = len(stored.entries)
        self.kinds = {seat.side: seat.kind for seat in stored.seats}
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.pace = PaceNow(seconds=PACE, paused=False)
        self._step_once = asyncio.Event()
        self._pace_changed = asyncio.Event()
        self._computers: asyncio.Task[None] | None = None
        self._sight = Sight(battle)
        self.lost = False  # the store did not take an entry: what is in memory is not to be trusted any more

    # ------------------------------------------------------------------------------------ connections

    def join(self, connection: Connection) -> None:
        """Show the battle to a new board and wake the computers."""
        if len(self.connections) >= MAX_BOARDS:
            raise Refusal("not_now", f"This battle is shown on {MAX_BOARDS} boards already.")
        self.connections.add(connection)
        connection.send(views.welcome(self.stored, self.battle, connection.link))
        self._send_state(connection, Cause(kind="connect", side=None, by=None, text=""))
        self._tell_others(connection)
        self.wake()

    def leave(self, connection: Connection) -> None:
        """A board is gone; computers rest when nobody looks."""
        self.connections.discard(connection)
        if not self.connections:
            self.rest()
        else:
            self._tell_others(connection)

    def _tell_others(self, connection: Connection) -> None:
        cause = Cause(kind="seats", side=None, by=None, text="")
        for other in self.connections:
            if other is not connection:
                self._send_state(other, cause)

    # ----------------------------------------------------------------------------------------- states

    def seats(self, link: Link) -> tuple[Seat, ...]:
        """Who plays, as this link sees it."""
        return tuple(
            Seat(
                side=side.key,
                name=views.side_name(self.battle, side.key),
                kind=self.kinds[side.key],
                kind_name=computer.player_name(self.kinds[side.key]),
                yours=side.key in link.sides,
                connected=sum(side.key in each.link.sides for each in self.connections),
            )
            for side in self.battle.game.sides
        )

    def may_decide(self, link: Link) -> bool:
        """The decision of the moment is this link's to take."""
        decision = self.battle.decision
        return decision is not None and decision.side in link.sides and self.kinds[decision.side] == computer.HUMAN

    def state(self, connection: Connection, cause: Cause) -> State:
        """The state for one board, with the steps that it does not hold yet."""
        link = connection.link
        held = 0
        for mine, ours in zip(connection.last, self.steps, strict=False):
            if mine is not ours:
                break
            held += 1
        yours = self.may_decide(link)
        sight = self._sight
        state = State(
            version=self.version,
            cause=cause,
            scene=sight.scene(link.sides),
            decision=views.decision(self.battle, yours, self.kinds),
            legal=sight.legal(link.sides) if yours else (),
            steps_from=held,
            steps=tuple(self.steps[held:]),
            hash=self.battle.state_hash(),
            over=self.battle.over,
            result=self.battle.result,
            returns=self.battle.returns,
            seed=self.battle.seed if self.battle.over else None,
            seats=self.seats(link),
            undo=self.undo_offer(link),
            pace=self.pace,
        )
        connection.last = list(self.steps)
        return state

    def _send_state(self, connection: Connection, cause: Cause) -> None:
        connection.send(self.state(connection, cause))

    def broadcast(self, cause: Cause) -> None:
        """Send every board the present state."""
        for connection in list(self.connections):
            self._send_state(connection, cause)

    # --------------------------------------------------------------------------------------- messages

    async def answer(self, connection: Connection, message: ClientMessage) -> BaseModel | None:
        """Carry out one message; returns the answer for this board alone, if there is one.

        Raises ``Refusal``.
        """
        with _refusals():
            match message:
                case Judge():
                    return self._sight.judgement(message, self.version, connection.link.sides)
                case AskOdds():
                    action = self._sight.action(message.action)
                    seen = self._sight.seen(connection.link.sides)
                    return await asyncio.to_thread(views.odds, seen, action, message.n, self.version)
                case AskLegal():
                    sides = connection.link.sides
                    legal: tuple[LegalAction, ...] = ()
                    if self.may_decide(connection.link):
                        figures = message.figures
                        legal = self._sight.legal_together(figures, sides) if figures else self._sight.legal(sides)
                    return Legal(n=message.n, version=self.version, legal=legal)
                case Explain():
                    return self._sight.explained(message, self.version, connection.link.sides)
                case Look():
                    return self._look(message, connection.link)
                case Play():
                    await self._play(message, connection.link)
                case Undo():
                    await self._undo(message, connection.link)
                case Pace():
                    self._set_pace(message, connection.link)
                case Step():
                    self._step_once.set()
                    self.wake()
                case Reseat():
                    await self._reseat(message, connection.link)
        return None

    def _check_version(self, version: int) -> None:
        if version != self.version:
            raise Refusal("stale", "The battle has gone on since; look again and decide anew.")

    async def _play(self, message: Play, link: Link) -> None:
        async with self.lock:
            self._check_version(message.version)
            decision = self.battle.decision
            if decision is None:
                raise Refusal("not_now", "The battle is over.")
            if not self.may_decide(link):
                raise Refusal("not_your_bound", f"{views.side_name(self.battle, decision.side)} must decide now.")
            await self._carry_out(self._sight.action(message.action), computer.HUMAN)
        self.wake()

    async def _carry_out(self, action: Any, by: str) -> None:
        """Play on a copy, store, and only then show it. Hold the lock."""
        decision = self.battle.decision
        assert decision is not None
        after = self.battle.copy()
        after.play(action)
        step = views.step_record(after.last, len(self.steps), by)
        entry = keeping.play_entry(after, self.version + 1, by)
        await self._keep(entry, after)
        self.battle = after
        self.version += 1
        self.steps = [*self.steps, step]
        self._sight = Sight(after)
        self.broadcast(Cause(kind="play", side=decision.side, by=by, text=step.label))

    async def _keep(self, entry: Entry, after: Battle) -> None:
        """Commit an entry. If the store does not take it every board is hung up and the battle resumes afresh."""
        try:
            await asyncio.to_thread(self.store.append, self.id, entry, after.over, after.result)
        except SQLAlchemyError as error:
            self.lost = True
            loop = asyncio.get_running_loop()
            log.error("battle %s: entry %d was not stored: %s", self.id, entry.number, getattr(error, "orig", error))
            for connection in list(self.connections):
                loop.call_soon(connection.drop)  # after the refusal has gone out
            raise Refusal("not_now", "The battle could not be stored, so nothing was changed.") from None

    # ------------------------------------------------------------------------------------------- undo

    def _last_human_step(self) -> int | None:
        """Index into ``steps`` of the last action of a person."""
        for index in range(len(self.steps) - 1, 0, -1):
            if self.steps[index].by == computer.HUMAN:
                return index
        return None

    def undo_offer(self, link: Link) -> UndoOffer:
        """What this link could take back now."""
        index = self._last_human_step()
        if index is None or self.steps[index].side not in link.sides:
            return UndoOffer(possible=False, past_dice=False, text="")
        past_dice = self._sight.undo_is_past_dice(len(self.steps) - index)
        return UndoOffer(possible=True, past_dice=past_dice, text=self.steps[index].label)

    async def _undo(self, message: Undo, link: Link) -> None:
        async with self.lock:
            self._check_version(message.version)
            offer = self.undo_offer(link)
            index = self._last_human_step()
            if not offer.possible or index is None:
                raise Refusal("not_now", "There is no action of yours to take back.")
            if offer.past_dice and not message.past_dice:
                text = (
                    "Dice have been thrown, or something hidden was shown, since; taking that back must be asked for."
                )
                raise Refusal("not_now", text)
            taken_back = len(self.steps) - index
            before = self.battle.copy()
            for _ in range(taken_back):
                before.undo(past_dice=True)
            text = f"{views.side_name(before, self.steps[index].side)} took back: {offer.text}"
            side = self.steps[index].side
            entry = keeping.undo_entry(before, self.version + 1, side)
            await self._keep(entry, before)
            self.battle = before
            self.version += 1
            self.steps = self.steps[:index]
            self._sight = Sight(before)
            self.broadcast(Cause(kind="undo", side=side, by=computer.HUMAN, text=text))
        self.wake()

    # ------------------------------------------------------------------------------------------- look

    def _look(self, message: Look, link: Link) -> Looked:
        last = len(self.steps) - 1
        if message.step > last:
            raise Refusal("unknown", f"This battle has {last} actions; there is no number {message.step}.")
        scene = self._sight.past_scene(message.step, link.sides)
        return Looked(n=message.n, step=message.step, of=last, scene=scene, record=self.steps[message.step])

    # -------------------------------------------------------------------------------------- computers

    def _set_pace(self, message: Pace, link: Link) -> None:
        if not link.sides:
            raise Refusal("not_your_bound", "A watcher cannot change the pace.")
        self.pace = PaceNow(
            seconds=self.pace.seconds if message.seconds is None else message.seconds,
            paused=self.pace.paused if message.paused is None else message.paused,
        )
        self._pace_changed.set()
        self.broadcast(Cause(kind="pace", side=None, by=None, text=""))
        self.wake()

    async def _reseat(self, message: Reseat, link: Link) -> None:
        if message.side not in link.sides:
            raise Refusal("not_your_bound", f"This link does not hold the side {message.side!r}.")
        computer.check_kind(message.kind, "kind")
        async with self.lock:
            await asyncio.to_thread(self.store.reseat, self.id, message.side, message.kind)
            self.kinds[message.side] = message.kind
            name = views.side_name(self.battle, message.side)
            text = f"{name}: {computer.player_name(message.kind)}"
            self.broadcast(Cause(kind="seats", side=message.side, by=None, text=text))
        self.wake()

    def is_computers(self) -> bool:
        """A computer must decide now."""
        decision = self.battle.decision
        return decision is not None and self.kinds[decision.side] != computer.HUMAN

    def wake(self) -> None:
        """Let the computers go on, if it is theirs and somebody looks."""
        if self.connections and self.is_computers() and (self._computers is None or self._computers.done()):
            self._computers = asyncio.create_task(self._run_computers())

    def rest(self) -> None:
        """Nobody looks any more: the computers stop after the action they are at."""
        self._pace_changed.set()

    async def close(self) -> None:
        """Show it to nobody any more and wait until the computers rest."""
        self.connections.clear()
        self.rest()
        if self._computers is not None:
            await asyncio.gather(self._computers, return_exceptions=True)

    async def _run_computers(self) -> None:
        """Play every computer's decision, one by one, each stored and shown before the next."""
        try:
            while self.connections and self.is_computers():
                await self._wait_pace()
                if not self.connections:
                    return
                async with self.lock:
                    decision = self.battle.decision
                    if decision is None or not self.is_computers():
                        return
                    kind = self.kinds[decision.side]
                    seen = self._sight.seen((decision.side,))  # a computer knows no more than a person would
                    action = await asyncio.to_thread(computer.choose, kind, seen)
                    await self._carry_out(action, kind)
        except Refusal:
            return  # already said, and everybody hung up
        except SandtableError as error:
            log.exception("battle %s: the computer could not play", self.id)
            self.broadcast(Cause(kind="pace", side=None, by=None, text=f"The computer could not play: {error}"))

    async def _wait_pace(self) -> None:
        """Wait out the pace; a pause holds until it ends or one step is asked for."""
        if not self.pace.paused and self.pace.seconds <= 0:
            await asyncio.sleep(0)
            return
        loop = asyncio.get_running_loop()
        begun = loop.time()
        while self.connections:
            if self._step_once.is_set():
                self._step_once.clear()
                return
            left = None if self.pace.paused else self.pace.seconds - (loop.time() - begun)
            if left is not None and left <= 0:
                return
            self._pace_changed.clear()
            waits = [
                asyncio.ensure_future(self._pace_changed.wait()),
                asyncio.ensure_future(self._step_once.wait()),
            ]
            try:
                await asyncio.wait(waits, timeout=left, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for wait in waits:
                    wait.cancel()


@contextlib.contextmanager
def _refusals() -> Iterator[None]:
    """Turn what the face raises for a user's mistake into a refusal."""
    try:
        yield
    except IllegalAction as error:
        raise Refusal("illegal", str(error), error.reasons) from None
    except SandtableError as error:
        raise Refusal("unreadable", str(error)) from None
