"""What is to be seen of a DBA battle: its scene for the renderers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import shapely

from sandtable.games.common.amounts import length_words
from sandtable.games.common.drawing import drawn
from sandtable.games.dba.clauses import FOLDER
from sandtable.games.dba.laying.scenario_file import CLAUSE_OF
from sandtable.games.dba.laying.tables import troops_file
from sandtable.games.dba.record import N_SIDES, Ground, Phase, River, Type, Where
from sandtable.games.dba.rules.later_moves import SPENT
from sandtable.games.dba.rules.positions import camp_base, is_on_table
from sandtable.games.dba.rules.victory import camp_losses, losses
from sandtable.games.dba.showing.deciding import who_may_act
from sandtable.games.dba.showing.naming import names_now, say
from sandtable.games.dba.showing.overlays import Zones, overlays, restrictions, zones_in_play
from sandtable.games.game import Names
from sandtable.games.rulebook import read_texts
from sandtable.games.scene import Scene, SceneBox, SceneFeature, SceneFigure, SceneScore
from sandtable.kernel.geometry import Corner, corner
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import Shape
from sandtable.translation import capitalized, gettext

SIDE_KEYS = ("red", "blue")

STEPS = {
    Phase.AGGRESSION: "Who attacks",
    Phase.TERRAIN: "Placing terrain",
    Phase.EDGES: "Choosing edges",
    Phase.CAMPS: "Pitching camps",
    Phase.DEPLOYMENT: "Deployment",
    Phase.SWAPS: "Exchanges",
    Phase.MOVEMENT: "Movement",
    Phase.TURNING: "Turning to face",
    Phase.SHOOTING: "Shooting",
    Phase.AIM: "Shooting",
    Phase.COMBAT: "Close combat",
    Phase.MAIN_ATTACKER: "Close combat",
    Phase.RECOILS: "Recoils",
    Phase.OVER: "The battle is over",
}
"""The steps before the battle and of a bound in words (DBA-SEQ-2)."""

PLACES = {
    Where.UNDEPLOYED: "to be deployed",
    Where.HELD_BACK: "held back for a landing",
    Where.LOST: "lost",
    Where.NEVER_LANDED: "never came into the battle",
}


def scene(b: Any, names: Names) -> Scene:
    """Everything that a renderer needs of battle ``b``, and what explains the rules drawn over it."""
    names, in_play = names_now(b, names), zones_in_play(b)
    return _table(b, names, in_play).model_copy(update={"overlays": tuple(overlays(b, names, in_play))})


def plain_scene(b: Any, names: Names) -> Scene:
    """The table itself: ground, camps, elements with their states, losses, facts."""
    return _table(b, names_now(b, names), zones_in_play(b))


def _table(b: Any, names: Names, in_play: Zones) -> Scene:
    acting = who_may_act(b)
    held = restrictions(b, names, in_play)
    figures = [_figure(b, names, i, i in acting, held.get(i, "")) for i in range(int(b.n_figures))]
    return Scene(
        game="dba",
        title=names.title or "DBA",
        unit="pace",
        width=float(b.table_width),
        height=float(b.table_height),
        features=features(b, names),
        figures=tuple(figures[i] for i in range(int(b.n_figures)) if is_on_table(b.figures[i])),
        boxes=tuple(_boxes(b, names, figures)),
        scores=tuple(_score(b, names, side) for side in range(N_SIDES)),
        facts=tuple(_facts(b, names)),
        over=bool(b.phase == Phase.OVER),
    )


# ---------------------------------------------------------------- ground and camps


def features(b: Any, names: Names) -> tuple[SceneFeature, ...]:
    """Terrain and camps."""
    return (*_ground(b.terrain.dtype, b.terrain.tobytes(), names.features), *_camps(b, names))


@lru_cache(maxsize=1024)
def _ground(dtype: Any, terrain: bytes, called: tuple[str, ...]) -> tuple[SceneFeature, ...]:
    """Every piece of terrain, its parts put together again; a hill is drawn with its crest.

    Once it is placed it stays, so that it is drawn once a battle: it took more time than all of the armies.
    """
    ground = np.frombuffer(terrain, dtype)[0]
    pieces: dict[int, list[int]] = {}
    for index in range(int(ground.n_features)):
        pieces.setdefault(int(ground.features[index].part_of), []).append(index)
    return tuple(_piece(ground, first, parts, called) for first, parts in pieces.items())


def _piece(terrain: Any, first: int, parts: Sequence[int], called: Sequence[str]) -> SceneFeature:
    ground = Ground(int(terrain.features[first].kind))
    is_line = terrain.features[first].shape == Shape.LINE
    return SceneFeature(
        id=f"{ground.name.lower()}_{first}",
        kind=ground.name.lower(),
        label="" if ground == Ground.CREST else _feature_name(called, first, ground),
        shape="line" if is_line else "polygon",
        points=tuple(_line(terrain, parts) if is_line else _outline(terrain, parts)),
        clause=CLAUSE_OF[ground],
    )


def _feature_name(called: Sequence[str], index: int, ground: Ground) -> str:
    """The name that its scenario gives it; what was placed by hand is called by its kind."""
    word = called[index] if index < len(called) else say(ground.name.lower().replace("_", " "))
    return capitalized(word)


def _corners(terrain: Any, index: int) -> list[tuple[float, float]]:
    feature = terrain.features[index]
    vertices = terrain.vertices[int(feature.first) : int(feature.first) + int(feature.count)]
    return [(float(vertex.x), float(vertex.y)) for vertex in vertices]


def _outline(terrain: Any, parts: Sequence[int]) -> list[tuple[float, float]]:
    if len(parts) == 1:
        return _corners(terrain, parts[0])
    # Joints of a strip laid by hand may gape by a rounding: closed by a tenth of a pace.
    whole = shapely.union_all(
        [shapely.Polygon(_corners(terrain, part)).buffer(0.1, join_style="mitre") for part in parts]
    )
    if whole.geom_type != "Polygon":
        whole = max(whole.geoms, key=lambda piece: piece.area)
    return [(float(x), float(y)) for x, y in whole.exterior.coords[:-1]]


def _line(terrain: Any, parts: Sequence[int]) -> list[tuple[float, float]]:
    points = _corners(terrain, parts[0])
    for part in parts[1:]:
        points += _corners(terrain, part)[1:]
    return points


def _camps(b: Any, names: Names) -> Iterable[SceneFeature]:
    for side in range(N_SIDES):
        camp = b.camps[side]
        if not camp.present:
            continue
        base = camp_base(b, side)
        points = [corner(base, which.value) for which in Corner]
        yield SceneFeature(
            id=f"camp_{SIDE_KEYS[side]}",
            kind="camp",
            label=_camp_words(b, names, side),
            shape="polygon",
            points=tuple((float(point.x), float(point.y)) for point in points),
            clause="DBA-ARMY-5",
        )


def _camp_words(b: Any, names: Names, side: int) -> str:
    camp = b.camps[side]
    if camp.holder != side:
        return say("Camp, taken by the {side}", side=names.sides[int(camp.holder)])
    return say("Camp" if camp.occupant != NONE else "Camp, unoccupied")


# ---------------------------------------------------------------- elements


def _figure(b: Any, names: Names, i: int, may_act: bool, held: str) -> SceneFigure:
    figure, name = b.figures[i], names.figures[i]
    return drawn(
        figure,
        name,
        SIDE_KEYS[int(figure.side)],
        marks=_marks(b, i, bool(held)),
        facts=(*_card(b, names, i), *([("In the zone", held)] if held else [])),
        may_act=may_act,
    )


def _marks(b: Any, i: int, is_restricted: bool) -> Iterable[str]:
    """States to show on a base, the most telling first."""
    figure = b.figures[i]
    if figure.general:
        yield "commander"
    if not is_on_table(figure):
        return
    if figure.opponent != NONE:
        yield "engaged"
    if figure.to_shoot:
        yield "to_shoot"
    if is_restricted:
        yield "restricted"
    if figure.moves:
        yield "moved" if figure.moves == 1 or figure.moves >= SPENT else "moved_twice"


def _card(b: Any, names: Names, i: int) -> Iterable[tuple[str, str]]:
    """Label and value lines for an element's card."""
    figure = b.figures[i]
    kind = int(figure.type)
    rules = b.rules
    yield "Troops", names.figures[i].kind
    foot, mounted = (int(rules.factor[kind, k]) for k in (0, 1))
    yield "Combat", say("{foot:+d} against foot, {mounted:+d} against mounted", foot=foot, mounted=mounted)
    if rules["range"][kind] > 0.0:
        yield "Shoots", length_words(rules["range"][kind], "pace")
    good, bad = (f"{rules.move[kind, k]:.0f}" for k in (0, 1))
    words = "{good} paces, not in bad going" if bad == "-1" else "{good} paces, bad going {bad}"
    yield "Move", say("{good} paces" if good == bad else words, good=good, bad=bad)
    if figure.general:
        yield "Rank", "holds the general"
    if figure.foot_type != NONE:
        yield "Dismounts as", troops_file().types[Type(int(figure.foot_type))].name
    if figure.camp != NONE:
        yield "Place", say("in the camp of the {side}", side=names.sides[int(figure.camp)])
    elif not is_on_table(figure):
        yield "Place", PLACES[Where(int(figure["where"]))]


