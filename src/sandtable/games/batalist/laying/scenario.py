"""Scenarios and cases: from a file to a record of Batalist and its names (ARM-17 to ARM-23)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.compiler.decorators import clause
from sandtable.errors import InputError
from sandtable.files import did_you_mean, place
from sandtable.games import scenarios as shared
from sandtable.games.batalist.clauses import FOLDER
from sandtable.games.batalist.enums import Goal, Phase, State, Thing
from sandtable.games.batalist.laying import standard_musters
from sandtable.games.batalist.laying.ground import (
    far_side,
    ground_word,
    lay_boats,
    lay_ground,
    lay_ladders,
    lay_spots,
)
from sandtable.games.batalist.laying.muster import standard_muster
from sandtable.games.batalist.laying.scenario_file import (
    CaseFile,
    ChangePiece,
    MarkerPiece,
    ScenarioFile,
    SidePiece,
    TableFile,
)
from sandtable.games.batalist.laying.tables import fill_tables, options, read_data
from sandtable.games.batalist.record import BATTLE, RULES
from sandtable.games.batalist.rules import ambush
from sandtable.games.batalist.rules.ordering import lay_fixed
from sandtable.games.batalist.rules.preparing import wind_blows
from sandtable.games.batalist.rules.ways import is_base
from sandtable.games.batalist.switches import TimeOfDay, Weather
from sandtable.games.common.laying import Laying, Stood, check_bases, read_numbers
from sandtable.games.common.options import read_choices, values_of
from sandtable.games.common.worth import fill_weights
from sandtable.games.game import FigureName, Laid, Names
from sandtable.games.language import translated
from sandtable.kernel.geometry import base_of, overlap
from sandtable.kernel.records import NONE
from sandtable.translation import gettext

SCENARIOS = FOLDER / "scenarios"
CASE_KEYS = frozenset(CaseFile.model_fields)
PARTIES = (("south", "South"), ("north", "North"))
WIDTH, HEIGHT, TURNS = 90.0, 60.0, 10
ZONES = ((0.0, 10.5), (49.5, 60.0))
"""Of a table for which no file says more (ARM-17, ARM-19)."""


def _called(file: str) -> tuple[str, ...]:
    """What the things of a file of data are called, in the language spoken."""
    return tuple(translated(FOLDER, one["name"]) for one in read_data(file).values())


@clause("BAT-ARM-17", "BAT-ARM-19", "BAT-ARM-22", "BAT-PRE-3", "BAT-DEF-25", "BAT-TER-1", "BAT-DEP-7")
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
        self.chosen = read_choices(options(), chosen, data, where)
        self.house: dict[str, str] = {}
        self.turns, self.goal = TURNS, Goal.NO_OTHER
        self.zones, self.zones_at = ZONES, where
        self.compass, self.reserves_from = "given", 0
        self.parts: dict[str, list[Any]] = {"ground": [], "rolled": [], "ladders": [], "boats": []}
        self.changes: dict[str, ChangePiece] = {}
        self.sides = {key: SidePiece() for key, _ in PARTIES}
        self.said: dict[tuple[str, str], tuple[Any, str]] = {}  # which file says what of which side
        self.origins: list[str] = []  # of every battalion and hero

    def _add(self, model: TableFile, data: Any, where: str) -> None:
        self.turns = model.turns or self.turns
        self.goal = Goal[model.goal.upper()] if model.goal else self.goal
        if model.zones:
            self.zones, self.zones_at = model.zones, place(data, where, "zones")
        self.compass = model.compass or self.compass
        self.reserves_from = model.reserves_from or self.reserves_from
        self.house |= read_choices(options(), model.house_rules, data, where, "house_rules")
        self.changes.update({str(army): change for army, change in model.changes.items()})
        for word in self.parts:
            self.parts[word] = list(getattr(model, word) or self.parts[word])
        self.rules |= read_numbers(model.rules, RULES, data, where, most=100)
        for key in self.sides:
            said = getattr(model, key).model_dump(exclude_unset=True)
            self.said.update({(key, word): (data, where) for word in said})
            self.sides[key] = SidePiece.model_validate(self.sides[key].model_dump(exclude_unset=True) | said)

    def laid(self) -> Laid:
        """The record, and what everybody is called."""
        b = self.b
        b.width, b.height = WIDTH, HEIGHT
        fill_tables(b, values_of(options(), self.house | self.chosen))
        for key, number in self.rules.items():
            b.rules[key] = number
        fill_weights(b, FOLDER)
        b.turns, b.goal = self.turns, self.goal.value
        b.compass, b.reserves_from = int(self.compass == "rolled"), self.reserves_from
        b.winner = b.striker = b.quarry = b.caster = b.spell = b.spell_at = NONE
        features = lay_ground(b, self.parts["ground"], self.where)
        features += lay_spots(b, self.parts["rolled"])
        if self.goal == Goal.WALL:
            b.wall = far_side(b, f"{self.where}: ground")
        lay_ladders(b, self.parts["ladders"], self.where)
        lay_boats(b, self.parts["boats"], self.where)
        names: list[FigureName] = []
        called = []
        for side, (key, title) in enumerate(PARTIES):
            b.sides[side].zone_from, b.sides[side].zone_to = self.zones[side]
            one = self.sides[key]
            names += self._muster(side, one, key)
            b.sides[side].traps = one.traps
            army = read_data("armies")[one.army]["name"] if one.army else title
            called.append(one.name or translated(FOLDER, army))
        if called[0] == called[1]:
            called = [f"{name} ({translated(FOLDER, title)})" for name, (_, title) in zip(called, PARTIES, strict=True)]
        self._check_places(names)
        if self.case is not None:
            self._begin_case(self.case, names)
        else:
            self._check_zones()
        return Laid(
            self.record,
            Names(
                tuple(names), tuple(features), title=translated(FOLDER, self.title), sides=tuple(called),
                lists={list_: tuple(read_data(list_)) for list_ in ("spells", "orders", "formations", "traps")}
                | {"chosen": ("character",), "arms": ("melee", "shooting")}
                | {"ground": tuple(translated(FOLDER, ground_word(feature)) for feature in features)}
                | {"card": _called("orders"), "turned": _called("orders"), "spell": _called("spells")},
            ),
        )  # fmt: skip

    def _muster(self, side: int, piece: SidePiece, key: str) -> list[FigureName]:
        """The battalions and heroes of a side."""
        muster: dict[str, Any] = {"battalions": [], "heroes": []}
        if piece.army and (piece.battalions is None or piece.heroes is None):
            change = self.changes.get(piece.army, ChangePiece())
            muster = standard_musters.changed(standard_muster(piece.army), change, f"{self.where}: changes")
        if piece.battalions is not None:
            muster["battalions"] = [entry.model_dump(exclude_unset=True) for entry in piece.battalions]
        if piece.heroes is not None:
            muster["heroes"] = [hero if isinstance(hero, str) else hero.model_dump() for hero in piece.heroes]
        self.origins += [self._origin(key, word, at) for word in muster for at in range(len(muster[word]))]
        return standard_musters.bring_on(self.b, side, muster, f"{self.where}: {key}")

    def _origin(self, key: str, word: str, at: int) -> str:
        """Where a file says what stands there; where none does, it is of the army's standard muster."""
        if (key, word) not in self.said:
            return f"{self.where}: {key}"
        data, where = self.said[key, word]
        return place(data, where, key, word, at)

    @clause("BAT-DEF-33")
    def _check_places(self, names: Sequence[FigureName]) -> None:
        """Whoever a file puts on the field touches others at most, unless they are on different storeys."""
        figures = self.b.figures
        spots = [Stood(i, name.id, self.origins[i]) for i, name in enumerate(names) if is_base(figures[i])]
        check_bases(
            self.b, spots, lambda one, other: one.storey == other.storey and overlap(base_of(one), base_of(other))
        )

    def _check_zones(self) -> None:
        """Between the zones lie three times the steps of the fastest battalion of either army."""
        b = self.b
        speeds = [float(b.profiles[b.figures[i].profile].speed) for i in range(int(b.n_figures))]
        apart = self.zones[1][0] - self.zones[0][1]
        if speeds and apart < 3.0 * max(speeds):
            near = gettext(
                "the zones lie {apart:g} steps apart, and the fastest battalion needs {need:g}",
                apart=apart, need=3.0 * max(speeds),
            )  # fmt: skip
            raise InputError(f"{self.zones_at}: {near}")

    def _begin_case(self, case: CaseFile, names: Sequence[FigureName]) -> None:
        """Where a case begins: everybody stands, somebody's go."""
        b = self.b
        b.hour = case.hour - 1 if case.hour else b.hour
        b.sky = case.weather - 1 if case.weather else b.sky
        if case.wind is not None:
            b.wind_to, b.wind = case.wind
        self._check_sky(case)
        if case.phase == "start":
            return
        b.turn, b.phase = case.turn, Phase[case.phase.upper()].value
        b.mover = b.first = b.executor = [key for key, _ in PARTIES].index(case.side)
        for i in range(int(b.n_figures)):
            if b.figures[i].state == State.WAITING:
                raise InputError(f"{self.where}: {gettext('a battalion has no place, and deployment is over')}")
        ids = [name.id for name in names]
        for side, (key, _) in enumerate(PARTIES):
            piece, own = self.sides[key], b.sides[side]
            own.ammunition = own.ammunition_shown = 99 if piece.ammunition is None else piece.ammunition
            if piece.hospital is not None:
                own.hospital, (own.hospital_x, own.hospital_y) = 1, piece.hospital
            for marker in piece.markers:
                self._lay_marker(side, marker, ids)
        if b.phase == Phase.ORDERS:
            self._lay_orders_of_their_own()

    @clause("BAT-OPT-1")
    def _check_sky(self, case: CaseFile) -> None:
        """Hour, weather and wind are told only where the rule that throws for them is used."""
        rules = self.b.options
        used = {
            "hour": rules.time_of_day == TimeOfDay.YES, "weather": rules.weather != Weather.NO,
            "wind": wind_blows(self.b),
        }  # fmt: skip
        for word, is_used in used.items():
            if getattr(case, word) is not None and not is_used:
                unused = gettext("the rule that throws for {word} is not used here", word=word)
                raise InputError(f"{self.where}: {unused}")

    @clause("BAT-IND-2", "BAT-ORD-9")
    def _lay_orders_of_their_own(self) -> None:
        """The phase of orders has begun: Independents have theirs, but where the file says which cards lie on them."""
        for i in range(int(self.b.n_figures)):
            if self.b.figures[i].given == 0:
                lay_fixed(self.b, i)

    def _lay_marker(self, side: int, piece: MarkerPiece, ids: Sequence[str]) -> None:
        """One marker of an ambush, or of a side's trap."""
        if piece.of is not None and piece.of not in ids:
            missing = gettext("there is no battalion {name!r} for a marker", name=piece.of)
            raise InputError(f"{self.where}: {missing}{did_you_mean(piece.of, ids)}")
        thing, owner = (Thing.TRAP, 0) if piece.of is None else (Thing.AMBUSH, ids.index(piece.of))
        marker = self.b.markers[ambush.add_marker(self.b, thing.value, side, owner, *piece.at)]
        marker.true, marker.group = int(piece.real), int(thing == Thing.TRAP)
        marker.kind = list(read_data("traps")).index(piece.trap) if piece.trap else 0
