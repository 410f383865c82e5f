"""Folders of this user's own, also where there is no home and no entry for the user, as in a container."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def home() -> Path:
    """The user's home; a folder of the user's among temporary ones where there is none that can be written to."""
    try:
        found = Path.home()
        if found.is_dir() and os.access(found, os.W_OK):
            return found
    except RuntimeError:  # no HOME, and no entry in passwd
        pass
    user = os.getuid() if hasattr(os, "getuid") else "user"
    return Path(tempfile.gettempdir()) / f"sandtable-{user}"
