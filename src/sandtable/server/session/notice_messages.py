"""What the messages about notices do: a way to be called is added, confirmed by its code, or dropped."""

from __future__ import annotations

import hmac
import secrets
from functools import partial

from sandtable.server.messages.notices import AddNotice, ConfirmNotice, DropNotice, NoticeNow, Notices
from sandtable.server.notices import calling
from sandtable.server.notices.calling import Caller
from sandtable.server.notices.sending import Undeliverable
from sandtable.server.notices.settings import MAIL_ADDRESS
from sandtable.server.session.connections import Connection, Refusal
from sandtable.server.session.live_battle import LiveBattle
from sandtable.server.storage.company import StoredNotice
from sandtable.server.storage.database import Link
from sandtable.translation import gettext

MOST = 3
"""Ways to call one side."""

GUESSES = 5
"""Wrong codes before a notice has to be asked for anew."""


async def told(live: LiveBattle, connection: Connection) -> Notices:
    """How the player of a link is called."""
    own = await _own(live, live.link_of(connection))
    return Notices.model_validate(
        {
            "mail": _caller(live).settings.mail is not None,
            "notices": tuple(
                NoticeNow(
                    id=one.id,
                    side=one.side,
                    kind=one.kind,
                    address=one.address,
                    waits=one.code is not None,
                    failed=one.failures >= calling.FAILED,
                )
                for one in own
            ),
        }
    )


async def add(live: LiveBattle, message: AddNotice, connection: Connection) -> Notices:
    """Keep a way to call a player; a mail has to be confirmed, so that nobody has others written to."""
    link, caller = live.link_of(connection), _caller(live)
    if message.side not in link.sides:
        raise Refusal("not_your_bound", gettext("This link does not hold the side {side!r}.", side=message.side))
    own = [one for one in await _own(live, link) if one.side == message.side]
    if any((one.kind, one.address) == (message.kind, message.address) for one in own):
        raise Refusal("not_now", gettext("You are called there already, or have its code still to type in."))
    if len(own) >= MOST:
        raise Refusal("too_many", gettext("There are enough ways to call you: drop one first."))
    if not live.asking.allows(connection.address):
        raise Refusal("too_many", gettext("You have asked for too many notices: wait an hour."))
    code = None
    try:
        if message.kind == "mail":
            if not MAIL_ADDRESS.fullmatch(message.address):
                raise Undeliverable(gettext("That is no address for mail."))
            if not live.asking.allows(message.address.lower()):
                raise Undeliverable(gettext("You have asked for too many notices: wait an hour."))
            code = f"{secrets.randbelow(10**8):08}"
            await caller.mail(message.address, gettext("Sandtable: your code"), _mail_of_code(code))
        else:
            await caller.check(message.kind, message.address)
    except Undeliverable as error:
        raise Refusal("not_now", str(error)) from None
    kept = StoredNotice("", live.id, message.side, message.kind, message.address, code, language=link.language)
    await live.stored_by(live.store.company.add_notice, kept)
    return await told(live, connection)


def _mail_of_code(code: str) -> str:
    asked = gettext("Somebody wants to be told by mail to this address when it is their turn in a battle of Sandtable.")
    typed = gettext("If that is you, type in this code: {code}", code=code)
    return f"{asked}\n{typed}\n\n{gettext('If not, do nothing: nothing more is sent.')}\n"


async def confirm(live: LiveBattle, message: ConfirmNotice, connection: Connection) -> Notices:
    """Take the code that came by mail."""
    notice = await _of_link(live, connection, message.id)
    change = partial(live.store.company.change_notice, notice.id)
    if notice.code is not None:
        if notice.tries >= GUESSES:
            raise Refusal("not_now", gettext("That was wrong too often: drop it, and ask for another code."))
        if not hmac.compare_digest(notice.code, message.code.strip().encode("ascii", "replace").decode()):
            await live.stored_by(partial(change, tries=notice.tries + 1))
            raise Refusal("not_now", gettext("That is not the code that was sent."))
        await live.stored_by(partial(change, code=None))
    return await told(live, connection)


async def drop(live: LiveBattle, message: DropNotice, connection: Connection) -> Notices:
    """Forget a way to call a player."""
    notice = await _of_link(live, connection, message.id)
    await live.stored_by(live.store.company.drop_notices, live.id, notice.side, notice.id)
    return await told(live, connection)


async def _own(live: LiveBattle, link: Link) -> list[StoredNotice]:
    return [one for one in await live.stored_by(live.store.company.notices, live.id) if one.side in link.sides]


async def _of_link(live: LiveBattle, connection: Connection, notice_id: str) -> StoredNotice:
    found = [one for one in await _own(live, live.link_of(connection)) if one.id == notice_id]
    if not found:
        raise Refusal("unknown", gettext("There is no such notice of yours."))
    return found[0]


def _caller(live: LiveBattle) -> Caller:
    if live.caller is None:
        raise Refusal("not_now", gettext("This server calls nobody."))
    return live.caller
