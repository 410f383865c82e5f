"""The database: battles, their seats and every action, committed before it is answered."""

from __future__ import annotations

import json
import os
import secrets
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    CompoundSelect,
    bindparam,
    create_engine,
    delete,
    event,
    func,
    insert,
    inspect,
    literal,
    null,
    select,
    union_all,
    update,
)
from sqlalchemy.engine import Engine, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.orm import Session
from sqlalchemy.pool import QueuePool
from sqlalchemy.schema import CreateColumn

from sandtable.errors import InputError
from sandtable.files.places import home
from sandtable.server.storage.basics import KEY, new_token, now, writable
from sandtable.server.storage.company import CompanyStore
from sandtable.server.storage.shared import SharedStore
from sandtable.server.storage.tables import ActionRow, Base, BattleRow, ChatRow, InvitationRow, NoticeRow, SeatRow
from sandtable.translation import gettext

HUMAN = "human"
"""The kind of a seat that a person holds."""

PLAY = "play"
UNDO = "undo"
END = "end"


@dataclass(frozen=True)
class StoredSeat:
    """A seat as stored."""

    side: str
    kind: str
    token: str
    guest: bool = False  # it belongs to somebody invited, or is kept for one
    invitation: str | None = None  # token of the one that is open
    since: int = 0  # entries of the battle that there were as the seat went from one person to another
    player: str = ""  # what whoever holds it calls themselves
    person: str | None = None  # the guest who took it, by their personal link
    called: str = ""  # the side at the table, in English; empty: stored by an older version, and not opened since


@dataclass(frozen=True)
class NewSeat:
    """A seat of a battle that is stored for the first time."""

    kind: str
    guest: bool = False  # kept for another than whoever makes the battle: it gets an invitation
    called: str = ""  # the side at the table, in English


@dataclass(frozen=True)
class Invited:
    """What an invitation is for."""

    battle_id: str
    side: str
    open: bool


@dataclass(frozen=True)
class Entry:
    """One stored entry; ``number`` is the battle's version after it."""

    number: int
    kind: str
    side: str | None
    by: str | None
    entry: dict[str, Any]
    hash: str
    player: str = ""  # what whoever made it was called then


class Turn(NamedTuple):
    """Whose turn it is: the key of the side, and what people call it."""

    side: str
    name: str
    number: int = 0  # of the turn, as the game counts them


class Commit(NamedTuple):
    """One entry of a battle to be stored, and how the battle stands after it."""

    battle_id: str
    entry: Entry
    over: bool
    result: str | None
    turn: Turn | None = None


@dataclass(frozen=True)
class StoredBattle:
    """A battle as stored, with its entries in order (empty where only listed)."""

    id: str
    game: str
    title: str
    head: dict[str, Any]
    all_token: str
    watch_token: str
    created: str
    changed: str
    over: bool
    result: str | None
    seats: tuple[StoredSeat, ...]
    entries: tuple[Entry, ...] = ()
    n_actions: int = 0
    analysis: bool = False
    turn: Turn | None = None
    clock: dict[str, Any] | None = None  # how time is counted
    times: dict[str, Any] | None = None  # how the clocks stand
    spectators: str = "anyone"
    rematch: dict[str, str] | None = None  # token of a link to it -> token of the same player's link to the rematch
    person: str | None = None  # who made it, by their personal link


@dataclass(frozen=True)
class Link:
    """What a token opens: a battle, and the sides it may play. No sides: a watcher, or a maker who plays none."""

    battle_id: str
    token: str
    sides: tuple[str, ...]
    everyone: bool = field(default=False)  # the maker's window: every side that is neither a computer's nor a guest's
    language: str = ""  # in which whoever holds it now reads; empty: the server's


def own_sides(seats: Sequence[StoredSeat]) -> tuple[str, ...]:
    """The sides that the maker of a battle plays."""
    return tuple(seat.side for seat in seats if seat.kind == HUMAN and not seat.guest)


def data_folder() -> Path:
    """Where this user's battles are kept: ``$SANDTABLE_DATA``, else the platform's own place."""
    chosen = os.environ.get("SANDTABLE_DATA")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", home() / "AppData" / "Local")) / "sandtable"
    if sys.platform == "darwin":
        return home() / "Library" / "Application Support" / "sandtable"
    return Path(os.environ.get("XDG_DATA_HOME") or home() / ".local" / "share") / "sandtable"


