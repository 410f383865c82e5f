"""Scenarios: from a scenario file, or the table part of a case file, to a battle record and its names (SCN)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from sandtable.compiler.decorators import clause
from sandtable.errors import InputError
from sandtable.files import MarkedDict, check, describe, did_you_mean, load_yaml, place
from sandtable.games import scenarios as shared
from sandtable.games.common.options import read_choices, values_of
from sandtable.games.common.scenario_files import read_number
from sandtable.games.common.worth import fill_weights
from sandtable.games.dbaix.clauses import FOLDER
from sandtable.games.dbaix.laying.ground import lay_ground
from sandtable.games.dbaix.laying.scenario_file import (
    SIDE_KEYS,
    USUAL_FACING,
    CaseFile,
    FigurePiece,
    ScenarioFile,
    TableFile,
)
from sandtable.games.dbaix.laying.standing import TOKEN_NAMES, WHERE_OF, Standing, lay_figures, spread_blocks
from sandtable.games.dbaix.laying.tables import kind_of, officer_ranks, options, rule_defaults, weight_defaults
from sandtable.games.dbaix.record import BATTLE, N_SIDES, RULES, Award, Phase, Song
from sandtable.games.game import FigureName, Laid, Names
from sandtable.games.scene import SceneFeature
from sandtable.kernel.records import NONE
from sandtable.translation import gettext

__all__ = ["ScenarioFacts", "lay", "lay_case", "options", "scenario_data", "scenarios"]

SCENARIOS = FOLDER / "scenarios"
CASE_KEYS = frozenset(CaseFile.model_fields)

MOST = 1000
"""No number of the rules is larger."""


@dataclass(frozen=True)
class ScenarioFacts:
    """One line of the list of scenarios."""

    key: str
    title: str
    description: str
    goals: Mapping[str, str]  # side -> what it is after
    minutes: int | None  # about how long it plays
    figures: Mapping[str, int]  # side -> how many


def scenarios() -> tuple[ScenarioFacts, ...]:
    """The scenarios that come with the game, the default one first."""
    found = []
    for path in sorted(SCENARIOS.glob("*.yaml"), key=lambda path: (path.stem != "village", path.stem)):
        model = check(load_yaml(path), ScenarioFile, path.name)
        counts = dict.fromkeys(SIDE_KEYS, 0)
        for figure in model.figures:
            counts[kind_of(figure.kind or "").side] += 1
        goals = {str(side): text for side, text in model.goals.items()}
        found.append(ScenarioFacts(path.stem, model.title, model.description, goals, model.minutes, counts))
    return tuple(found)


def scenario_data(name: str) -> tuple[MarkedDict, str]:
    """The data of a scenario named by its key, or by the path of a file, and its name for errors."""
    return shared.scenario_data(SCENARIOS, name)


@clause("DBAIX-GEN-4", "DBAIX-SCN-1", "DBAIX-SCN-6", "DBAIX-SCN-7", "DBAIX-SCN-8")
def lay(data: Mapping[str, Any], options: Mapping[str, Any], where: str) -> Laid:
    """The table that scenario ``data`` describes, before any die; every InputError opens with ``where``.

    With bases larger than 1 inch (FIG-1) the scenario's blocks are drawn apart: see ``spread_blocks``.
    """
    return shared.lay(data, options, where, _Table)


def lay_case(data: Mapping[str, Any], where: str) -> Laid:
    """The table part of a case file: ``scenario`` (or none), ``options``, ``table``, ``figures`` and the rest.

    A figure with an id of the scenario changes what it gives; others are added. Round, bound, side and PIPs
    are the case's own business. A woman whose husband is not on the table has none (see PIP-19).
    """
    return shared.lay_case(data, where, SCENARIOS, CaseFile, _Table)


class _Table:
    """A battle record while it is being laid."""

    def __init__(self, chosen: Mapping[str, Any], where: str, data: Any) -> None:
        self.record = _blank()
        self.b = self.record[0]
        self.options = read_choices(options(), chosen, data, where)
        for key, value in values_of(options(), self.options).items():
            self.b.options[key] = _place_of(key, value)
        self._set_rules({}, where, None)
        self.title = ""
        self.goals: dict[str, str] = {}
        self.drawn: list[SceneFeature] = []
        self.standing: list[Standing] = []
        self.start: TableFile | None = None

    def value(self, key: str) -> str:
        """The value of an option: the one chosen, else the default."""
        return values_of(options(), self.options)[key]

    def add_scenario(self, data: Mapping[str, Any], where: str) -> None:
        """Everything that a scenario says."""
        model = check(data, ScenarioFile, where)
        self.title, self.goals = model.title, {str(side): text for side, text in model.goals.items()}
        self.b.table_width, self.b.table_height = model.table.width, model.table.height
        self._set_rules(model.rules, where, data)
        self.drawn += lay_ground(self.b, model, data, where)
        self._add_figures(model, data, where, complete=True)
        self.standing = spread_blocks(self.b, self.standing, float(self.value("base_side")))
        self.start = model

    def add_case(self, model: CaseFile, data: Mapping[str, Any], where: str) -> None:
        """What a case says, over the scenario that it may start from."""
        if model.scenario == "none" or "table" in data:
            self.b.table_width, self.b.table_height = model.table.width, model.table.height
        self._set_rules(model.rules, where, data)
        self.drawn += lay_ground(self.b, model, data, where)
        self._add_figures(model, data, where, complete=False)
        if self.start is None or "start" in data:
            self.start = model

    def _add_figures(self, model: TableFile, data: Any, where: str, *, complete: bool) -> None:
        known = {who.id: index for index, who in enumerate(self.standing)}
        for index, piece in enumerate(model.figures):
            origin = place(data, where, "figures", index)
            if piece.id in known and not complete:
                self.standing[known[piece.id]] = _changed(self.standing[known[piece.id]], piece, origin)
                continue
            who = _standing(piece, origin)
            if complete and "woman" in who.kind.roles and not (who.husband or who.kind.husband):
                raise InputError(f"{origin}: {gettext('expected the husband of {id}, found none', id=piece.id)}")
            self.standing.append(who)

    def _set_rules(self, changes: Mapping[str, Any], where: str, data: Any) -> None:
        """The defaults of rules.toml at first, then ``changes`` by name; an option chosen overrides both."""
        numbers: dict[str, Any] = dict(changes) if data is not None else dict(rule_defaults())
        for key, value in numbers.items():
            origin = place(data, where, "rules", key)
            if key == "points":
                _set_points(self.b.rules, value, origin)
            elif key not in (RULES.names or ()):
                raise InputError(
                    f"{origin}: {gettext('there is no rule {name!r}', name=key)}{did_you_mean(key, RULES.names or ())}"
                )
            else:
                least = -9 if key.endswith("_factor") else 0
                whole = RULES[key] == np.dtype("i4")
                self.b.rules[key] = read_number(value, origin, whole=whole, most=MOST, least=least)
        for key in ("gaul_straight_cost", "gaul_turn_cost"):
            if key in self.options:
                self.b.rules[key] = int(self.options[key])

    def laid(self) -> Laid:
        """Put the figures down, check the whole, and name everything."""
        b = self.b
        lay_figures(b, self.standing, float(self.value("base_side")), officer_ranks()[self.value("officers")])
        start = (self.start or TableFile()).start
        b.sixes = start.sixes
        b.song = Song[start.song.upper()].value
        b.potion_until = start.potion_until
        b.potion_served = int(start.potion_until > 0)
        names = Names(
            figures=_figure_names(self.standing),
            features=_feature_names(b, self.drawn),
            items=TOKEN_NAMES,
            places=tuple(feature.label for feature in self.drawn if feature.kind == "gate"),
            title=self.title,
            extra={"features": tuple(self.drawn), "goals": self.goals},
        )
        return Laid(self.record, names)


def _blank() -> Any:
    """Array ``[1]`` of an empty battle: nobody on it, every reference NONE."""
    record = np.zeros(1, BATTLE)
    b = record[0]
    b.camp[:] = np.nan
    b.landing[:] = np.nan
    for field in ("hut", "ship", "song_release", "spoils_taker", "spoils_token"):
        b[field] = NONE
    for field in ("husband", "guard", "token", "opponent", "freed"):
        b.figures[field] = NONE
    for field in ("carrier", "delivered_by"):
        b.tokens[field] = NONE
    b.order[:] = range(N_SIDES)
    for name, weight in weight_defaults().items():
        b.weights[name] = weight
    fill_weights(b, FOLDER)
    b.round = 1
    b.bound = 1
    b.phase = Phase.BOUND_START.value
    return record


def _place_of(key: str, value: str) -> int:
    """The place of an option's value in its list, as the record holds it."""
    return next(option.values.index(value) for option in options() if option.key == key)


