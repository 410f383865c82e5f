"""What every store needs: unguessable links, the time, and text that a database holds."""

from __future__ import annotations

import re
import secrets
from datetime import UTC, datetime

KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")
"""What ids of battles and tokens of links are made of: anything else is neither, and no database is asked."""


def new_token() -> str:
    """An unguessable link: 192 random bits."""
    return secrets.token_urlsafe(24)


def now() -> str:
    """The time in UTC, ISO 8601 to the second."""
    return datetime.now(UTC).replace(microsecond=0).isoformat()


def writable(text: str) -> str:
    """The text without what a database does not hold: NUL in PostgreSQL, halves of characters in any."""
    return text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")
