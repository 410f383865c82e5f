"""Files written whole or not at all."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from sandtable.errors import InputError
from sandtable.translation import gettext


def atomic_write(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write ``content`` to ``path`` whole or not at all; InputError says why it could not be done."""
    path = Path(path)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with draft.open("xb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise InputError(f"{path}: {gettext('cannot be written')} ({error.strerror})") from None
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
