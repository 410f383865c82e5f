"""Under which address others find this server, or what its host has to do for that; and codes to scan."""

from __future__ import annotations

import io
import socket
from dataclasses import dataclass, replace

import segno
from fastapi import FastAPI, HTTPException
from fastapi.responses import Response

from sandtable.server.http.front import Front, is_loopback
from sandtable.server.messages.pages import ReachFact
from sandtable.server.notices.settings import NoticeSettings
from sandtable.translation import gettext

ANYWHERE = ("0.0.0.0", "::", "")
NOWHERE = "192.0.2.1"
"""An address kept for examples: a socket that is connected to it sends nothing, and tells from where it would."""

LONGEST = 400
"""Letters of what a code says."""


@dataclass(frozen=True)
class Reach:
    """Where a server listens, and what its host says of its address."""

    host: str = "127.0.0.1"
    port: int = 0
    address: str = ""


def own_address() -> str:
    """This machine's own address in its network; empty where it has none."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
            sock.connect((NOWHERE, 9))
            place: str = sock.getsockname()[0]
    except OSError:
        return ""
    return "" if is_loopback(place) or place == "0.0.0.0" else place


def reach_fact(reach: Reach, front: Front) -> ReachFact:
    """What an invitation says of the address: it, or in words what is to be done."""
    if reach.address or front.hosts or front.proxies:
        return ReachFact(address=reach.address, text="")
    own = own_address()
    at = f"http://{own}:{reach.port}" if own else ""
    if is_loopback(reach.host):
        option = "--host 0.0.0.0"
        text = gettext(
            "This server listens on this machine alone. For others start it again with {option}.", option=option
        )
        then = gettext("They find it then at {address}", address=at) if at else ""
        return ReachFact(address="", text=f"{text} {then}".strip())
    if reach.host not in ANYWHERE:
        return ReachFact(address="", text="")
    if not at:
        return ReachFact(address="", text=gettext("This machine is in no network: nobody else can reach it."))
    text = gettext("Whoever is in the same network finds this server there, unless a firewall is in the way.")
    return ReachFact(address=at, text=text)


def addressed(notices: NoticeSettings, reach: Reach, front: Front) -> NoticeSettings:
    """With the address that invitations name, where the host gave none: the links in mails begin with it."""
    return replace(notices, address=notices.address or reach_fact(reach, front).address)


def reach_routes(app: FastAPI, reach: Reach, front: Front) -> None:
    """The address of this server, and codes of links."""

    @app.get("/api/reach")
    async def where() -> ReachFact:
        return reach_fact(reach, front)

    @app.get("/api/code")
    async def code(text: str) -> Response:
        if len(text) > LONGEST or not text.startswith(("http://", "https://")):
            raise HTTPException(422, {"code": "unreadable", "text": gettext("A code is made of a link.")})
        drawn = io.BytesIO()
        segno.make(text, error="m", micro=False).save(drawn, kind="svg", scale=4, border=3, light="#fff", xmldecl=False)
        return Response(drawn.getvalue(), media_type="image/svg+xml")