def default_url() -> str:
    """URL of the SQLite file in the user's data folder; the folder is made."""
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{(folder / 'battles.sqlite3').as_posix()}"


def _shown(url: str) -> str:
    """The URL without its password."""
    try:
        return make_url(url).render_as_string()
    except ArgumentError:
        return url


def _open(url: str) -> Engine:
    """An engine for ``url``; SQLite gets WAL, full syncing and foreign keys. InputError names what is wrong."""
    try:
        parsed = make_url(url if "://" in url or url == "sqlite://" else f"sqlite:///{url}")
        memory = parsed.get_backend_name() == "sqlite" and parsed.database in (None, "", ":memory:")
        if memory:
            # One connection for one thread at a time: two at once on it end the process.
            alone: dict[str, Any] = {"poolclass": QueuePool, "pool_size": 1, "max_overflow": 0}
            engine = create_engine(parsed, **alone, connect_args={"check_same_thread": False})
        else:
            engine = create_engine(parsed, pool_pre_ping=True)
    except ModuleNotFoundError as error:
        how = ": pip install 'psycopg[binary]'" if parsed.get_backend_name() == "postgresql" else ""
        raise InputError(
            f"--db {_shown(url)}: {gettext('its driver, {name}, is not installed', name=error.name)}{how}"
        ) from None
    except (ArgumentError, NoSuchModuleError) as error:
        urls = "sqlite:///battles.sqlite3, postgresql+psycopg://user@host/name"
        wanted = gettext("expected a database URL, such as {urls}", urls=urls)
        raise InputError(f"--db {_shown(url)}: {wanted} ({error})") from None
    if parsed.get_backend_name() == "sqlite":

        @event.listens_for(engine, "connect")
        def _prepare(connection: Any, _record: Any) -> None:
            cursor = connection.cursor()
            cursor.execute("PRAGMA journal_mode=WAL")
            cursor.execute("PRAGMA synchronous=FULL")
            cursor.execute("PRAGMA foreign_keys=ON")
            cursor.execute("PRAGMA busy_timeout=5000")
            cursor.close()

    return engine


def _add_missing_columns(engine: Engine) -> None:
    """Bring a database of an older version up to date: its tables get the columns that came since."""
    with engine.begin() as connection:
        inspector = inspect(connection)
        for table in Base.metadata.sorted_tables:
            held = {column["name"] for column in inspector.get_columns(table.name)}
            for column in table.columns:
                if column.name not in held:
                    made = CreateColumn(column).compile(engine).string
                    connection.exec_driver_sql(f"ALTER TABLE {table.name} ADD COLUMN {made}")


