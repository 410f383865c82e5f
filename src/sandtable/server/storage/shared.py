"""Scenarios and cases that people have put together and share by a link."""

from __future__ import annotations

import hashlib

from sqlalchemy import func, select
from sqlalchemy.engine import Engine
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from sandtable.server.storage.basics import KEY, now, writable
from sandtable.server.storage.tables import SharedRow


class SharedStore:
    """One database's shared files. Every method is one transaction; safe from any thread."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def share(self, game: str, text: str, most: int) -> str | None:
        """Keep a text, and say by what it is found; None: there are ``most`` already. The same text is kept once."""
        text = writable(text)
        found_by = hashlib.sha256(f"{game}\n{text}".encode()).hexdigest()[:24]
        try:
            with Session(self.engine) as session, session.begin():
                if session.get(SharedRow, found_by) is not None:
                    return found_by
                if (session.scalar(select(func.count()).select_from(SharedRow)) or 0) >= most:
                    return None
                session.add(SharedRow(id=found_by, game=game, text=text, created=now()))
        except IntegrityError:  # somebody else shared the same text just now
            pass
        return found_by

    def shared(self, found_by: str) -> tuple[str, str] | None:
        """Game and text of what is found by this; None: nothing is."""
        if not KEY.fullmatch(found_by):
            return None
        with Session(self.engine) as session:
            row = session.get(SharedRow, found_by)
            return None if row is None else (row.game, row.text)
