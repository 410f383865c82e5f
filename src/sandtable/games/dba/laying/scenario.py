"""Scenarios: from a scenario file, or the table part of a case file, to a battle record and its names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from sandtable.compiler.decorators import clause
from sandtable.errors import InputError
from sandtable.files import MarkedDict, check, describe, did_you_mean, place
from sandtable.games import scenarios as shared
from sandtable.games.common.amounts import Agreement
from sandtable.games.common.options import read_choices
from sandtable.games.common.scenario_files import read_number
from sandtable.games.dba.clauses import FOLDER
from sandtable.games.dba.laying.armies import (
    Army,
    ArmyCamp,
    ArmyFile,
    Element,
    check_army,
    check_camp_size,
    find_list,
    fit,
    read_troops,
)
from sandtable.games.dba.laying.ground import Board, lay_ground
from sandtable.games.dba.laying.numbers import blank, fill_rules
from sandtable.games.dba.laying.scenario_file import (
    EDGES,
    FACING_FROM,
    RIVER_OF,
    SIDE_KEYS,
    USUAL_EDGE,
    WHERE_OF,
    CampPiece,
    CaseFile,
    FigurePiece,
    Row,
    ScenarioFile,
    SideArmy,
    TableFile,
)
from sandtable.games.dba.laying.standing import Muster, Standing, lay_figures, middle_of, stand_in_ranks
from sandtable.games.dba.laying.tables import (
    TOPOGRAPHY_WORDS,
    TYPE_CODES,
    TYPE_WORDS,
    SubType,
    chosen_values,
    options,
    rules_file,
    troops_of,
)
from sandtable.games.dba.record import RULES, Phase, Side, Type, Where
from sandtable.games.dba.rules.victory import counts_as_lost
from sandtable.games.dba.showing.phrases import WORD_LISTS
from sandtable.games.game import FigureName, Laid, Names
from sandtable.kernel.geometry import facing_of_degrees, snap
from sandtable.kernel.records import NONE
from sandtable.translation import gettext

__all__ = ["CASE_KEYS", "lay", "lay_case", "options", "scenario_data"]

SCENARIOS = FOLDER / "scenarios"
CASE_KEYS = frozenset(CaseFile.model_fields)
SIDE_WORDS = {side: word for word, side in SIDE_KEYS.items()}
LETTERS = {Type.SCH: "SC", Type.ART: "Ar", Type.WWG: "WW"}
"""Two letters for the types whose code has three."""

TYPE_TABLES = ("move", "range", "factor", "factor_shooting", "mounted", "impetuous", "difficult",
               "steady_in_bad_going", "contacts")  # fmt: skip
"""Rules that have an entry for every troop type."""

MOST = 10_000
"""No number of the rules is larger."""


def scenario_data(name: str) -> tuple[MarkedDict, str]:
    """The data of a scenario named by its key, or by the path of a file, and its name for errors."""
    return shared.scenario_data(SCENARIOS, name)


@clause("DBA-ARMY-1", "DBA-ARMY-6", "DBA-DEPLOY-2", "DBA-DEPLOY-10", "WAD-CAMP-2", "WAD-DISM-4")
def lay(data: Mapping[str, Any], options: Mapping[str, Any], where: str) -> Laid:
    """The table that scenario ``data`` describes, before any die; every InputError opens with ``where``."""
    return shared.lay(data, options, where, _Table)


def drawn_on(board: str) -> float:
    """The side of the board on which a scenario is drawn, in paces."""
    rules = rules_file()
    side: float = rules.options["board"]["regulation"]["table"] if board == "regulation" else rules.paces["table"]
    return side


def lay_case(data: Mapping[str, Any], where: str) -> Laid:
    """The table part of a case file: ``scenario`` (or none), ``options``, ``terrain``, ``figures`` and the rest.

    A figure with an id of the scenario changes what it gives; others are added. Bound, side and PIPs are the case's
    own business.
    """
    return shared.lay_case(data, where, SCENARIOS, CaseFile, _Table)


class _Table:
    """A battle record while it is being laid."""

    def __init__(self, chosen: Mapping[str, Any], where: str, data: Any) -> None:
        self.record = blank()
        self.b = self.record[0]
        self.values = chosen_values(read_choices(options(), chosen, data, where))
        fill_rules(self.b, self.values)
        self.board = Board(float(self.b.table_width), float(self.b.table_height))
        self.title = ""
        self.goals: dict[str, str] = {}
        self.features: list[str] = []
        self.standing: list[Standing] = []
        self.sides: dict[Side, str] = {side: word.capitalize() for side, word in SIDE_WORDS.items()}
        self.muster = Muster(set())
        self.by_hand = False
        self.has_terrain = False
        for side in Side:
            self._set_edge(side, USUAL_EDGE["red" if side == Side.RED else "blue"])

    def _depth(self, troops: SubType) -> float:
        """The depth of these troops' base in paces, under the options."""
        return troops.depth(self.values["scale"], self.values["wagon_model"])

    # ------------------------------------------------------------ scenario and case

    def add_scenario(self, data: Mapping[str, Any], where: str) -> None:
        """Everything that a scenario says."""
        model = check(data, ScenarioFile, where)
        self.title, self.goals = model.title, {str(side): text for side, text in model.goals.items()}
        drawn = drawn_on(model.board)
        if drawn != float(self.b.table_width):
            self.board = Board(float(self.b.table_width), float(self.b.table_height), drawn)
        self.by_hand = model.deployment == "by hand"
        self._add(model, data, where, complete=True)
        if self.by_hand and (model.rows or model.figures):
            wrong = gettext("expected no rows or figures with a deployment by hand")
            raise InputError(f"{place(data, where, 'deployment')}: {wrong}")
        self.board = Board(float(self.b.table_width), float(self.b.table_height))

    def add_case(self, model: CaseFile, data: Mapping[str, Any], where: str) -> None:
        """What a case says, over the scenario that it may start from."""
        self._add(model, data, where, complete=False)

    def _add(self, model: TableFile, data: Any, where: str, *, complete: bool) -> None:
        _set_rules(self.b.rules, model.rules, data, where)
        self.features += lay_ground(self.b, model.terrain, self.board, data, where)
        self.has_terrain = self.has_terrain or bool(model.terrain)
        if "river" in model.model_fields_set or complete:
            self.b.river = RIVER_OF[model.river].value
        for side in Side:
            if complete or side in self._named_armies(model):
                self._add_army(side, model.armies.of(side), data, where)
        if model.attacker is not None:
            self.b.attacker = SIDE_KEYS[model.attacker].value
        elif complete:
            blue_attacks = self.b.aggression[Side.BLUE] > self.b.aggression[Side.RED]
            self.b.attacker = Side.BLUE.value if blue_attacks else Side.RED.value
        self.muster.taken |= {piece.id for piece in model.figures}
        for index, row in enumerate(model.rows):
            self._add_row(row, place(data, where, "rows", index))
        for index, piece in enumerate(model.figures):
            self._add_figure(piece, place(data, where, "figures", index))
        if complete:
            self._check_lists(model, data, where)

    @staticmethod
    def _named_armies(model: TableFile) -> set[Side]:
        given = model.armies.model_fields_set
        return {side for word, side in SIDE_KEYS.items() if word in given}

    # ------------------------------------------------------------ armies and camps

    def _set_edge(self, side: Side, word: str) -> None:
        self.b.edge[side] = EDGES.index(word)

    @property
    def _edges(self) -> dict[Side, str]:
        return {side: EDGES[int(self.b.edge[side])] for side in Side}

    def _add_army(self, side: Side, army: SideArmy, data: Any, where: str) -> None:
        origin = (data, where, "armies", SIDE_WORDS[side])
        if army.edge is not None:
            self._set_edge(side, army.edge)
        topography, aggression = army.topography, army.aggression
        if army.list:
            _, listed = find_list(army.list, place(*origin, "list"))
            topography = topography or listed.topography
            aggression = listed.aggressions[0] if aggression is None else aggression
            self.sides[side] = listed.army
        self.sides[side] = army.name or self.sides[side]
        self.b.topography[side] = TOPOGRAPHY_WORDS[topography or "arable"].value
        self.b.aggression[side] = aggression or 0
        if self.by_hand:
            self._bring(side, _army_of(army, self.values, *origin), place(*origin))
        elif army.camp is not None:
            self._pitch(side, army.camp, place(*origin, "camp"))

    def _bring(self, side: Side, army: Army, origin: str) -> None:
        """An army that is to be deployed by hand, its elements waiting and its camp not yet pitched."""
        for element in army.elements:
            self.standing.append(
                Standing(
                    self.muster.next_id(side),
                    element,
                    side,
                    0.0,
                    0.0,
                    FACING_FROM[self._edges[side]],
                    origin,
                    where=Where.UNDEPLOYED,
                )
            )
        if army.camp is None:
            return
        camp = self.b.camps[side]
        self._size_camp(camp, army.camp)
        facing = facing_of_degrees(FACING_FROM[self._edges[side]])
        camp.fx, camp.fy = facing.x, facing.y
        if army.camp.followers:
            self._add_followers(side, origin, Where.UNDEPLOYED, NONE)

    def _size_camp(self, camp: Any, size: ArmyCamp) -> None:
        camp.width = size.length * self.b.rules.base_width
        camp.depth = size.width * self.b.rules.base_width

    def _pitch(self, side: Side, piece: CampPiece, origin: str) -> None:
        """A camp that stands: at a place, or along its side's base edge and touching it."""
        check_camp_size(piece.length, piece.width, self.values["camp_size"], origin, self.values["camp_size_test"])
        camp = self.b.camps[side]
        self._size_camp(camp, piece)
        edge = self._edges[side]
        facing = facing_of_degrees(FACING_FROM[edge] if piece.facing is None else piece.facing)
        if piece.at is not None:
            x, y = self.board.moved(piece.at)
        else:
            x, y = self._camp_along(edge, 0.5 * self.b.table_width if piece.along is None else piece.along, camp)
        camp.x, camp.y = snap(x), snap(y)
        camp.fx, camp.fy = facing.x, facing.y
        camp.present = 1
        camp.holder = side.value if piece.held_by is None else SIDE_KEYS[piece.held_by].value
        self.standing = [who for who in self.standing if not (who.troops.type == Type.CF and who.camp == side)]
        if piece.followers:
            self._add_followers(side, origin, Where.TABLE, side.value)

    def _camp_along(self, edge: str, along: float, camp: Any) -> tuple[float, float]:
        x, y = self.board.moved((along, along))
        half = 0.5 * float(camp.depth)
        width, height = float(self.b.table_width), float(self.b.table_height)
        return {"south": (x, half), "north": (x, height - half), "west": (half, y), "east": (width - half, y)}[edge]

    def _add_followers(self, side: Side, origin: str, where: Where, camp: int) -> None:
        camp_record = self.b.camps[side]
        self.standing.append(
            Standing(
                f"{'RB'[side]}CF",
                read_troops("CF")[0],
                side,
                float(camp_record.x),
                float(camp_record.y),
                FACING_FROM[self._edges[side]],
                origin,
                where=where,
                camp=camp,
            )
        )

    # ------------------------------------------------------------ elements

    def _add_row(self, row: Row, origin: str) -> None:
        side = SIDE_KEYS[row.side]
        facing = FACING_FROM[self._edges[side]] if row.facing is None else row.facing
        front = self.board.moved(row.front)
        try:
            stood = stand_in_ranks(row.lines, front, facing, float(self.b.rules.base_width), self._depth)
        except ValueError as error:
            raise InputError(f"{origin}: {error}") from None
        for element, x, y in stood:
            self.standing.append(Standing(self.muster.next_id(side), element, side, x, y, facing, origin))

    def _add_figure(self, piece: FigurePiece, origin: str) -> None:
        known = {who.id: index for index, who in enumerate(self.standing)}
        if piece.id in known:
            index = known[piece.id]
            self.standing[index] = self._changed(self.standing[index], piece, origin)
        else:
            self.standing.append(self._new(piece, origin))

    def _new(self, piece: FigurePiece, origin: str) -> Standing:
        if piece.kind is None:
            raise InputError(f"{origin}.is: {gettext('expected troops like 4Bd, found nothing')}")
        if piece.side is None:
            raise InputError(f"{origin}.side: {gettext('expected red or blue, found nothing')}")
        side = SIDE_KEYS[piece.side]
        element = _element(piece.kind, piece.general, origin)
        facing = FACING_FROM[self._edges[side]] if piece.facing is None else piece.facing
        who = Standing(piece.id, element, side, 0.0, 0.0, facing, origin)
        given = piece.at or piece.front or piece.left
        if given is None and piece.where == "table" and piece.camp is None:
            raise InputError(f"{origin}.at: {gettext('expected [x, y] in paces, found nothing')}")
        return self._changed(who, piece, origin)

    def _changed(self, who: Standing, piece: FigurePiece, origin: str) -> Standing:
        """The element with what ``piece`` says about it."""
        changes: dict[str, Any] = {"origin": origin}
        given = piece.model_fields_set
        if piece.kind is not None or "general" in given:
            word = piece.kind or who.element.word
            general = piece.general if "general" in given else who.element.general
            changes["element"] = _element(word, general, origin)
        for field in ("name", "facing", "moves", "charged"):
            if field in given and getattr(piece, field) is not None:
                changes[field] = getattr(piece, field)
        if "where" in given:
            changes["where"] = WHERE_OF[piece.where]
        if piece.camp is not None:
            changes["camp"] = SIDE_KEYS[piece.camp].value
        who = replace(who, **changes)
        for which in ("at", "front", "left"):
            point = getattr(piece, which)
            if point is not None:
                depth = self._depth(who.troops)
                x, y = middle_of(self.board.moved(point), which, who.facing, float(self.b.rules.base_width), depth)
                camp = who.camp if piece.camp is not None else NONE
                who = replace(who, x=x, y=y, camp=camp)
        return who

    def _check_lists(self, model: TableFile, data: Any, where: str) -> None:
        """A side whose army is of a list has twelve elements that the list allows."""
        for side in Side:
            army = model.armies.of(side)
            if not army.list or self.by_hand:
                continue
            origin = (data, where, "armies", SIDE_WORDS[side])
            _, listed = find_list(army.list, place(*origin, "list"))
            mine = [who.element for who in self.standing if who.side == side and who.troops.type != Type.CF]
            try:
                fit(mine, listed)
            except ValueError as error:
                raise InputError(f"{place(*origin)}: {error}") from None

    # ------------------------------------------------------------ the whole

    def laid(self) -> Laid:
        """Put the elements down, check the whole, and name everything."""
        b = self.b
        self.standing.sort(key=lambda who: who.troops.type == Type.CF)  # followers after the troops
        lay_figures(b, self.standing, self._depth)
        _count_lost(b)
        if self.by_hand:
            b.phase = Phase.EDGES.value if self.has_terrain else Phase.AGGRESSION.value
        else:
            b.phase = Phase.BOUND_START.value
        b.turn = b.attacker
        names = Names(
            figures=tuple(
                FigureName(
                    who.id,
                    who.title,
                    who.element.word,
                    who.troops.emblem,
                    LETTERS.get(who.troops.type, TYPE_CODES[who.troops.type]),
                    _agreement(who),
                )
                for who in self.standing
            ),
            features=tuple(self.features),
            sides=tuple(self.sides[side] for side in Side),
            lists=WORD_LISTS,
            title=self.title,
            extra={"goals": self.goals, "afoot": self._afoot()},
        )
        return Laid(self.record, names)

    def _afoot(self) -> dict[int, FigureName]:
        """What those who may dismount are called once they have."""
        return {
            i: FigureName(
                who.id,
                f"{who.name} on foot" if who.name else ("General's " if who.element.general else "") + foot.name,
                who.element.word,
                foot.emblem,
                TYPE_CODES[foot.type][:2],
                _agreement(who),
            )
            for i, who in enumerate(self.standing)
            if (foot := who.element.foot) is not None
        }


