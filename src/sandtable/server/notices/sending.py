"""Sends one notice: a mail by the host's server, or a webhook to an address that a player gave, which nobody trusts.

A webhook reaches public hosts by https on its usual port only. The address that its name stands for is looked up once,
looked at, and then connected to: a name that stands for another address a moment later gains nothing. No redirection is
followed, and nothing of the answer is kept but its status.
"""

from __future__ import annotations

import http.client
import ipaddress
import json
import re
import smtplib
import socket
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Any
from urllib.parse import urlsplit

from sandtable.server.notices.settings import Mail
from sandtable.translation import gettext

PATIENCE = 10.0
"""Seconds for every step of a sending."""

SERVICES = {"discord": ("discord.com", "discordapp.com"), "slack": ("hooks.slack.com",)}
"""Hosts of a kind of webhook: any other host is none of that kind."""

DISCORD_MARKS = re.compile(r"[\\*_~|`<>\[\]]")
"""What Discord sets in another type, hides or links, unless a backslash stands before it."""

SUPPRESS_EMBEDS = 4
"""The flag of a message of Discord below which no page is shown that it names."""

NAT64 = ipaddress.ip_network("64:ff9b::/96")


class Undeliverable(Exception):
    """Why a notice was not sent, in one sentence."""


def check_webhook(kind: str, url: str, hosts: frozenset[str]) -> None:
    """Raise ``Undeliverable`` for an address to which this server sends nothing."""
    parts = _parts(url)
    if (parts.hostname or "") in hosts:
        return
    if parts.scheme != "https" or (parts.port or 443) != 443:
        raise Undeliverable(gettext("A webhook's address begins with https:// and names no port."))
    if kind in SERVICES and parts.hostname not in SERVICES[kind]:
        raise Undeliverable(gettext("That is no address of a webhook of {service}.", service=kind.capitalize()))
    _public(parts.hostname or "", 443)


def send_webhook(kind: str, url: str, text: str, more: dict[str, Any], hosts: frozenset[str]) -> None:
    """Send a webhook; raises ``Undeliverable``."""
    check_webhook(kind, url, hosts)
    parts = _parts(url)
    host = parts.hostname or ""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    place = _places(host, port)[0] if host in hosts else _public(host, port)
    body = json.dumps(_body(kind, text, more)).encode()
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    headers = {"content-type": "application/json", "user-agent": "sandtable"}
    connection = http.client.HTTPConnection(host, port, timeout=PATIENCE)
    try:
        connection.sock = socket.create_connection((place, port), PATIENCE)
        if parts.scheme == "https":
            connection.sock = ssl.create_default_context().wrap_socket(connection.sock, server_hostname=host)
        connection.request("POST", path, body, headers)
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        raise Undeliverable(gettext("The webhook's server does not answer ({error}).", error=error)) from None
    finally:
        connection.close()
    if not 200 <= status < 300:
        raise Undeliverable(gettext("The webhook's server answered {status}.", status=status))


def _body(kind: str, text: str, more: dict[str, Any]) -> dict[str, Any]:
    """What a service reads. A title is letters: it calls no channel, hides no link, and is not set in italics."""
    if kind == "discord":
        letters = DISCORD_MARKS.sub(r"\\\g<0>", text)
        return {"content": letters, "allowed_mentions": {"parse": []}, "flags": SUPPRESS_EMBEDS}
    if kind == "slack":
        return {"text": text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"), "mrkdwn": False}
    return {"text": text, **more}


def _parts(url: str) -> Any:
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        raise Undeliverable(gettext("That is no address.")) from None
    odd = any(not letter.isprintable() or letter.isspace() or ord(letter) > 126 for letter in url)
    if odd or parts.scheme not in ("http", "https") or not parts.hostname or parts.username is not None:
        raise Undeliverable(gettext("That is no address."))
    return parts


def _places(host: str, port: int) -> list[str]:
    try:
        return [str(found[4][0]) for found in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    except (OSError, UnicodeError):
        raise Undeliverable(gettext("There is no host {host}.", host=host)) from None


def _public(host: str, port: int) -> str:
    """An address of this host; ``Undeliverable`` where any of them is in a private network."""
    places = _places(host, port)
    if not all(is_public(place) for place in places):
        raise Undeliverable(gettext("This server sends nothing into private networks."))
    return places[0]


def is_public(place: str) -> bool:
    """An address in the open Internet, however it is written."""
    address = ipaddress.ip_address(place.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is not None:
            return is_public(str(inner))
        if address in NAT64 or address.teredo is not None:
            return False
    return address.is_global and not address.is_multicast


def send_mail(mail: Mail, to: str, subject: str, text: str) -> None:
    """Send a mail; raises ``Undeliverable``."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = mail.sender, to, " ".join(subject.split())
    message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain=mail.sender.rpartition("@")[2].rstrip(">"))
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    try:
        secure = ssl.create_default_context()
        server: smtplib.SMTP
        if mail.secure == "smtps":
            server = smtplib.SMTP_SSL(mail.host, mail.port, timeout=PATIENCE, context=secure)
        else:
            server = smtplib.SMTP(mail.host, mail.port, timeout=PATIENCE)
        with server:
            if mail.secure == "smtp+starttls":
                server.starttls(context=secure)
            if mail.user:
                server.login(mail.user, mail.password)
            server.send_message(message)
    except (OSError, smtplib.SMTPException) as error:
        raise Undeliverable(gettext("The mail server did not take it ({error}).", error=error)) from None
