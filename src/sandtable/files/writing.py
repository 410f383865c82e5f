"""Files written whole or not at all."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sandtable.errors import InputError
from sandtable.translation import gettext, gettext_word

REASONS = {
    errno.EISDIR: "it is a folder",
    errno.EEXIST: "a file has that name",
    errno.ENOTDIR: "a file is in the way",
    errno.ENOENT: "there is no such file or folder",
    errno.EACCES: "permission denied",
    errno.EPERM: "permission denied",
    errno.EROFS: "nothing can be written on that disk",
    errno.ENOSPC: "no room is left on the disk",
    errno.ENAMETOOLONG: "the name is too long",
}
"""Why a file or folder cannot be read or written, where the system's own words would be English or say less."""


def reason_of(error: OSError) -> str:
    """What the system complains of, in the language spoken where it is usual."""
    known = REASONS.get(error.errno) if error.errno is not None else None
    return gettext_word(known) if known else error.strerror or str(error)


def make_folder(path: str | os.PathLike[str]) -> None:
    """A folder with those that it lies in, where they are not there; InputError says why it could not be made."""
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path}: {gettext('it is no folder, and none can be made')} ({reason_of(error)})") from None


def check_not_over(source: str | os.PathLike[str], *targets: str) -> None:
    """Refuse to write over the file that is read, as ``export battle.json --html battle.json`` would: InputError."""
    for target in filter(None, targets):
        with suppress(OSError):  # one of them is no file yet, or none at all
            if os.path.samefile(source, target):
                raise InputError(f"{target}: {gettext('is the file that is read: name another to write')}")


@contextmanager
def drafted(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Where to write what becomes the file at ``path`` once it is whole; InputError says why it could not be done."""
    path = Path(path)
    draft = path.parent / f".{path.name}.{secrets.token_hex(4)}"
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, "")
        yield draft
        os.replace(draft, path)
    except OSError as error:
        raise InputError(f"{path}: {gettext('cannot be written')} ({reason_of(error)})") from None
    finally:
        with suppress(OSError):
            draft.unlink()


def atomic_write(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write ``content`` to ``path`` whole or not at all; InputError says why it could not be done."""
    with drafted(path) as draft, draft.open("xb") as file:
        file.write(content.encode() if isinstance(content, str) else content)
        file.flush()
        os.fsync(file.fileno())
