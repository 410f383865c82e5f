"""What the editor of scenarios takes and gives under /api/editor, as pydantic models."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from sandtable.games.editing import Network, Piece, Thing
from sandtable.games.scene import Scene
from sandtable.server.messages.base import FromBoard, FromServer, Name
from sandtable.server.messages.facts import SideFact

FileText = Annotated[str, Field(max_length=60_000)]


class ChoiceFact(FromServer):
    """One value that a field may have, and what it is called."""

    value: str
    text: str


class ChoicesFact(FromServer):
    """What a field may say; ``path``: the way to it, ``*`` for any number or name."""

    path: str
    choices: tuple[ChoiceFact, ...]


class EditorGame(FromServer):
    """GET /api/editor/games/{game}: what scenarios of a game may hold, and how that lies on the table."""

    game: str
    title: str
    unit: str
    grid: float
    blank: str  # the text of a new one
    scenario: dict[str, Any]  # JSON schema of a scenario file
    case: dict[str, Any]  # the same of a case file
    network: Network | None
    things: tuple[Thing, ...]
    pieces: tuple[Piece, ...]
    choices: tuple[ChoicesFact, ...]
    symbols: str  # drawings of the game's own
    styles: str


class AskDraft(FromBoard):
    """POST /api/editor/look: a file as it is being written; nothing of it is kept. ``data``: what it is to say now."""

    game: Name
    text: FileText
    data: dict[str, Any] | None = None  # null: what the text says


class AskPosition(FromBoard):
    """POST /api/editor/position: the table of a battle as one of its links sees it; null: as it stands."""

    token: Name
    step: Annotated[int, Field(ge=0, le=1_000_000)] | None = None


class ShareDraft(FromBoard):
    """POST /api/editor/share: keep a file, to be found by a link."""

    game: Name
    text: FileText


class PlayDraft(FromBoard):
    """POST /api/editor/play: a battle on this table. ``seats`` as in a new battle."""

    game: Name
    text: FileText
    seats: Annotated[dict[Name, Name], Field(max_length=8)] = {}


class FaultFact(FromServer):
    """One thing that is wrong with a file."""

    path: tuple[int | str, ...]  # the way to its field; empty: where is not known
    line: int | None
    text: str


class DraftFact(FromServer):
    """What a file says, whether it can be played, and its table."""

    text: str
    data: dict[str, Any] | None  # null: the text cannot be read
    case: bool  # it is a case's: a position, with dice and actions
    title: str
    faults: tuple[FaultFact, ...]
    scene: Scene | None  # null where the table cannot be laid
    offset: tuple[float, float]  # from a place in the file to that on the table
    sides: tuple[SideFact, ...]
    other: str  # the other game whose file it is; empty: none is known


class SharedFact(FromServer):
    """GET /api/editor/shared/{id}, and the table of a battle: a file to begin with."""

    game: str
    text: str
    url: str  # path of the page that opens it; empty: none does
