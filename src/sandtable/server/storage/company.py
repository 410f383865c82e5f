"""What people of a battle leave in the store beside it: names, talk, clocks, and where they want to be called."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from sqlalchemy import delete, func, select, update
from sqlalchemy.engine import Engine
from sqlalchemy.orm import Session

from sandtable.server.storage.basics import KEY, new_token, now, writable
from sandtable.server.storage.tables import BattleRow, ChatRow, NoticeRow, PersonRow, SeatRow

MOST_LINES = 500
"""Lines of talk that are kept of a battle: older ones go."""


@dataclass(frozen=True)
class Spoken:
    """One line of talk."""

    number: int
    side: str | None  # None: of somebody who plays none
    name: str
    text: str
    when: str


@dataclass(frozen=True)
class StoredNotice:
    """Where a player wants to be told that it is their turn."""

    id: str
    battle_id: str
    side: str
    kind: str
    address: str
    code: str | None  # to be typed in before anything is sent; None: that was done, or need not be
    tries: int = 0
    failures: int = 0
    language: str = ""  # in which it is written; empty: as the server speaks


class CompanyStore:
    """One database's talk, names, clocks and notices. Every method is one transaction; safe from any thread."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    # ------------------------------------------------------------------------------------- names and talk

    def name(self, battle_id: str, sides: Sequence[str], player: str) -> None:
        """Write down what whoever holds these sides calls themselves."""
        with Session(self.engine) as session, session.begin():
            session.execute(
                update(SeatRow)
                .where(SeatRow.battle_id == battle_id, SeatRow.side.in_(list(sides)))
                .values(player=writable(player)[:80] or None)
            )

    def say(self, battle_id: str, side: str | None, name: str, text: str) -> Spoken:
        """Keep a line of talk; the oldest goes where there are too many."""
        with Session(self.engine) as session, session.begin():
            last = session.scalar(select(func.max(ChatRow.number)).where(ChatRow.battle_id == battle_id)) or 0
            said = Spoken(last + 1, side, writable(name), writable(text), now())
            kept = {"number": said.number, "side": side, "name": said.name, "text": said.text, "created": said.when}
            session.add(ChatRow(battle_id=battle_id, **kept))
            session.execute(
                delete(ChatRow).where(ChatRow.battle_id == battle_id, ChatRow.number <= said.number - MOST_LINES)
            )
        return said

    def talk(self, battle_id: str) -> tuple[Spoken, ...]:
        """All that was said at a battle, in order."""
        with Session(self.engine) as session:
            rows = session.scalars(select(ChatRow).where(ChatRow.battle_id == battle_id).order_by(ChatRow.number))
            return tuple(Spoken(row.number, row.side, row.name, row.text, row.created) for row in rows)

    # ---------------------------------------------------------------------------- clocks, policy, rematches

    def settle(self, battle_id: str, **columns: Any) -> None:
        """Write down settings of a battle: ``clock`` and ``times`` as data, ``spectators``, ``rematch``, ``person``."""
        data = {key: json.dumps(value) if isinstance(value, Mapping) else value for key, value in columns.items()}
        with Session(self.engine) as session, session.begin():
            session.execute(update(BattleRow).where(BattleRow.id == battle_id).values(**data))

    # -------------------------------------------------------------------------------------- personal links

    def new_person(self) -> str:
        """A new personal link."""
        token = new_token()
        with Session(self.engine) as session, session.begin():
            session.add(PersonRow(token=token, created=now()))
        return token

    def is_person(self, token: str) -> bool:
        """Whether this is a personal link."""
        if not KEY.fullmatch(token):
            return False
        with Session(self.engine) as session:
            return session.get(PersonRow, token) is not None

    def take(self, battle_id: str, side: str, person: str) -> None:
        """Note by whose personal link a seat is found again."""
        with Session(self.engine) as session, session.begin():
            session.execute(
                update(SeatRow).where(SeatRow.battle_id == battle_id, SeatRow.side == side).values(person=person)
            )

    # -------------------------------------------------------------------------------------------- notices

    def add_notice(self, notice: StoredNotice) -> None:
        """Keep where a player wants to be told; the store gives it a name."""
        with Session(self.engine) as session, session.begin():
            session.add(NoticeRow(**asdict(replace(notice, id=secrets.token_hex(8))), created=now()))

    def notices(self, battle_id: str) -> tuple[StoredNotice, ...]:
        """All that players of a battle asked for."""
        with Session(self.engine) as session:
            rows = session.scalars(
                select(NoticeRow).where(NoticeRow.battle_id == battle_id).order_by(NoticeRow.created, NoticeRow.id)
            )
            return tuple(
                StoredNotice(
                    row.id,
                    row.battle_id,
                    row.side,
                    row.kind,
                    row.address,
                    row.code,
                    tries=row.tries,
                    failures=row.failures,
                    language=row.language or "",
                )
                for row in rows
            )

    def change_notice(self, notice_id: str, **columns: Any) -> None:
        """Write down what became of a notice: ``code``, ``tries``, ``failures``."""
        with Session(self.engine) as session, session.begin():
            session.execute(update(NoticeRow).where(NoticeRow.id == notice_id).values(**columns))

    def drop_notices(self, battle_id: str, side: str, notice_id: str | None = None) -> None:
        """Forget one notice of a side, or all."""
        of_side = (NoticeRow.battle_id == battle_id, NoticeRow.side == side)
        one = () if notice_id is None else (NoticeRow.id == notice_id,)
        with Session(self.engine) as session, session.begin():
            session.execute(delete(NoticeRow).where(*of_side, *one))
