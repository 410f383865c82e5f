"""Every battle of this server: made, loaded, found by link, and resumed by replay when first asked for."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from sandtable.errors import InputError, SandtableError
from sandtable.files import expected
from sandtable.games import get_game
from sandtable.games.common.amounts import counted
from sandtable.games.game import Game
from sandtable.games.language import translated
from sandtable.kernel.verbs import redact_nothing
from sandtable.server.http.limits import Bucket, Limits, Rate
from sandtable.server.messages.company import ClockRule
from sandtable.server.messages.pages import (
    BattleLinks,
    BattleListed,
    Invitation,
    LoadBattle,
    NewBattle,
    PersonLink,
    SeatLink,
    SeatTaken,
    TakeSeat,
    TurnFact,
)
from sandtable.server.notices.calling import Caller
from sandtable.server.notices.settings import NoticeSettings
from sandtable.server.session import chat, computer, maker_messages, seat_messages
from sandtable.server.session.company import words_of
from sandtable.server.session.connections import Crowd, Entrance, Refusal
from sandtable.server.session.live_battle import LiveBattle
from sandtable.server.storage import persistence
from sandtable.server.storage.commit_queue import Commits
from sandtable.server.storage.database import Link, NewSeat, Store, StoredBattle, Turn, own_sides
from sandtable.server.views import battle_messages
from sandtable.server.views.addresses import join_path, mine_path, play_path
from sandtable.server.views.seat_state import BattleState
from sandtable.server.warmup.warmup import Warmup
from sandtable.server.workers.fair import Accounts, Lane
from sandtable.server.workers.render_workers import Drawing
from sandtable.server.workers.threads import ACTING, fetch, think
from sandtable.table.battle import Battle
from sandtable.table.history import turn_words
from sandtable.translation import either, gettext, speaking

log = logging.getLogger("sandtable.server")

HIDDEN = "This game hides things: its save can be had at the end. What you see can be made a case."

GUEST = "guest"
"""Who plays a side of a new battle that is kept for somebody invited."""


@dataclass
class _Door:
    """A battle that one opens, or changes in the store, while the others wait."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    waiting: int = 0


