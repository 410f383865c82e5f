"""Where compiled rules are kept on disk, and the sweeping of those that nobody needs any more.

A file holds one compiled form, named by its kernel, a digest of the types that it was compiled for, and a digest of
all that it was compiled from (``keys``). Several processes and checkouts share the folder: a file is written whole or
not at all, nothing is ever changed, and whoever misses one compiles it again. So sweeping needs no lock.
"""

from __future__ import annotations

import logging
import os
import shutil
import time
import uuid
import zlib
from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path

import numba

from sandtable.files.places import home

log = logging.getLogger("sandtable")

DAY = 24 * 3600.0
SUPERSEDED_DAYS = 3
"""Days without use after which a form goes of which a newer one is there."""

UNUSED_DAYS = 180
"""Days without use after which any form goes."""

PACKED = b"\x78\x01"
"""How the bytes of a packed form begin; those of a plain one never do."""

PART_DAYS = 0.1
"""Days after which a half-written file is nobody's."""


def root() -> Path:
    """The folder of all that is compiled: ``$SANDTABLE_CACHE``, else numba's setting, else ``~/.cache``."""
    chosen = os.environ.get("SANDTABLE_CACHE") or numba.config.CACHE_DIR
    return Path(chosen) if chosen else home() / ".cache" / "sandtable"


def read(path: Path) -> bytes | None:
    """What a file holds, noted as used today; None when there is no such file to be had."""
    try:
        data = path.read_bytes()
        if time.time() - path.stat().st_mtime > DAY:
            with suppress(OSError):  # a folder that is shared, and only read
                os.utime(path)
        return unpacked(data)
    except FileNotFoundError:
        return None
    except OSError as error:
        _complain(path.parent, str(error.strerror))
        return None
    except zlib.error:
        return None


def packed(data: bytes) -> bytes:
    """The same in a third of the room."""
    return zlib.compress(data, 1)


def unpacked(data: bytes) -> bytes:
    """What was packed; forms of earlier versions were not."""
    return zlib.decompress(data) if data.startswith(PACKED) else data


def write(path: Path, data: bytes) -> None:
    """Put a file into the cache, whole or not at all. That a disk takes none is no reason to stop: it is logged."""
    part = path.with_name(f"{path.name}.{uuid.uuid4().hex[:12]}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(packed(data))
        os.replace(part, path)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        _complain(path.parent, str(error.strerror))


@cache
def _complain(folder: Path, reason: str) -> None:
    log.warning("compiled rules cannot be kept in %s (%s): every start compiles them again", folder, reason)


def files(folder: Path) -> list[Path]:
    """The files in a folder of compiled forms; none where there is no such folder yet."""
    with suppress(OSError), os.scandir(folder) as entries:
        return [Path(entry.path) for entry in entries]
    return []


# ---------------------------------------------------------------- sweeping


def sweep(own: Path, now: float | None = None) -> int:
    """Remove what nobody has used for long from the cache whose present folder is ``own``; returns how many files.

    Of the forms of one kernel for the same types those go first of which another was used since. A folder of another
    compiler (an older numba, another Python) goes whole when nobody has used anything of it.
    """
    now = time.time() if now is None else now
    gone = 0
    for folder in _folders(own.parent):
        used = _ages(folder, now)
        if folder != own and all(age > SUPERSEDED_DAYS for age in used.values()):
            shutil.rmtree(folder, ignore_errors=True)
            gone += len(used)
            continue
        for file in _dead(used):
            with suppress(OSError):  # another process was first, or has it open where that matters
                file.unlink()
                gone += 1
    return gone


def sweep_daily(own: Path) -> None:
    """``sweep``, unless somebody has done it within a day. Whatever goes wrong with it can wait."""
    stamp = own.parent / "swept"
    with suppress(OSError):
        if stamp.exists() and time.time() - stamp.stat().st_mtime < DAY:
            return
        stamp.touch()
        sweep(own)


def _folders(root: Path) -> list[Path]:
    """The folders of compiled forms, this compiler's and others': named by a digest."""
    found = [folder for folder in root.iterdir() if folder.is_dir() and len(folder.name) == 16]
    return [folder for folder in found if all(letter in "0123456789abcdef" for letter in folder.name)]


def _ages(folder: Path, now: float) -> dict[Path, float]:
    """File -> days since it was used last."""
    ages: dict[Path, float] = {}
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            with suppress(OSError):
                ages[Path(entry.path)] = (now - entry.stat().st_mtime) / DAY
    return ages


def _dead(ages: dict[Path, float]) -> Iterable[Path]:
    """Of the files of one folder those that may go."""
    kinds: dict[str, list[Path]] = defaultdict(list)
    for file in ages:
        if file.suffix == ".part":
            if ages[file] > PART_DAYS:
                yield file
        else:
            kinds[file.stem.rpartition("-")[0] + file.suffix].append(file)
    for files in kinds.values():
        newest = min(files, key=ages.__getitem__)
        yield from (file for file in files if ages[file] > (UNUSED_DAYS if file == newest else SUPERSEDED_DAYS))
