"""What the picture of a case shows: the table as asked, the ways of its actions, what came of them, what was measured.

All of it is read off the answer of the rules, for every game alike; ``draw/diagram.py`` draws it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sandtable.games.common.amounts import length_words
from sandtable.games.scene import Explanation, Point, Scene, SceneFeature, SceneFigure, SceneOverlay
from sandtable.kernel.geometry import Base, base_of, degrees_of_facing, facing_of_degrees
from sandtable.kernel.records import NONE, Path
from sandtable.kernel.sweep import carried, rigid_between, wheel_about
from sandtable.table.actions import MARCHES, fields_of, legs_of
from sandtable.table.battle import Battle
from sandtable.table.case_files import EDGES, case_clauses
from sandtable.table.cases import Answer, Ruling
from sandtable.table.log_entries import Finding
from sandtable.table.march_notation import Leg, marched

SAME = 0.02
"""Places no farther apart than this part of a base are the same for the eye."""

ARC_STEP = 7.5
"""Degrees between two points of a drawn wheel."""


@dataclass(frozen=True)
class Way:
    """One action: where it leads those who act, or at whom it is aimed."""

    number: int
    """Its place among the actions; 0 where there is only one."""
    legal: bool
    side: str
    ghosts: tuple[SceneFigure, ...] = ()
    start: SceneFigure | None = None
    """Who leads, where it stands."""
    track: tuple[Point, ...] = ()
    """Its middle's way."""
    length: str = ""
    """What the rules measured along it, in words."""
    aims: tuple[tuple[SceneFigure, SceneFigure], ...] = ()
    chosen: tuple[SceneFigure, ...] = ()
    grounds: tuple[tuple[SceneFigure, SceneFeature], ...] = ()
    """Who aims at a piece of ground as a whole, and at which."""
    places: tuple[Point, ...] = ()
    """Where something is put that is no figure."""
    laid: tuple[SceneFeature, ...] = ()


@dataclass(frozen=True)
class Change:
    """What an action did to a figure that was not sent there: pushed, fled, conformed; gone where ``end`` is None."""

    start: SceneFigure
    end: SceneFigure | None


@dataclass(frozen=True)
class Slide:
    """A piece of ground that an action moved, or what followed it: a street that flies past, a boat."""

    start: SceneFeature
    end: SceneFeature


@dataclass(frozen=True)
class Measure:
    """A line, or a point, that decided something."""

    points: tuple[Point, ...]
    text: str
    forbids: bool


@dataclass(frozen=True)
class Diagram:
    """Everything that the picture of one case shows."""

    scene: Scene
    ways: tuple[Way, ...]
    changes: tuple[Change, ...]
    slides: tuple[Slide, ...]
    measures: tuple[Measure, ...]
    overlays: tuple[SceneOverlay, ...]
    about: frozenset[str]
    """Ids of the figures that the case is about: the picture shows all of them."""
    listed: frozenset[str]
    """Ids of those that the case itself lays: shown too where they stand near."""
    edges: tuple[tuple[SceneFigure, int], ...]
    """Edges, clockwise from the front, whose lines are drawn on: the case says so."""


def diagram_of(answer: Answer, explained: bool = True) -> Diagram:
    """The picture of a case whose answer is known.

    ``explained``: with what the game explains of those who act, which may take it long.
    """
    scene, began = answer.laid.scene(), answer.asked.scene()
    ways: list[Way] = []
    changes = list(_moved(scene, began, {}))
    slides = list(_slid(scene, began))
    measures: list[Measure] = []
    if not changes:  # nobody moved before the first decision
        scene = began
    for index, ruling in enumerate(answer.rulings):
        later = answer.rulings[index + 1].asked if index + 1 < len(answer.rulings) else answer.battle
        way = _way(ruling, later, index + 1 if len(answer.rulings) > 1 else 0)
        ways.append(way)
        changes += _changes(ruling, later, way)
        slides += _slid(ruling.asked.scene(), later.scene())
        measures += _measures(ruling, way)
    return Diagram(
        scene=scene,
        ways=tuple(ways),
        changes=tuple(changes),
        slides=tuple(slides),
        measures=tuple(dict.fromkeys(measures)),
        overlays=tuple(_overlays(answer, scene, _explained(answer) if explained else ())),
        about=frozenset(_about(answer, scene)),
        listed=frozenset(answer.listed),
        edges=tuple((known_figures(scene)[figure], EDGES.index(edge)) for figure, edge in answer.head.lines.items()),
    )