class Store:
    """The stored battles behind one database URL. Every method is one transaction; safe from any thread."""

    def __init__(self, url: str) -> None:
        self.engine = _open(url)
        self.company = CompanyStore(self.engine)
        self.shared = SharedStore(self.engine)
        try:
            Base.metadata.create_all(self.engine)
            _add_missing_columns(self.engine)
        except SQLAlchemyError as error:
            reason = str(getattr(error, "orig", error)).splitlines()[0]
            raise InputError(f"--db {_shown(url)}: {gettext('the database cannot be opened')} ({reason})") from None

    def close(self) -> None:
        """Let go of every connection."""
        self.engine.dispose()

    def create(
        self,
        game: str,
        title: str,
        head: Mapping[str, Any],
        seats: Mapping[str, NewSeat],
        entries: Sequence[Entry] = (),
        analysis: bool = False,
        turn: Turn | None = None,
    ) -> StoredBattle:
        """Store a new battle with the seats of its sides and, when loaded from a save, its entries."""
        battle_id = secrets.token_hex(8)
        stamp = now()
        with Session(self.engine) as session, session.begin():
            session.add(
                BattleRow(
                    id=battle_id,
                    game=game,
                    title=writable(title)[:400],
                    head=json.dumps(head),
                    all_token=new_token(),
                    watch_token=new_token(),
                    created=stamp,
                    changed=stamp,
                    analysis=analysis,
                    **_turn_columns(turn),
                )
            )
            session.flush()
            for place, (side, seat) in enumerate(seats.items()):
                session.add(
                    SeatRow(
                        battle_id=battle_id,
                        side=side,
                        place=place,
                        kind=seat.kind,
                        token=new_token(),
                        guest=seat.guest,
                        called=writable(seat.called)[:200],
                    )
                )
                if seat.guest:
                    session.add(InvitationRow(token=new_token(), battle_id=battle_id, side=side))
            if entries:
                session.execute(_INSERT_ACTION, [_columns(battle_id, entry, stamp) for entry in entries])
        stored = self.battle(battle_id)
        assert stored is not None
        return stored

    def append(self, battle_id: str, entry: Entry, over: bool, result: str | None, turn: Turn | None = None) -> None:
        """Commit one entry, and how the battle stands now. ``IntegrityError`` when its number is already taken."""
        error = self.append_all([Commit(battle_id, entry, over, result, turn)])[0]
        if error is not None:
            raise error

    def append_all(self, commits: Sequence[Commit]) -> list[SQLAlchemyError | None]:
        """Commit entries of several battles in one transaction; what went wrong with each, None: nothing.

        Where it fails each is tried by itself, so that one cannot keep the others out.
        """
        stamp = now()
        entries = [_columns(each.battle_id, each.entry, stamp) for each in commits]
        standing = [
            {
                "battle": each.battle_id,
                "changed": stamp,
                "over": each.over,
                "result": each.result and writable(each.result),
                **_turn_columns(each.turn),
            }
            for each in commits
        ]
        try:
            with self.engine.begin() as connection:
                connection.execute(_INSERT_ACTION, entries)
                connection.execute(_UPDATE_BATTLE, standing)
        except SQLAlchemyError as error:
            if len(commits) == 1:
                return [error]
            return [self.append_all([each])[0] for each in commits]
        return [None] * len(commits)

    def finish(self, battle_id: str, over: bool, result: str | None) -> None:
        """Note that a battle is over without an entry: for one loaded at its end."""
        with Session(self.engine) as session, session.begin():
            session.execute(
                update(BattleRow).where(BattleRow.id == battle_id).values(over=over, result=result and writable(result))
            )

    def reseat(self, battle_id: str, side: str, kind: str, guest: bool) -> StoredSeat:
        """Change who plays a side. Its old link opens nothing any more, and no invitation for it is open."""
        with Session(self.engine) as session, session.begin():
            since = _since(session, battle_id, side, guests_only=True)
            _close_invitations(session, battle_id, side)
            _call_no_more(session, battle_id, side)
            session.execute(
                update(SeatRow)
                .where(SeatRow.battle_id == battle_id, SeatRow.side == side)
                .values(kind=kind, guest=guest, token=new_token(), since=since, player=None, person=None)
            )
            session.flush()
            return next(seat for seat in _seats(session, battle_id) if seat.side == side)

    def invite(self, battle_id: str, side: str) -> str:
        """The token of a new invitation for this side; the one before is closed."""
        token = new_token()
        with Session(self.engine) as session, session.begin():
            _close_invitations(session, battle_id, side)
            session.add(InvitationRow(token=token, battle_id=battle_id, side=side))
        return token

    def uninvite(self, battle_id: str, side: str) -> None:
        """Close the invitation for this side."""
        with Session(self.engine) as session, session.begin():
            _close_invitations(session, battle_id, side)

    def invitation(self, token: str) -> Invited | None:
        """What an invitation is for, open or used; None: there never was such a one."""
        if not KEY.fullmatch(token):
            return None
        with Session(self.engine) as session:
            row = session.get(InvitationRow, token)
            return None if row is None else Invited(row.battle_id, row.side, row.open)

    def accept(self, token: str, player: str = "", person: str | None = None) -> StoredSeat | None:
        """Use an invitation: the seat is a guest's from now on, by a new link. None: it is not open.

        ``player``: what they call themselves; ``person``: the personal link by which they find it again.
        """
        with Session(self.engine) as session, session.begin():
            row = session.get(InvitationRow, token) if KEY.fullmatch(token) else None
            if row is None:
                return None
            closed = update(InvitationRow).where(InvitationRow.token == token, InvitationRow.open.is_(True))
            if session.execute(closed.values(open=False)).rowcount != 1:  # type: ignore[attr-defined]
                return None  # somebody else was faster
            since = _since(session, row.battle_id, row.side, guests_only=False, but=token)
            _call_no_more(session, row.battle_id, row.side)
            session.execute(
                update(SeatRow)
                .where(SeatRow.battle_id == row.battle_id, SeatRow.side == row.side)
                .values(guest=True, token=new_token(), since=since, player=writable(player)[:80] or None, person=person)
            )
            session.flush()
            return next(seat for seat in _seats(session, row.battle_id) if seat.side == row.side)

    def rename(self, battle_id: str, title: str) -> None:
        """Give a battle another name."""
        with Session(self.engine) as session, session.begin():
            session.execute(update(BattleRow).where(BattleRow.id == battle_id).values(title=writable(title)[:400]))

    def delete(self, battle_id: str) -> None:
        """Delete a battle with all that belongs to it."""
        with Session(self.engine) as session, session.begin():
            for table in (InvitationRow, ActionRow, ChatRow, NoticeRow, SeatRow):
                session.execute(delete(table).where(table.battle_id == battle_id))
            session.execute(delete(BattleRow).where(BattleRow.id == battle_id))

    def count(self) -> int:
        """How many battles are stored."""
        with Session(self.engine) as session:
            return session.scalar(select(func.count()).select_from(BattleRow)) or 0

    def call(self, battle_id: str, names: Mapping[str, str]) -> None:
        """Keep what the sides are called at the table."""
        with Session(self.engine) as session, session.begin():
            for side, name in names.items():
                seat = update(SeatRow).where(SeatRow.battle_id == battle_id, SeatRow.side == side)
                session.execute(seat.values(called=writable(name)[:200]))

    def battle(self, battle_id: str) -> StoredBattle | None:
        """One battle with all its entries, or None."""
        if not KEY.fullmatch(battle_id):
            return None
        with Session(self.engine) as session:
            row = session.get(BattleRow, battle_id)
            if row is None:
                return None
            rows = session.scalars(
                select(ActionRow).where(ActionRow.battle_id == battle_id).order_by(ActionRow.number)
            ).all()
            entries = tuple(
                Entry(each.number, each.kind, each.side, each.by, json.loads(each.entry), each.hash, each.player or "")
                for each in rows
            )
            return _stored(row, _seats(session, battle_id), entries, len(entries))

    def game(self, battle_id: str) -> str | None:
        """The key of a battle's game; None: there is no such battle."""
        if not KEY.fullmatch(battle_id):
            return None
        with Session(self.engine) as session:
            return session.scalar(select(BattleRow.game).where(BattleRow.id == battle_id))

    def battles(self, limit: int = 200) -> list[StoredBattle]:
        """The battles last changed, newest first, without their entries."""
        return self._listed(limit)

    def battles_of(self, person: str, limit: int = 200) -> list[StoredBattle]:
        """The battles that somebody made, or has a seat in, by their personal link; newest first, without entries."""
        held = select(SeatRow.battle_id).where(SeatRow.person == person)
        return self._listed(limit, (BattleRow.person == person) | BattleRow.id.in_(held))

    def _listed(self, limit: int, *which: ColumnElement[bool]) -> list[StoredBattle]:
        counts = select(ActionRow.battle_id, func.count().label("n")).group_by(ActionRow.battle_id).subquery()
        with Session(self.engine) as session:
            rows = session.execute(
                select(BattleRow, counts.c.n)
                .outerjoin(counts, counts.c.battle_id == BattleRow.id)
                .where(*which)
                .order_by(BattleRow.changed.desc(), BattleRow.id)
                .limit(limit)
            ).all()
            return [_stored(row, _seats(session, row.id), (), n or 0) for row, n in rows]

    def link(self, token: str) -> Link | None:
        """What ``token`` opens, or None."""
        if not KEY.fullmatch(token):
            return None
        with self.engine.connect() as connection:
            row = connection.execute(_LINK, {"token": token}).first()
            if row is None:
                return None
            if row.what != "maker":
                return Link(row.battle_id, token, () if row.side is None else (row.side,))
            seats = [StoredSeat(*seat) for seat in connection.execute(_SEATS, {"battle": row.battle_id})]
            return Link(row.battle_id, token, own_sides(seats), everyone=True)


