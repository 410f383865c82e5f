"""Scene of a chase: the street with what moves on it, arcs and turns of who is asked, the order, and what is asked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from sandtable.games.common.amounts import Count
from sandtable.games.common.drawing import drawn
from sandtable.games.game import Names
from sandtable.games.language import translated
from sandtable.games.pursuit.clauses import FOLDER
from sandtable.games.pursuit.record import MAX_MINES, PIECE, End, Phase, Side, State, Where
from sandtable.games.pursuit.rules.close_combat import striker
from sandtable.games.pursuit.rules.deployment import first_to_deploy
from sandtable.games.pursuit.rules.interrupts import turner
from sandtable.games.pursuit.rules.movement_phase import limit_of
from sandtable.games.pursuit.rules.order import front_of_entry
from sandtable.games.pursuit.rules.pieces import is_there
from sandtable.games.pursuit.rules.positions import SLACK, living, radius_of, touches_foe
from sandtable.games.pursuit.rules.recycling import next_piece
from sandtable.games.pursuit.rules.sequence import current_side
from sandtable.games.pursuit.showing.explaining import arc
from sandtable.games.pursuit.showing.naming import kind_of, piece_words, say
from sandtable.games.rulebook import read_endings, read_texts
from sandtable.games.scene import (
    Scene,
    SceneBox,
    SceneFeature,
    SceneFigure,
    SceneMarker,
    SceneOverlay,
    SceneScore,
    SceneTurn,
)
from sandtable.games.skirmish40k.rules.measuring import is_on_table
from sandtable.kernel.records import NOBODY, NONE
from sandtable.translation import gettext

KEYS = ("quarry", "hunters")

SHOWN = 8
"""As many of those to come are named."""

STEPS = {
    Phase.DEPLOYMENT: "Setting up",
    Phase.PURSUIT: "Pursuit",
    Phase.RECYCLING: "Pieces come back",
    Phase.MINING: "Mines",
    Phase.MOVEMENT: "Movement",
    Phase.SHOOTING: "Shooting",
    Phase.HEADING: "After a collision",
    Phase.BLOWS: "Close combat",
    Phase.BLAST: "Explosion",
    Phase.OVER: "The chase is over",
}

WORDS = {
    "building": "building {}: no way through",
    "wall": "wall {}: no way through",
    "rubble": "rubble {}: dangerous",
    "low rubble": "low rubble {}: flyers pass",
}
"""What a piece means to whoever comes to it."""

ENDS = {
    End.ESCAPED: ("ENDS_ESCAPED", Side.QUARRY),
    End.HUNTERS_DEAD: ("ENDS_HUNTERS_DEAD", Side.QUARRY),
    End.QUARRY_DEAD: ("ENDS_QUARRY_DEAD", Side.HUNTERS),
    End.BOTH_DEAD: ("ENDS_BOTH_DEAD", Side.QUARRY),
    End.TOO_LONG: ("ENDS_TOO_LONG", Side.QUARRY),
}
"""The sentence of every way to end, and whose side it names."""


def scene(b: Any, names: Names) -> Scene:
    """Everything that a renderer needs, with the arc and the turns of the figure that is asked."""
    return plain_scene(b, names).model_copy(update={"overlays": tuple(_overlays(b))})


def plain_scene(b: Any, names: Names) -> Scene:
    """The table itself."""
    figures = [_figure(b, names, i) for i in range(int(b.n_figures))]
    boxed = [_those(b, figures, Where.BOX, side.value) for side in Side]
    gone = [_those(b, figures, Where.DEAD, side.value) for side in Side]
    stood = [len(_those(b, figures, Where.TABLE, side.value)) for side in Side]
    sides = _sides(names)
    boxes = [
        SceneBox(id=f"box_{KEYS[s]}", title="To be set up", side=KEYS[s], figures=boxed[s]) for s in Side if boxed[s]
    ]
    boxes += [SceneBox(id=f"lost_{KEYS[s]}", title="Lost", side=KEYS[s], figures=gone[s]) for s in Side]
    return Scene(
        game="pursuit",
        title=names.title or "Pursuit",
        unit="inch",
        width=float(b.length),
        height=float(b.breadth),
        features=features(b, names),
        figures=tuple(figures[i] for i in range(int(b.n_figures)) if is_on_table(b.figures[i])),
        markers=tuple(_markers(b)),
        boxes=tuple(boxes),
        scores=tuple(
            SceneScore(
                side=KEYS[side], name=sides[side], points=alive, figures=stood[side], broken=False,
                lines=((read_texts(FOLDER)["LINE_LIVING"], alive),),
            )
            for side in Side
            for alive in [int(living(b, side.value))]
        ),
        facts=tuple(_facts(b, names)),
        order=tuple(_turns(b, names)),
        over=bool(b.phase == Phase.OVER),
    )  # fmt: skip


def _sides(names: Names) -> tuple[str, ...]:
    return names.sides or tuple(translated(FOLDER, side) for side in ("Quarry", "Hunters"))


def features(b: Any, names: Names) -> tuple[SceneFeature, ...]:
    """The pieces on the table."""
    return tuple(_pieces(b, names))


def _pieces(b: Any, names: Names) -> Iterable[SceneFeature]:
    for k in range(int(b.n_pieces)):
        if not is_there(b, k):
            continue
        piece, box = b.pieces[k], b.terrain.features[k]
        intact = piece.state == State.INTACT
        kind = "building" if intact else f"ruin_{int(piece.size)}"
        label = translated(FOLDER, WORDS[kind_of(b, k)]).format(names.features[k])
        x0, y0, x1, y1 = (float(box[name]) for name in ("x0", "y0", "x1", "y1"))
        yield SceneFeature(
            id=names.features[k], kind=kind, label=label, shape="polygon", level=1,
            points=((x0, y0), (x1, y0), (x1, y1), (x0, y1)),
            clause="PURS-TAB-6" if intact or piece.size == 3 else "PURS-TAB-5",
        )  # fmt: skip


def _markers(b: Any) -> Iterable[SceneMarker]:
    for m in range(MAX_MINES):
        mine = b.mines[m]
        if mine.on:
            yield SceneMarker(id=f"mines_{m}", name="Mines", emblem="mines", x=float(mine.x), y=float(mine.y))


def _those(b: Any, figures: list[SceneFigure], where: Where, side: int) -> tuple[SceneFigure, ...]:
    return tuple(
        figures[i]
        for i in range(int(b.n_figures))
        if b.figures[i]["where"] == where and b.figures[i].side == side
    )  # fmt: skip


def asked(b: Any) -> int:
    """The figure about which somebody must decide now, or NONE."""
    phase = Phase(int(b.phase))
    if phase in (Phase.PURSUIT, Phase.MOVEMENT, Phase.SHOOTING):
        return int(b.active)
    if phase == Phase.HEADING:
        return int(turner(b))
    if phase == Phase.BLOWS:
        return int(striker(b))
    return int(first_to_deploy(b)) if phase == Phase.DEPLOYMENT else NONE


def _figure(b: Any, names: Names, i: int) -> SceneFigure:
    figure, name = b.figures[i], names.figures[i]
    return drawn(
        figure,
        name,
        KEYS[int(figure.side)],
        marks=_marks(b, i),
        facts=_card(b, i),
        may_act=bool(asked(b) == i),
        shape="disc",
    )


def _marks(b: Any, i: int) -> Iterable[str]:
    figure = b.figures[i]
    if not is_on_table(figure):
        return
    if touches_foe(b, i):
        yield "engaged"
    if figure.stopped != NONE:
        yield "restricted"
    if figure.accelerated:
        yield "moved_twice"


def _card(b: Any, i: int) -> Iterable[tuple[str, str]]:
    figure, profile = b.figures[i], b.profiles[int(b.figures[i].profile)]
    bare, whole = int(profile.bare_toughness), int(profile.toughness)
    yield "WS, BS", f"{int(profile.weapon_skill)}, {int(profile.ballistic_skill)}"
    yield "Strength", str(int(profile.strength))
    yield "Toughness", str(whole) if bare == whole else f"{bare}({whole})"
    yield "Initiative, Attacks", f"{int(profile.initiative)}, {int(profile.attacks)}"
    yield "Save", f"{int(profile.save)}+" if profile.save < 7 else "none"
    if figure.stopped != NONE:
        yield "State", "stopped in the rubble"
    elif figure.accelerated:
        yield "State", "accelerated: cannot shoot"


def _facts(b: Any, names: Names) -> Iterable[tuple[str, str]]:
    yield "Turn", gettext("{number} of {most}", number=int(b.turn), most=int(b.rules.max_turns))
    yield "Step", STEPS.get(Phase(int(b.phase)), "")
    coming = _order(b, names)
    if coming:
        yield "Next", ", ".join(coming)


def _order(b: Any, names: Names) -> list[str]:
    """The ids of those who come next in the order of the phase, pieces among them, and how many are left after them."""
    if b.phase not in (Phase.PURSUIT, Phase.MOVEMENT, Phase.SHOOTING) or b.place == NONE:
        return []
    found = []
    for entry in b.order[int(b.place) : int(b.n_order)]:
        if entry >= PIECE:
            found.append(names.features[int(entry) - PIECE])
        elif is_on_table(b.figures[int(entry)]) and not b.figures[int(entry)].acted:
            found.append(names.figures[int(entry)].id)
    left = len(found) - SHOWN
    return found if left < 2 else [*found[:SHOWN], gettext("and {left} more", left=left)]


def _turns(b: Any, names: Names) -> Iterable[SceneTurn]:
    """Everybody, and every piece, in the order of the phase, as far as they are on the table."""
    if b.phase == Phase.OVER or b.place == NONE or (b.place >= b.n_order and asked(b) == NONE):
        return
    now, ties = asked(b), _ties(b)
    for n, entry in enumerate(b.order[: int(b.n_order)]):
        passed = n < b.place
        if entry >= PIECE:
            piece = names.features[int(entry) - PIECE]
            yield SceneTurn(
                id=piece, name=say("piece {piece}", piece=piece), state="done" if passed else "to come", tie=ties[n]
            )
        elif is_on_table(b.figures[int(entry)]):
            called, figure = names.figures[int(entry)], b.figures[int(entry)]
            done = passed or figure.acted
            state: Literal["done", "now", "to come"] = "now" if entry == now else "done" if done else "to come"
            yield SceneTurn(id=called.id, name=called.name, side=KEYS[int(figure.side)], state=state, tie=ties[n])


def _ties(b: Any) -> list[str]:
    """Why each in the order stands before the next, where both are equally far from the Arrival and still to come."""
    entries = [int(entry) for entry in b.order[: int(b.n_order)]]
    found = [""] * len(entries)
    interrupted = b.phase in (Phase.HEADING, Phase.BLOWS, Phase.BLAST)
    phase = b.resume if interrupted else b.phase
    for n in range(max(int(b.place), 0), len(entries) - 1):
        one, other = entries[n], entries[n + 1]
        if abs(_front(b, one, phase) - _front(b, other, phase)) <= SLACK:
            quicker = phase == Phase.SHOOTING and _initiative(b, one) != _initiative(b, other)
            found[n] = "equally far, but quicker" if quicker else "equally far, by die"
    return found


def _front(b: Any, entry: int, phase: int) -> float:
    """The foremost x of one in the order when it was made: who is still to come has been carried along at most."""
    if entry < PIECE and phase == Phase.PURSUIT:
        return float(b.figures[entry].start_x + radius_of(b.figures[entry]))
    return float(front_of_entry(b, int(entry)))


def _initiative(b: Any, entry: int) -> int:
    return int(b.profiles[int(b.figures[entry].profile)].initiative)


def _overlays(b: Any) -> Iterable[SceneOverlay]:
    """The Arrival, and the arc of a figure that shoots."""
    length, breadth = float(b.length), float(b.breadth)
    yield SceneOverlay(
        kind="measure", points=((length, 0.0), (length, breadth)), label="the Arrival", clause="PURS-TAB-2"
    )
    i = asked(b)
    if i != NONE and b.phase == Phase.SHOOTING:
        yield arc(b, i)


def prompt(b: Any, names: Names) -> str:
    """What is asked of the side to decide; how it ended, once it is over."""
    side = int(current_side(b))
    if side == NOBODY:
        return result_text(b, names)
    i = asked(b)
    words: dict[str, Any] = {"side": _sides(names)[side], "actor": "", "amount": "", "item": ""}
    if i != NONE:
        words["actor"] = f"{names.figures[i].name} ({names.figures[i].id})"
    if b.phase == Phase.RECYCLING:
        words["item"] = piece_words(b, names, int(next_piece(b)))
    key = {
        Phase.DEPLOYMENT: "PROMPT_DEPLOYMENT", Phase.PURSUIT: "PROMPT_PACE", Phase.RECYCLING: "PROMPT_PLACE",
        Phase.MINING: "PROMPT_MINES", Phase.SHOOTING: "PROMPT_SHOOT", Phase.HEADING: "PROMPT_TURN",
        Phase.BLOWS: "PROMPT_STRIKE", Phase.BLAST: "PROMPT_MARKER", Phase.MOVEMENT: "PROMPT_MOVE",
    }[Phase(int(b.phase))]  # fmt: skip
    if b.phase == Phase.MOVEMENT:
        words["amount"] = Count(int(limit_of(b, 0)))
        if b.figures[i].stopped != NONE:
            key = "PROMPT_STOPPED"
        elif b.allowance > 0.0:
            key = "PROMPT_MOVE_ON"
        elif b.figures[i].freed:
            key = "PROMPT_BREAK_OFF"
    return read_texts(FOLDER)[key].format(**words)


def result_text(b: Any, names: Names) -> str:
    """Who won, and how."""
    key, side = ENDS[End(int(b.end))]
    assert key in read_endings(FOLDER)
    return read_texts(FOLDER)[key].format(side=_sides(names)[side], amount=int(b.turn))
