"""Messages by which a player says how to be called when it is their turn and they are not there."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from sandtable.server.messages.base import FromBoard, FromServer, Name

NoticeKind = Literal["mail", "discord", "slack", "json"]


class AskNotices(FromBoard):
    """How may I be called, and how am I? Answered by ``notices``, as the messages that change it are."""

    type: Literal["ask_notices"]


class AddNotice(FromBoard):
    """Call the player of a side of this link by mail or webhook. A mail with a code comes first: send it back."""

    type: Literal["add_notice"]
    side: Name
    kind: NoticeKind
    address: Annotated[str, Field(min_length=3, max_length=500)]


class ConfirmNotice(FromBoard):
    """The code that came by mail."""

    type: Literal["confirm_notice"]
    id: Name
    code: Annotated[str, Field(max_length=16)]


class DropNotice(FromBoard):
    """Do not call any more by this way."""

    type: Literal["drop_notice"]
    id: Name


class NoticeNow(FromServer):
    """One way to call a player of this link; nobody else is told of it."""

    id: str
    side: str
    kind: NoticeKind
    address: str
    waits: bool  # for its code
    failed: bool  # it failed so often that it is used no more


class Notices(FromServer):
    """How this link is called, and how it could be."""

    type: Literal["notices"] = "notices"
    mail: bool  # this server sends mail
    notices: tuple[NoticeNow, ...]
