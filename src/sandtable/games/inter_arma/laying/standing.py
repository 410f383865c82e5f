"""One figure from a file into the record: class, troop type, equipment, posture."""

from __future__ import annotations

from typing import Any

from sandtable.compiler.decorators import clause
from sandtable.errors import InputError
from sandtable.files import did_you_mean
from sandtable.games.common.data import read_data
from sandtable.games.game import FigureName
from sandtable.games.inter_arma.clauses import FOLDER
from sandtable.games.inter_arma.laying.scenario_file import FigurePiece, Soldier
from sandtable.games.inter_arma.record import Ground, Mode, Quality, State, Troop, Weapon
from sandtable.games.inter_arma.switches import EasternSavesAs
from sandtable.kernel.geometry import facing_of_degrees, snap
from sandtable.kernel.records import NONE
from sandtable.translation import capitalized, gettext

QUALITIES = {
    "conscript": Quality.CONSCRIPT,
    "regular": Quality.REGULAR,
    "elite": Quality.ELITE,
    "commander": Quality.COMMANDER,
    "hero": Quality.COMMANDER,
    "civilian": Quality.REGULAR,
}


@clause("IA-CLASS-7", "IA-CLASS-8", "IA-RANGED-16", "IA-RANGED-18", "IA-MOVE-18", "IA-MASS-9", "IA-MASS-10")
def equip(figure: Any, items: list[str], origin: str) -> bool:
    """Put equipment into a figure's record; answers whether it wears eastern armour."""
    known = read_data(FOLDER, "equipment")
    eastern = False
    figure.gun = NONE
    for item in items:
        if item not in known:
            raise InputError(
                f"{origin}: {gettext('there is no equipment {name!r}', name=item)}{did_you_mean(item, known)}"
            )
        for field, value in known[item].items():
            if field == "gun":
                figure.gun = Weapon[value.upper()].value
            elif field == "eastern":
                eastern = True
            elif field == "javelins":
                figure.javelins += value
            else:
                figure[field] = value
    return eastern


@clause("IA-CLASS-1", "IA-CLASS-2", "IA-CLASS-5", "IA-CLASS-6", "IA-MOVE-17", "IA-MOVE-18", "IA-TABLE-1", "IA-GOAL-7")
def lay_figure(
    b: Any, i: int, piece: FigurePiece, side: int, squad: int, features: tuple[str, ...], origin: str
) -> FigureName:
    """Figure ``i`` of the record, and what people call it."""
    figure = b.figures[i]
    figure.side, figure.squad = side, squad
    figure.quality = QUALITIES[piece.klass].value
    figure.civilian = int(piece.klass == "civilian")
    figure.troop = Troop[piece.type.replace(" ", "_").upper()].value
    eastern = equip(figure, piece.equipment, origin)
    armored = piece.type.startswith("armored")
    figure.armored = int(armored or (eastern and b.options.eastern_saves_as == EasternSavesAs.ARMORED))
    is_leader = piece.klass in ("commander", "hero")
    figure.leads = int(is_leader and piece.leads is not False)
    figure.sentry = int(piece.sentry)
    is_mounted = piece.type.endswith("cavalry")
    figure.width = figure.depth = b.rules.mounted_base if is_mounted else b.rules.foot_base
    figure.x, figure.y = map(snap, piece.at)
    figure.fx, figure.fy = facing_of_degrees(piece.facing)
    figure.lying = int(piece.lying)
    figure.state = State.WOUNDED.value if piece.wounded else State.ABLE.value
    figure.routing, figure.moved, figure.shot_last = int(piece.routing), int(piece.moved), int(piece.shot_last)
    figure["mode"] = Mode[piece.mode.upper()].value
    figure.tower = NONE
    if piece.tower:
        if piece.tower not in features or b.terrain.features[features.index(piece.tower)].kind != Ground.TOWER:
            wrong = gettext("there is no tower {name!r}", name=piece.tower)
            raise InputError(f"{origin}: {wrong}{did_you_mean(piece.tower, features)}")
        figure.tower = features.index(piece.tower)
    return FigureName(piece.id, piece.name or called(piece), piece.klass, emblem_of(piece), letter_of(piece))


def called(piece: Soldier) -> str:
    """What people call a figure without a name: by its group, else its class."""
    return capitalized(piece.squad or piece.klass)


EMBLEMS = (
    ("bow", "bows"),
    ("crossbow", "crossbows"),
    ("sling", "psiloi"),
    ("pilum", "legionary"),
    ("javelin", "warband"),
    ("spear", "spears"),
    ("polearm", "guard"),
    ("pike", "pikes"),
)


def emblem_of(piece: Soldier) -> str:
    """The symbol on its base: by class, horse and weapon."""
    if piece.klass == "civilian":
        return "villager"
    if piece.klass in ("commander", "hero"):
        return "chief" if piece.klass == "commander" else "hero"
    if piece.type == "armored cavalry":
        return "knights"
    if piece.type == "cavalry":
        return "light-horse"
    for item, emblem in EMBLEMS:
        if item in piece.equipment:
            return emblem
    return "blades"


def letter_of(piece: Soldier) -> str:
    """One letter that tells its class."""
    return {"conscript": "M", "regular": "R", "elite": "E", "commander": "C", "hero": "H", "civilian": "V"}[piece.klass]