def _standing(piece: FigurePiece, origin: str) -> Standing:
    """A figure that a file adds: it says what it is and, unless it is off the table, where."""
    if piece.kind is None:
        raise InputError(f"{origin}.is: {gettext('expected a kind of figure, found nothing')}")
    try:
        kind = kind_of(piece.kind)
    except ValueError as error:
        raise InputError(f"{origin}.is: {error}") from None
    on_table = piece.guard is None and piece.where == "table"
    if on_table and piece.at is None:
        raise InputError(f"{origin}.at: {gettext('expected [x, y] in inches, found nothing')}")
    x, y = piece.at or (0.0, 0.0)
    facing = USUAL_FACING[SIDE_KEYS[kind.side]] if piece.facing is None else piece.facing
    return Standing(
        id=piece.id,
        kind=kind,
        name=piece.name,
        x=x,
        y=y,
        facing=facing,
        origin=origin,
        husband=piece.husband,
        guard=piece.guard,
        where=WHERE_OF[piece.where],
        potion=piece.potion,
        token=piece.token,
        moves=piece.moves,
    )


def _changed(who: Standing, piece: FigurePiece, origin: str) -> Standing:
    """A figure of the scenario with what the case says about it."""
    given = piece.model_fields_set
    changes: dict[str, Any] = {key: getattr(piece, key) for key in _PLAIN_FIELDS & given}
    if piece.kind is not None:
        changes["kind"] = _standing(piece.model_copy(update={"at": (0.0, 0.0)}), origin).kind
    if piece.at is not None:
        changes["x"], changes["y"] = piece.at
    if "where" in given:
        changes["where"] = WHERE_OF[piece.where]
    return replace(who, origin=origin, **changes)