def _turn_columns(turn: Turn | None) -> dict[str, Any]:
    name = turn and writable(turn.name)[:200]
    return {"turn": turn and turn.side, "turn_name": name, "turn_number": turn and turn.number}


def _columns(battle_id: str, entry: Entry, stamp: str) -> dict[str, Any]:
    return {
        "battle_id": battle_id,
        "number": entry.number,
        "kind": entry.kind,
        "side": entry.side,
        "by": entry.by,
        "entry": json.dumps(entry.entry),
        "hash": entry.hash,
        "created": stamp,
        "player": entry.player or None,
    }


_TOKEN: BindParameter[str] = bindparam("token")
_LINK: CompoundSelect[Any] = union_all(
    select(SeatRow.battle_id, SeatRow.side, literal("seat").label("what")).where(SeatRow.token == _TOKEN),
    select(BattleRow.id, null(), literal("maker")).where(BattleRow.all_token == _TOKEN),
    select(BattleRow.id, null(), literal("watcher")).where(BattleRow.watch_token == _TOKEN),
)
"""What a token opens, in one question: boards come in crowds."""
_SEATS = (
    select(SeatRow.side, SeatRow.kind, SeatRow.token, SeatRow.guest)
    .where(SeatRow.battle_id == bindparam("battle"))
    .order_by(SeatRow.place)
)
_INSERT_ACTION = insert(ActionRow)
_UPDATE_BATTLE = (
    update(BattleRow.__table__)  # type: ignore[arg-type]
    .where(BattleRow.id == bindparam("battle"))
    .values({name: bindparam(name) for name in ("changed", "over", "result", "turn", "turn_name", "turn_number")})
)


