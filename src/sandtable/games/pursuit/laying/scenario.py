"""Scenarios and cases: from a file to a Pursuit record and its names (LIST, TAB, DEP)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sandtable.compiler.decorators import clause
from sandtable.errors import CapacityError, InputError
from sandtable.files import did_you_mean, place
from sandtable.games import scenarios as shared
from sandtable.games.common.laying import Laying, Stood, check_bases, read_numbers
from sandtable.games.common.options import read_choices, values_of
from sandtable.games.common.worth import fill_weights
from sandtable.games.game import FigureName, Laid, Names
from sandtable.games.pursuit.clauses import FOLDER
from sandtable.games.pursuit.laying.city import SIZES, Piece, default_city, lay_city, pieces_of
from sandtable.games.pursuit.laying.scenario_file import CaseFile, FigurePiece, Party, ScenarioFile, TableFile
from sandtable.games.pursuit.laying.tables import fill_rules, options
from sandtable.games.pursuit.record import (
    BATTLE,
    MAX_FIGURES,
    MAX_PIECES,
    RULES,
    Phase,
    Side,
    Where,
)
from sandtable.games.skirmish40k.laying.data_files import ProfileFile, profile_named, read_profiles, read_weapons
from sandtable.games.skirmish40k.laying.numbers import fill_tables
from sandtable.kernel.discs import disc_of, discs_overlap
from sandtable.kernel.geometry import facing_of_degrees, snap
from sandtable.kernel.records import NONE
from sandtable.translation import all_of, gettext

SCENARIOS = FOLDER / "scenarios"
CASE_KEYS = frozenset(CaseFile.model_fields)

ARSENAL_GUNS = ("hot_pistol", "storm_rifle")
ARSENAL_GEAR = ("close_weapon", "power_weapon", "power_fist")
"""LIST-5: at most one of each."""

PARTIES = (("quarry", "Quarry"), ("hunters", "Hunters"))
LETTERS = {"leader": "S"}
EMBLEMS = {"bike": "bike", "wings": "wings", "foot": "walker"}


@dataclass
class Standing:
    """One figure as the files have it."""

    piece: FigurePiece
    side: Side
    origin: str


@clause(
    "PURS-ADA-1",
    "PURS-ADA-2",
    "PURS-DEP-5",
    "PURS-DEP-6",
    "PURS-DEP-7",
    "PURS-GEN-1",
    "PURS-GEN-2",
    "PURS-GEN-5",
    "PURS-LIST-1",
    "PURS-LIST-2",
    "PURS-LIST-3",
    "PURS-LIST-5",
    "PURS-LIST-6",
    "PURS-OBJ-10",
    "PURS-REC-9",
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
        self.pieces: tuple[Piece, ...] = ()
        self.standing: list[Standing] = []
        self.names = dict(PARTIES)
        self.mines: tuple[str, str] | None = None
        self.random = False
        self._blank()

    def _blank(self) -> None:
        b = self.b
        fill_rules(b, self.values)
        for i in range(MAX_FIGURES):
            for field in ("extra", "stopped", "carrier", "unit"):
                b.figures[i][field] = NONE
        for field in ("active", "last_piece", "place", "mine_profile"):
            b[field] = NONE
        b.motion.inside = b.motion.exempt = NONE
        b.fight.newcomer = NONE
        b.placer = Side.HUNTERS.value
        b.mine_radius = 0.75
        b.length, b.breadth = SIZES[self.values["table"]]
        fill_weights(b, FOLDER)

    def add_case(self, model: CaseFile, data: Mapping[str, Any], where: str) -> None:
        """What a case says, over the scenario that it may start from."""
        super().add_case(model, data, where)
        if model.mines is None and model.clusters:
            self.mines = ("float_mine_cluster", "frag_mine")

    def _add(self, model: TableFile, data: Any, where: str) -> None:
        if model.table is not None:
            self.b.length, self.b.breadth = model.table.length, model.table.breadth
        if model.city is not None:
            self.random = model.city == "random"
            self.pieces = pieces_of(model.city) if isinstance(model.city, list) else default_city()
            lay_city(self.b, self.pieces, f"{where}: city", warn=isinstance(model.city, list) and not self.case)
        if model.mines is not None:
            self.mines = (model.mines.profile, model.mines.weapon)
        for key, number in read_numbers(model.rules, RULES, data, where, most=1000, least=0).items():
            self.b.rules[key] = number
        for side in Side:
            word = side.name.lower()
            party: Party = getattr(model, word)
            self.names[word] = party.name or self.names[word]
            listed = [(entry, place(data, where, word, "figures", at)) for at, entry in enumerate(party.figures)]
            if party.reinforcements and _are_wanted(self.standing, self.values):
                listed += [
                    (entry, place(data, where, word, "reinforcements", at))
                    for at, entry in enumerate(party.reinforcements)
                ]
            for entry, origin in listed:
                self._stand(entry, side, origin)

    def _stand(self, entry: FigurePiece, side: Side, origin: str) -> None:
        for known in self.standing:
            if known.piece.id == entry.id:
                if self.case is None:
                    raise InputError(f"{origin}: {gettext('the figure {id} stands twice', id=entry.id)}")
                changed = entry.model_dump(exclude_unset=True)
                known.piece = known.piece.model_copy(update=changed)
                known.origin = origin
                return
        self.standing.append(Standing(entry, side, origin))

    def laid(self) -> Laid:
        """The record, and what everybody is called."""
        places = self._fill_profiles()
        names = [self._lay_figure(i, one, places) for i, one in enumerate(self.standing)]
        self.b.n_figures = len(names)
        self._check_places()
        self.b.random_city = int(self.random)
        if self.case is not None:
            self._begin_case(self.case)
        guns = sorted({int(w) for p in self.b.profiles[: len(places)] for w in p["weapons"] if w != NONE})
        parties = tuple(self.names[key] for key, _ in PARTIES)
        steps = tuple(phase.name.lower() for phase in Phase)
        lists = {"pieces": tuple(piece.id for piece in self.pieces), "guns": tuple(map(str, guns)), "steps": steps}
        return Laid(
            self.record,
            Names(
                tuple(names),
                tuple(piece.id for piece in self.pieces),
                items=("gun1", "gun2", "gun3", "gun4"),
                title=self.title,
                sides=parties,
                lists=lists,
                extra={"weapons": self.weapon_names},
            ),
        )

    def _fill_profiles(self) -> dict[str, int]:
        """A profile for every kind of figure, with what was bought for it; where each stands."""
        profiles, weapons = read_profiles(), read_weapons()
        wanted: dict[str, ProfileFile] = {}
        for one in self.standing:
            known = profile_named(profiles, one.piece.profile, one.origin)
            wanted[_kind(one.piece)] = _with_arsenal(known, one.piece, one.origin)
        if self.mines is not None:
            known = profile_named(profiles, self.mines[0], f"{self.where}: mines")
            wanted["mines"] = known.model_copy(update={"weapons": [self.mines[1]]})
        try:
            places = fill_tables(self.b, wanted, weapons, self.values)
        except CapacityError as error:
            raise CapacityError(f"{self.where}: {error}") from None
        keys = [key for profile in wanted.values() for key in (*profile.weapons, *profile.weapons_5)]
        self.weapon_places = {key: at for at, key in enumerate(dict.fromkeys(key for key in keys if key in weapons))}
        self.weapon_names = tuple(weapons[key].name for key in self.weapon_places)
        if self.mines is not None:
            self.b.mine_profile = places["mines"]
            self.b.mine_radius = float(self.b.profiles[places["mines"]].radius)
            self.b.mine_weapon = int(self.b.profiles[places["mines"]].weapons[0])
        self.profile_files = wanted
        return places

    def _lay_figure(self, i: int, one: Standing, places: Mapping[str, int]) -> FigureName:
        if i >= MAX_FIGURES:
            wrong = gettext("a chase has room for {most} figures and this one has more", most=MAX_FIGURES)
            raise CapacityError(f"{one.origin}: {wrong}")
        b, piece = self.b, one.piece
        figure, profile = b.figures[i], self.profile_files[_kind(piece)]
        figure.side, figure.profile = one.side.value, places[_kind(piece)]
        figure.wounds = b.profiles[figure.profile].wounds
        figure.width = figure.depth = 2.0 * b.profiles[figure.profile].radius
        figure.fx, figure.fy = facing_of_degrees(piece.facing)
        figure["where"] = Where.BOX.value
        if piece.at is not None:
            figure["where"] = Where.TABLE.value
            figure.x, figure.y = map(snap, piece.at)
        if piece.weapon:
            figure.extra = self.weapon_places.get(piece.weapon, NONE)
        if piece.stopped:
            ids = [known.id for known in self.pieces]
            if piece.stopped not in ids:
                wrong = gettext("there is no piece {name!r}", name=piece.stopped)
                raise InputError(f"{one.origin}: {wrong}{did_you_mean(piece.stopped, ids)}")
            figure.stopped = ids.index(piece.stopped)
        figure.accelerated = int(piece.accelerated)
        letter = "S" if "leader" in profile.gear else profile.name[:1]
        return FigureName(
            piece.id, piece.name or profile.name, _kind(piece), profile.emblem or EMBLEMS[profile.mount], letter
        )

    def _begin_case(self, case: CaseFile) -> None:
        """Where a case begins: a phase, whose order is made when it runs on."""
        b = self.b
        b.phase = Phase[case.phase.upper()].value
        b.turn = case.turn
        ids = [piece.id for piece in self.pieces]
        for m, cluster in enumerate(case.clusters):
            mine = b.mines[m]
            mine.on, mine.x, mine.y = 1, snap(cluster.at[0]), snap(cluster.at[1])
            mine.piece = ids.index(cluster.piece) if cluster.piece in ids else MAX_PIECES
        for i in range(int(b.n_figures)):
            b.figures[i].start_x = b.figures[i].x

    @clause("PURS-GEN-5")
    def _check_places(self) -> None:
        """Whoever a file puts on the table touches others at most."""
        figures = self.b.figures
        spots = [
            Stood(i, one.piece.id, one.origin)
            for i, one in enumerate(self.standing)
            if figures[i]["where"] == Where.TABLE
        ]
        check_bases(self.b, spots, lambda one, other: discs_overlap(disc_of(one), disc_of(other)))


@clause("PURS-LIST-4")
def _are_wanted(standing: Sequence[Standing], values: Mapping[str, str]) -> bool:
    """Reinforcements come: the quarry has a Veteran with extra gear (by house rule: any Veteran)."""
    if values["extra_gargoyles_if"] == "upgrade":
        return any(one.piece.profile == "scout_rider_veteran" for one in standing)
    return any(one.piece.weapon or one.piece.gear for one in standing if one.side == Side.QUARRY)


def _kind(piece: FigurePiece) -> str:
    """What tells a figure's profile from others: its own, and what was bought for it."""
    return "+".join([piece.profile, *([piece.weapon] if piece.weapon else []), *piece.gear])


@clause("PURS-LIST-5")
def _with_arsenal(profile: ProfileFile, piece: FigurePiece, origin: str) -> ProfileFile:
    """The profile with what was bought: at most one shooting weapon and one close combat item of the Arsenal."""
    _only_one(piece.gear, ARSENAL_GEAR, origin)
    _only_one([piece.weapon] if piece.weapon else [], ARSENAL_GUNS, origin)
    if not (piece.weapon or piece.gear):
        return profile
    weapons = [*profile.weapons, *([piece.weapon] if piece.weapon else [])]
    return profile.model_copy(update={"weapons": weapons, "gear": [*profile.gear, *piece.gear]})


def _only_one(bought: Sequence[str], offered: Sequence[str], origin: str) -> None:
    for key in bought:
        if key not in offered:
            wrong = gettext("the Arsenal has no {name!r}", name=key)
            raise InputError(f"{origin}: {wrong}{did_you_mean(key, offered)}")
    if len(bought) > 1:
        raise InputError(
            f"{origin}: " + gettext("expected one item of the Arsenal, found {names}", names=all_of(bought))
        )