# ------------------------------------------------------------------------------------------------- ways


def _way(ruling: Ruling, later: Battle, number: int) -> Way:
    """Where an action leads, or at whom it is aimed, as the eye sees it."""
    action, asked = ruling.action, ruling.asked
    record, legal = action.record, ruling.judgement.legal
    shown = known_figures(asked.scene())
    side = str(ruling.before["side"] or "")
    actors = [shown[figure] for figure in action.figures if figure in shown]
    if action.to is None:
        grounds = tuple(_grounds(ruling, actors))
        if grounds:
            return Way(number, legal, side, grounds=grounds)
        aims, chosen = _aims(ruling, {figure.id: figure for figure in asked.scene().figures})
        return Way(number, legal, side, aims=aims, chosen=chosen)
    if not actors:
        laid: tuple[SceneFeature, ...] = ()
        if legal:
            lay = {(feature.kind, feature.points) for feature in asked.scene().features}
            laid = tuple(f for f in later.scene().features if (f.kind, f.points) not in lay)
        via = [(float(x), float(y)) for x, y in record["via"][: record["n_via"]]]
        return Way(number, legal, side, places=tuple(via or [action.to]), laid=laid)
    poses = _poses(ruling)
    ends = _ends(ruling, later, poses[-1], {figure.id for figure in asked.scene().figures})
    track = tuple((base.x, base.y) for base in poses)
    start = actors[0] if len(poses) > 1 else None  # None: it comes on to the table
    length = _length(ruling, actors[0].id, track, asked.game.unit)
    ghosts = tuple(moved(shown[figure], base) for figure, base in ends.items())
    return Way(number, legal, side, ghosts=ghosts, start=start, track=track, length=length)


def known_figures(scene: Scene) -> dict[str, SceneFigure]:
    """Every figure of a scene by its id, those beside the table too."""
    beside = [figure for box in scene.boxes for figure in box.figures]
    return {figure.id: figure for figure in (*beside, *scene.figures)}


def moved(figure: SceneFigure, base: Base) -> SceneFigure:
    """The figure as it would stand on this base."""
    facing = float(degrees_of_facing(base.fx, base.fy))
    return figure.model_copy(update={"x": float(base.x), "y": float(base.y), "facing": facing})


def _aims(
    ruling: Ruling, standing: dict[str, SceneFigure]
) -> tuple[tuple[tuple[SceneFigure, SceneFigure], ...], tuple[SceneFigure, ...]]:
    """Who is aimed at, or chosen, by an action that ends at no place."""
    lexicon, record = ruling.asked.engine.lexicon, ruling.action.record
    parts = lexicon.phrase(int(record["verb"])).parts
    actors = [standing[figure] for figure in ruling.action.figures if figure in standing]
    named = [int(record[part.field]) for part in parts if part.names == "figures" and part.field != "x"]
    targets = [standing[lexicon.figure_id(i)] for i in named if i != NONE and lexicon.figure_id(i) in standing]
    if not targets and len({actor.side for actor in actors}) > 1:
        actors, targets = actors[:1], list(actors[1:])
    if actors and targets:
        return tuple((actor, target) for actor in actors for target in targets), ()
    return (), tuple(targets or actors)


def _grounds(ruling: Ruling, actors: Sequence[SceneFigure]) -> Iterable[tuple[SceneFigure, SceneFeature]]:
    """At which pieces of ground the figures aim that act: those whose names the action says."""
    lexicon, record, features = ruling.asked.engine.lexicon, ruling.action.record, ruling.asked.scene().features
    for part in lexicon.phrase(int(record["verb"])).parts:
        index = int(record[part.field]) if part.names == "features" else NONE
        name = lexicon.word("features", index).replace("_", " ") if index != NONE else ""
        called = [feature for feature in features if name and feature.label.partition(",")[0] == name]
        yield from ((actor, feature) for actor in actors for feature in called[:1])


