"""Scene of a battle: the ground, figures and what they carry, who fights whom, and what is asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sandtable.games.common.amounts import Count
from sandtable.games.common.drawing import drawn, rows_of
from sandtable.games.game import Names
from sandtable.games.inter_arma.clauses import FOLDER
from sandtable.games.inter_arma.record import End, Ground, Lies, Mode, Phase, Quality, Scoring, State, Thing, Weapon
from sandtable.games.inter_arma.rules.orders import may_act
from sandtable.games.inter_arma.rules.pairing import RANKS
from sandtable.games.inter_arma.rules.positions import foes_of, is_on_table
from sandtable.games.inter_arma.rules.sequence import current_side
from sandtable.games.inter_arma.rules.victory import general_points, points_of, times
from sandtable.games.inter_arma.rules.visibility import is_night
from sandtable.games.inter_arma.showing.explaining import overlays
from sandtable.games.inter_arma.showing.phrases import figure_words, say
from sandtable.games.inter_arma.showing.sights import sights, unseen
from sandtable.games.language import translated
from sandtable.games.rulebook import read_endings, read_texts
from sandtable.games.scene import Scene, SceneBox, SceneFeature, SceneFigure, SceneMarker, SceneScore
from sandtable.kernel.records import NOBODY, NONE
from sandtable.translation import all_of, capitalized, gettext

STEPS = {
    Phase.MOVEMENT: "Movement",
    Phase.NUDGE: "Direction dice",
    Phase.SHOOTING: "Ranged combat",
    Phase.CLOSING: "Closing up",
    Phase.AMBUSHES: "Ambush",
    Phase.MELEE: "Melee",
    Phase.BLOWS: "Melee",
    Phase.WOUNDED: "The wounded",
    Phase.RALLY: "Rallying",
    Phase.PRAISE: "Morale",
    Phase.OVER: "The battle is over",
}

KINDS = {
    Ground.WOOD: ("wood", "wood", "IA-TABLE-5"),
    Ground.HEAVY_WOOD: ("wood", "heavy wood", "IA-TABLE-6"),
    Ground.WHEAT: ("wheat", "wheat", "IA-TABLE-7"),
    Ground.HILL: ("gentle_hill", "hill", "IA-TABLE-8"),
    Ground.LOW: ("rampart", "low obstacle", "IA-TABLE-9"),
    Ground.BUILDING: ("building", "building", "IA-TABLE-10"),
    Ground.ROCK: ("rock", "rock", "IA-TABLE-10"),
    Ground.TOWER: ("tower", "tower", "IA-TABLE-11"),
    Ground.STREAM: ("river", "stream", "IA-TABLE-12"),
    Ground.OPEN: ("road", "open ground", "IA-TABLE-4"),
    Ground.FIRE: ("fire", "fire", "IA-SC2-4"),
    Ground.SHIP: ("sea", "ship", "IA-MOVE-22"),
}
"""Symbol, name and clause of every kind of ground."""

LEVELS = {Ground.HEAVY_WOOD: 1, Ground.WOOD: 1, Ground.WHEAT: 1, Ground.HILL: 0, Ground.STREAM: 2, Ground.OPEN: 3}
"""From the lowest up; everything else stands on these."""

QUALITIES = {Quality.CONSCRIPT: "conscript", Quality.REGULAR: "regular", Quality.ELITE: "elite",
             Quality.COMMANDER: "commander or hero"}  # fmt: skip
WAYS = {Mode.WALK: "has walked", Mode.RUN: "has run", Mode.CRAWL: "has crawled"}
THINGS = {Thing.JAVELIN: "psiloi", Thing.LOOT: "pay_chest", Thing.STANDARD: "standard", Thing.HEIRLOOM: "cauldron"}


def scene(b: Any, names: Names) -> Scene:
    """Everything that a renderer needs, with who sees what."""
    return _table(b, names, unseen(b, names)).model_copy(
        update={"sights": sights(b, names), "overlays": tuple(overlays(b, names))}
    )


def plain_scene(b: Any, names: Names) -> Scene:
    """The table itself."""
    return _table(b, names, {})


def _table(b: Any, names: Names, blind: Mapping[int, tuple[str, ...]]) -> Scene:
    """The table; ``blind``: the sides that do not see a figure, where some do not."""
    rows = rows_of(b.figures[: int(b.n_figures)])
    standing = [bool(is_on_table(b.figures[i])) for i in range(len(rows))]
    figures = _figures(b, names, rows, standing, blind)
    boxes = []
    for side, key in enumerate(_keys(names)):
        gone = tuple(
            figures[i]
            for i, row in enumerate(rows)
            if row.side == side and not standing[i] and row.state != State.UNSEEN
        )
        boxes.append(SceneBox(id=f"lost_{key}", title="Off the table", side=key, figures=gone))
    return Scene(
        game="inter-arma",
        title=names.title or "Inter Arma",
        unit="cm",
        width=float(b.width),
        height=float(b.height),
        features=tuple(_features(b, names)),
        figures=tuple(figure for figure, stands in zip(figures, standing, strict=True) if stands),
        markers=tuple(_markers(b, names)),
        boxes=tuple(boxes),
        scores=tuple(_score(b, names, rows, side) for side in range(int(b.n_sides))),
        facts=tuple(_facts(b, names)),
        over=bool(b.phase == Phase.OVER),
    )


def _keys(names: Names) -> tuple[str, ...]:
    return tuple(party.key for party in names.parties)


def _features(b: Any, names: Names) -> Iterable[SceneFeature]:
    for k in range(int(b.terrain.n_features)):
        feature, site = b.terrain.features[k], b.sites[k]
        ground = Ground(int(feature.kind))
        kind, label, clause = KINDS[ground]
        if ground in (Ground.BUILDING, Ground.TOWER) or (ground == Ground.OPEN and names.features[k] != f"open{k}"):
            label = names.features[k]
        if site.destroyed:
            kind, label = "ruin", say("ruin of {what}", what=say(label))
        ident = f"{names.features[k]}_{k}".replace(" ", "_")
        shown = {"id": ident, "kind": kind, "label": label, "clause": clause, "level": LEVELS.get(ground, 5)}
        if feature.radius > 0:
            middle = (0.5 * float(feature.x0 + feature.x1), 0.5 * float(feature.y0 + feature.y1))
            yield SceneFeature(shape="disc", points=(middle,), radius=float(feature.radius), **shown)
            continue
        corners = b.terrain.vertices[int(feature.first) : int(feature.first + feature.count)]
        points = tuple((float(corner.x), float(corner.y)) for corner in corners)
        yield SceneFeature(shape="line" if len(points) == 2 else "polygon", points=points, **shown)
    for c in range(int(b.n_checkpoints)):
        point = b.checkpoints[c]
        label = say("checkpoint: nobody")
        if point.holder != NONE:
            label = say("checkpoint: {holder}", holder=names.sides[int(point.holder)])
        yield SceneFeature(
            id=f"checkpoint_{c}", kind="checkpoint", label=label, shape="disc", level=4,
            points=((float(point.x), float(point.y)),), radius=float(b.rules.checkpoint), clause="IA-GOAL-4",
        )  # fmt: skip


def _markers(b: Any, names: Names) -> Iterable[SceneMarker]:
    for m in range(int(b.n_markers)):
        marker = b.markers[m]
        if marker.lies == Lies.TABLE:
            yield SceneMarker(
                id=f"marker_{m}", name=names.items[m].capitalize(), emblem=THINGS[Thing(int(marker.thing))],
                x=float(marker.x), y=float(marker.y),
            )  # fmt: skip
    for h in range(int(b.n_herds)):
        herd = b.herds[h]
        if not herd.off:
            yield SceneMarker(id=f"herd_{h}", name="Herd", emblem="hordes", x=float(herd.x), y=float(herd.y))


def _figures(
    b: Any, names: Names, rows: Sequence[Any], standing: Sequence[bool], blind: Mapping[int, tuple[str, ...]]
) -> list[SceneFigure]:
    """Every figure of the battle, by the rows of the record."""
    keys, carried, moves = _keys(names), _carried(b), b.phase == Phase.MOVEMENT
    return [
        drawn(
            figure,
            name,
            keys[figure.side],
            marks=_marks(b, i, figure) if standing[i] else (),
            facts=_card(names, name.kind, figure, carried.get(i, ())),
            may_act=bool(moves and may_act(b, i)),
            shape="disc",
            unseen_by=blind.get(i, ()),
        )
        for i, (figure, name) in enumerate(zip(rows, names.figures, strict=False))
    ]


def _marks(b: Any, i: int, figure: Any) -> Iterable[str]:
    """What is shown of figure ``i``, which is on the table."""
    if figure.state == State.WOUNDED:
        yield "wounded"
        return
    if figure.quality == Quality.COMMANDER and not figure.civilian:
        yield "commander"
    if figure.routing:
        yield "fleeing"
    if foes_of(b, i):
        yield "engaged"
    if figure.lying:
        yield "lying"
    if figure.moved and b.phase == Phase.MOVEMENT:
        yield "moved"


def _carried(b: Any) -> dict[int, list[int]]:
    """Figure -> the markers that it carries."""
    found: dict[int, list[int]] = {}
    for m, marker in enumerate(rows_of(b.markers[: int(b.n_markers)])):
        if marker.lies == Lies.CARRIED:
            found.setdefault(marker.carrier, []).append(m)
    return found


def _card(names: Names, kind: str, figure: Any, carried: Iterable[int]) -> Iterable[tuple[str, str]]:
    """What a figure of this kind, which carries these markers, says on its card."""
    yield "Group", names.extra["squads"][figure.squad]
    if figure.civilian:
        yield "Class", "civilian"
    else:
        quality = Quality(figure.quality)
        yield "Class", kind if quality == Quality.COMMANDER else QUALITIES[quality]
    worn = [word for word, has in (("armour", figure.armored), ("shield", figure.shield)) if has]
    yield "Protection", all_of(map(say, worn)) or "none"
    held = []
    if figure.gun != NONE:
        held.append(Weapon(figure.gun).name.lower())
    if figure.javelins:
        javelins = "pilum" if figure.pilum else "javelin" if figure.javelins == 1 else "{number} javelins"
        held.append(say(javelins, number=figure.javelins))
    if figure.long_arm:
        held.append("long weapon")
    if figure.torch:
        held.append("torch")
    yield "Weapons", ", ".join(map(say, held)) or "sword or knife"
    for m in carried:
        yield "Carries", names.items[m]
    words = [word for word, has in (("wounded", figure.state == State.WOUNDED), ("lying", figure.lying),
             ("runs home", figure.routing), ("tired", figure.tired), ("in closed formation", figure.formed),
             ("strikes harder next time", figure.harder), ("on a tower", figure.tower != NONE)) if has]  # fmt: skip
    if figure.mode in WAYS:
        words.append(WAYS[Mode(figure.mode)])
    if words:
        yield "State", ", ".join(map(say, words))


def _score(b: Any, names: Names, rows: Sequence[Any], side: int) -> SceneScore:
    """Soldiers able to fight are what is counted and reported of a side (COMMENT-3); its wounded lie there too."""
    mine = [row.state for row in rows if row.side == side and not row.civilian]
    able, wounded = mine.count(State.ABLE), mine.count(State.WOUNDED)
    told = (("LINE_ABLE", able), ("LINE_WOUNDED", wounded))
    texts = read_texts(FOLDER)
    stand = ", ".join(texts[key].format(amount=Count(n)) for key, n in told if n or key == "LINE_ABLE")
    return SceneScore(
        side=_keys(names)[side], name=names.sides[side], points=int(points_of(b, side)), figures=able + wounded,
        broken=False, stand=stand, lines=tuple(_score_lines(b, names, side)),
    )  # fmt: skip


def _score_lines(b: Any, names: Names, side: int) -> Iterable[tuple[str, int]]:
    """What a side's points are for: enemies put out, and what the scenario counts."""
    texts = read_texts(FOLDER)
    yield texts["LINE_GENERAL"], int(general_points(b, side))
    for line in b.scoring[: int(b.n_points)]:
        if line.side == side:
            rule, item = Scoring(int(line.rule)), int(line.item)
            thing = translated(FOLDER, names.items[item]) if rule.name.startswith("MARKER") else ""
            text = texts[f"LINE_{rule.name}"].format(item=thing, amount=item)
            yield capitalized(text), int(line.amount) * int(times(b, side, line.rule, line.item))


