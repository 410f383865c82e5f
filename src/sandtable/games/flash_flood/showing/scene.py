"""Scene of a battle in the sewer: masonry, corridors, what crosses them, models with their squads' links, charges."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import dist
from typing import Any

import numpy as np

from sandtable.games.common.amounts import Count, Length
from sandtable.games.common.drawing import drawn, rows_of
from sandtable.games.flash_flood.clauses import FOLDER
from sandtable.games.flash_flood.laying.sewer_file import SewerFile
from sandtable.games.flash_flood.record import End, Level, Load, Phase, Side, Standing, Where
from sandtable.games.flash_flood.rules.charges import charge_of
from sandtable.games.flash_flood.rules.coherency import mark_stragglers
from sandtable.games.flash_flood.rules.deployment import waits_for_place
from sandtable.games.flash_flood.rules.mission import planted
from sandtable.games.flash_flood.rules.movement_phase import is_free
from sandtable.games.flash_flood.rules.rejoining import must_rejoin
from sandtable.games.flash_flood.rules.retreating import fugitive, fugitives, is_fugitive
from sandtable.games.flash_flood.rules.sequence import current_side
from sandtable.games.flash_flood.rules.trigger import needed_in
from sandtable.games.flash_flood.showing.naming import say
from sandtable.games.game import Names, OverlayKind
from sandtable.games.language import translated
from sandtable.games.rulebook import read_endings, read_texts
from sandtable.games.scene import Scene, SceneBox, SceneFeature, SceneFigure, SceneMarker, SceneOverlay, SceneScore
from sandtable.games.skirmish40k.rules.measuring import is_near, is_on_table
from sandtable.games.skirmish40k.rules.movement import may_run
from sandtable.games.skirmish40k.rules.shooting import touches_enemy
from sandtable.kernel.records import NOBODY, NONE
from sandtable.translation import gettext

KEYS = ("imperials", "tyranids")

STEPS = {
    Phase.DEPLOYMENT: "Setting up",
    Phase.NAMING: "Who carries the charges",
    Phase.RALLYING: "Movement: those who fall back",
    Phase.MOVEMENT: "Movement",
    Phase.SHOOTING: "Shooting",
    Phase.CHARGING: "Assault: charges",
    Phase.FIGHTING: "Assault: combats",
    Phase.CONSOLIDATION: "Assault: consolidation",
    Phase.OVER: "The battle is over",
}

ENDS = {
    End.PLANTED: ("ENDS_PLANTED", Side.IMPERIALS),
    End.ONE_PLANTED: ("ENDS_ONE_PLANTED", Side.IMPERIALS),
    End.HELD: ("ENDS_HELD", Side.TYRANIDS),
    End.IMPERIALS_GONE: ("ENDS_IMPERIALS_GONE", Side.TYRANIDS),
    End.TYRANIDS_GONE: ("ENDS_TYRANIDS_GONE", Side.IMPERIALS),
}
"""The sentence of every way to end, and whose side it names."""

CHANNEL = 0.24
"""The breadth of the channel in a corridor, as a share of it."""

KINDS = (
    OverlayKind("flow", "where the water runs"),
    OverlayKind("link", "linked within 2 inches"),
    OverlayKind("astray", "out of coherency"),
    OverlayKind("swept", "chance to be swept"),
    OverlayKind("drowns", "chance to die"),
)


def scene(b: Any, names: Names) -> Scene:
    """Everything that a renderer needs, with the flow of the water and the links of coherency."""
    return plain_scene(b, names).model_copy(update={"overlays": tuple(_overlays(b))})


def plain_scene(b: Any, names: Names) -> Scene:
    """The table itself."""
    rows = rows_of(b.figures[: int(b.n_figures)])
    standing = [bool(is_on_table(b.figures[i])) for i in range(len(rows))]
    figures = _figures(b, names, rows, standing)
    off = [(row, figure) for row, figure, stands in zip(rows, figures, standing, strict=True) if not stands]
    sides = _sides(names)
    boxes = []
    for side in Side:
        waiting = tuple(figure for row, figure in off if row.side == side and row.where == Where.BOX)
        if waiting:
            boxes.append(SceneBox(id=f"box_{KEYS[side]}", title="To be set up", side=KEYS[side], figures=waiting))
    for side in Side:
        lost = tuple(figure for row, figure in off if row.side == side and row.where != Where.BOX)
        boxes.append(SceneBox(id=f"lost_{KEYS[side]}", title="Lost", side=KEYS[side], figures=lost))
    left = [sum(stands and row.side == side for row, stands in zip(rows, standing, strict=True)) for side in Side]
    return Scene(
        game="flash-flood",
        title=names.title or "Flash Flood",
        unit="inch",
        width=float(b.width),
        height=float(b.height),
        features=tuple(_features(b, names)),
        figures=tuple(figure for figure, stands in zip(figures, standing, strict=True) if stands),
        markers=tuple(_markers(b)),
        boxes=tuple(boxes),
        scores=tuple(_score(b, side, sides[side], int(left[side])) for side in Side),
        facts=tuple(_facts(b)),
        over=bool(b.phase == Phase.OVER),
    )  # fmt: skip


def _score(b: Any, side: Side, name: str, left: int) -> SceneScore:
    """The charges that lie, or those that were removed."""
    key, count = ("LINE_PLANTED", planted(b)) if side == Side.IMPERIALS else ("LINE_REMOVED", b.removed)
    lines = ((read_texts(FOLDER)[key], int(count)),)
    return SceneScore(side=KEYS[side], name=name, points=int(count), figures=left, broken=False, lines=lines)


def _sides(names: Names) -> tuple[str, ...]:
    return names.sides or tuple(translated(FOLDER, side) for side in ("Imperials", "Tyranids"))


def _features(b: Any, names: Names) -> Iterable[SceneFeature]:
    """Masonry everywhere, and in it corridors and chambers, barriers, gantries and the nest."""
    sewer: SewerFile | None = names.extra.get("sewer")
    width, height = float(b.width), float(b.height)
    yield SceneFeature(
        id="masonry", kind="masonry", shape="polygon", level=0, clause="FLOOD-NET-2",
        points=((0.0, 0.0), (width, 0.0), (width, height), (0.0, height)),
    )  # fmt: skip
    kind = "drowned" if b.flood.over > 0 else "sewer"
    cited = "FLOOD-AFT-1" if b.flood.over > 0 else "FLOOD-NET-2"
    for c in range(int(b.n_corridors)):
        corridor = b.corridors[c]
        before, after = float(b.nodes[corridor.up].reach), float(b.nodes[corridor.down].reach)
        called = _known(sewer.corridors if sewer else (), c, "K")
        yield SceneFeature(
            id=called, label=called, kind=kind, shape="polygon", level=1, clause=cited,
            points=_strip(corridor, -before, float(corridor.length) + after),
        )  # fmt: skip
        if b.flood.over == 0:
            yield _channel(corridor, called)
    for k in range(int(b.n_chambers)):
        box = b.chambers[k]
        yield SceneFeature(
            id=f"chamber_{k}", kind=kind, shape="polygon", level=1, clause="FLOOD-NET-3", points=_box(box)
        )
    yield from _barriers(b, sewer)
    for k in range(int(b.n_dry)):
        yield SceneFeature(
            id=_known(sewer.dry if sewer else (), k, "D"), kind="gantry", shape="polygon", level=3,
            clause="FLOOD-NET-10", points=_box(b.dry[k]), label="gantry",
        )  # fmt: skip
    if b.nest_radius > 0:
        yield SceneFeature(
            id="nest", kind="nest", label="nest", shape="disc", level=2, clause="FLOOD-MIS-7",
            points=((float(b.nest_x), float(b.nest_y)),), radius=float(b.nest_radius),
        )  # fmt: skip


def _channel(corridor: Any, called: str) -> SceneFeature:
    """The trickle in the middle of a corridor, as long as it is not drowned: nothing but a picture."""
    x, y, ux, uy = (float(v) for v in (corridor.x, corridor.y, corridor.ux, corridor.uy))
    length, width = float(corridor.length), CHANNEL * float(corridor.width)
    return SceneFeature(
        id=f"channel_{called}", kind="channel", shape="strip", level=2, width=width,
        points=((x, y), (x + ux * length, y + uy * length)),
    )  # fmt: skip


def _known(names: Iterable[str], place: int, letter: str) -> str:
    known = list(names)
    return known[place] if place < len(known) else f"{letter}{place}"


def _strip(corridor: Any, start: float, end: float) -> tuple[tuple[float, float], ...]:
    """A stretch of a corridor from wall to wall."""
    x, y, ux, uy, half = (float(v) for v in (corridor.x, corridor.y, corridor.ux, corridor.uy, 0.5 * corridor.width))
    return tuple(
        (x + ux * along - uy * lane, y + uy * along + ux * lane)
        for along, lane in ((start, half), (start, -half), (end, -half), (end, half))
    )


def _box(box: Any) -> tuple[tuple[float, float], ...]:
    x0, y0, x1, y1 = (float(box[name]) for name in ("x0", "y0", "x1", "y1"))
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)


def _barriers(b: Any, sewer: SewerFile | None) -> Iterable[SceneFeature]:
    kinds = {}
    if sewer is not None:
        place = {key: at for at, key in enumerate(sewer.corridors)}
        ordered = sorted(sewer.barriers.items(), key=lambda entry: place[entry[1].corridor])
        kinds = {at: (key, entry.kind) for at, (key, entry) in enumerate(ordered)}
    for k in range(int(b.n_barriers)):
        barrier = b.barriers[k]
        corridor = b.corridors[barrier.corridor]
        key, kind = kinds.get(k, (f"B{k}", "grate"))
        words = say(f"{kind.replace('_', '-')}, closed" if barrier.impassable else kind.replace("_", "-"))
        points = _strip(corridor, float(barrier.near), float(barrier.far))
        if barrier.near == barrier.far:
            yield SceneFeature(
                id=key, kind=kind, label=words, shape="line", level=2, clause="FLOOD-NET-9", points=points[:2]
            )
        else:
            yield SceneFeature(
                id=key, kind=kind, label=words, shape="polygon", level=2, clause="FLOOD-NET-9", points=points
            )


def _markers(b: Any) -> Iterable[SceneMarker]:
    for k in range(int(b.n_charges)):
        charge = b.charges[k]
        if charge.state in (Load.LYING, Load.PLANTED):
            words = "Charge, planted" if charge.state == Load.PLANTED else "Charge, lying"
            yield SceneMarker(id=f"c{k + 1}", name=words, emblem="charge", x=float(charge.x), y=float(charge.y))


def _figures(b: Any, names: Names, rows: Sequence[Any], standing: Sequence[bool]) -> list[SceneFigure]:
    """Every model of the battle, by the rows of the record; ``standing``: it is on the table."""
    profiles, squads = rows_of(b.profiles), names.extra.get("squads", ())
    found = []
    for i, (figure, name) in enumerate(zip(rows, names.figures, strict=False)):
        load = int(charge_of(b, i))
        found.append(
            drawn(
                figure,
                name,
                KEYS[figure.side],
                marks=_marks(b, i, figure) if standing[i] else (),
                carries=() if load == NONE else (f"c{load + 1}",),
                facts=_card(b, figure, profiles[figure.profile]),
                may_act=_may_act(b, figure, standing[i]),
                shape="disc",
                unit=say(str(_known(squads, figure.squad, "squad "))),
            )
        )
    return found


def _may_act(b: Any, figure: Any, stands: bool) -> bool:
    """The side to decide may do something with the figure now; ``stands``: it is on the table."""
    phase = Phase(int(b.phase))
    if phase == Phase.OVER or figure.side != current_side(b):
        return False
    if phase == Phase.DEPLOYMENT:
        return bool(waits_for_place(b, figure.squad, figure.side))
    if phase == Phase.RALLYING:
        return bool(is_fugitive(b, figure.unit))
    if phase == Phase.CONSOLIDATION:
        return bool(b.squads[figure.unit].consolidates > 0 and figure.moved == 0)
    if not stands or phase == Phase.NAMING:
        return stands
    return bool(b.units[figure.unit].done == 0 and figure.moved == 0)


def _marks(b: Any, i: int, figure: Any) -> Iterable[str]:
    """What is shown of figure ``i``, which is on the table."""
    if touches_enemy(b, i):
        yield "engaged"
    if b.units[figure.unit].falling_back:
        yield "fleeing"
    elif figure.standing == Standing.STRAGGLER or b.squads[figure.squad].scattered:
        yield "restricted"
    if figure.moved:
        yield "moved"


def _card(b: Any, figure: Any, profile: Any) -> Iterable[tuple[str, str]]:
    yield "WS, BS", f"{profile.weapon_skill}, {profile.ballistic_skill}"
    yield "Strength, Toughness", f"{profile.strength}, {profile.toughness}"
    yield "Initiative, Attacks", f"{profile.initiative}, {profile.attacks}"
    yield "Leadership", str(profile.leadership)
    yield "Save", f"{profile.save}+" if profile.save < 7 else "none"
    if profile.wounds > 1:
        yield "Wounds left", str(figure.wounds)
    if figure.level == Level.GANTRY:
        yield "Stands", "on a gantry"
    if b.units[figure.unit].falling_back:
        yield "State", "falling back"
    elif b.squads[figure.squad].scattered:
        yield "State", "its unit is scattered"
    elif figure.standing == Standing.STRAGGLER:
        yield "State", "out of coherency"
    if figure.from_flood != NONE:
        yield "In the flood", say("swept {inches:inch}", inches=Length(figure.from_flood / 100))


def _facts(b: Any) -> Iterable[tuple[str, str]]:
    if b.turn > 0:
        yield "Turn", gettext("{number} of {most}", number=int(b.turn), most=int(b.rules.turns))
    yield "Step", STEPS.get(Phase(int(b.phase)), "")
    if b.flood.over > 0:
        yield "Water", "the sewer is drowned"
    elif b.flood.due > 0:
        yield "Water", "the flood comes in this turn"
    else:
        needed = int(needed_in(b, int(b.turn) + 1))
        sure = {7: "no flood in the next turn", 1: "the flood comes in the next turn"}
        words = "the flood comes in the next turn on {needed} or more"
        yield "Water", sure.get(needed) or say(words, needed=needed)


# ---------------------------------------------------------------- overlays


def _overlays(b: Any) -> Iterable[SceneOverlay]:
    """Arrows along the flow until it has come; links of every squad that stands apart or is taken up."""
    if b.flood.over == 0:
        for c in range(int(b.n_corridors)):
            corridor = b.corridors[c]
            if corridor.flows:
                yield SceneOverlay(kind="flow", points=_arrow(corridor), clause="FLOOD-NET-5")
    for u in range(int(b.n_squads)):
        unit = b.units[u]
        members = [i for i in range(unit["first"], unit["first"] + unit["count"]) if is_on_table(b.figures[i])]
        astray = [i for i in members if must_rejoin(b, i)]
        if not astray and b.active != u:
            continue
        for i, j in _links(b, members):
            yield SceneOverlay(kind="link", points=(_at(b, i), _at(b, j)), clause="C40-COH-1")
        yield from _strays(b, members, astray)


def drawn_up(b: Any, _names: Names, figures: Sequence[int]) -> tuple[SceneOverlay, ...]:
    """The links of those squads whose models would stand so, and whom nothing would link to their squad."""
    found = []
    for u in sorted({int(b.figures[i].squad) for i in figures}):
        unit = b.units[u]
        members = [i for i in range(unit["first"], unit["first"] + unit["count"]) if is_on_table(b.figures[i])]
        groups, straggles = np.empty(int(unit["count"]), np.int64), np.empty(int(unit["count"]), np.int64)
        mark_stragglers(b, u, groups, straggles)
        found += [
            SceneOverlay(kind="link", points=(_at(b, i), _at(b, j)), clause="C40-COH-1") for i, j in _links(b, members)
        ]
        astray = [i for i in members if straggles[i - int(unit["first"])] != 0]
        found += _strays(b, members, astray)
    return tuple(found)


def _strays(b: Any, members: list[int], astray: list[int]) -> Iterable[SceneOverlay]:
    """From each who is out of coherency to the nearest mate."""
    for i in astray:
        mates = [j for j in members if j != i]
        if mates:
            j = min(mates, key=lambda k: dist(_at(b, i), _at(b, k)))
            yield SceneOverlay(kind="astray", points=(_at(b, i), _at(b, j)), clause="FLOOD-COH-2")


def _at(b: Any, i: int) -> tuple[float, float]:
    return float(b.figures[i].x), float(b.figures[i].y)


def _links(b: Any, members: list[int]) -> Iterable[tuple[int, int]]:
    """So many links within 2 inches as hold every group of a squad together, the shortest ones."""
    pairs = sorted(
        (dist(_at(b, i), _at(b, j)), i, j)
        for place, i in enumerate(members)
        for j in members[place + 1 :]
        if is_near(b, i, j, b.core.coherency)
    )
    group = {i: i for i in members}
    for _, i, j in pairs:
        one, other = group[i], group[j]
        if one != other:
            group = {k: one if g == other else g for k, g in group.items()}
            yield i, j


def _arrow(corridor: Any) -> tuple[tuple[float, float], ...]:
    """An arrow in the middle of a corridor, as the water runs."""
    x, y, ux, uy = (float(v) for v in (corridor.x, corridor.y, corridor.ux, corridor.uy))
    middle = 0.5 * float(corridor.length)
    points = (
        (middle - 1.2, 0.0),
        (middle + 1.2, 0.0),
        (middle + 0.6, 0.45),
        (middle + 1.2, 0.0),
        (middle + 0.6, -0.45),
    )
    return tuple((x + ux * a - uy * o, y + uy * a + ux * o) for a, o in points)


# ---------------------------------------------------------------- words


def prompt(b: Any, names: Names) -> str:
    """What is asked of the side to decide; how it ended, once it is over."""
    side = int(current_side(b))
    if side == NOBODY:
        return result_text(b, names)
    words: dict[str, Any] = {"side": _sides(names)[side], "item": ""}
    phase = Phase(int(b.phase))
    unit = _unit_asked(b, phase)
    known = names.extra.get("squads", ())
    if unit != NONE:
        squad = int(b.squads[int(unit)].of)
        words["item"] = translated(FOLDER, known[squad] if 0 <= squad < len(known) else "the unit")
    key = f"PROMPT_{phase.name}"
    if phase == Phase.RALLYING and unit == NONE:
        key = "PROMPT_SEVERAL_RALLY"
    if phase in (Phase.MOVEMENT, Phase.SHOOTING) and unit != NONE:
        key = "PROMPT_UNIT_MOVES" if phase == Phase.MOVEMENT else "PROMPT_UNIT_RUNS"
    elif phase == Phase.SHOOTING and not any(is_free(b, u) and may_run(b, u) for u in range(int(b.n_squads))):
        key = "PROMPT_SHOOTING_ONLY"
    return read_texts(FOLDER)[key].format(**words)


def _unit_asked(b: Any, phase: Phase) -> int:
    """The unit that the question is about, or NONE where its owner says which is next."""
    if phase == Phase.RALLYING:
        return int(fugitive(b)) if fugitives(b) == 1 else NONE
    if phase in (Phase.DEPLOYMENT, Phase.NAMING):
        return NONE
    return int(b.active)


def result_text(b: Any, names: Names) -> str:
    """Who won, and how."""
    key, side = ENDS[End(int(b.end))]
    assert key in read_endings(FOLDER)
    count = int(planted(b))
    amount = Count(count if "PLANTED" in key else int(b.turn))
    return read_texts(FOLDER)[key].format(side=_sides(names)[side], amount=amount)
