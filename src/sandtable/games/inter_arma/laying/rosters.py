"""Rosters of a campaign: their files, who of them takes the field, and their fate after it (WOUND-5 to WOUND-8)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field

from sandtable.compiler.decorators import clause
from sandtable.errors import InputError
from sandtable.files import FileModel, did_you_mean, load_toml, place
from sandtable.files import check as check_model
from sandtable.games.common.data import read_data
from sandtable.games.common.rosters import file_text
from sandtable.games.inter_arma.clauses import FOLDER
from sandtable.games.inter_arma.laying.scenario import SCENARIOS
from sandtable.games.inter_arma.laying.scenario_file import FigurePiece, ScenarioFile, Soldier
from sandtable.games.inter_arma.laying.standing import called, lay_figure
from sandtable.games.inter_arma.record import BATTLE, MAX_FIGURES, State
from sandtable.games.inter_arma.rules.wounded import fate_after_battle, wounded_bonus
from sandtable.games.rosters import Brought, Fought, Kept, Rosters
from sandtable.games.scenarios import scenario_data
from sandtable.kernel.dice import forget, new_dice
from sandtable.kernel.log import new_log
from sandtable.translation import gettext, gettext_word

PLACE = ("at", "facing", "tower", "lying", "sentry")
"""What a scenario says of a figure that is not the figure's own: whoever stands there takes it over."""

OUT = {"misses": "{who} misses this battle (IA-WOUND-6).", "dead": "{who} is dead.", "captured": "{who} is a captive."}
STATES = {"fit": "fit", "misses": "missing the next battle", "dead": "dead", "captured": "captured"}


class Member(Soldier):
    """One figure of a roster, and how it is between battles."""

    klass: Literal["conscript", "regular", "elite", "commander", "hero"] = Field("regular", alias="class")
    state: Literal["fit", "misses", "dead", "captured"] = "fit"

    @property
    def who(self) -> str:
        """What it is called where it is told of."""
        return f"{self.name or called(self)} ({self.id})"

    @property
    def rides(self) -> bool:
        """It is mounted."""
        return self.type.endswith("cavalry")


class RosterFile(FileModel):
    """A roster as its file has it."""

    game: Literal["inter-arma"]
    name: str = Field(min_length=1, max_length=40)
    battles: list[Annotated[str, Field(max_length=64)]] = []  # that have been told to it
    figures: list[Member] = Field(min_length=1, max_length=MAX_FIGURES)


# ---------------------------------------------------------------- files


def load(path: Path) -> RosterFile:
    """The roster of a file; InputError names file, line and field."""
    data = load_toml(path)
    roster = check_model(data, RosterFile, str(path))
    known = read_data(FOLDER, "equipment")
    ids: set[str] = set()
    for at, member in enumerate(roster.figures):
        if member.id in ids:
            twice = gettext("{name} is in the roster twice", name=member.id)
            raise InputError(f"{place(data, str(path), 'figures', at, 'id')}: {twice}")
        ids.add(member.id)
        for item in member.equipment:
            if item not in known:
                origin = place(data, str(path), "figures", at, "equipment")
                raise InputError(
                    f"{origin}: {gettext('there is no equipment {name!r}', name=item)}{did_you_mean(item, known)}"
                )
    return roster


def text_of(roster: RosterFile) -> str:
    """The roster as a TOML file."""
    parts = [file_text({"game": roster.game, "name": roster.name, "battles": roster.battles})]
    for member in roster.figures:
        fields = member.model_dump(by_alias=True, exclude_defaults=True)
        order = dict.fromkeys(("id", "name", "squad", "class", "type", "equipment", *fields, "state"))
        shown = fields | {"class": member.klass, "type": member.type, "state": member.state}
        parts.append("[[figures]]\n" + file_text({key: shown[key] for key in order if key in shown}))
    return "\n".join(parts)


def check(path: Path) -> tuple[str, ...]:
    """What a roster's file holds, a line each."""
    roster = load(path)
    states = [member.state for member in roster.figures]
    counts = ", ".join(
        f"{states.count(state)} {gettext_word(word)}" for state, word in STATES.items() if state in states
    )
    lines = [f"{roster.name}: {counts}"]
    for member in roster.figures:
        gear = f", {', '.join(member.equipment)}" if member.equipment else ""
        lines.append(f"{member.who}: {member.klass}, {member.type}{gear}: {gettext_word(STATES[member.state])}")
    return tuple(lines)


# ---------------------------------------------------------------- scenarios


def _whole(scenario: Mapping[str, Any]) -> dict[str, Any]:
    """A scenario's content as plain data, with that of the one that it changes."""
    own: dict[str, Any] = json.loads(json.dumps(scenario))
    name = own.pop("extends", "")
    if not name:
        return own
    base = _whole(scenario_data(SCENARIOS, name)[0])
    sides = {side["key"]: side for side in base.get("sides", [])}
    for side in own.get("sides", []):
        known = sides.get(side["key"], {})
        sides[side["key"]] = known | side | {"figures": known.get("figures", []) + side.get("figures", [])}
    inner = {key: base.get(key, {}) | own.get(key, {}) for key in ("house_rules", "rules") if key in base or key in own}
    return base | own | inner | {"sides": list(sides.values())}


