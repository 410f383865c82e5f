"""Where the pages of battles are on this server: paths, for the board to put behind the name it was asked by."""

from __future__ import annotations

from contextvars import ContextVar

ROOT: ContextVar[str] = ContextVar("root", default="")
"""The path before all of the server's own, as whoever asks knows it."""


def play_path(token: str) -> str:
    """The page of a link."""
    return f"{ROOT.get()}/play/{token}"


def join_path(token: str) -> str:
    """The page by which somebody invited takes a seat."""
    return f"{ROOT.get()}/join/{token}"


def mine_path(token: str) -> str:
    """The page that lists somebody's battles."""
    return f"{ROOT.get()}/mine/{token}"


def editor_path(shared: str) -> str:
    """The page on which a shared scenario is opened."""
    return f"{ROOT.get()}/editor/{shared}"
