"""Positions from battles of generals, set as puzzles: the file of each, and what it lays and gives to choose from.

A file of a game's ``data/tutor`` is a case without actions, and under ``tutor`` what was measured when it was found.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, Strict, model_validator

from sandtable.errors import IllegalAction, InputError, NotationError
from sandtable.files import FileModel, check, expected, load_yaml, only, place
from sandtable.games import get_game
from sandtable.games.game import Game
from sandtable.table.actions import Action
from sandtable.table.battle import Battle
from sandtable.table.case_files import Whole
from sandtable.table.cases import laid_case
from sandtable.translation import gettext

Share = Annotated[float, Strict(), Field(ge=-1.0, le=1.0)]
Words = Annotated[str, Field(min_length=1, max_length=400)]


class AnswerFile(FileModel):
    """An action that may be chosen, and how it fared; shares of battles, each with its 95 % interval."""

    action: Words  # in the one-line notation
    wins: tuple[Share, Share, Share]  # of the side that decides
    behind: tuple[Share, Share, Share]  # how much less often than after the best


class TutorFile(FileModel):
    """What was measured of a position."""

    version: Words  # of the game
    found: Words  # names the dice: of the battle, and with "depth" behind it those of the playouts
    generals: list[Words]
    playouts: Whole = Field(ge=2)  # of each answer
    listed: Whole = Field(ge=2)  # actions that were weighed
    quick: Whole = Field(ge=0)  # which answer a quick general would give, from 1 on; 0: another one
    answers: list[AnswerFile] = Field(min_length=2, max_length=9)  # the best first

    @model_validator(mode="after")
    def _best_first(self) -> TutorFile:
        if self.quick > len(self.answers) or any(one.wins[0] > self.answers[0].wins[0] for one in self.answers):
            raise ValueError("the best answer first, and quick among them or 0")
        return self


class _Measured(FileModel):
    """What of the file is no case."""

    tutor: TutorFile


@dataclass(frozen=True)
class TutorPosition:
    """One position with its answers: ``actions`` are those of ``told.answers`` on this table, the best first."""

    key: str
    battle: Battle
    told: TutorFile
    actions: tuple[Action, ...]


def folder_of(game: Game) -> Path:
    """Where the positions of a game are kept."""
    return game.folder / "data" / "tutor"


@cache
def tutor_keys(key: str) -> tuple[str, ...]:
    """The names of a game's positions in their order; none where it has no ``data/tutor``."""
    return tuple(sorted(path.stem for path in folder_of(get_game(key)).glob("*.yaml")))


def tutor_position(key: str, name: str) -> TutorPosition:
    """One of them, laid and read. InputError: there is none of this name, or its file does not fit its game."""
    game = get_game(key)
    if name not in tutor_keys(game.key):
        raise InputError(gettext("{game} has no puzzle {name!r}", game=game.title, name=name))
    path = folder_of(game) / f"{name}.yaml"
    data = load_yaml(path)
    where = path.name
    told = check(only(data, {"tutor"}), _Measured, where).tutor
    _, battle = laid_case(only(data, data.keys() - {"tutor"}), where)
    battle.engine.begin()
    return TutorPosition(name, battle, told, _actions(battle, data, where))


def _actions(battle: Battle, data: Mapping[str, Any], where: str) -> tuple[Action, ...]:
    """The answers on this table; InputError for one that is not legal, and for two that read alike."""
    actions: list[Action] = []
    for number, one in enumerate(data["tutor"]["answers"]):
        spot = place(data, where, "tutor", "answers", number, "action")
        try:
            action = battle.action(str(one["action"]))
            battle.check(action)
        except (IllegalAction, InputError, NotationError) as error:
            raise InputError(f"{spot}: {error}") from None
        if any(action.label == other.label for other in actions):
            raise InputError(f"{spot}: {expected(gettext('answers that read apart'), action.label)}")
        actions.append(action)
    return tuple(actions)
