"""What is to be seen of a DBA battle: its scene for the renderers, what is asked of whom, and how it ended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import shapely

from sandtable.games.dba.bounds import current_side
from sandtable.games.dba.clauses import FOLDER
from sandtable.games.dba.overlays import called, overlays, restrictions
from sandtable.games.dba.positions import camp_base, is_in_open, is_on_table
from sandtable.games.dba.record import N_SIDES, Ground, Phase, River, Side, Topography, Type, Where
from sandtable.games.dba.scenario_file import CLAUSE_OF
from sandtable.games.dba.tables import TYPE_CODES, troops_file
from sandtable.games.dba.victory import camp_losses, losses
from sandtable.games.game import Names
from sandtable.games.rulebook import read_texts
from sandtable.games.scene import Scene, SceneBox, SceneFeature, SceneFigure, SceneScore
from sandtable.kernel.geometry import Corner, corner, degrees_of_facing
from sandtable.kernel.records import NOBODY, NONE
from sandtable.kernel.terrain import Shape

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

MOVES_AGAIN = (Type.LH, Type.WB, Type.SCH)
"""Types that may move more than once in a bound (DBA-MULTI); Psiloi in their side's first bound only."""


def scene(b: Any, names: Names) -> Scene:
    """Everything that a renderer needs of battle ``b``: ground, camps, elements with their states, losses, facts."""
    acting = _who_may_act(b)
    held = restrictions(b, names)
    figures = [_figure(b, names, i, i in acting, held.get(i, "")) for i in range(int(b.n_figures))]
    return Scene(
        game="dba",
        title=names.title or "DBA",
        unit="pace",
        width=float(b.table_width),
        height=float(b.table_height),
        features=(*_ground(b, names), *_camps(b, names)),
        figures=tuple(figures[i] for i in range(int(b.n_figures)) if is_on_table(b.figures[i])),
        boxes=tuple(_boxes(b, names, figures)),
        overlays=tuple(overlays(b, names)),
        scores=tuple(_score(b, names, side) for side in range(N_SIDES)),
        facts=tuple(_facts(b, names)),
        over=bool(b.phase == Phase.OVER),
    )


# ---------------------------------------------------------------- ground and camps


def _ground(b: Any, names: Names) -> Iterable[SceneFeature]:
    """Every piece of terrain, its parts put together again; a hill is drawn with its crest."""
    pieces: dict[int, list[int]] = {}
    for index in range(int(b.terrain.n_features)):
        pieces.setdefault(int(b.terrain.features[index].part_of), []).append(index)
    for first, parts in pieces.items():
        ground = Ground(int(b.terrain.features[first].kind))
        is_line = b.terrain.features[first].shape == Shape.LINE
        yield SceneFeature(
            id=f"{ground.name.lower()}_{first}",
            kind=ground.name.lower(),
            label="" if ground == Ground.CREST else _feature_name(names, first, ground),
            shape="line" if is_line else "polygon",
            points=tuple(_line(b, parts) if is_line else _outline(b, parts)),
            clause=CLAUSE_OF[ground],
        )


def _feature_name(names: Names, index: int, ground: Ground) -> str:
    """The name that its scenario gives it; what was placed by hand is called by its kind."""
    word = names.features[index] if index < len(names.features) else ground.name.lower().replace("_", " ")
    return word[:1].upper() + word[1:]


def _corners(b: Any, index: int) -> list[tuple[float, float]]:
    feature = b.terrain.features[index]
    vertices = b.terrain.vertices[int(feature.first) : int(feature.first) + int(feature.count)]
    return [(float(vertex.x), float(vertex.y)) for vertex in vertices]


def _outline(b: Any, parts: Sequence[int]) -> list[tuple[float, float]]:
    if len(parts) == 1:
        return _corners(b, parts[0])
    # Joints of a strip laid by hand may gape by a rounding: closed by a tenth of a pace.
    whole = shapely.union_all([shapely.Polygon(_corners(b, part)).buffer(0.1, join_style="mitre") for part in parts])
    if whole.geom_type != "Polygon":
        whole = max(whole.geoms, key=lambda piece: piece.area)
    return [(float(x), float(y)) for x, y in whole.exterior.coords[:-1]]


def _line(b: Any, parts: Sequence[int]) -> list[tuple[float, float]]:
    points = _corners(b, parts[0])
    for part in parts[1:]:
        points += _corners(b, part)[1:]
    return points


