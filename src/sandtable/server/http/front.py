"""Where the server stands: by which names it is asked for, under which path, and behind which proxies."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from urllib.parse import urlsplit

from starlette.datastructures import Headers

from sandtable.errors import InputError
from sandtable.translation import gettext

LOCAL_HOSTS = frozenset({"127.0.0.1", "localhost", "::1"})

FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
"""Headers by which a proxy says for whom it asks."""

NAME = re.compile(r"[a-z0-9_]([a-z0-9_.-]{0,252}[a-z0-9_])?")
ROOT = re.compile(r"(/[A-Za-z0-9._~-]+)+")


@dataclass(frozen=True)
class Front:
    """How one server is reached."""

    local: bool = True
    """Only this machine is served, under its own names: so the list of battles has their links."""
    hosts: frozenset[str] = field(default_factory=frozenset)
    """The names it has for others; none given: any, unless it is local."""
    proxies: tuple[str, ...] = ()
    """Addresses and networks whose word is taken for whom they ask."""
    root: str = ""
    """The path before all of its own, as ``/sandtable``; a proxy may take it away, or leave it."""
    studies: Path | None = None
    """The folder of the laboratory; None: it runs no studies for whoever reaches it."""

    def answers_to(self, authority: str) -> bool:
        """Whether a request for this host and port is one for this server: a guard against DNS rebinding."""
        name = host_name(authority)
        if self.local or self.hosts:
            return is_loopback(name) or name in self.hosts
        return True

    def is_proxied_unawares(self, headers: Headers) -> bool:
        """A server for this machine alone is asked through a proxy, so that all the world may be asking."""
        return self.local and any(name in headers for name in FORWARDED)

    def below(self, path: str) -> str:
        """A path asked for, as the server knows it."""
        if self.root and (path == self.root or path.startswith(f"{self.root}/")):
            return path[len(self.root) :] or "/"
        return path


def is_loopback(host: str) -> bool:
    """Whether ``host`` names this machine only."""
    if host in LOCAL_HOSTS:
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def host_name(authority: str) -> str:
    """The host of ``host:port``, lower case, without brackets."""
    try:
        return (urlsplit(f"//{authority}").hostname or "").lower()
    except ValueError:
        return ""


@lru_cache(maxsize=4_096)
def household(host: str) -> str:
    """Whom an address counts for: itself; of the newer, long ones the first half, as much as one household is given."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host[:80]
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False).network_address)
    return host


def front_of(listening: str, hosts: Iterable[str], proxies: Iterable[str], root: str) -> Front:
    """The front of a server by what its command says; InputError in one sentence for what cannot be meant."""
    names = frozenset(_checked_name(host) for host in hosts)
    trusted = tuple(_checked_proxy(proxy) for proxy in proxies)
    path = root.rstrip("/")
    if path and not ROOT.fullmatch(path):
        raise InputError(f"--root-path {root}: {gettext('expected a path such as /sandtable')}")
    return Front(is_loopback(listening) and not names and not trusted, names, trusted, path)


def _checked_name(host: str) -> str:
    name = host.lower()
    if not NAME.fullmatch(name) and not _is_address(name):
        raise InputError(
            f"--allow-host {host}: {gettext('expected a name such as battles.example.org, without scheme and port')}"
        )
    return name


def _checked_proxy(proxy: str) -> str:
    try:
        return str(ipaddress.ip_network(proxy)) if "/" in proxy else str(ipaddress.ip_address(proxy))
    except ValueError:
        raise InputError(
            f"--trust-proxy {proxy}: {gettext('expected an address or a network, such as 127.0.0.1 or 10.0.0.0/8')}"
        ) from None


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