class Lobby:
    """The battles behind one store."""

    def __init__(
        self,
        store: Store,
        limits: Limits,
        warmup: Warmup | None = None,
        drawing: Drawing | None = None,
        notices: NoticeSettings | None = None,
    ) -> None:
        self.caller = Caller(store.company, notices or NoticeSettings())
        self.store = store
        self.drawing = drawing or Drawing()
        self.commits = Commits(store)
        self.limits = limits
        self.warmup = warmup
        self.live: dict[str, LiveBattle] = {}
        self.crowd = Crowd(limits)
        self.entrance = Entrance(limits.boards_coming)
        self.reads = Bucket(limits.messages_a_second_of_an_address, limits.messages_a_second_of_an_address)
        self.accounts = Accounts()
        self.waiting = 0  # bytes lined up for boards that have not read them yet
        self._doors: dict[str, _Door] = {}
        self._resuming = 0  # battles on their way into memory
        self._made = Rate(limits.new_battles_a_minute)
        self._replaying = Lane(limits.saves_at_once, "replaying", ACTING)

    def check_made(self, whose: str) -> None:
        """Refusal where ``whose`` (an address, or a battle) has made more battles than may be."""
        if not self._made.allows(whose):
            most = self.limits.new_battles_a_minute
            battles = counted(most, "battle")
            raise Refusal(
                "too_many", gettext("Nobody makes more than {battles} a minute here: wait a little.", battles=battles)
            )

    async def create(self, request: NewBattle) -> StoredBattle:
        """Lay a new table. InputError or UnknownGame says what cannot be used."""
        self._choose(request.game)
        person = await self._person(request.person)

        def work() -> StoredBattle:
            made = self._store(persistence.new_battle(request), "", request.seats, request.analysis)
            clock = request.clock.model_dump() if request.clock else None
            self.store.company.settle(made.id, clock=clock, spectators=request.spectators, person=person)
            own = [seat.side for seat in made.seats if seat.kind == computer.HUMAN and not seat.guest]
            self.store.company.name(made.id, own, chat.plain(request.player))
            return self.store.battle(made.id) or made

        return await think(work)

    async def load(self, request: LoadBattle) -> StoredBattle:
        """Go on with a saved battle as a new one of this server."""

        def work() -> StoredBattle:
            return self._store(persistence.of_save(request.save, request.name), "", request.seats)

        self._choose(str(request.save.get("game")))
        return await self._replaying.run(work)

    async def found(
        self, battle: Battle, title: str, seats: Mapping[str, str], analysis: bool, whose: str
    ) -> StoredBattle:
        """Take in a battle that was made of another one, ``whose``."""
        self.check_made(whose)
        return await self.take_in(battle, title, seats, analysis)

    async def take_in(
        self, battle: Battle, title: str, seats: Mapping[str, str], analysis: bool = False
    ) -> StoredBattle:
        """Keep a battle that somebody may make."""
        self._choose(battle.game.key)
        return await think(self._store, battle, title, seats, analysis)

    def _store(self, battle: Battle, title: str, wanted: Mapping[str, str], analysis: bool = False) -> StoredBattle:
        seats = _seats_of(battle, wanted)
        if self.store.count() >= self.limits.battles:
            most = counted(self.limits.battles, "battle")
            raise Refusal("too_many", gettext("This server keeps {battles}, and has as many.", battles=most))
        with speaking(""):  # whoever makes it is not alone in reading it
            name = title or battle_messages.title(battle)
        stored = self.store.create(
            battle.game.key,
            name,
            persistence.head(battle),
            seats,
            persistence.loaded_entries(battle),
            analysis,
            persistence.turn_of(battle),
        )
        if battle.over:
            self.store.finish(stored.id, True, persistence.result_of(battle))
            return self.store.battle(stored.id) or stored
        return stored

    def _choose(self, game: str) -> None:
        """A battle of this game comes in: its rules are loaded, and compiled before all others."""
        if self.warmup is not None:
            self.warmup.choose(game)

    async def open(self, battle_id: str) -> LiveBattle | None:
        """The battle in memory; resumed by replay, every state hash checked, when it is not there yet.

        One that the present rules do not replay is shown as far as it can be read; SaveMismatch or InputError where not
        even its table can be laid.
        """
        live = self._in_memory(battle_id)
        if live is not None:
            return live
        game = await fetch(self.store.game, battle_id)
        if game is None:
            return None
        self._choose(game)
        async with self._alone(battle_id):
            return self._in_memory(battle_id) or await self._opened(battle_id)

    def _in_memory(self, battle_id: str) -> LiveBattle | None:
        live = self.live.get(battle_id)
        return None if live is None or live.lost else live

    @asynccontextmanager
    async def _alone(self, battle_id: str) -> AsyncIterator[None]:
        """Meanwhile nobody else opens this battle, nor changes it in the store while it is not in memory."""
        door = self._doors.setdefault(battle_id, _Door())
        door.waiting += 1
        try:
            async with door.lock:
                yield
        finally:
            door.waiting -= 1
            if not door.waiting:
                del self._doors[battle_id]

    async def _opened(self, battle_id: str) -> LiveBattle | None:
        self.live.pop(battle_id, None)  # one that was lost
        self._drop_idle()
        in_memory = len(self.live) + self._resuming
        if in_memory >= self.limits.battles_in_memory:
            battles = counted(in_memory, "battle")
            raise Refusal(
                "too_many", gettext("This server shows {battles} now, and can show no more.", battles=battles)
            )
        self._resuming += 1
        try:
            stored = await fetch(self.store.battle, battle_id)
            if stored is None:
                return None
            with speaking(""):  # whoever opens it is not alone in reading it
                state, unread = await self._replaying.run(lambda: self._again(stored))
        finally:
            self._resuming -= 1
        live = LiveBattle(stored, state, self.commits, self.drawing, self.found, self.limits, unread, self.caller)
        self.live[battle_id] = live
        self.drawing.note(len(self.live))
        return live

    def _again(self, stored: StoredBattle) -> tuple[BattleState, str]:
        state, unread = _resumed(stored)
        if not all(seat.called for seat in stored.seats):  # an older version stored it
            self.store.call(stored.id, persistence.names_of(state.battle))
        return state, unread

    async def rescue(self, battle_id: str, token: str, whose: str) -> StoredBattle | None:
        """A battle that cannot be opened, as a new one as far as it can be read; None: that is not its maker's link."""
        if not await self._is_makers(battle_id, token):
            return None
        self.check_made(whose)
        stored = await fetch(self.store.battle, battle_id)
        assert stored is not None
        battle, why = await self._replaying.run(lambda: persistence.rescued(stored))
        log.warning("battle %s is rescued up to action %d: %s", battle_id, len(battle.history) - 1, why)
        kinds = {
            seat.side: GUEST if seat.guest else seat.kind for seat in stored.seats
        }  # whose secrets they are, stay so
        return await think(self._store, battle, stored.title, kinds, stored.analysis)

    async def save(self, battle_id: str, all_open: bool, token: str) -> str | None:
        """The text of a battle's save; of one that cannot be opened, as it is stored. None: there is none.

        Whoever has a link of the battle gets it, anybody where ``all_open``: what seats may not see is no longer
        hidden, or was never. What hides something until its end and cannot even be laid is its maker's.
        """
        link = await self.link(token)
        own = link is not None and link.battle_id == battle_id
        try:
            live = await self.open(battle_id)
        except SandtableError:
            stored = await fetch(self.store.battle, battle_id)
            assert stored is not None
            sealed = persistence.may_hide(stored) and not (all_open or (link is not None and own and link.everyone))
        else:
            if live is None:
                return None
            stored = live.stored if live.unread else None
            sealed = not live.battle.over and battle_messages.hides(live.battle)
        if sealed:
            raise Refusal("not_now", HIDDEN)
        if not all_open and not own:
            raise Refusal("unknown", gettext("A battle's save needs a link of that battle."))
        if stored is not None:
            return await think(persistence.text_of_stored, stored)
        return None if live is None else await think(persistence.save_of, live.battle)

    async def link(self, token: str) -> Link | None:
        """What a token opens."""
        return await fetch(self.store.link, token)

    # ------------------------------------------------------------------------------- invitations, name and end

    async def invitation(self, token: str) -> Invitation | None:
        """What an open invitation is for; None: it is unknown, or used."""
        invited = await fetch(self.store.invitation, token)
        stored = await fetch(self.store.battle, invited.battle_id) if invited and invited.open else None
        if invited is None or stored is None:
            return None
        game = get_game(stored.game)
        clock = ClockRule.model_validate(stored.clock) if stored.clock else None
        return Invitation(
            game=game.key,
            game_title=game.title,
            title=translated(game.folder, stored.title),
            side=invited.side,
            side_name=_names(stored)[invited.side],
            players=tuple(dict.fromkeys(seat.player for seat in stored.seats if seat.player)),
            clock=words_of(clock) if clock else "",
        )

    async def accept(self, token: str, taking: TakeSeat) -> SeatTaken | None:
        """Use an invitation: its seat has a new link from now on. None: it is unknown, or used."""
        invited = await fetch(self.store.invitation, token)
        if invited is None:
            return None
        async with self._alone(invited.battle_id):
            live = self._in_memory(invited.battle_id)
            player = chat.plain(taking.player)
            person = await self._person(taking.person)
            if live is not None:
                seat = await live.surely(seat_messages.accept(live, token, player, person))
            else:
                seat = await fetch(self.store.accept, token, player, person)
        return None if seat is None else SeatTaken(side=seat.side, token=seat.token, url=play_path(seat.token))

    async def _person(self, token: str) -> str | None:
        """A personal link that there is; None: it is none."""
        if not token:
            return None
        known = await fetch(self.store.company.is_person, token)
        return token if known else None

    async def rename(self, battle_id: str, token: str, title: str) -> bool:
        """Give a battle another name; False: that is not the link of whoever made it."""
        if not await self._is_makers(battle_id, token):
            return False
        async with self._alone(battle_id):
            live = self._in_memory(battle_id)
            await (
                live.surely(maker_messages.rename(live, title))
                if live is not None
                else fetch(self.store.rename, battle_id, title)
            )
        return True

    async def delete(self, battle_id: str, token: str) -> bool:
        """Delete a battle; False: that is not the link of whoever made it."""
        if not await self._is_makers(battle_id, token):
            return False
        async with self._alone(battle_id):
            live = self._in_memory(battle_id)
            await (
                live.surely(maker_messages.delete(live)) if live is not None else fetch(self.store.delete, battle_id)
            )
            self.live.pop(battle_id, None)
        return True

    async def _is_makers(self, battle_id: str, token: str) -> bool:
        link = await self.link(token)
        return link is not None and link.battle_id == battle_id and link.everyone

    async def listed(self, with_links: bool) -> list[BattleListed]:
        """The battles for the first page; their links only where the server is this machine's own."""

        def work() -> list[BattleListed]:
            listed = [_listed(stored, with_links) for stored in self.store.battles()]
            return sorted(listed, key=lambda each: each.changed, reverse=True)

        return await fetch(work)

    async def shown(self, link: Link) -> BattleListed | None:
        """The battle of a link as a list of battles tells others of it; None where it has gone."""

        def work() -> BattleListed | None:
            stored = self.store.battle(link.battle_id)
            return None if stored is None else _listed(stored, False)

        return await fetch(work)

    async def new_person(self, whose: str) -> PersonLink:
        """A personal link for somebody; so many a minute from one address."""
        self.check_made(whose)
        token = await fetch(self.store.company.new_person)
        return PersonLink(token=token, url=mine_path(token))

    async def battles_of(self, person: str) -> list[BattleListed] | None:
        """The battles of a personal link, each with the link of its own; None: there is no such one."""
        if not await fetch(self.store.company.is_person, person):
            return None
        return await fetch(lambda: [_own(stored, person) for stored in self.store.battles_of(person)])

    def _drop_idle(self) -> None:
        """Forget battles that nobody looks at, oldest first, while more are in memory than may be."""
        most = min(self.limits.idle_battles, self.limits.battles_in_memory - 1)
        for battle_id, live in list(self.live.items()):
            if len(self.live) <= most:
                return
            if live.is_idle:
                del self.live[battle_id]

    async def close(self) -> None:
        """Let every computer finish the action it is at, then let go of the database."""
        for live in self.live.values():
            await live.close()
        await self.caller.close()
        self._replaying.close()
        self.commits.close()
        self.drawing.close()
        self.store.close()


