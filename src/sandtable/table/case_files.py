"""The file of a case: its fields that are the same for every game, read and checked.

The table part of a case (scenario, figures, side, pips, ...) belongs to its game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, Strict

from sandtable.errors import InputError
from sandtable.files import FileModel, MarkedDict, check, describe, place
from sandtable.files import expected as instead
from sandtable.games import get_game
from sandtable.games.common.amounts import counted
from sandtable.games.game import Game
from sandtable.kernel.dice import MAX_SCRIPT
from sandtable.table.name_index import did_you_mean
from sandtable.translation import gettext, gettext_word

MAX_ACTIONS = 500

EDGES = ("front", "right", "rear", "left")
"""The edges of a base clockwise, as ``lines`` names them."""

Whole = Annotated[int, Strict()]
Number = Annotated[float, Strict()]


class DieCase(FileModel):
    """One scripted die, taken when the rules ask for one that it fits."""

    purpose: str | None = Field(default=None, alias="for", description="what the die is thrown for")
    figure: str | None = Field(default=None, description="the id of the figure for whom it is thrown")
    side: str | None = Field(default=None, description="the key of the side that throws it")
    value: Whole = Field(ge=1, le=1000, description="what the die shows, a whole number")


class FigureExpected(FileModel):
    """Where a figure should be. Any other field of its record may be named too."""

    model_config = FileModel.model_config | {"extra": "allow"}

    at: tuple[Number, Number] | None = Field(default=None, description="[x, y]")
    facing: Number | str | None = Field(default=None, description="N, E, S, W or degrees clockwise from north")


class Expected(FileModel):
    """What should come of one action, or (``final``) of the whole case. What is not said is not checked."""

    legal: bool | None = None
    cost: Whole | None = None
    clauses: list[str] = Field(default=[], description="a list of clause ids that are cited")
    not_clauses: list[str] = Field(default=[], description="a list of clause ids that are not cited")
    reasons: list[str] | None = Field(default=None, description="a list of the clause ids that forbid it, and no other")
    events: list[str] = Field(default=[], description="a list of clause ids, or parts of sentences, that are logged")
    not_events: list[str] = Field(default=[], description="a list of clause ids, or parts of sentences, not logged")
    scores: dict[str, Whole] = {}
    odds: dict[str, str] = {}
    figures: dict[str, FigureExpected] = {}
    pips: Whole | None = None
    points: dict[str, Whole] = {}
    side: str | None = None
    phase: str | None = None
    over: bool | None = None
    position: list[str] = Field(default=[], description="a list of field=value, as position notation writes them")


class CaseHead(FileModel):
    """The fields of a case that are the same for every game."""

    game: str = Field(description="the key of a game, as dbaix")
    title: str = ""
    question: str = ""
    answer: str = ""
    notes: str = ""
    clause: str | list[str] = Field(default=[], description="a clause id, or a list of them")
    clauses: list[str] = Field(default=[], description="a list of clause ids")
    tags: list[str] = []
    options: dict[str, Any] = {}
    battle: str | dict[str, Any] | None = Field(
        default=None,
        description="a scenario of the game, or its content: played from its beginning, or from a position on",
    )
    position: list[str] | None = Field(
        default=None, description="a list of id@x,y/facing and field=value: what differs from the table as it is laid"
    )
    seed: Whole | str | None = Field(default=None, description="a whole number or a word")
    dice: list[DieCase] = Field(default=[], max_length=MAX_SCRIPT)
    actions: list[dict[str, Any] | str] = Field(default=[], max_length=MAX_ACTIONS)
    expect: list[Expected | None] = Field(default=[], max_length=MAX_ACTIONS)
    final: Expected | None = None
    lines: dict[str, Literal["front", "right", "rear", "left"]] = Field(
        default={}, description="figure ids, and of each the edge whose line its picture draws on: {D: rear}"
    )


def case_clauses(head: CaseHead) -> list[str]:
    """The clauses that a case says it shows."""
    return [*([head.clause] if isinstance(head.clause, str) else head.clause), *head.clauses]


# ------------------------------------------------------------------------------------------------- reading


def read_case(data: Mapping[str, Any], where: str) -> tuple[CaseHead, Game]:
    """The fields of a case that are the same for every game, and its game; an unknown field is refused."""
    if "game" not in data:
        wanted = gettext("a field game, as {form}", form="'game: dbaix'")
        raise InputError(f"{where}: {instead(wanted, describe(None))}")
    if not isinstance(data["game"], str):
        wanted = gettext_word("the key of a game, as dbaix")
        raise InputError(f"{place(data, where, 'game')}: {instead(wanted, describe(data['game']))}")
    game = get_game(data["game"])
    own = CaseHead.model_fields
    for key in data:
        if key not in own and key not in game.case_keys:
            hint = did_you_mean(str(key), [*own, *game.case_keys])
            raise InputError(f"{place(data, where, key)}: {gettext('there is no such field')}{hint}")
    head = check(_part(data, lambda key: key in own), CaseHead, where)
    if len(head.expect) > len(head.actions):
        spot = place(data, where, "expect", len(head.actions))
        most = gettext("at most one entry for each of {actions}", actions=counted(len(head.actions), "action"))
        raise InputError(f"{spot}: {instead(most, str(len(head.expect)))}")
    known = {game.clause_id(clause) for clause in game.clause}
    for clause in case_clauses(head):
        if clause not in known:
            spot = place(data, where, "clause" if "clause" in data else "clauses")
            missing = gettext("{game} has no clause {clause!r}", game=game.title, clause=clause)
            raise InputError(f"{spot}: {missing}{did_you_mean(clause, known)}")
    return head, game


def _part(data: Mapping[str, Any], wanted: Any) -> MarkedDict:
    """Some fields of marked data, with their lines."""
    part = MarkedDict(getattr(data, "line", 1))
    part.update({key: value for key, value in data.items() if wanted(key)})
    part.lines = {key: line for key, line in getattr(data, "lines", {}).items() if key in part}
    return part


def game_part(data: Mapping[str, Any], game: Game) -> MarkedDict:
    """The fields of a case that its game reads, with their lines."""
    return _part(data, lambda key: key in game.case_keys or key == "options")
