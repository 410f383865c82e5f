"""What a host says about notices: the mail server, private hosts that webhooks may reach, the server's address."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from urllib.parse import parse_qs, unquote, urlsplit

from sandtable.errors import InputError
from sandtable.translation import gettext

MAIL_ADDRESS = re.compile(r"[^\s@<>,;:\"()\[\]\\]{1,64}@[A-Za-z0-9.-]{1,189}")
"""An address for mail: one, bare, on one line."""

PORTS = {"smtp": 25, "smtps": 465, "smtp+starttls": 587}


@dataclass(frozen=True)
class Mail:
    """The mail server of the host."""

    secure: str  # smtp: not; smtps: from the beginning; smtp+starttls: before anything is said
    host: str
    port: int
    sender: str
    user: str = ""
    password: str = field(default="", repr=False)


@dataclass(frozen=True)
class NoticeSettings:
    """How one server calls players."""

    mail: Mail | None = None
    hosts: frozenset[str] = frozenset()  # that webhooks may reach by any scheme, port and network
    address: str = ""  # under which others find this server, as https://battles.example.org; empty: nobody said it


def settings_of(mail: str, hosts: Iterable[str], address: str) -> NoticeSettings:
    """The settings by what a command says; InputError in one sentence for what cannot be meant."""
    return NoticeSettings(mail_of(mail) if mail else None, frozenset(host.lower() for host in hosts), _address(address))


def mail_of(url: str) -> Mail:
    """A mail server by its URL, as smtps://user:password@mail.example.org?from=sandtable@example.org."""
    wanted = gettext("expected such as {url}", url="smtps://user:password@mail.example.org?from=sandtable@example.org")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise InputError(f"--mail: {wanted}") from None
    sender = parse_qs(parts.query).get("from", [""])[0]
    if parts.scheme not in PORTS or not parts.hostname or not MAIL_ADDRESS.fullmatch(sender):
        raise InputError(f"--mail: {wanted}")
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return Mail(parts.scheme, parts.hostname, port or PORTS[parts.scheme], sender, user, password)


def _address(address: str) -> str:
    if not address:
        return ""
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise InputError(f"--address {address}: {gettext('expected such as https://battles.example.org')}")
    return address.rstrip("/")
