"""Scene of a battle: ground, battalions in ranks and files with their cards, markers, boats, and what is asked."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from sandtable.compiler.decorators import clause
from sandtable.games.batalist.clauses import FOLDER
from sandtable.games.batalist.enums import (
    End,
    Formation,
    Goal,
    Ground,
    Order,
    Phase,
    Question,
    Role,
    Skill,
    State,
    Thing,
)
from sandtable.games.batalist.laying.profiles import read_units
from sandtable.games.batalist.laying.tables import read_data
from sandtable.games.batalist.rules.activation import executable_orders
from sandtable.games.batalist.rules.cards import has_orders
from sandtable.games.batalist.rules.casting import can_cast
from sandtable.games.batalist.rules.formations import has, ranks_of
from sandtable.games.batalist.rules.magic import can_pay
from sandtable.games.batalist.rules.placing import owes_hospital
from sandtable.games.batalist.rules.returning import has_return
from sandtable.games.batalist.rules.sequence import current_side
from sandtable.games.batalist.rules.sky import is_night
from sandtable.games.batalist.rules.speed import effective_speed
from sandtable.games.batalist.rules.ways import is_base
from sandtable.games.batalist.showing.naming import (
    LETTERS,
    called,
    character_words,
    figure_words,
    formation_name,
    ground_words,
    order_name,
    say,
    spell_name,
    unit_key,
)
from sandtable.games.batalist.showing.zones import cards_left, overlays
from sandtable.games.batalist.switches import Ammunition, Weather
from sandtable.games.common.amounts import Length
from sandtable.games.common.drawing import drawn, rows_of
from sandtable.games.game import Names
from sandtable.games.rulebook import read_texts
from sandtable.games.scene import (
    Scene,
    SceneBox,
    SceneFeature,
    SceneFigure,
    SceneGrid,
    SceneMarker,
    SceneRider,
    SceneScore,
)
from sandtable.kernel.geometry import base_of, corner
from sandtable.kernel.records import NOBODY, NONE

KEYS = ("south", "north")

STEPS = {
    Phase.STATING: "Ambushes",
    Phase.DEPLOYMENT: "Deployment",
    Phase.PLACING: "Deployment",
    Phase.RETURNS: "Battalions come back",
    Phase.ORDERS: "Orders",
    Phase.FIRST: "Initiative",
    Phase.EXECUTION: "Execution of orders and magic",
    Phase.DISPEL: "Dispelling",
    Phase.TOUCHED: "A battalion is touched",
    Phase.AT_ONCE: "Attack without an order",
    Phase.COMPASS: "Preparation",
    Phase.PASSED_BY: "Coming out of ambush",
    Phase.FOUND: "Where it stands",
    Phase.DISPUTE: "A disputed case",
    Phase.NAMING: "One of several",
    Phase.OVER: "The battle is over",
}

KINDS = {
    Ground.HILL: ("gentle_hill", "BAT-TER-2", 0),
    Ground.WOOD: ("wood", "BAT-TER-8", 4),
    Ground.WATER: ("river", "BAT-TER-11", 1),
    Ground.SWAMP: ("marsh", "BAT-TER-12", 2),
    Ground.RAVINE: ("dunes", "BAT-TER-13", 0),
    Ground.BUILDING: ("building", "BAT-TER-14", 6),
    Ground.DIFFICULT: ("rough", "BAT-TER-17", 2),
    Ground.MARSHY: ("marsh", "BAT-TER-18", 2),
    Ground.FORD: ("beach", "BAT-CUR-4", 2),
    Ground.MIST: ("camp", "BAT-ARM-13", 7),
    Ground.STEEP: ("steep_hill", "BAT-TER-7", 1),
    Ground.SHEER: ("rampart", "BAT-TER-22", 5),
    Ground.OPEN: ("camp", "BAT-ARM-22", 3),
}
"""Symbol, clause and level of every kind of ground."""

GATE = "gate"
"""What a scenario calls the building in a wall that is one; it is drawn with its doors."""

EMBLEMS = {
    Role.GENERAL: "legate",
    Role.CAPTAIN: "captain",
    Role.MAGE: "druid",
    Role.STANDARD_BEARER: "standard",
    Role.HERO: "hero",
}


@cache
def _look(key: str) -> tuple[str, str]:
    """Emblem and man of some warriors."""
    entry = read_data("looks")[key]
    return entry["emblem"], entry["man"]


def scene(b: Any, names: Names) -> Scene:
    """Everything that a renderer needs, with what explains who may be ordered and where one may deploy."""
    return plain_scene(b, names).model_copy(update={"overlays": tuple(overlays(b, names))})


def plain_scene(b: Any, names: Names) -> Scene:
    """The table itself."""
    rows = rows_of(b.figures[: int(b.n_figures)])
    return Scene(
        game="batalist",
        title=names.title or "Batalist",
        unit="step",
        width=float(b.width),
        height=float(b.height),
        features=features(b, names),
        figures=tuple(_figure(b, names, i, u) for i, u in enumerate(rows) if u.state == State.FIELD),
        markers=tuple(_markers(b, names)),
        boxes=tuple(_boxes(b, names, rows)),
        scores=tuple(_score(b, names, rows, side) for side in range(2)),
        facts=tuple(_facts(b, names)),
        over=bool(b.phase == Phase.OVER),
    )


def features(b: Any, names: Names) -> tuple[SceneFeature, ...]:
    """Ground, and what stands on it."""
    return tuple(_features(b, names))


def _features(b: Any, names: Names) -> Iterable[SceneFeature]:
    """Ground, mists, ladders and empty boats."""
    for k in range(int(b.terrain.n_features)):
        feature = b.terrain.features[k]
        ground = Ground(int(feature.kind))
        if ground == Ground.OPEN and not b.sites[k].is_goal:
            continue
        kind, clause, level = KINDS[ground]
        if ground == Ground.BUILDING and names.features[k : k + 1] == (GATE,):
            kind = "gatehouse"
        label = ground_words(b, names, k)
        if ground == Ground.BUILDING and b.sites[k].damage:
            label = say("DAMAGED_BUILDING", what=label, amount=int(b.sites[k].damage))
        shown = {"id": f"ground_{k}", "kind": kind, "label": label, "clause": clause, "level": level}
        if feature.radius > 0:
            middle = (0.5 * float(feature.x0 + feature.x1), 0.5 * float(feature.y0 + feature.y1))
            yield SceneFeature(shape="disc", points=(middle,), radius=float(feature.radius), **shown)
            continue
        corners = b.terrain.vertices[int(feature.first) : int(feature.first + feature.count)]
        points = tuple((float(one.x), float(one.y)) for one in corners)
        yield SceneFeature(shape="line" if len(points) == 2 else "polygon", points=points, **shown)
    yield from _things(b)


def _things(b: Any) -> Iterable[SceneFeature]:
    for k in range(int(b.n_mists)):
        mist = b.mists[k]
        yield SceneFeature(
            id=f"mist_{k}", kind="camp", label=called("mist"), shape="disc", points=((float(mist.x), float(mist.y)),),
            radius=float(mist.radius), clause="BAT-ARM-13", level=7,
        )  # fmt: skip
    for k in range(int(b.n_ladders)):
        ladder = b.ladders[k]
        foot = (float(ladder.x + ladder.out_x), float(ladder.y + ladder.out_y))
        yield SceneFeature(
            id=f"ladder_{k}", kind="road", label=called("ladder"), shape="strip", width=1.0, clause="BAT-LAD-1",
            level=8,
            points=(foot, (float(ladder.x - ladder.out_x), float(ladder.y - ladder.out_y))),
        )  # fmt: skip
    for k in range(int(b.n_boats)):
        if b.boats[k].battalion == NONE:
            base = base_of(b.boats[k])
            points = tuple((float(corner(base, n).x), float(corner(base, n).y)) for n in range(4))
            yield SceneFeature(
                id=f"boat_{k}", kind="ship", label=called("boat"), shape="polygon", points=points, clause="BAT-BOA-1",
                level=8,
            )  # fmt: skip


def _figure(b: Any, names: Names, i: int, u: Any) -> SceneFigure:
    """Battalion ``i``, of which ``u`` is the row of the record, as in all that follows."""
    key = unit_key(b, i)
    emblem, man = _look(key)
    return drawn(
        u,
        names.figures[i],
        KEYS[u.side],
        marks=_marks(b, u),
        facts=_card(b, i, u, key),
        may_act=_may_act(b, i, u),
        emblem=emblem,
        grid=_grid(b, i, u, man),
        riders=tuple(_riders(b, names, i, u)),
        cards=tuple(_cards(u)),
        signs=tuple(_signs(u)),
    )


@clause("BAT-DEF-12", "BAT-DEF-13")
def _grid(b: Any, i: int, u: Any, man: str) -> SceneGrid | None:
    """The figures of a battalion in files and ranks, its wounded behind them."""
    men = u.healthy
    if u.wounded_of != NONE:
        men = u.wounded
        return SceneGrid(files=max(math.isqrt(men), 1), ranks=1, men=men, wounded=men, formation="", man="foot")
    if u.start <= 1 or men <= 0:
        return None
    ranks = int(ranks_of(b.figures[i]))
    if u.formation == Formation.HEDGEHOG:
        files = ranks
    elif u.formation == Formation.WEDGE:
        files = 2 * ranks - 1
    else:
        files = min(u.files, men)
    word = Formation(u.formation).name.lower()
    return SceneGrid(files=files, ranks=ranks, men=men, wounded=0, formation=word, man=man)


def _cards(u: Any) -> Iterable[str]:
    """The cards on a battalion: what each says to who may know it; one that lies face down says nothing."""
    for card in u.cards:
        if card != NONE:
            yield "" if card == Order.HIDDEN else order_name(int(card))


def _signs(u: Any) -> Iterable[str]:
    """What these cards show; one that lies face down nothing."""
    for card in u.cards:
        if card != NONE:
            yield "" if card == Order.HIDDEN else Order(int(card)).name.lower()


def _riders(b: Any, names: Names, i: int, u: Any) -> Iterable[SceneRider]:
    """Who is attached to a battalion."""
    c = u.character
    if c == NONE or not b.characters[c].alive:
        return
    who = b.characters[c]
    words = character_words(b, c)
    yield SceneRider(
        id=f"{names.figures[i].id}c", name=words, emblem=EMBLEMS[Role(int(who.role))], letter=words[:1].upper()
    )


def _marks(b: Any, u: Any) -> Iterable[str]:
    c = u.hero if u.hero != NONE else u.character
    if c != NONE and b.characters[c].alive and b.characters[c].role == Role.GENERAL:
        yield "commander"
    if u.moved and b.phase == Phase.EXECUTION:
        yield "moved"
    if u.owes_fight != NONE:
        yield "engaged"
    if u.wounded_of != NONE:
        yield "restricted"


def _may_act(b: Any, i: int, u: Any) -> bool:
    if b.phase == Phase.FOUND:
        return bool(i == b.striker)
    if u.side != b.mover or b.phase != Phase.EXECUTION:
        return bool(u.side == b.mover and b.phase in (Phase.ORDERS, Phase.STATING, Phase.DEPLOYMENT))
    return any(card != NONE for card in u.cards) or _acts_without_a_card(b, i, u)


def _acts_without_a_card(b: Any, i: int, u: Any) -> bool:
    """Its Fast move is to come (SKL-17), or who stands with it has the mana for a spell (MAG-4)."""
    if is_base(u) and u.fast == 0 and has(b, i, Skill.FAST):
        return True
    leaders = [c for c in (u.character, u.hero) if c != NONE]
    return any(can_pay(b, c, spell) for c in leaders for spell in range(len(b.spells)))


CLASSES = ("cut", "pierce", "crush", "element")


def _class(number: int) -> str:
    return called(CLASSES[number]) if number != NONE else called("none")


def _card(b: Any, i: int, u: Any, key: str) -> Iterable[tuple[str, str]]:
    """What the card of a battalion says; ``key``: of its warriors in the army book."""
    profile = b.profiles[u.profile]
    yield called("Figures"), say("FIGURES_OF", amount=u.healthy, start=u.start)
    if u.wounded:
        yield called("Wounded"), str(u.wounded)
    yield called("Formation"), formation_name(u.formation)
    if u.wounded_of == NONE:
        yield called("Speed"), f"{Length(effective_speed(b, i))}"
    armour = int(profile.protection) + u.protection_plus
    yield called("Armour"), f"{_class(int(profile.armour))}/{armour}"
    if profile.melee:
        yield called("Melee"), f"{_class(int(profile.melee_class))}/{int(profile.melee)}"
    if profile.shooting:
        yield (
            called("Shooter"),
            f"{_class(int(profile.shooting_class))}/{int(profile.shooting)}/{Length(profile.radius)}",
        )
    skills = [called(skill) for skill in _skills(key)]
    if skills:
        yield called("Skills"), ", ".join(skills)
    c = u.hero if u.hero != NONE else u.character
    if c != NONE and b.characters[c].alive:
        yield called("Commander"), _numbers_of(b, c)
    if u.storey:
        yield called("Stands"), called("on a roof")
    if u.boat != NONE:
        yield called("Stands"), called("in a boat")


@cache
def _skills(key: str) -> tuple[str, ...]:
    """The skills of some warriors but for their weapons."""
    return tuple(skill for skill in read_units()[key]["skills"] if not skill.startswith(("Melee ", "Shooter ")))


def _numbers_of(b: Any, c: int) -> str:
    """Who is attached, with the numbers that count."""
    who = b.characters[c]
    words = character_words(b, c)
    if who.role in (Role.GENERAL, Role.CAPTAIN):
        words = say("LEADER_CARD", who=words, command=int(who.command), radius=Length(who.radius))
    elif who.role == Role.MAGE:
        words = say("MAGE_CARD", who=words, magic=int(who.magic), mana=int(who.mana))
    elif who.role == Role.HERO:
        words = say("HERO_CARD", who=words, reserve=int(who.reserve), mana=int(who.mana))
    if who.artefact != NONE:
        words += f"; {called(str(list(read_data('artefacts').values())[int(who.artefact)]['name']))}"
    return words


def _markers(b: Any, names: Names) -> Iterable[SceneMarker]:
    """Markers of ambushes and traps: all alike but for a letter; hospitals."""
    for m in range(int(b.n_markers)):
        marker = b.markers[m]
        if not marker.lies:
            continue
        key = "AMBUSH_MARKER" if marker.thing == Thing.AMBUSH else "TRAP_MARKER"
        letter = LETTERS[int(marker.group) % len(LETTERS)]
        name = say(key, letter=letter, side=names.sides[int(marker.side)])
        emblem = "spy" if marker.thing == Thing.AMBUSH else "cauldron"
        yield SceneMarker(id=f"marker_{m}", name=name, emblem=emblem, x=float(marker.x), y=float(marker.y))
    for side in range(2):
        one = b.sides[side]
        if one.hospital:
            name = say("HOSPITAL", side=names.sides[side], amount=int(one.in_hospital))
            yield SceneMarker(
                id=f"hospital_{side}",
                name=name,
                emblem="camp-followers",
                x=float(one.hospital_x),
                y=float(one.hospital_y),
            )


def _boxes(b: Any, names: Names, rows: Sequence[Any]) -> Iterable[SceneBox]:
    """Battalions beside the table: to be deployed, in ambush, fled, destroyed."""
    for title, states in (
        ("To be deployed", (State.WAITING, State.RESERVE)),
        ("In ambush", (State.AMBUSH,)),
        ("Off the field", (State.FLED, State.DESTROYED, State.LEFT)),
    ):
        for side, key in enumerate(KEYS):
            here = tuple(_figure(b, names, i, u) for i, u in enumerate(rows) if u.side == side and u.state in states)
            if here:
                box = f"{states[0].name.lower()}_{key}"
                yield SceneBox(id=box, title=called(title), side=key, figures=here)


def _score(b: Any, names: Names, rows: Sequence[Any], side: int) -> SceneScore:
    """Warriors left of a side."""
    mine = [u for u in rows if u.side == side]
    places = {
        "LINE_FIELD": (State.FIELD,),
        "LINE_TO_COME": (State.AMBUSH, State.RESERVE, State.WAITING),
        "LINE_LEFT": (State.LEFT,),
    }
    left = {key: sum(u.healthy + u.wounded for u in mine if u.state in states) for key, states in places.items()}
    left["LINE_HOSPITAL"] = int(b.sides[side].in_hospital)
    texts = read_texts(FOLDER)
    return SceneScore(
        side=KEYS[side], name=names.sides[side], points=sum(left.values()),
        figures=sum(u.state == State.FIELD for u in mine), broken=False,
        lines=tuple((texts[key], int(count)) for key, count in left.items()),
    )  # fmt: skip


def _facts(b: Any, names: Names) -> Iterable[tuple[str, str]]:
    """What the bar above the table says."""
    if b.turn:
        yield say("TURN_LABEL"), say("TURN_OF", amount=int(b.turn), turns=int(b.turns))
    step = STEPS.get(Phase(int(b.phase)))
    if step:
        yield called("Step"), called(step)
    if b.hour != NONE:
        yield called("Time of day"), called(str(read_data("sky")["hour"][int(b.hour)]["name"]))
        yield called("Light"), called("night" if is_night(b) else "day")
    if b.sky != NONE:
        season = "winter" if b.options.weather == Weather.WINTER else "summer"
        yield called("Weather"), called(str(read_data("sky")[season][int(b.sky)]["name"]))
    if b.wind:
        way = ("north", "north-east", "south-east", "south", "south-west", "north-west")[int(b.wind_to) % 6]
        yield called("Wind"), say("WIND", amount=int(b.wind), way=called(way))
    if b.options.ammunition == Ammunition.YES and b.turn:
        stock = " / ".join(str(int(b.sides[side].ammunition)) for side in range(2))
        yield called("Shots left"), stock


def left_to_give(b: Any, names: Names) -> str:
    """Orders that the side to decide has left, leader by leader; then what heroes have left of their reserves."""
    found: dict[bool, list[str]] = {False: [], True: []}
    for c in range(int(b.n_characters)):
        if left := cards_left(b, c):
            who = b.characters[c]
            words = say("LEFT_OF", who=figure_words(names, int(who.battalion)), amount=left)
            found[who.role == Role.HERO].append(words)
    heroes = [say("LEFT_OF_RESERVES", item=", ".join(found[True]))] if found[True] else []
    return ", ".join(found[False] + heroes)


def prompt(b: Any, names: Names) -> str:
    """What is asked of the side to decide; how it ended, once it is over."""
    side = int(current_side(b))  # not always the side whose go it is: who is touched, or would dispel, answers in it
    if b.phase == Phase.OVER or side == NOBODY or side < 0:
        return result_text(b, names)
    key = f"PROMPT_{Phase(int(b.phase)).name}"
    if b.phase in (Phase.NAMING, Phase.FOUND):
        key += f"_{Question(int(b.question)).name}"
    fields = {
        "side": names.sides[side], "actor": figure_words(names, int(b.striker)),
        "other": figure_words(names, int(b.quarry)), "item": spell_name(int(b.spell)) if b.spell >= 0 else "",
    }  # fmt: skip
    if b.phase == Phase.ORDERS:
        fields["item"] = left_to_give(b, names) or called("nothing")
    key = f"{key}_{asked}" if (asked := _possible(b, side)) else key
    return say(key if key in read_texts(FOLDER) else "PROMPT_OTHER", **fields)


def _possible(b: Any, side: int) -> str:
    """What of the question can be done at all, where that is not all that its sentence names."""
    if b.phase == Phase.PLACING:
        return "" if owes_hospital(b, side) else "TRAPS"
    if b.phase == Phase.RETURNS:
        return "" if has_return(b, side) else "SAVING"
    if b.phase != Phase.EXECUTION:
        return ""
    casts = can_cast(b, side) and not b.cancelled
    if has_orders(b, side):
        if executable_orders(b, side) > 0:
            return "" if casts else "ORDERS"
        return "VAIN_OR_CAST" if casts else "VAIN"
    if casts:
        return "MUST_CAST" if b.must_act else "CAST"
    return "PASS"


def result_text(b: Any, names: Names) -> str:
    """Who won, and how."""
    if b.winner < 0:
        return say("ENDS_DRAW")
    key = ("ENDS_DRAW", "ENDS_DESTROYED", "ENDS_GOAL", "ENDS_LAST_TURN")[int(b.end)]
    return f"{say(key, side=names.sides[int(b.winner)])}{_general_lost(b, 1 - int(b.winner))}"


def _general_lost(b: Any, side: int) -> str:
    """Which of the two it was, where a battle ended because the general of a side was killed, or fled."""
    if b.end != End.GOAL or b.goal != Goal.GENERAL:
        return ""
    generals = [who for who in b.characters[: int(b.n_characters)] if who.side == side and who.role == Role.GENERAL]
    killed = any(not who.alive for who in generals)
    return f" {say('GENERAL_KILLED' if killed else 'GENERAL_FLED')}"