def _agreement(who: Standing) -> int:
    """Troops are many, whatever they are called: Blades, Light Horse; a name that a file gives is as it ends."""
    many = not who.name or who.name.endswith(("s", "men"))
    return (Agreement.MANY if many else Agreement.ONE).value


def _count_lost(b: Any) -> None:
    """Elements that a file says are lost count as those lost in play do, the general too (DBA-WIN-2, DBA-WIN-4)."""
    for figure in b.figures[: int(b.n_figures)]:
        if figure["where"] == Where.LOST:
            b.lost[figure.side] += int(counts_as_lost(figure))
            if figure.general:
                b.general_lost[figure.side] = 1


# ---------------------------------------------------------------- pieces of files


def _army_of(army: SideArmy, values: Mapping[str, str], data: Any, where: str, *loc: str) -> Army:
    """The army that waits to be deployed: of a list."""
    origin = place(data, where, *loc)
    if not army.list:
        raise InputError(f"{origin}: {gettext('expected the list of the army, found none')}")
    file = ArmyFile(
        list=army.list,
        name=army.name,
        troops=army.troops,
        aggression=army.aggression,
        **({"camp": army.camp} if army.camp is not None or "camp" in army.model_fields_set else {}),
    )
    return check_army(file, None, origin, camp_size=values["camp_size"], camp_test=values["camp_size_test"])


