"""The numbers of the rules from a copy of the tables, for tests that run before the game's own data files stand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sandtable.games.dba.record import Ground, Outcome, Type

MOUNTED = ("El", "Kn", "Cv", "LH", "SCh", "Cm")
NAMES = {t.value: t.name for t in Type}
CODES = {
    code.upper(): code
    for code in [
        "El",
        "Kn",
        "Cv",
        "LH",
        "SCh",
        "Cm",
        "Sp",
        "Pk",
        "Bd",
        "Ax",
        "Bw",
        "Ps",
        "Wb",
        "Hd",
        "Art",
        "WWg",
        "CF",
    ]
}


def fill_rules(b: Any) -> None:
    """Fill ``b.rules`` for the default switches in the 15 mm scale; the board is b.options.board."""
    data = json.loads((Path(__file__).parent / "local_rules.json").read_text("utf-8"))
    r = b.rules
    r.base_width = 160.0
    numbers = {
        "deploy_depth": 900.0,
        "deploy_side_margin": 300.0,
        "command_far": 1200.0,
        "command_near": 600.0,
        "zone": 160.0,
    }
    numbers |= {
        "slide": 80.0,
        "slide_reach": 160.0,
        "break_off": 200.0,
        "river_move": 100.0,
        "bank": 80.0,
        "recoil_most": 160.0,
    }
    numbers |= {"second_chariot_move": 400.0, "multi_distance": 160.0, "camp_size": 960.0, "feature_size": 1440.0}
    numbers |= {"war_wagon_overlaps": 3, "aiding_shooters": 2, "holds_back": 4, "swaps": 2, "paltry_to": 2}
    numbers |= {"lost_elements": 4, "camp_counts": 2, "last_bound": 0}
    for key, value in numbers.items():
        r[key] = value
    for t in Type:
        code = CODES[t.name]
        i = t.value
        r.move[i] = [-1.0 if data["move"][code][k] is None else data["move"][code][k] for k in ("good", "bad", "road")]
        r.range[i] = data["range"].get(code, 0.0)
        r.factor[i] = data["factor"][code]
        r.factor_shooting[i] = data["factor"]["Art_shoot" if code == "Art" else code]
        r.mounted[i] = code in MOUNTED
        r.impetuous[i] = code in data["pursue"]
        r.difficult[i] = code in ("El", "Hd", "WWg", "Art")
        r.steady_in_bad_going[i] = code in data["bad_going_minus2_exempt"]
        r.contacts[i] = code not in ("Art", "WWg", "CF")
    G = Ground
    for ground in (G.WOOD, G.STEEP_HILL, G.MARSH, G.ROUGH, G.DUNES, G.OASIS):
        r.bad_going[ground.value] = 1
    for ground in (G.WOOD, G.OASIS):
        r.hides_shooting[ground.value] = 1
    r.hides_shooting[G.CREST.value] = 1
    r.pursues_into[:] = 1
    r.flees_into[:] = 1
    for t in (Type.KN, Type.SCH):
        for ground in (G.WOOD, G.STEEP_HILL, G.DUNES, G.OASIS):
            r.pursues_into[t.value, ground.value] = 0
    for ground in (G.WOOD, G.STEEP_HILL, G.OASIS, G.DUNES):
        r.flees_into[Type.CV.value, ground.value] = 0
    for ground in (G.WOOD, G.STEEP_HILL):
        r.flees_into[Type.CM.value, ground.value] = 0
    for line in data["rear_support"]:
        table = r.own_support if line["front"] == [line["behind"]] else r.psiloi_support
        for front in line["front"]:
            for foe in line["versus"]:
                table[Type[front.upper()].value, Type[foe.upper()].value] = line["bonus"]
    for t in Type:
        mounted = CODES[t.name] in MOUNTED
        for o in Type:
            through = mounted and o not in (Type.PK, Type.EL)
            through |= t == Type.BD and o in (Type.BD, Type.SP)
            through |= t in (Type.PK, Type.BW) and o == Type.BD
            through |= t == Type.PS and o != Type.PS
            r.recoils_through[t.value, o.value] = through
            r.passes_through[t.value, o.value] = (mounted and o == Type.PS) or t == Type.PS
    _fill_outcomes(b, data)


def _fill_outcomes(b: Any, data: Any) -> None:
    for loser in Type:
        for winner in Type:
            for by in (0, 1):
                for bad in (0, 1):
                    where = (by, bad, loser.value, winner.value)
                    b.rules.outcome[(0, *where)] = _beaten(data, CODES[loser.name], CODES[winner.name], by, bad)
                    b.rules.outcome[(1, *where)] = _doubled(data, CODES[loser.name], CODES[winner.name], by, bad)


def _beaten(data: Any, loser: str, winner: str, by: int, bad: int) -> int:
    d = data["beaten"][loser]
    if by == 0 and (d.get("cc") == "destroyed" or winner in d.get("destroyed_by_cc", ())):
        return Outcome.DESTROYED.value
    if by == 1 and winner in d.get("destroyed_by_shooting_of", ()):
        return Outcome.DESTROYED.value
    if by == 1 and "shot" in d:
        return Outcome.RECOIL.value
    if bad and d.get("destroyed_if_in_bad_going"):
        return Outcome.DESTROYED.value
    if by == 0 and not bad and winner in d.get("destroyed_by_cc_if_loser_in_good_going", ()):
        return Outcome.DESTROYED.value
    if by == 0 and winner in d.get("destroyed_by_cc_unless_in_camp", ()):
        return Outcome.DESTROYED.value
    if by == 0 and not bad and winner in d.get("base_game_only_if_in_good_going", ()):
        return Outcome.DESTROYED.value
    if by == 0 and loser == "Kn" and winner == "Bw":
        return Outcome.DESTROYED.value
    if by == 0 and winner in d.get("flee_from", ()):
        return Outcome.FLEE.value
    if bad and d.get("flee_if_in_bad_going"):
        return Outcome.FLEE.value
    if by == 1 and winner in d.get("flee_from_shooting_of", ()):
        return Outcome.FLEE.value
    return {"recoil": Outcome.RECOIL, "none": Outcome.NO_EFFECT, "destroyed": Outcome.DESTROYED}[d["else"]].value


def _doubled(data: Any, loser: str, winner: str, by: int, bad: int) -> int:
    d = data["doubled"].get(loser, data["doubled"]["*"])
    if loser == "Art":
        if by == 0 and winner == "Art":
            return Outcome.DESTROYED.value
        return Outcome.DESTROYED.value
    if not bad and winner in d.get("flee_from_if_in_good_going", ()):
        return Outcome.FLEE.value
    if by == 0 and winner in d.get("flee_from_cc_of", ()):
        return Outcome.FLEE.value
    if by == 0 and winner in d.get("recoil_from_cc_of", ()):
        return Outcome.RECOIL.value
    if (bad and d.get("destroyed_if_in_bad_going")) or winner in d.get("destroyed_by", ()):
        return Outcome.DESTROYED.value
    if not bad and winner in d.get("destroyed_by_if_in_good_going", ()):
        return Outcome.DESTROYED.value
    if by == 1 and winner in d.get("destroyed_by_shooting_of", ()):
        return Outcome.DESTROYED.value
    return {"flee": Outcome.FLEE, "destroyed": Outcome.DESTROYED}[d["else"]].value