def _resumed(stored: StoredBattle) -> tuple[BattleState, str]:
    """A battle as it stands; or as far as it can be read, and why it cannot be gone on with."""
    try:
        return persistence.resume(stored), ""
    except SandtableError as error:
        state = persistence.as_far_as_read(stored)
        log.warning("battle %s is shown up to action %d: %s", stored.id, len(state.battle.actions), error)
        return state, gettext("This battle can be read only so far: {error}", error=error)


def _turn_fact(game: Game, turn: Turn) -> TurnFact:
    """Whose turn it is, and which, in the language spoken."""
    which = turn_words(game, turn.number) if game.counts and turn.number > 0 else ""
    return TurnFact(side=turn.side, name=translated(game.folder, turn.name), counted=which)


def _listed(stored: StoredBattle, with_links: bool) -> BattleListed:
    """A battle for the first page. To others than this machine its secret actions are neither counted nor timed."""
    game = get_game(stored.game)
    secret = not (stored.over or with_links) and game.verbs.redact is not redact_nothing
    return BattleListed(
        id=stored.id,
        game=stored.game,
        game_title=game.title,
        scenario=stored.head["scenario"]["name"],
        sides=_names(stored),
        title=translated(game.folder, stored.title),
        created=stored.created,
        changed=stored.created if secret else stored.changed,
        actions=None if secret else stored.n_actions,
        over=stored.over,
        result=persistence.result_said(stored.result),
        seats={seat.side: seat.kind for seat in stored.seats},
        kinds={seat.side: computer.player_name(seat.kind) for seat in stored.seats},
        guests=tuple(seat.side for seat in stored.seats if seat.guest),
        yours=tuple(seat.side for seat in stored.seats if seat.kind == computer.HUMAN and not seat.guest),
        players={seat.side: seat.player for seat in stored.seats if seat.player},
        analysis=stored.analysis,
        turn=stored.turn and _turn_fact(game, stored.turn),
        token=stored.all_token if with_links else None,
        url=play_path(stored.all_token) if with_links else None,
        watch_url=play_path(stored.watch_token) if with_links and stored.spectators != "nobody" else None,
    )


