"""Which function carries out a message of a board: the one table of what a board can ask of a battle."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from pydantic import BaseModel

from sandtable.errors import IllegalAction, SandtableError
from sandtable.server.messages.company import (
    AnswerOffer,
    CallMe,
    ClaimTime,
    MakeOffer,
    Resign,
    Say,
    SetSpectators,
)
from sandtable.server.messages.notices import AddNotice, AskNotices, ConfirmNotice, DropNotice
from sandtable.server.messages.people import (
    AnswerUndo,
    AskUndo,
    Delete,
    Invite,
    Rename,
    Reseat,
    Undo,
    Uninvite,
    WithdrawUndo,
)
from sandtable.server.messages.protocol import ClientMessage, Deploy, Pace, Play, PlayOn, Step
from sandtable.server.session import (
    chat,
    endings,
    fork,
    maker_messages,
    notice_messages,
    pace_messages,
    play_messages,
    questions,
    seat_messages,
    undo_messages,
)
from sandtable.server.session.connections import Connection, Refusal
from sandtable.server.session.live_battle import LiveBattle
from sandtable.translation import gettext

CHANGES = (
    Play, Deploy, Undo, AskUndo, AnswerUndo, WithdrawUndo, Invite, Uninvite, Reseat, Resign, ClaimTime, MakeOffer,
)  # fmt: skip
"""Messages that go on with a battle, or hand its seats on."""

SETTINGS = (Invite, Uninvite, Reseat, Rename, SetSpectators)
"""Messages that are stored and told to everybody, and that nobody has to send in a hurry."""


async def answer(live: LiveBattle, connection: Connection, message: ClientMessage) -> BaseModel | None:
    """Carry out one message; returns the answer for this board alone, if there is one.

    What changes the battle is done to its end, even if the board leaves meanwhile. Raises ``Refusal``.
    """
    if live.unread and isinstance(message, CHANGES):
        raise Refusal("not_now", live.unread)
    if isinstance(message, SETTINGS) and not live.settings.allows(connection.address):
        raise Refusal("too_many", gettext("You change seats and names too often: wait a little."))
    with _refusals():
        match message:
            case Play():
                await live.surely(play_messages.play(live, message, connection))
            case Deploy():
                await live.surely(play_messages.deploy(live, message, connection))
            case Undo():
                await live.surely(undo_messages.undo(live, message, connection))
            case AskUndo():
                await live.surely(undo_messages.propose(live, message, connection))
            case AnswerUndo() | WithdrawUndo():
                await live.surely(undo_messages.settle(live, message, connection))
            case Invite():
                return await live.surely(seat_messages.invite(live, message, connection))
            case Uninvite():
                await live.surely(seat_messages.uninvite(live, message, connection))
            case Reseat():
                await live.surely(seat_messages.reseat(live, message, connection))
            case Rename():
                await live.surely(maker_messages.rename_by(live, message, connection))
            case Delete():
                await live.surely(maker_messages.delete_by(live, connection))
            case Pace():
                await live.surely(pace_messages.set_pace(live, message, connection.link))
            case Step():
                pace_messages.step(live, connection.link)
            case CallMe():
                await live.surely(chat.call_me(live, message, connection))
            case Say():
                await live.surely(chat.say(live, message, connection))
            case Resign():
                await live.surely(endings.resign(live, message, connection))
            case ClaimTime():
                await live.surely(endings.claim_time(live, message, connection))
            case MakeOffer():
                await live.surely(endings.make_offer(live, message, connection))
            case AnswerOffer():
                await live.surely(endings.answer_offer(live, message, connection))
            case AskNotices():
                return await notice_messages.told(live, connection)
            case AddNotice():
                return await live.surely(notice_messages.add(live, message, connection))
            case ConfirmNotice():
                return await live.surely(notice_messages.confirm(live, message, connection))
            case DropNotice():
                return await live.surely(notice_messages.drop(live, message, connection))
            case SetSpectators():
                await live.surely(maker_messages.set_spectators(live, message, connection))
            case PlayOn():
                return await fork.play_on(live, message, connection.link)
            case _:
                return await questions.answer(live, connection, message)
    return None


@contextlib.contextmanager
def _refusals() -> Iterator[None]:
    """Turn what the face raises for a user's mistake into a refusal."""
    try:
        yield
    except IllegalAction as error:
        raise Refusal("illegal", str(error), error.reasons) from None
    except SandtableError as error:
        raise Refusal("unreadable", str(error)) from None