def _boxes(b: Any, names: Names, figures: Sequence[SceneFigure]) -> Iterable[SceneBox]:
    """The places beside the table: who is still to come, and who is lost."""
    titles = (
        (Where.UNDEPLOYED, "{side} to deploy"), (Where.HELD_BACK, "{side} held back"), (Where.LOST, "{side} lost")
    )  # fmt: skip
    for where, title in titles:
        for side in range(N_SIDES):
            here = (b.figures["where"] == where.value) & (b.figures["side"] == side)
            there = tuple(figures[i] for i in np.flatnonzero(here[: int(b.n_figures)]).tolist())
            if there or where == Where.LOST:
                yield SceneBox(
                    id=f"{where.name.lower()}_{SIDE_KEYS[side]}",
                    title=say(title, side=names.sides[side]),
                    side=SIDE_KEYS[side],
                    figures=there,
                )


# ---------------------------------------------------------------- score board and top bar


def _score(b: Any, names: Names, side: int) -> SceneScore:
    """What the side has taken from its enemy, in elements (DBA-WIN-1)."""
    enemy = 1 - side
    texts = read_texts(FOLDER)
    lines = ((texts["LINE_BEATEN"], int(b.lost[enemy])), (texts["LINE_CAMP"], int(camp_losses(b, enemy))))
    troops = [f for f in b.figures[: int(b.n_figures)] if f.side == side and f.type != Type.CF]
    own = int(losses(b, side))
    return SceneScore(
        side=SIDE_KEYS[side],
        name=names.sides[side],
        points=int(losses(b, enemy)),
        figures=sum(bool(is_on_table(figure)) for figure in troops),
        broken=bool(b.general_lost[side]) or own >= int(b.rules.lost_elements),
        lines=lines,
    )


def _facts(b: Any, names: Names) -> Iterable[tuple[str, str]]:
    """Label and value pairs for the top bar."""
    phase = Phase(int(b.phase))
    if phase >= Phase.BOUND_START:
        bound, last = int(b.bound), int(b.rules.last_bound)
        yield "Bound", gettext("{number} of {most}", number=bound, most=last) if last else str(bound)
        if phase != Phase.OVER:
            yield "Active", names.sides[int(b.turn)]
    elif phase > Phase.AGGRESSION:
        yield "Attacker", names.sides[int(b.attacker)]
    yield "Step", STEPS.get(phase, "Between bounds")
    if phase == Phase.MOVEMENT:
        yield "PIPs left", str(int(b.pips))
    if b.river != River.UNKNOWN:
        yield "River", "paltry" if b.river == River.PALTRY else "ordinary"
    elif any(f.kind == Ground.RIVER for f in b.terrain.features[: int(b.terrain.n_features)]):
        yield "River", "not yet tried"
