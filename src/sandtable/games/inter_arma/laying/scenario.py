"""Scenarios and cases: from a file to a record of Inter Arma and its names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sandtable.compiler.decorators import clause
from sandtable.errors import CapacityError, InputError
from sandtable.files import check, did_you_mean, place
from sandtable.games import scenarios as shared
from sandtable.games.common.laying import Laying, Stood, check_bases, read_numbers
from sandtable.games.common.options import read_choices, values_of
from sandtable.games.common.worth import fill_weights
from sandtable.games.game import FigureName, Laid, Names, SideFacts
from sandtable.games.inter_arma.clauses import FOLDER
from sandtable.games.inter_arma.laying.goods import lay_goods
from sandtable.games.inter_arma.laying.ground import lay_ground
from sandtable.games.inter_arma.laying.scenario_file import CaseFile, FigurePiece, ScenarioFile, SidePiece, TableFile
from sandtable.games.inter_arma.laying.standing import lay_figure
from sandtable.games.inter_arma.laying.tables import fill_tables, options
from sandtable.games.inter_arma.record import (
    BATTLE,
    MAX_FIGURES,
    MAX_SQUADS,
    RULES,
    Edge,
    Ended,
    Ground,
    Mode,
    Phase,
    State,
)
from sandtable.kernel.discs import disc_of, discs_overlap
from sandtable.kernel.records import MAX_SIDES, NONE
from sandtable.translation import gettext

SCENARIOS = FOLDER / "scenarios"
CASE_KEYS = frozenset(CaseFile.model_fields)

WIDTH, HEIGHT, TURNS = 120.0, 90.0, 12
"""Of a table for which no file says more."""

CALLED = {
    Ground.HEAVY_WOOD: "heavy wood",
    Ground.WHEAT: "wheat field",
    Ground.LOW: "low obstacle",
    Ground.OPEN: "stretch of open ground",
}
"""What people call ground without a name of its own, where that is not the word of the file."""

PHASES = {"end": Phase.GOALS, "melee": Phase.AMBUSHES}


@clause(
    "IA-SEQ-11", "IA-INIT-5", "IA-INIT-6", "IA-INIT-7", "IA-CLASS-1", "IA-CLASS-3", "IA-INTRO-3", "IA-TABLE-1",
    "IA-TABLE-2", "IA-MOVE-1",
    "IA-SC1-1", "IA-SC1-2", "IA-SC1-3", "IA-SC1-4", "IA-SC1-5", "IA-SC1-6", "IA-SC1-7", "IA-SC1-8", "IA-SC1-9",
    "IA-SC2-1", "IA-SC2-2", "IA-SC2-3", "IA-SC2-4", "IA-SC2-5", "IA-SC2-6", "IA-SC2-7",
    "IA-SC3-1", "IA-SC3-2", "IA-SC3-3", "IA-SC3-4", "IA-SC3-5", "IA-SC3-6", "IA-SC3-7", "IA-SC3-8", "IA-SC3-9",
    "IA-SC3-10", "IA-SC3-11", "IA-SC3-12", "IA-SC3-14",
)  # fmt: skip
def lay(data: Mapping[str, Any], options: Mapping[str, Any], where: str) -> Laid:
    """The table that scenario ``data`` describes, before any die; every InputError opens with ``where``."""
    return shared.lay(data, options, where, _Table)


def lay_case(data: Mapping[str, Any], where: str) -> Laid:
    """The table part of a case file."""
    return shared.lay_case(data, where, SCENARIOS, CaseFile, _Table)


def sides_of(data: Mapping[str, Any]) -> tuple[SideFacts, ...]:
    """The sides of a scenario, by its content."""
    model = check(data, ScenarioFile, "scenario")
    found: list[SideFacts] = []
    if model.extends:
        found = list(sides_of(shared.scenario_data(SCENARIOS, model.extends)[0]))
    known = {side.key for side in found}
    found += [SideFacts(side.key, side.name or side.key.title()) for side in model.sides if side.key not in known]
    return tuple(found)


@clause("IA-SAVE-14")
def may_form(side: SidePiece, sides: Iterable[SidePiece]) -> bool:
    """A side may close its ranks: whom a scenario names, or everybody where it names nobody."""
    return not any(one.formation for one in sides) if side.formation is None else side.formation


class _Table(Laying):
    """A record while it is being laid."""

    file = ScenarioFile

    def __init__(self, chosen: Mapping[str, Any], where: str, data: Any) -> None:
        super().__init__(BATTLE, where)
        self.chosen = read_choices(options(), chosen, data, where)
        self.house: dict[str, str] = {}
        self.sides: dict[str, SidePiece] = {}
        self.standing: dict[str, tuple[FigurePiece, str, str]] = {}
        self.parts: dict[str, Any] = {}
        self.size = (WIDTH, HEIGHT)
        self.turns, self.night, self.rain = TURNS, 0, False
        self.initiative: Any = "dice"

    def add_scenario(self, data: Mapping[str, Any], where: str) -> None:
        """Everything that a scenario says."""
        extends = check(data, ScenarioFile, where).extends
        if extends:
            try:
                base, base_where = shared.scenario_data(SCENARIOS, extends)
            except InputError as error:
                raise InputError(f"{place(data, where, 'extends')}: {error}") from None
            self.add_scenario(base, base_where)
        super().add_scenario(data, where)

    def _add(self, model: TableFile, data: Any, where: str) -> None:
        if model.table is not None:
            self.size = (model.table.width, model.table.height)
        self.turns = model.turns if model.turns is not None else self.turns
        self.night = model.night_until if model.night_until is not None else self.night
        self.rain = model.rain if model.rain is not None else self.rain
        self.initiative = model.initiative if model.initiative is not None else self.initiative
        for word in ("camp", "ground", "markers", "checkpoints", "herds", "points"):
            if getattr(model, word) is not None:
                self.parts[word] = (getattr(model, word), data, where)
        self.house |= read_choices(options(), model.house_rules, data, where, "house_rules")
        self.rules |= read_numbers(model.rules, RULES, data, where, most=1000, least=0)
        for at, side in enumerate(model.sides):
            known = self.sides.get(side.key)
            fields = side.model_dump(exclude_unset=True, exclude={"figures"})
            self.sides[side.key] = known.model_copy(update=fields) if known else side
            for number, figure in enumerate(side.figures):
                self._stand(figure, side.key, place(data, where, "sides", at, "figures", number))

    def _stand(self, figure: FigurePiece, side: str, origin: str) -> None:
        if figure.id in self.standing:
            known, owner, _ = self.standing[figure.id]
            if self.case is None and owner == side:
                raise InputError(f"{origin}: {gettext('the figure {id} stands twice', id=figure.id)}")
            figure = known.model_copy(update=figure.model_dump(exclude_unset=True))
            side = owner
        self.standing[figure.id] = (figure, side, origin)

    def laid(self) -> Laid:
        """The record, and what everybody is called."""
        b = self.b
        b.width, b.height = self.size
        fill_tables(b, values_of(options(), self.house | self.chosen))
        for key, number in self.rules.items():
            b.rules[key] = number
        fill_weights(b, FOLDER)
        keys = tuple(self.sides)
        self._lay_sides(keys)
        features = lay_ground(b, self.parts, keys, self.where)
        squads, names = self._lay_figures(keys, features)
        items = lay_goods(b, self.parts, keys, tuple(self.standing), self.where)
        b.turns, b.night_until, b.rain = self.turns, self.night, int(self.rain)
        b.group, b.winner = NONE, Ended.NOT_YET.value
        self._order(keys)
        if self.case is not None:
            self._begin_case(self.case)
        facts = tuple(SideFacts(key, side.name or key.title()) for key, side in self.sides.items())
        return Laid(
            self.record,
            Names(
                names,
                features,
                items=items,
                title=self.title,
                sides=tuple(fact.name for fact in facts),
                parties=facts,
                lists={"weapons": ("gun", "javelin"), "ground": self._called(features)},
                extra={"squads": squads},
            ),
        )

    def _called(self, features: tuple[str, ...]) -> tuple[str, ...]:
        """How a refusal calls what is in the way: the table's edge, then every feature."""
        kinds = [Ground(int(feature.kind)) for feature in self.b.terrain.features[: len(features)]]
        named = (
            f"The {name}" if name != f"{kind.name.lower()}{k}" else f"A {CALLED.get(kind, kind.name.lower())}"
            for k, (name, kind) in enumerate(zip(features, kinds, strict=True))
        )
        return ("The edge of the table", *named)

    def _lay_sides(self, keys: tuple[str, ...]) -> None:
        if not 2 <= len(keys) <= MAX_SIDES:
            wrong = gettext("expected 2 to {most} sides, found {number}", most=MAX_SIDES, number=len(keys))
            raise InputError(f"{self.where}: {wrong}")
        teams = list(dict.fromkeys(side.team or key for key, side in self.sides.items()))
        for at, (key, side) in enumerate(self.sides.items()):
            one = self.b.sides[at]
            one.team = teams.index(side.team or key)
            one.edge = Edge[side.edge.upper()].value
            one.may_form = int(may_form(side, self.sides.values()))
            one.alarm_rules = int(side.alarm)
            one.alarm = one.no_sentry = NONE
        self.b.n_sides = len(keys)

    def _lay_figures(
        self, keys: tuple[str, ...], features: tuple[str, ...]
    ) -> tuple[tuple[str, ...], tuple[FigureName, ...]]:
        b = self.b
        if len(self.standing) > MAX_FIGURES:
            wrong = gettext(
                "a battle has room for {most} figures, found {number}", most=MAX_FIGURES, number=len(self.standing)
            )
            raise CapacityError(f"{self.where}: {wrong}")
        squads: dict[tuple[str, str], int] = {}
        ids = tuple(self.standing)
        names = []
        for i, (figure, side, origin) in enumerate(self.standing.values()):
            g = squads.setdefault((side, figure.squad or figure.id), len(squads))
            if g >= MAX_SQUADS:
                raise CapacityError(f"{origin}: {gettext('a battle has room for {most} groups', most=MAX_SQUADS)}")
            b.squads[g].side = keys.index(side)
            names.append(lay_figure(b, i, figure, keys.index(side), g, features, origin))
            for other in figure.reached_by:
                if other not in ids:
                    raise InputError(
                        f"{origin}: {gettext('there is no figure {name!r}', name=other)}{did_you_mean(other, ids)}"
                    )
                b.figures[i].met |= 1 << ids.index(other)
                b.figures[i].met_foe |= 1 << ids.index(other)
                b.figures[ids.index(other)].met |= 1 << i
            b.figures[i].spotted = sum(1 << keys.index(key) for key in figure.seen_by)
        b.n_figures, b.n_squads = len(names), len(squads)
        self._check_places()
        return tuple(squad for _, squad in squads), tuple(names)

    @clause("IA-MOVE-30")
    def _check_places(self) -> None:
        """Whoever a file puts on the table touches others at most; the wounded, and those on towers, are in no way."""
        spots = [
            Stood(i, figure.id, origin)
            for i, (figure, _, origin) in enumerate(self.standing.values())
            if not figure.wounded and not figure.tower
        ]
        check_bases(self.b, spots, lambda one, other: discs_overlap(disc_of(one), disc_of(other)))

    def _order(self, keys: tuple[str, ...]) -> None:
        b = self.b
        b.by_dice = int(self.initiative == "dice")
        named = list(keys) if b.by_dice else list(self.initiative)
        if sorted(named) != sorted(keys):
            raise InputError(
                f"{self.where}: " + gettext("initiative names each side once: {names}", names=", ".join(keys))
            )
        for at, key in enumerate(named):
            b.order[at] = keys.index(key)

    def _begin_case(self, case: CaseFile) -> None:
        """Where a case begins: in a step of a turn, which then runs on."""
        b = self.b
        phase = PHASES.get(case.phase) or Phase[case.phase.upper()]
        b.turn = case.turn - int(case.phase == "turn")
        b.phase = phase.value
        for i in range(int(b.n_figures)):
            if b.figures[i].civilian == 0:
                b.sides[b.figures[i].side].soldiers += 1
            if b.figures[i]["mode"] == Mode.NONE and phase > Phase.MOVEMENT:
                b.figures[i]["mode"] = Mode.STAND.value
            if b.figures[i].state == State.WOUNDED:
                b.figures[i].moved = 1