def _own(stored: StoredBattle, person: str) -> BattleListed:
    """A battle for somebody of it: as others are told of it, with the way to their own seat."""
    seats = [seat for seat in stored.seats if seat.person == person]
    made = stored.person == person
    own = own_sides(stored.seats) if made else tuple(seat.side for seat in seats)
    token = stored.all_token if made else seats[0].token
    return _listed(stored, False).model_copy(update={"url": play_path(token), "yours": own})


def _names(stored: StoredBattle) -> dict[str, str]:
    """What the sides of a battle are called; where an older version stored it, until it is opened, as its file says."""
    game, scenario = get_game(stored.game), stored.head["scenario"]
    names = {seat.side: translated(game.folder, seat.called or seat.side) for seat in stored.seats}
    if all(seat.called for seat in stored.seats) or scenario.get("case"):
        return names
    return names | {side.key: side.name for side in game.sides_in(scenario["content"])}


def links(stored: StoredBattle) -> BattleLinks:
    """The links of a battle, for whoever made it."""
    names = _names(stored)
    seats = {}
    for seat in stored.seats:
        own = seat.kind == computer.HUMAN and not seat.guest
        seats[seat.side] = SeatLink(
            side=seat.side,
            name=names[seat.side],
            kind=seat.kind,
            guest=seat.guest,
            token=seat.token if own else None,
            url=play_path(seat.token) if own else None,
            invite_url=join_path(seat.invitation) if seat.invitation else None,
        )
    return BattleLinks(
        id=stored.id,
        seats=seats,
        token=stored.all_token,
        url=play_path(stored.all_token),
        watch_url=play_path(stored.watch_token),
    )


def _seats_of(battle: Battle, wanted: Mapping[str, str]) -> dict[str, NewSeat]:
    """The seat of every side of the battle; sides left out are human."""
    sides = [side.key for side in battle.sides]
    for side, kind in wanted.items():
        if side not in sides:
            raise InputError(f"seats: {expected(either(sides), repr(side))}")
        if kind != GUEST:
            computer.check_kind(kind, f"seats.{side}", GUEST)
    kinds = {side: wanted.get(side, computer.HUMAN) for side in sides}
    names = persistence.names_of(battle)
    return {
        side: NewSeat(computer.HUMAN if kind == GUEST else kind, kind == GUEST, names[side])
        for side, kind in kinds.items()
    }