def _seats(session: Session, battle_id: str) -> tuple[StoredSeat, ...]:
    rows = session.scalars(select(SeatRow).where(SeatRow.battle_id == battle_id).order_by(SeatRow.place)).all()
    open_ones = select(InvitationRow).where(InvitationRow.battle_id == battle_id, InvitationRow.open.is_(True))
    invited = {row.side: row.token for row in session.scalars(open_ones)}
    return tuple(
        StoredSeat(
            row.side,
            row.kind,
            row.token,
            row.guest,
            invited.get(row.side),
            since=row.since,
            player=row.player or "",
            person=row.person,
            called=row.called or "",
        )
        for row in rows
    )


def _since(session: Session, battle_id: str, side: str, *, guests_only: bool, but: str = "") -> int:
    """Since when a seat that is handed on now belongs to whoever takes it, in entries of the battle.

    Another person held it until now, the maker (no matter with ``guests_only``: the maker hands it on) or a guest
    by an invitation that is not open any more, ``but`` this one.
    """
    seat = session.get_one(SeatRow, (battle_id, side))
    of_side = (InvitationRow.battle_id == battle_id, InvitationRow.side == side, InvitationRow.open.is_(False))
    had_guest = session.scalar(select(InvitationRow.token).where(*of_side, InvitationRow.token != but).limit(1))
    held = had_guest is not None if seat.guest else not guests_only
    if seat.kind != HUMAN or not held:
        return seat.since
    return session.scalar(select(func.max(ActionRow.number)).where(ActionRow.battle_id == battle_id)) or 0


def _call_no_more(session: Session, battle_id: str, side: str) -> None:
    """Whoever held a seat is told no more when it is its turn."""
    session.execute(delete(NoticeRow).where(NoticeRow.battle_id == battle_id, NoticeRow.side == side))


def _close_invitations(session: Session, battle_id: str, side: str) -> None:
    session.execute(
        update(InvitationRow).where(InvitationRow.battle_id == battle_id, InvitationRow.side == side).values(open=False)
    )


def _stored(row: BattleRow, seats: tuple[StoredSeat, ...], entries: tuple[Entry, ...], n_actions: int) -> StoredBattle:
    return StoredBattle(
        id=row.id,
        game=row.game,
        title=row.title,
        head=json.loads(row.head),
        all_token=row.all_token,
        watch_token=row.watch_token,
        created=row.created,
        changed=row.changed,
        over=row.over,
        result=row.result,
        seats=seats,
        entries=entries,
        n_actions=n_actions,
        analysis=row.analysis,
        turn=Turn(row.turn, row.turn_name or row.turn, row.turn_number or 0) if row.turn else None,
        clock=json.loads(row.clock) if row.clock else None,
        times=json.loads(row.times) if row.times else None,
        spectators=row.spectators,
        rematch=json.loads(row.rematch) if row.rematch else None,
        person=row.person,
    )
