"""Fights for tests: pair off, throw stated dice, and read who took what; and tables with points and terrain."""

from __future__ import annotations

from typing import Any

from dbaix.board import READER, act, board, clauses, entries
from sandtable.games.dbaix.clauses import Purpose
from sandtable.games.dbaix.laying.tables import rule_defaults
from sandtable.games.dbaix.record import Award, Phase, Side, Song, TokenState, Verb
from sandtable.games.dbaix.rules import combat
from sandtable.kernel.dice import scripted_dice
from sandtable.kernel.log import Kind
from sandtable.kernel.records import NONE
from tabletop import pair_and_fight


def battle(*figures: dict[str, Any], side: Side = Side.ROMANS, phase: Phase = Phase.COMBAT, **changes: Any) -> Any:
    """A small table in the combat step of ``side``'s bound, with the points table of the rules."""
    b = board(*figures, side=side, **changes)
    for award in Award:
        b.rules.points[award.value][:] = rule_defaults()["points"][award.name.lower()]
    b.phase = phase.value
    return b


def fight_out(b: Any, i: int, j: int, die_i: int, die_j: int) -> Any:
    """Pair off unless that has been done, and let figures i and j fight with these dice; returns the log."""
    dice = scripted_dice([(Purpose.COMBAT.value, NONE, i, die_i), (Purpose.COMBAT.value, NONE, j, die_j)])
    return pair_and_fight(combat, b, act(Verb.FIGHT, i, j), dice)


lines, outcomes, scores = READER.lines, READER.outcomes, READER.scores


def outcome_clauses(log: Any) -> list[str]:
    """The clauses of the outcomes, in order."""
    return clauses(log, Kind.OUTCOME)


def points_won(log: Any) -> list[tuple[int, int]]:
    """Side and points of every entry of points."""
    return [(int(entry.side), int(entry.amount)) for entry in entries(log, Kind.POINTS)]


def lay_token(b: Any, token: int, x: float, y: float) -> None:
    """A token on the ground."""
    b.tokens[token].state = TokenState.GROUND.value
    b.tokens[token].x = x
    b.tokens[token].y = y


def give_token(b: Any, token: int, i: int) -> None:
    """A token in the hands of figure i."""
    lay_token(b, token, b.figures[i].x, b.figures[i].y)
    b.tokens[token].state = TokenState.CARRIED.value
    b.tokens[token].carrier = i
    b.figures[i].token = token


def potion_runs(b: Any, *drinkers: int) -> None:
    """An effect runs, and these have drunk."""
    b.potion_until = b.gaul_bounds + 4
    b.potion_served = 1
    for i in drinkers:
        b.figures[i].potion = 1


def sing(b: Any) -> None:
    """The bard sings."""
    b.song = Song.SINGING.value