def _side(content: Mapping[str, Any], key: str) -> dict[str, Any]:
    sides = {side["key"]: side for side in content["sides"]}
    if key not in sides:
        raise InputError(gettext("the scenario has no side {side!r}", side=key) + did_you_mean(key, sides))
    return sides[key]


def _checked(scenario: Mapping[str, Any]) -> dict[str, Any]:
    check_model(scenario, ScenarioFile, "scenario")
    return _whole(scenario)


def _soldiers(side: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The figures of a side that are no civilians."""
    return [figure for figure in side.get("figures", []) if figure.get("class") != "civilian"]


def of_side(scenario: Mapping[str, Any], side: str) -> str:
    """The file of a new roster: the soldiers whom the scenario gives this side, all of them fit."""
    found = _side(_checked(scenario), side)
    own = {info.alias or key for key, info in Soldier.model_fields.items()} - set(PLACE)
    members = [{key: figure[key] for key in figure if key in own} for figure in _soldiers(found)]
    name = found.get("name") or side.title()
    data = {"game": "inter-arma", "name": name, "figures": members}
    return text_of(check_model(data, RosterFile, f"side {side}"))


@clause("IA-WOUND-6", "IA-CLASS-3")
def bring(scenario: Mapping[str, Any], files: Mapping[str, Path]) -> Brought:
    """The scenario with these rosters on their sides.

    A fit member takes the place of the figure with the same id, or else the first that is free, riders those of riders;
    who carries a thing of worth is whoever stands in that place.
    """
    content = _checked(scenario)
    lines: list[str] = []
    for key, path in files.items():
        side, roster = _side(content, key), load(path)
        places = _places(roster, _soldiers(side))
        if not places:
            raise InputError(f"{path}: {gettext('nobody of {name} can take the field here', name=roster.name)}")
        lines += [gettext_word(OUT[m.state]).format(who=m.who) for m in roster.figures if m.state != "fit"]
        behind = [m for m in roster.figures if m.state == "fit" and m.id not in places]
        lines += [gettext("{who} stays behind: no place is left.", who=m.who) for m in behind]
        lines.append(
            f"{roster.name}: "
            + gettext("{number} of {whole} take the field.", number=len(places), whole=len(roster.figures))
        )
        _hand_over(content, _soldiers(side), {spot["id"]: own for own, spot in places.items()})
        others = [figure for figure in side["figures"] if figure.get("class") == "civilian"]
        side["figures"] = [*(_standing(m, places[m.id]) for m in roster.figures if m.id in places), *others]
        side["name"] = roster.name
    _check_ids(content)
    return Brought(content, tuple(lines))


def _places(roster: RosterFile, own: Sequence[Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    """Member's id -> the scenario's figure in whose place the member stands."""
    free = {figure["id"]: figure for figure in own}
    fit = [member for member in roster.figures if member.state == "fit"]
    found = {}
    for member in fit:
        if member.id in free and _rides(free[member.id]) == member.rides:
            found[member.id] = free.pop(member.id)
    for member in fit:
        spot = next((key for key, figure in free.items() if _rides(figure) == member.rides), None)
        if member.id not in found and spot is not None:
            found[member.id] = free.pop(spot)
    return found


def _rides(figure: Mapping[str, Any]) -> bool:
    return str(figure.get("type", "")).endswith("cavalry")


def _standing(member: Member, spot: Mapping[str, Any]) -> dict[str, Any]:
    """A member as a figure of the scenario."""
    own = member.model_dump(by_alias=True, exclude_defaults=True, exclude={"state"})
    return own | {key: spot[key] for key in PLACE if key in spot}


def _hand_over(content: dict[str, Any], own: Sequence[Mapping[str, Any]], heirs: Mapping[str, str]) -> None:
    """What a figure of the scenario carried its heir carries; without one it lies where the figure stood."""
    spots = {figure["id"]: figure["at"] for figure in own}
    for marker in content.get("markers", []):
        carrier = marker.get("carrier")
        if carrier in heirs:
            marker["carrier"] = heirs[carrier]
        elif carrier in spots:
            del marker["carrier"]
            marker["at"] = spots[carrier]


def _check_ids(content: Mapping[str, Any]) -> None:
    """Raise ``InputError`` where two figures of the table have one id."""
    ids = [figure["id"] for side in content["sides"] for figure in side.get("figures", [])]
    twice = next((one for one in ids if ids.count(one) > 1), None)
    if twice is not None:
        raise InputError(
            gettext("two figures of this battle are called {name}: give one of them another id", name=twice)
        )


# ---------------------------------------------------------------- after a battle


def after(path: Path, fought: Fought) -> Kept:
    """What a battle made of a roster; its dice follow from the battle, so that nobody can try others."""
    roster = load(path)
    if fought.key in roster.battles:
        raise InputError(f"{path}: {gettext('this battle has been told to it already')}")
    side = _side_of(roster, fought, path)
    changed, lines = fates(roster, fought, new_dice(f"{fought.key} {side}"))
    return Kept(text_of(changed.model_copy(update={"battles": [*roster.battles, fought.key]})), lines)


def _side_of(roster: RosterFile, fought: Fought, path: Path) -> int:
    """The side on which the roster fought; InputError where the battle cannot have been its own."""
    known = {member.id: member for member in roster.figures}
    owners = {key: int(fought.record.figures[i].side) for i, key in enumerate(fought.ids)}
    soldiers = [key for key, kind in zip(fought.ids, fought.kinds, strict=True) if kind != "civilian"]
    sides = {owners[key] for key in soldiers if key in known}
    if len(sides) != 1:
        both, none = gettext("it fought on several sides of this battle"), gettext("it was not in this battle")
        raise InputError(f"{path}: {roster.name}: {both if sides else none}")
    (side,) = sides
    for key, kind in zip(fought.ids, fought.kinds, strict=True):
        if owners[key] != side or key not in soldiers:
            continue
        if key not in known:
            raise InputError(f"{path}: {gettext('{name} fought in this battle, and is not in the roster', name=key)}")
        if known[key].state != "fit":
            word = gettext_word(STATES[known[key].state])
            told = gettext("{name} fought in this battle, and the roster says: {state}", name=key, state=word)
            raise InputError(f"{path}: {told}")
        if known[key].klass != kind:
            klass = known[key].klass
            told = gettext("{name} fought as {kind}, and the roster says: {state}", name=key, kind=kind, state=klass)
            raise InputError(f"{path}: {told}")
    return side


@clause("IA-WOUND-5", "IA-WOUND-6", "IA-WOUND-7", "IA-WOUND-8", "IA-WOUND-11")
def fates(roster: RosterFile, fought: Fought, dice: Any) -> tuple[RosterFile, tuple[str, ...]]:
    """The roster after the battle, and what is told of it; one die in the roster's order for each wounded man.

    Those who missed this battle throw again after it.
    """
    at = {key: i for i, key in enumerate(fought.ids)}
    ward = _ward(roster, fought.record)
    members, lines, unhurt, absent = [], [], 0, 0
    for k, member in enumerate(roster.figures):
        state = State.WOUNDED if member.state == "misses" else State.ABLE
        if member.state == "fit" and member.id in at:
            state = State(int(fought.record.figures[at[member.id]].state))
        now = member.state
        if member.state in ("dead", "captured"):
            pass
        elif state == State.WOUNDED:
            now, line = _fate(ward, k, member, dice)
            lines.append(line)
        elif state in (State.DEAD, State.CAPTURED):
            now = "dead" if state == State.DEAD else "captured"
            word = "{who} was killed ({clause})." if state == State.DEAD else "{who} was captured ({clause})."
            lines.append(gettext_word(word).format(who=member.who, clause=fought.clauses[member.id]))
        elif member.id in at:
            unhurt += 1
        else:
            absent += 1
        members.append(member.model_copy(update={"state": now}))
    lines += [gettext("Unhurt: {number}.", number=unhurt)] * bool(unhurt)
    lines += [gettext("Not in this battle: {number}.", number=absent)] * bool(absent)
    return roster.model_copy(update={"figures": members}), tuple(lines)


def _ward(roster: RosterFile, b: Any) -> Any:
    """A record in which the figures are those of the roster, with the numbers of the battle: the rule reads one."""
    ward = np.zeros(1, BATTLE)[0]
    ward["rules"], ward["classes"] = b["rules"], b["classes"]
    for k, member in enumerate(roster.figures):
        piece = FigurePiece.model_validate(member.model_dump(by_alias=True, exclude={"state"}))
        lay_figure(ward, k, piece, 0, 0, (), member.id)
    return ward


def _fate(ward: Any, k: int, member: Member, dice: Any) -> tuple[Any, str]:
    """A wounded man's state after the die, and what is told of it."""
    forget(dice)
    result = int(fate_after_battle(ward, k, dice, new_log()))
    value, bonus = int(dice.thrown[0].value), int(wounded_bonus(ward, k))
    die = f"{gettext('die')} {value}" + (f" + {bonus} = {value + bonus}" if bonus else "")
    state, words = (
        ("dead", "{who} dies of wounds ({die}; {clauses})."),
        ("misses", "{who} is not healed and misses the next battle ({die}; {clauses})."),
        ("fit", "{who} has recovered and is fit ({die}; {clauses})."),
    )[result]
    clauses = f"IA-WOUND-{5 + result}" + (", IA-WOUND-8" if bonus else "")
    return state, gettext_word(words).format(who=member.who, die=die, clauses=clauses)


ROSTERS = Rosters(of_side=of_side, check=check, bring=bring, after=after)
"""For ``sandtable roster``."""
