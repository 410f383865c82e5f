"""How a compiled form is written and read: the type of a game's battle by a digest, all else as numba pickles it.

The type of a battle is hundreds of fields in words, and stands in nearly every form: written out it took nearly half of
the room. Whoever reads a form for the battles of a game has that game loaded, and so its type.
"""

from __future__ import annotations

import hashlib
import io
import pickle
from functools import cache
from typing import Any

from numba.core.serialize import NumbaPickler
from numba.core.types import Record

from sandtable.compiler.keys import GAMES


class _Writer(NumbaPickler):
    def persistent_id(self, value: Any) -> str | None:
        return _digest(value) if isinstance(value, Record) and value in GAMES else None


class _Reader(pickle.Unpickler):
    def persistent_load(self, digest: str) -> Any:
        for kind in GAMES:
            if _digest(kind) == digest:
                return kind
        raise pickle.UnpicklingError("a form for battles of no game that is loaded, or of an older record")


@cache
def _digest(kind: Record) -> str:
    return hashlib.sha256(str(kind).encode()).hexdigest()[:20]


def written(form: Any) -> bytes:
    """A form in bytes."""
    with io.BytesIO() as room:
        _Writer(room, protocol=4).dump(form)
        return room.getvalue()


def read(data: bytes) -> Any:
    """The form that was written; raises ``UnpicklingError`` where its battle is of no game that is loaded."""
    return _Reader(io.BytesIO(data)).load()
