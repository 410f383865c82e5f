"""Scenarios and cases: from a file to a Flash Flood record and its names (MIS-2 to MIS-4, MIS-12)."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sandtable.compiler.decorators import clause
from sandtable.errors import CapacityError, InputError
from sandtable.files import did_you_mean, place
from sandtable.games import scenarios as shared
from sandtable.games.common.amounts import as_given
from sandtable.games.common.laying import Laying, Stood, on_base_of, read_numbers
from sandtable.games.common.options import read_choices, values_of
from sandtable.games.common.worth import fill_weights
from sandtable.games.flash_flood.clauses import FOLDER
from sandtable.games.flash_flood.laying.forces import LETTERS, is_too_many, read_forces
from sandtable.games.flash_flood.laying.scenario_file import CaseFile, ScenarioFile, Spot, Squad, TableFile
from sandtable.games.flash_flood.laying.sewer import lay_sewer, let_water_in
from sandtable.games.flash_flood.laying.sewer_file import SewerFile, check_sewer, maps, read_sewer
from sandtable.games.flash_flood.laying.tables import fill_rules, options
from sandtable.games.flash_flood.laying.walls import lay_bends, lay_walls
from sandtable.games.flash_flood.record import (
    BATTLE,
    MAX_CHARGES,
    MAX_MODELS,
    MAX_SQUADS,
    RULES,
    Load,
    Phase,
    Side,
    Where,
)
from sandtable.games.flash_flood.rules.coherency import note_standing
from sandtable.games.flash_flood.rules.passing import everybody, who_stands_at
from sandtable.games.flash_flood.rules.sewer import Place, point_of
from sandtable.games.flash_flood.rules.trigger import note_flood
from sandtable.games.flash_flood.rules.walking import is_in_sewer
from sandtable.games.game import FigureName, Laid, Names
from sandtable.games.skirmish40k.laying.data_files import ProfileFile, profile_named, read_profiles, read_weapons
from sandtable.games.skirmish40k.laying.numbers import fill_tables, weapons_of
from sandtable.games.skirmish40k.rules.measuring import is_on_table
from sandtable.kernel.geometry import snap
from sandtable.kernel.log import new_log
from sandtable.kernel.records import MAX_FIGURES, NONE
from sandtable.translation import gettext

SCENARIOS = FOLDER / "scenarios"
CASE_KEYS = frozenset(CaseFile.model_fields)
PARTIES = (("imperials", "Imperials"), ("tyranids", "Tyranids"))
MAP = "hive-sewer"
EMBLEMS = {"imperials": "auxilia", "tyranids": "warband"}


@dataclass
class Standing:
    """One squad as the files have it."""

    id: str
    side: Side
    name: str
    profiles: list[str]
    at: list[Any]
    origin: str
    count_from: int = 0
    ids: list[str] = field(default_factory=list)


@clause(
    "FLOOD-MIS-1",
    "FLOOD-MIS-3",
    "FLOOD-MIS-4",
    "FLOOD-MIS-6",
    "FLOOD-MIS-12",
    "FLOOD-NET-11",
    "FLOOD-SET-7",
    "FLOOD-SET-9",
)
def lay(data: Mapping[str, Any], options: Mapping[str, Any], where: str) -> Laid:
    """The table that scenario ``data`` describes, before any die; every InputError opens with ``where``."""
    return shared.lay(data, options, where, _Table)


def lay_case(data: Mapping[str, Any], where: str) -> Laid:
    """The table part of a case file."""
    return shared.lay_case(data, where, SCENARIOS, CaseFile, _Table)


class _Table(Laying):
    """A record while it is being laid."""

    file = ScenarioFile

    def __init__(self, chosen: Mapping[str, Any], where: str, data: Any) -> None:
        super().__init__(BATTLE, where)
        self.values = values_of(options(), read_choices(options(), chosen, data, where))
        self.map: SewerFile | None = None
        self.origin = ""
        self.squads: list[Standing] = []
        self.names = dict(PARTIES)
        self.charges: list[str] | None = None

    def _add(self, model: TableFile, data: Any, where: str) -> None:
        if isinstance(model.map, SewerFile):
            self.map = check_sewer(data["map"], place(data, where, "map"))
        elif model.map is not None:
            try:
                self.map = read_sewer(model.map if model.map in maps() else Path(model.map))
            except InputError as error:
                raise InputError(f"{place(data, where, 'map')}: {error}") from None
        self.origin = model.origin or self.origin
        if model.charges is not None:
            self.charges = list(model.charges)
        self.rules |= read_numbers(model.rules, RULES, data, where, most=100, least=0)
        for side in Side:
            word = side.name.lower()
            party = getattr(model, word)
            self.names[word] = party.name or self.names[word]
            if party.force:
                self._muster(party.force, side, place(data, where, word, "force"))
            for at, entry in enumerate(party.squads):
                self._add_squad(entry, side, place(data, where, word, "squads", at))

    def _muster(self, force: str, side: Side, origin: str) -> None:
        """The squads of a ready force, which their owner sets up."""
        known = read_forces()
        if force not in known.forces:
            raise InputError(
                f"{origin}: {gettext('there is no force {name!r}', name=force)}{did_you_mean(force, known.forces)}"
            )
        for letter, key in zip(LETTERS[side.name.lower()], known.forces[force], strict=False):
            squad = known.squads[key]
            if squad.side != side.name.lower():
                raise InputError(
                    f"{origin}: {gettext('the force {force} is one of the {side}', force=force, side=squad.side)}"
                )
            self.squads.append(Standing(letter, side, squad.name, squad.profiles(), [], origin))

    def _add_squad(self, entry: Squad, side: Side, origin: str) -> None:
        profiles, name = list(entry.models), entry.name
        if entry.squad:
            known = read_forces().squads
            if entry.squad not in known:
                wrong = gettext("there is no squad {name!r}", name=entry.squad)
                raise InputError(f"{origin}: {wrong}{did_you_mean(entry.squad, known)}")
            profiles, name = known[entry.squad].profiles(), name or known[entry.squad].name
        if any(one.id == entry.id for one in self.squads):
            raise InputError(f"{origin}: {gettext('the squad {id} stands twice', id=entry.id)}")
        if len(profiles) > MAX_MODELS:
            wrong = gettext("a squad has room for {most} models, found {number}", most=MAX_MODELS, number=len(profiles))
            raise CapacityError(f"{origin}: {wrong}")
        if entry.at and len(entry.at) != len(profiles):
            wrong = gettext(
                "expected a place for each of {number} models, found {places}",
                number=len(profiles),
                places=len(entry.at),
            )
            raise InputError(f"{origin}: {wrong}")
        self.squads.append(Standing(entry.id, side, name or f"Squad {entry.id}", profiles, list(entry.at), origin))

    # ------------------------------------------------------------ the record

    def laid(self) -> Laid:
        """The record, and what everybody is called."""
        b = self.b
        sewer = self.map or read_sewer(MAP)
        profiles = self._profiles()
        try:
            places = fill_tables(b, profiles, read_weapons(), self.values)
        except CapacityError as error:
            raise CapacityError(f"{self.where}: {error}") from None
        fill_rules(b, self.values)
        for key, number in self.rules.items():
            b.rules[key] = number
        lay_sewer(b, sewer)
        let_water_in(b, sewer, self.values, self.origin, self.where)
        lay_walls(b, sewer)
        lay_bends(b, sewer, tuple(float(b.profiles[at].radius) for at in places.values()) or (0.5,))
        nodes = list(sewer.nodes)
        for side in Side:
            home = sewer.homes.get(side.name.lower(), nodes[-1 if side == Side.IMPERIALS else 0])  # type: ignore[call-overload]
            b.homes[side.value] = nodes.index(home)
        fill_weights(b, FOLDER)
        self._blank()
        names = self._lay_squads(sewer, profiles, places)
        self._lay_charges(names)
        if self.case is not None:
            self._begin_case(self.case, sewer, names)
        self._check_places(names)
        parties = tuple(self.names[key] for key, _ in PARTIES)
        weapons = tuple(read_weapons()[key].name.lower() for key in weapons_of(profiles, read_weapons()))
        squads = tuple(one.id for one in self.squads)
        steps = tuple(phase.name.lower().replace("_", " ") for phase in Phase)
        lists = {"squads": squads, "corridors": tuple(sewer.corridors), "weapons": weapons, "steps": steps}
        extra = {"sewer": sewer, "squads": tuple(self._called(one) for one in self.squads)}
        return Laid(
            self.record,
            Names(
                tuple(names), (), items=("c1", "c2", "c3"), places=tuple(sewer.nodes), title=self.title, sides=parties,
                lists=lists, extra=extra,
            ),
        )  # fmt: skip

    def _check_places(self, names: list[FigureName]) -> None:
        """Whoever a file puts on the table stands with the whole base where the sewer is, and on nobody else's."""
        b = self.b
        for i, name in enumerate(names):
            figure = b.figures[i]
            if not is_on_table(figure):
                continue
            spot = f"{self.where}: {name.id} at ({as_given(figure.x):g}, {as_given(figure.y):g})"
            if not is_in_sewer(b, figure.x, figure.y, 0.5 * figure.width):
                raise InputError(gettext("{spot} stands in the masonry", spot=spot))
            other = who_stands_at(b, i, everybody(b), figure.x, figure.y)
            if other != NONE:
                raise on_base_of(b, Stood(i, name.id, self.where), Stood(other, names[other].id, self.where))

    def _called(self, squad: Standing) -> str:
        """Its name, with a number where its side has several of that name."""
        alike = [one.id for one in self.squads if one.side == squad.side and one.name == squad.name]
        return squad.name if len(alike) == 1 else f"{squad.name} {alike.index(squad.id) + 1}"

    def _profiles(self) -> dict[str, ProfileFile]:
        known = read_profiles()
        found = {}
        for one in self.squads:
            for word in one.profiles:
                profile_named(known, word, one.origin)
                key = word if word in known else next(k for k, p in known.items() if p.name.lower() == word.lower())
                found[key] = known[key]
        return found

    def _blank(self) -> None:
        b = self.b
        for i in range(MAX_FIGURES):
            for name in ("unit", "squad", "through", "fires", "aim", "from_flood"):
                b.figures[i][name] = NONE
        for u in range(len(b.units)):
            b.units[u].shot_at = NONE
            for name in ("of", "rounds", "met", "main"):
                b.squads[u][name] = NONE
        b.active = b.chamber_squad = NONE
        for charge in b.charges:
            charge.bearer = NONE

    def _lay_squads(
        self, sewer: SewerFile, profiles: Mapping[str, ProfileFile], places: Mapping[str, int]
    ) -> list[FigureName]:
        b = self.b
        names: list[FigureName] = []
        if len(self.squads) > MAX_SQUADS:
            wrong = gettext(
                "a battle has room for {most} squads, found {number}", most=MAX_SQUADS, number=len(self.squads)
            )
            raise CapacityError(f"{self.where}: {wrong}")
        models = sum(len(one.profiles) for one in self.squads)
        if models > MAX_FIGURES:
            wrong = gettext("a battle has room for {most} models, found {models}", most=MAX_FIGURES, models=models)
            raise CapacityError(f"{self.where}: {wrong}")
        if is_too_many(models):
            warnings.warn(f"{self.where}: {models} models; the flood is meant for 60 at most", stacklevel=2)
        known = read_profiles()
        for u, one in enumerate(self.squads):
            unit = b.units[u]
            unit.side, unit["first"], unit["count"] = one.side.value, len(names), len(one.profiles)
            unit.at_start = unit.at_phase = len(one.profiles)
            b.squads[u].of, called = u, self._called(one)
            for k, word in enumerate(one.profiles):
                i = len(names)
                key = word if word in known else next(k for k, p in known.items() if p.name.lower() == word.lower())
                figure = b.figures[i]
                figure.side, figure.profile, figure.unit, figure.squad = one.side.value, places[key], u, u
                figure.wounds = b.profiles[figure.profile].wounds
                figure.width = figure.depth = 2.0 * b.profiles[figure.profile].radius
                figure.fy = 1.0
                figure["where"] = Where.BOX.value
                if one.at:
                    figure["where"] = Where.TABLE.value
                    figure.x, figure.y = self._point(one.at[k], sewer, one.origin)
                name = f"{one.id}{k + 1}"
                one.ids.append(name)
                side = one.side.name.lower()
                names.append(FigureName(name, profiles[key].name, key, EMBLEMS[side], name, unit=called))
        b.n_figures, b.n_units, b.n_squads = len(names), len(self.squads), len(self.squads)
        return names

    def _point(self, spot: Spot, sewer: SewerFile, origin: str) -> tuple[float, float]:
        """A point of a file on the lattice, or of a place as the water sees it."""
        if not isinstance(spot, str):
            return float(snap(spot[0])), float(snap(spot[1]))
        corridor, along, lane = spot.split(":")
        if corridor not in sewer.corridors:
            wrong = gettext("there is no corridor {name!r}", name=corridor)
            raise InputError(f"{origin}: {wrong}{did_you_mean(corridor, sewer.corridors)}")
        x, y = point_of(self.b, Place(list(sewer.corridors).index(corridor), float(along), float(lane)))
        return float(snap(x)), float(snap(y))

    def _lay_charges(self, names: list[FigureName]) -> None:
        """Three charges, of which the scenario may say who carries them; no nest, no charges."""
        b = self.b
        b.n_charges = MAX_CHARGES if b.nest_radius > 0 and self.case is None else 0
        if self.charges is None:
            return
        b.n_charges = max(len(self.charges), int(b.n_charges))
        ids = [name.id for name in names]
        for k, bearer in enumerate(self.charges):
            if bearer not in ids:
                wrong = gettext("there is no model {name!r}", name=bearer)
                raise InputError(f"{self.where}: charges: {wrong}{did_you_mean(bearer, ids)}")
            if b.figures[ids.index(bearer)].side != Side.IMPERIALS:
                raise InputError(f"{self.where}: charges: {gettext('{bearer} is no Imperial', bearer=bearer)}")
            b.charges[k].bearer = ids.index(bearer)

    def _begin_case(self, case: CaseFile, sewer: SewerFile, names: list[FigureName]) -> None:
        """Where a case begins: a phase of a player turn, which runs on from its beginning."""
        b = self.b
        ids = [name.id for name in names]
        for key, model in case.models.items():
            if key not in ids:
                raise InputError(
                    f"{self.where}: models: {gettext('there is no model {name!r}', name=key)}{did_you_mean(key, ids)}"
                )
            figure = b.figures[ids.index(key)]
            if model.at is not None:
                figure.x, figure.y = self._point(model.at, sewer, f"{self.where}: models: {key}")
                figure["where"] = Where.TABLE.value
            if model.gantry is not None:
                figure.level = int(model.gantry)
            if model.wounds is not None:
                figure.wounds = model.wounds
        for k, load in enumerate(case.loads):
            charge = b.charges[k]
            if load.bearer is not None:
                charge.bearer = ids.index(load.bearer)
            if load.at is not None:
                charge.state = Load.LYING.value
                charge.x, charge.y = self._point(load.at, sewer, f"{self.where}: loads")
            if load.planted:
                charge.state = Load.PLANTED.value
        b.n_charges = max(int(b.n_charges), len(case.loads))
        if case.phase == "start":
            return
        b.phase, b.turn = Phase[case.phase.upper()].value, case.turn
        b.first_side = Side[case.first.upper()].value
        b.side = Side[case.side.upper()].value
        b.player = int(b.side != b.first_side)
        if case.flooded:
            note_flood(b, case.turn - 1)
            for u in range(int(b.n_squads)):
                note_standing(b, u, new_log(keep=False))
        squads = [one.id for one in self.squads]
        for key, change in case.units.items():
            if key not in squads:
                raise InputError(
                    f"{self.where}: units: {gettext('there is no squad {name!r}', name=key)}{did_you_mean(key, squads)}"
                )
            unit = b.units[squads.index(key)]
            unit.falling_back, unit.moved, unit.run_roll = int(change.falling_back), int(change.moved), change.run
            if change.shot_at is not None:
                unit.shot_at = b.figures[ids.index(change.shot_at)].unit
        if case.phase in ("movement", "shooting", "charging"):
            b.case_begins = 1