def _camps(b: Any, names: Names) -> Iterable[SceneFeature]:
    for side in range(N_SIDES):
        camp = b.camps[side]
        if not camp.present:
            continue
        base = camp_base(b, side)
        points = [corner(base, which) for which in Corner]
        yield SceneFeature(
            id=f"camp_{SIDE_KEYS[side]}",
            kind="camp",
            label="Camp" + _held(b, names, side),
            shape="polygon",
            points=tuple((float(point.x), float(point.y)) for point in points),
            clause="DBA-ARMY-5",
        )


def _held(b: Any, names: Names, side: int) -> str:
    camp = b.camps[side]
    if camp.holder != side:
        return f", taken by the {names.sides[int(camp.holder)]}"
    return "" if camp.occupant != NONE else ", unoccupied"


# ---------------------------------------------------------------- elements


def _figure(b: Any, names: Names, i: int, may_act: bool, held: str) -> SceneFigure:
    figure, name = b.figures[i], names.figures[i]
    dismounted = figure.foot_type == NONE and "//" in name.kind
    kind = Type(int(figure.type))
    return SceneFigure(
        id=name.id,
        name=f"{name.name}, dismounted" if dismounted else name.name,
        side=SIDE_KEYS[int(figure.side)],
        emblem=troops_file().types[kind].emblem if dismounted else name.emblem,
        letter=TYPE_CODES[kind][:2] if dismounted else name.letter,
        x=float(figure.x),
        y=float(figure.y),
        facing=float(degrees_of_facing(figure.fx, figure.fy)),
        width=float(figure.width),
        depth=float(figure.depth),
        marks=tuple(_marks(b, i, bool(held))),
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
        yield "moved" if figure.moves == 1 else "moved_twice"


def _card(b: Any, names: Names, i: int) -> Iterable[tuple[str, str]]:
    """Label and value lines for an element's card."""
    figure = b.figures[i]
    kind = int(figure.type)
    rules = b.rules
    yield "Troops", names.figures[i].kind
    yield "Combat", f"{int(rules.factor[kind, 0]):+d} against foot, {int(rules.factor[kind, 1]):+d} against mounted"
    if rules["range"][kind] > 0.0:
        yield "Shoots", f"{rules['range'][kind]:.0f} paces"
    good, bad = (f"{rules.move[kind, k]:.0f}" for k in (0, 1))
    yield (
        "Move",
        f"{good} paces" + ("" if good == bad else ", not in bad going" if bad == "-1" else f", bad going {bad}"),
    )
    if figure.general:
        yield "Rank", "holds the general"
    if figure.foot_type != NONE:
        yield "Dismounts as", troops_file().types[Type(int(figure.foot_type))].name
    if figure.camp != NONE:
        yield "Place", f"in the camp of the {names.sides[int(figure.camp)]}"
    elif not is_on_table(figure):
        yield "Place", PLACES[Where(int(figure["where"]))]


def _boxes(b: Any, names: Names, figures: Sequence[SceneFigure]) -> Iterable[SceneBox]:
    """The places beside the table: who is still to come, and who is lost."""
    titles = ((Where.UNDEPLOYED, "to deploy"), (Where.HELD_BACK, "held back"), (Where.LOST, "lost"))
    for where, title in titles:
        for side in range(N_SIDES):
            there = tuple(
                figures[i]
                for i in range(int(b.n_figures))
                if b.figures[i]["where"] == where and b.figures[i].side == side
            )
            if there or where == Where.LOST:
                yield SceneBox(
                    id=f"{where.name.lower()}_{SIDE_KEYS[side]}",
                    title=f"{names.sides[side]} {title}",
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
        lines=tuple(line for line in lines if line[1] != 0),
    )


def _facts(b: Any, names: Names) -> Iterable[tuple[str, str]]:
    """Label and value pairs for the top bar."""
    phase = Phase(int(b.phase))
    if phase >= Phase.BOUND_START:
        yield "Bound", f"{int(b.bound)}" + (f" of {int(b.rules.last_bound)}" if b.rules.last_bound else "")
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


# ---------------------------------------------------------------- who decides what


def _who_may_act(b: Any) -> set[int]:
    """The elements with which the side to decide may do something now, as far as can be told without a search."""
    test = _TESTS.get(Phase(int(b.phase)))
    return {i for i in range(int(b.n_figures)) if test is not None and test(b, b.figures[i], i)}


def _may_move(b: Any, figure: Any, i: int) -> bool:
    """It has a move left, as far as its own kind can tell; PIPs and ground are not looked at."""
    if figure.side != b.turn or figure.type == Type.CF:
        return False
    if figure["where"] == Where.HELD_BACK:
        return bool(b.landing)
    if not is_on_table(figure):
        return False
    if figure.moves == 0 or figure.type in MOVES_AGAIN:
        return True
    return bool(figure.type == Type.PS and b.own_bounds[b.turn] == 1) or _is_on_road(b)


def _is_on_road(b: Any) -> bool:
    """Some road is there to move along again (DBA-MULTI-2)."""
    return any(f.kind == Ground.ROAD for f in b.terrain.features[: int(b.terrain.n_features)])


_TESTS = {
    Phase.DEPLOYMENT: lambda b, f, i: f.side == b.pending_side and f["where"] == Where.UNDEPLOYED and f.type != Type.CF,
    Phase.SWAPS: lambda b, f, i: f.side == b.pending_side and is_in_open(f),
    Phase.MOVEMENT: _may_move,
    Phase.TURNING: lambda b, f, i: f.side == b.pending_side and is_in_open(f) and b.pending != NONE,
    Phase.SHOOTING: lambda b, f, i: bool(f.to_shoot),
    Phase.AIM: lambda b, f, i: i == b.pending,
    Phase.COMBAT: lambda b, f, i: is_on_table(f) and f.opponent != NONE,
    Phase.MAIN_ATTACKER: lambda b, f, i: f.side == b.pending_side and is_on_table(f) and f.opponent == b.pending,
    Phase.RECOILS: lambda b, f, i: bool(f.to_recoil),
}


def prompt(b: Any, names: Names) -> str:
    """What is asked of the side to decide, in plain words; how the battle ended, once it is over."""
    side = int(current_side(b))
    if side == NOBODY:
        return _say("PROMPT_OVER", actor=result_text(b, names))
    phase = Phase(int(b.phase))
    acting = sorted(_who_may_act(b))
    words = {"side": names.sides[side], "actor": _list_of(names, acting), "amount": str(len(acting))}
    if b.pending != NONE:
        words["other"] = words["actor"] if phase == Phase.AIM else _list_of(names, [int(b.pending)])
    if phase == Phase.MOVEMENT:
        words["amount"] = _amount(int(b.pips), "PIP")
        key = "PROMPT_MOVE_OR_LAND" if b.landing else "PROMPT_MOVE"
        return _say(key if b.pips > 0 else "PROMPT_MOVE_NO_PIPS", **words)
    if phase == Phase.COMBAT:
        pairs = [(i, int(b.figures[i].opponent)) for i in acting if i < b.figures[i].opponent]
        if len(pairs) == 1:
            return _say("PROMPT_COMBAT_ONE", **{**words, "actor": _list_of(names, pairs[0], " against ")})
        return _say("PROMPT_COMBAT", **{**words, "amount": _amount(len(pairs), "fight")})
    if phase == Phase.SHOOTING:
        words["amount"] = _amount(len(acting), "element")
    elif phase == Phase.TERRAIN:
        words["item"] = Topography(int(b.topography[side])).name.lower()
        words["amount"] = _amount(int(b.placed.sum()), "piece")
    elif phase == Phase.DEPLOYMENT:
        words["amount"] = _amount(len(acting), "element")
    elif phase == Phase.SWAPS:
        words["amount"] = _amount(int(b.swaps_left), "pair")
    return _say(f"PROMPT_{phase.name}", **words)


def result_text(b: Any, names: Names) -> str:
    """Who won, and what both have lost."""
    won = [side for side in Side if b.winner[side]]
    side = won[0] if len(won) == 1 else Side.RED
    enemy = 1 - side
    key = "RESULT_DRAW" if len(won) != 1 else "RESULT_WIN_GENERAL" if b.general_lost[enemy] else "RESULT_WIN"
    return _say(
        key,
        side=names.sides[side],
        other=names.sides[enemy],
        amount=str(int(b.bound)),
        item=_amount(int(losses(b, side)), "element"),
        actor=_amount(int(losses(b, enemy)), "element") if key == "RESULT_DRAW" else str(int(losses(b, enemy))),
    )


def _say(key: str, **words: str) -> str:
    return read_texts(FOLDER)[key].format(**words)


def _amount(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _list_of(names: Names, figures: Sequence[int], last: str = " and ") -> str:
    """``Blades (R3), General's Cavalry (R1) and Spears (R8)``."""
    words = [called(names, i) for i in figures]
    return ", ".join(words[:-1]) + last + words[-1] if len(words) > 1 else "".join(words)