def _facts(b: Any, names: Names) -> Iterable[tuple[str, str]]:
    yield "Turn", gettext("{number} of {most}", number=max(int(b.turn), 1), most=int(b.turns))
    step = STEPS.get(Phase(int(b.phase)), "")
    if step:
        yield "Step", step
    weather = [word for word, has in (("night", is_night(b)), ("rain or fog", b.rain)) if has]
    if weather:
        yield "Weather", ", ".join(map(say, weather))
    for side in range(int(b.n_sides)):
        if b.sides[side].alarm_rules and b.sides[side].alarm == NONE:
            yield "No alarm yet", names.sides[side]


def asked(b: Any) -> int:
    """The figure that must be seen to first, or NONE."""
    for i in range(int(b.n_figures)):
        if b.figures[i].declared and not b.figures[i].tired and not b.figures[i].moved:
            return i
    return NONE


def prompt(b: Any, names: Names) -> str:
    """What is asked of the side to decide; how it ended, once it is over."""
    side = int(current_side(b))
    if side == NOBODY:
        return result_text(b, names)
    i = asked(b)
    key = f"PROMPT_{Phase(int(b.phase)).name}"
    if b.phase == Phase.MOVEMENT and i != NONE:
        key = "PROMPT_PENDING"
    elif b.phase == Phase.MELEE and b.begun == RANKS:
        key = "PROMPT_RANKS"
    return read_texts(FOLDER)[key].format(side=names.sides[side], actor=figure_words(names, i))


def result_text(b: Any, names: Names) -> str:
    """Who won, and how."""
    key = f"ENDS_{End(int(b.end)).name}"
    if b.winner < 0:
        return read_texts(FOLDER)["ENDS_DRAW"]
    assert key in read_endings(FOLDER)
    points = int(b.sides[int(b.winner)].points)
    return read_texts(FOLDER)[key].format(side=names.sides[int(b.winner)], amount=Count(points))
