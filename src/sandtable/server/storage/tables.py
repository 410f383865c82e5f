"""The tables of the database: battles, seats, invitations, actions, what people say and want to be told, and files."""

from __future__ import annotations

from sqlalchemy import ForeignKey, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """Root of the tables."""


class BattleRow(Base):
    """One battle: what its save says before the first action, and its links."""

    __tablename__ = "battles"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    game: Mapped[str] = mapped_column(String(80))
    title: Mapped[str] = mapped_column(String(400))
    head: Mapped[str] = mapped_column(Text)  # the save without its actions, JSON
    all_token: Mapped[str] = mapped_column(String(64), unique=True)  # every human seat in one window
    watch_token: Mapped[str] = mapped_column(String(64), unique=True)
    created: Mapped[str] = mapped_column(String(32))  # ISO 8601, UTC
    changed: Mapped[str] = mapped_column(String(32))
    over: Mapped[bool] = mapped_column(default=False)
    result: Mapped[str | None] = mapped_column(Text, default=None)
    analysis: Mapped[bool] = mapped_column(default=False, server_default="0")
    turn: Mapped[str | None] = mapped_column(String(80), default=None)  # the side to decide, for the list of battles
    turn_name: Mapped[str | None] = mapped_column(String(200), default=None)
    turn_number: Mapped[int | None] = mapped_column(default=None)  # as the game counts its turns
    clock: Mapped[str | None] = mapped_column(Text, default=None)  # how time is counted, JSON; null: it is not
    times: Mapped[str | None] = mapped_column(Text, default=None)  # how the clocks stand, JSON
    spectators: Mapped[str] = mapped_column(String(16), default="anyone", server_default="anyone")
    rematch: Mapped[str | None] = mapped_column(Text, default=None)  # links to the rematch by those to it, JSON
    person: Mapped[str | None] = mapped_column(String(64), default=None)  # who made it, by their personal link


class SeatRow(Base):
    """Who plays a side."""

    __tablename__ = "seats"

    battle_id: Mapped[str] = mapped_column(ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True)
    side: Mapped[str] = mapped_column(String(80), primary_key=True)
    place: Mapped[int]  # order of the sides
    kind: Mapped[str] = mapped_column(String(80))  # "human", or the computer general's key
    token: Mapped[str] = mapped_column(String(64), unique=True)
    guest: Mapped[bool] = mapped_column(
        default=False, server_default="0"
    )  # not the maker's own: somebody invited has it
    since: Mapped[int] = mapped_column(default=0, server_default="0")  # entries that there were as it changed hands
    player: Mapped[str | None] = mapped_column(String(80), default=None)  # what whoever holds it calls themselves
    person: Mapped[str | None] = mapped_column(String(64), default=None)  # the guest who took it, by personal link
    called: Mapped[str | None] = mapped_column(String(200), default=None)  # the side at the table, in English


class InvitationRow(Base):
    """A link by which somebody takes a seat, once. A side has one at most that is open."""

    __tablename__ = "invitations"

    token: Mapped[str] = mapped_column(String(64), primary_key=True)
    battle_id: Mapped[str] = mapped_column(ForeignKey("battles.id", ondelete="CASCADE"))
    side: Mapped[str] = mapped_column(String(80))
    open: Mapped[bool] = mapped_column(default=True)


class ActionRow(Base):
    """One entry of a battle, in order: an action with its dice and the state hash after it, or an undo."""

    __tablename__ = "actions"

    battle_id: Mapped[str] = mapped_column(ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)  # from 1; the battle's version after it
    kind: Mapped[str] = mapped_column(String(16))  # PLAY, UNDO or END
    side: Mapped[str | None] = mapped_column(String(80))
    by: Mapped[str | None] = mapped_column(String(80))
    entry: Mapped[str] = mapped_column(Text)  # PLAY: the save's own entry, JSON; UNDO: {"keep": steps kept}; END: how
    hash: Mapped[str] = mapped_column(String(128))
    created: Mapped[str] = mapped_column(String(32))
    player: Mapped[str | None] = mapped_column(String(80), default=None)  # what whoever made it was called


class ChatRow(Base):
    """One line that somebody said at a battle."""

    __tablename__ = "chat"

    battle_id: Mapped[str] = mapped_column(ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)  # from 1
    side: Mapped[str | None] = mapped_column(String(80))  # null: of somebody who plays none
    name: Mapped[str] = mapped_column(String(80))
    text: Mapped[str] = mapped_column(Text)
    created: Mapped[str] = mapped_column(String(32))


class PersonRow(Base):
    """Somebody who comes back to their battles by a link of their own."""

    __tablename__ = "people"

    token: Mapped[str] = mapped_column(String(64), primary_key=True)
    created: Mapped[str] = mapped_column(String(32))


class NoticeRow(Base):
    """Where a player of a battle wants to be told that it is their turn."""

    __tablename__ = "notices"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    battle_id: Mapped[str] = mapped_column(ForeignKey("battles.id", ondelete="CASCADE"))
    side: Mapped[str] = mapped_column(String(80))
    kind: Mapped[str] = mapped_column(String(16))  # mail, discord, slack or json
    address: Mapped[str] = mapped_column(String(500))
    code: Mapped[str | None] = mapped_column(String(16), default=None)  # to be typed in; null: it is confirmed
    tries: Mapped[int] = mapped_column(default=0)
    failures: Mapped[int] = mapped_column(default=0)  # in a row
    language: Mapped[str | None] = mapped_column(String(8), default=None)  # of whoever asked; null: the server's
    created: Mapped[str] = mapped_column(String(32))


class SharedRow(Base):
    """A scenario or case that somebody has put together, to be found by a link."""

    __tablename__ = "shared"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)  # the same text has the same
    game: Mapped[str] = mapped_column(String(80))
    text: Mapped[str] = mapped_column(Text)
    created: Mapped[str] = mapped_column(String(32))