def _poses(ruling: Ruling) -> list[Base]:
    """The leader's base where it stands, where its way bends, and where it ends."""
    action, asked = ruling.action, ruling.asked
    record, figures = action.record, asked.record.figures
    actors = [int(i) for i in record["actors"][: record["n_actors"]]]
    start = base_of(figures[actors[0]])
    x, y = action.to or (start.x, start.y)
    front = facing_of_degrees(action.facing or 0.0)
    end = Base(x, y, float(front[0]), float(front[1]), start.half_width, start.half_depth)
    via = [(float(a), float(b)) for a, b in record["via"][: record["n_via"]]]
    if action.figures[0] not in {figure.id for figure in asked.scene().figures}:
        return [end]
    if record["path"] in MARCHES:
        others = [base_of(figures[i]) for i in actors[1:]] if record["path"] == Path.MARCH else []
        return [*_marched(legs_of(fields_of(record)), start, others), end]
    if record["path"] == Path.WHEEL and via:
        return [*_wheeled(start, via[0], turn_between(start, end)), end]
    return [start, *(Base(px, py, *start[2:]) for px, py in via), end]


def turn_between(start: Base, end: Base) -> float:
    """Degrees clockwise from one facing to the other, from -180 to 180."""
    turn = degrees_of_facing(end.fx, end.fy) - degrees_of_facing(start.fx, start.fy)
    return float((turn + 180.0) % 360.0 - 180.0)


def _wheeled(start: Base, pivot: Point, degrees: float) -> list[Base]:
    steps = max(1, math.ceil(abs(degrees) / ARC_STEP))
    return [carried(wheel_about(*pivot, degrees * k / steps), start) for k in range(steps)]


def _marched(legs: Sequence[Leg], start: Base, others: Sequence[Base]) -> list[Base]:
    """A base of the leader after every advance and side-step and along every wheel."""
    poses = [start]
    done: list[Leg] = []
    for leg in legs:
        if leg.ahead:
            poses.append(marched([*done, Leg(leg.ahead, 0.0)], start, others))
        if leg.aside:
            poses.append(marched([*done, leg._replace(degrees=0.0)], start, others))
        steps = math.ceil(abs(leg.degrees) / ARC_STEP)
        for k in range(1, steps + 1):
            poses.append(marched([*done, leg._replace(degrees=leg.degrees * k / steps)], start, others))
        done.append(leg)
    return poses


def _ends(ruling: Ruling, later: Battle, end: Base, standing: set[str]) -> dict[str, Base]:
    """Where everybody ends who moves: rigidly with the leader, or where the rules put those who did not go rigidly."""
    action, figures = ruling.action, ruling.asked.record.figures
    leader, *others = (int(i) for i in action.record["actors"][: action.record["n_actors"]])
    ids = action.figures
    rigid = action.record["path"] != Path.COLUMN and all(figure in standing for figure in ids)
    ends = {ids[0]: end}
    if rigid:
        motion = rigid_between(base_of(figures[leader]), end)
        return ends | {ids[k + 1]: carried(motion, base_of(figures[i])) for k, i in enumerate(others)}
    after = {figure.id for figure in later.scene().figures}
    if ruling.judgement.legal:
        ends |= {ids[k + 1]: base_of(later.record.figures[i]) for k, i in enumerate(others) if ids[k + 1] in after}
    return ends


def _length(ruling: Ruling, leader: str, track: Sequence[Point], unit: str) -> str:
    """The length that the rules measured along the way, where they said one."""
    straight = math.dist(track[0], track[-1])
    for finding in (*ruling.judgement.reasons, *ruling.events):
        if finding.actor != leader or finding.geometry is None or finding.value <= 0.0:
            continue
        if _same_line(finding, track) and finding.value >= straight * 0.98:
            return length_words(finding.value, unit)
    return ""


def _same_line(finding: Finding, track: Sequence[Point]) -> bool:
    assert finding.geometry is not None
    x, y, x2, y2 = finding.geometry
    slack = 0.02 * (1.0 + math.dist(track[0], track[-1]))
    return math.dist((x, y), track[0]) <= slack and math.dist((x2, y2), track[-1]) <= slack


# ---------------------------------------------------------------------------------------------- outcomes


def _changes(ruling: Ruling, later: Battle, way: Way) -> Iterable[Change]:
    """Everybody who stands elsewhere after the action, or is gone, but for those who went where they were sent."""
    if not ruling.judgement.legal:
        return
    yield from _moved(ruling.asked.scene(), later.scene(), {ghost.id: ghost for ghost in way.ghosts})