_PLAIN_FIELDS = frozenset({"name", "facing", "husband", "guard", "potion", "token", "moves"})


def _set_points(rules: Any, table: Any, origin: str) -> None:
    """Lines of the points table (VIC-3): one number for each side."""
    if not isinstance(table, Mapping):
        raise InputError(
            f"{origin}: " + gettext("expected awards like 'hut_held: [4, 4, 3]', found {found}", found=describe(table))
        )
    awards = [award.name.lower() for award in Award]
    for key, numbers in table.items():
        if key not in awards:
            raise InputError(
                f"{origin}.{key}: {gettext('there is no award {name!r}', name=key)}{did_you_mean(key, awards)}"
            )
        if not isinstance(numbers, list) or len(numbers) != N_SIDES:
            wrong = gettext("expected points of Romans, Gauls and Pirates, found {found}", found=describe(numbers))
            raise InputError(f"{origin}.{key}: {wrong}")
        rules.points[Award[key.upper()]] = [
            read_number(number, f"{origin}.{key}", whole=True, most=MOST, least=0) for number in numbers
        ]


def _figure_names(standing: Sequence[Standing]) -> tuple[FigureName, ...]:
    """A figure's name is its entry's, else its kind's; several may share one, ids tell them apart."""
    return tuple(
        FigureName(who.id, who.name or who.kind.name, who.kind.key, who.kind.emblem, who.kind.letter)
        for who in standing
    )


def _feature_names(b: Any, drawn: Sequence[SceneFeature]) -> tuple[str, ...]:
    """The name of every feature of the record; parts of one piece share theirs. Gates and camps are no features."""
    pieces = [feature for feature in drawn if feature.kind not in ("camp", "gate")]
    # lay_ground draws the camp's rampart in the order in which it is laid, after its terrain
    names: list[str] = []
    place_in_list = -1
    for index in range(int(b.terrain.n_features)):
        if int(b.terrain.features[index].part_of) == index:
            place_in_list += 1
        piece = pieces[place_in_list]
        names.append(piece.label or piece.id)
    return tuple(names)