def _element(word: str, general: bool, origin: str) -> Element:
    try:
        troops, foot = troops_of(word)
    except ValueError as error:
        raise InputError(f"{origin}.is: {error}") from None
    return Element(troops, foot, general)


def _set_rules(rules: Any, changes: Mapping[str, Any], data: Any, where: str) -> None:
    """Numbers of the rules by name; those of troops by type, as ``factor: {Bd: [6, 3]}``."""
    plain = [name for name in RULES.names or () if RULES[name].shape == ()]
    for key, value in changes.items():
        origin = place(data, where, "rules", key)
        if key in TYPE_TABLES:
            if not isinstance(value, Mapping):
                wrong = gettext("expected troop types like {{Bd: ...}}, found {found}", found=describe(value))
                raise InputError(f"{origin}: {wrong}")
            for word, entry in value.items():
                if word not in TYPE_WORDS:
                    wrong = gettext("there is no troop type {name!r}", name=word)
                    raise InputError(f"{origin}: {wrong}{did_you_mean(word, TYPE_WORDS)}")
                _set_entry(rules[key], TYPE_WORDS[word], entry, f"{origin}.{word}")
        elif key in plain:
            rules[key] = read_number(value, origin, whole=RULES[key] == np.dtype("i4"), most=MOST)
        else:
            raise InputError(
                f"{origin}: {gettext('there is no rule {name!r}', name=key)}{did_you_mean(key, [*plain, *TYPE_TABLES])}"
            )


def _set_entry(table: Any, index: int, entry: Any, origin: str) -> None:
    size = table.shape[1:]
    whole = table.dtype == np.dtype("i4")
    if not size:
        table[index] = read_number(entry, origin, whole=whole, most=MOST)
        return
    if not isinstance(entry, list) or len(entry) != size[0]:
        raise InputError(
            f"{origin}: {gettext('expected {number} numbers, found {found}', number=size[0], found=describe(entry))}"
        )
    table[index] = [read_number(number, origin, whole=whole, most=MOST) for number in entry]