def _moved(before: Scene, later: Scene, sent: Mapping[str, SceneFigure]) -> Iterable[Change]:
    """The same from one table to another, for all but those who were ``sent``."""
    after = {figure.id: figure for figure in later.figures}
    for figure in before.figures:
        start = sent.get(figure.id, figure)
        end = after.get(figure.id)
        if end is None or _apart(start, end):
            yield Change(start, end)
    stood = {figure.id for figure in before.figures} | set(sent)
    for figure in after.values():
        if figure.id not in stood:  # it came on to the table
            yield Change(figure, figure)


def _slid(before: Scene, later: Scene) -> Iterable[Slide]:
    """The pieces of ground that lie elsewhere on the later table."""
    after = {feature.id: feature for feature in later.features}
    for feature in before.features:
        end = after.get(feature.id, feature)
        if end.points != feature.points:
            yield Slide(feature, end)


def _apart(a: SceneFigure, b: SceneFigure) -> bool:
    slack = SAME * max(a.width, a.depth)
    turn = abs((a.facing - b.facing + 180.0) % 360.0 - 180.0)
    return math.dist((a.x, a.y), (b.x, b.y)) > slack or turn > 1.0 or (a.width, a.depth) != (b.width, b.depth)


def _measures(ruling: Ruling, way: Way) -> Iterable[Measure]:
    """The lines that forbade the action or raised its price, but for the way itself, which is drawn anyway."""
    unit = ruling.asked.game.unit
    for finding in ruling.judgement.findings:
        if finding.geometry is None or finding.kind not in ("reason", "price"):
            continue
        x, y, x2, y2 = finding.geometry
        forbids = finding.kind == "reason"
        if (x, y) == (x2, y2):
            if forbids and way.track and math.dist((x, y), way.track[0]) > SAME:
                yield Measure(((x, y),), "", forbids)
        elif not way.track or not _same_line(finding, way.track):
            text = length_words(finding.value, unit) if not forbids and finding.value > 0.0 else ""
            yield Measure(((x, y), (x2, y2)), text, forbids)


# ------------------------------------------------------------------------------------- what it is all about


def _about(answer: Answer, scene: Scene) -> set[str]:
    """The figures that act, are acted on, cited or expected."""
    found = {change.start.id for change in _moved(answer.laid.scene(), answer.asked.scene(), {})}
    for ruling in answer.rulings:
        found.update(ruling.action.figures)
        for finding in (*ruling.judgement.findings, *ruling.events):
            if finding.kind != "die":
                found.update(figure for figure in (finding.actor, finding.other) if figure)
    for expected in (*answer.head.expect, answer.head.final):
        found.update(expected.figures if expected else ())
    return found & {figure.id for figure in scene.figures}


def chapter_of(clause: str | None) -> str:
    """``WAD-ZOC`` of ``WAD-ZOC-9``."""
    return (clause or "").rpartition("-")[0]


def _overlays(answer: Answer, scene: Scene, explained: Iterable[Explanation]) -> Iterable[SceneOverlay]:
    """The game's own overlays: those that always show, and of the quiet ones those of the case's chapters."""
    game = answer.battle.game
    quiet = {kind.kind for kind in game.overlays if kind.quiet}
    chapters = {chapter_of(clause) for clause in case_clauses(answer.head)}
    for ruling in answer.rulings:
        chapters |= {chapter_of(reason.clause) for reason in ruling.judgement.reasons}
    found = [o for o in scene.overlays if o.kind not in quiet or chapter_of(o.clause) in chapters]
    for explanation in explained:
        told = any(chapter_of(note.clause) in chapters for note in explanation.notes)
        for overlay in explanation.overlays:
            if chapter_of(overlay.clause) in chapters or (told and overlay.kind in quiet):
                found.append(overlay)
    seen = set[tuple[Point, ...]]()
    for overlay in found:
        shape = tuple((round(x, 2), round(y, 2)) for x, y in overlay.points)
        if shape not in seen:
            seen.add(shape)
            yield overlay


def _explained(answer: Answer) -> Iterable[Explanation]:
    """What the game explains of those who act, and of whom they act on, where they stand when it is asked."""
    battle = answer.asked
    if battle.game.explain is None:
        return
    lexicon = battle.engine.lexicon
    named = dict.fromkeys(figure for ruling in answer.rulings for figure in ruling.action.figures)
    for figure in named:
        yield battle.game.said(battle.game.explain(battle.record, battle.names, lexicon.index("figures", figure)))
