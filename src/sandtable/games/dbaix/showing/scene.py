"""What is to be seen of a DBAix battle: its scene for the renderers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from sandtable.games.common.drawing import drawn
from sandtable.games.dbaix.clauses import FOLDER
from sandtable.games.dbaix.record import N_SIDES, Award, Phase, Side, Song, Token, TokenState, Where
from sandtable.games.dbaix.rules.contacts import is_engaged
from sandtable.games.dbaix.rules.positions import is_on_table, side_of_bound
from sandtable.games.dbaix.rules.tokens import held_by
from sandtable.games.dbaix.rules.victory import award_points, broken, points
from sandtable.games.dbaix.showing.deciding import SIDE_KEYS, SIDE_NAMES, who_may_act
from sandtable.games.dbaix.showing.overlays import overlays
from sandtable.games.game import Names
from sandtable.games.language import translated, worded
from sandtable.games.rulebook import read_texts
from sandtable.games.scene import (
    Scene,
    SceneBox,
    SceneFeature,
    SceneFigure,
    SceneMarker,
    SceneScore,
)
from sandtable.kernel.records import NONE
from sandtable.translation import gettext

ROMAN_NUMERALS = ("none", "I", "II", "III", "IV", "V", "VI")
TOKEN_EMBLEMS = {Token.CAULDRON: "cauldron", Token.PAY_CHEST: "pay_chest"}

STEPS = {
    Phase.FLIGHT: "Flight from the music",
    Phase.CALL: "Who gags the bard",
    Phase.MOVEMENT: "Movement",
    Phase.FACING: "Turning to face",
    Phase.DRINKING: "Magic potion",
    Phase.COMBAT: "Combat",
    Phase.SPOILS: "Spoils",
    Phase.TOKENS: "Picking up",
    Phase.OVER: "The battle is over",
}
"""The steps of a bound in words (BND-7)."""


def scene(b: Any, names: Names) -> Scene:
    """Everything that a renderer needs of battle ``b``, with what explains the rules drawn over it."""
    return plain_scene(b, names).model_copy(update={"overlays": tuple(overlays(b, names))})


def plain_scene(b: Any, names: Names) -> Scene:
    """The table itself: terrain, figures with their states, boxes, scores, facts."""
    who_acts, captives, bound = who_may_act(b), _captives(b), int(side_of_bound(b))
    figures = [_figure(b, names, i, i in who_acts, captives.get(i, []), bound) for i in range(int(b.n_figures))]
    return Scene(
        game="dbaix",
        title=names.title or "DBAix",
        unit="inch",
        width=float(b.table_width),
        height=float(b.table_height),
        features=_features(b, names),
        figures=tuple(figures[i] for i in range(int(b.n_figures)) if is_on_table(b.figures[i])),
        markers=_markers(b, names),
        boxes=_boxes(b, figures),
        scores=tuple(_score(b, side) for side in range(N_SIDES)),
        facts=tuple(_facts(b, names)),
        over=bool(b.phase == Phase.OVER),
    )


# ---------------------------------------------------------------- ground and tokens


def _features(b: Any, names: Names) -> tuple[SceneFeature, ...]:
    """The terrain as the scenario draws it; a sunken ship is a wreck."""
    features: tuple[SceneFeature, ...] = names.extra.get("features", ())
    if b.ship == NONE or not b.ship_sunk:
        return features
    ship = names.features[int(b.ship)]
    label = worded(FOLDER, "{ship}, sunk", ship=translated(FOLDER, ship))
    wreck = {"kind": "wreck", "label": label, "clause": "DBAIX-SCN-14"}
    return tuple(
        piece.model_copy(update=wreck) if piece.kind == "ship" and (piece.label or piece.id) == ship else piece
        for piece in features
    )


def _token_id(names: Names, token: int) -> str:
    return names.items[token].replace("-", "_")


def _markers(b: Any, names: Names) -> tuple[SceneMarker, ...]:
    return tuple(
        SceneMarker(
            id=_token_id(names, token),
            name=names.items[token].capitalize(),
            emblem=TOKEN_EMBLEMS[token],
            x=float(b.tokens[token].x),
            y=float(b.tokens[token].y),
        )
        for token in Token
        if b.tokens[token].state == TokenState.GROUND
    )


# ---------------------------------------------------------------- figures


def _figure(b: Any, names: Names, i: int, may_act: bool, captives: Sequence[int], bound: int) -> SceneFigure:
    """The figure, with the captives that it guards; ``bound``: the side whose bound it is."""
    figure, name = b.figures[i], names.figures[i]
    carried = [_token_id(names, int(figure.token))] if figure.token != NONE else []
    return drawn(
        figure,
        name,
        SIDE_KEYS[int(figure.side)],
        marks=_marks(b, i),
        carries=(*carried, *(names.figures[j].id for j in captives)),
        facts=_card(b, names, i, captives, bound),
        may_act=may_act,
    )


def _captives(b: Any) -> dict[int, list[int]]:
    """Who guards whom."""
    guarded: dict[int, list[int]] = {}
    for j in np.flatnonzero(b.figures["where"][: int(b.n_figures)] == Where.CAPTIVE.value).tolist():
        guarded.setdefault(int(b.figures[j].guard), []).append(j)
    return guarded


def _marks(b: Any, i: int) -> Iterable[str]:
    """States to show on a base, the most telling first."""
    figure = b.figures[i]
    if not is_on_table(figure):
        return
    if figure.bard and b.song != Song.SILENT:
        yield "singing" if b.song == Song.SINGING else "gagged"
    if figure.called:
        yield "called"
    if figure.fleeing:
        yield "fleeing"
    if figure.potion and b.potion_until:
        yield "potion"
    if is_engaged(b, i):
        yield "engaged"
    if figure.moves:
        yield "moved" if figure.moves == 1 else "moved_twice"


def _card(b: Any, names: Names, i: int, captives: Sequence[int], bound: int) -> Iterable[tuple[str, str]]:
    """Label and value lines for a figure's card."""
    figure = b.figures[i]
    factor = f"{int(figure.factor):+d}"
    if figure.potion and b.potion_until and not figure.giant:
        potion = f"{b.rules.potion_factor:+d}"
        factor = worded(FOLDER, "{factor} and {potion} by potion", factor=factor, potion=potion)
    yield "Combat", factor
    rank = "Commander" if figure.commander else "Officer" if figure.officer else ""
    if rank:
        yield "Rank", "Commander and officer" if figure.commander and figure.officer else rank
    if figure.woman:
        yield "Husband", names.figures[int(figure.husband)].name if figure.husband != NONE else "not here"
    if is_on_table(figure):
        if figure.side == bound:
            limit = 1 if figure.token != NONE else int(b.rules.moves_a_bound)
            yield "Moves made", gettext("{number} of {most}", number=int(figure.moves), most=limit)
    else:
        yield "Place", _place_in_words(b, names, figure)
    if figure.token != NONE:
        yield "Carries", f"the {names.items[int(figure.token)]}"
    if captives:
        yield "Guards", ", ".join(names.figures[j].name for j in captives)


def _place_in_words(b: Any, names: Names, figure: Any) -> str:
    where = Where(int(figure["where"]))
    if where == Where.CAPTIVE:
        guard = names.figures[int(figure.guard)]
        return worded(FOLDER, "captive of {guard}", guard=f"{guard.name} ({guard.id})")
    return {Where.CAMP_BOX: "in the camp box", Where.REMOVED: "removed", Where.FLED: "fled from the table"}[where]


def _boxes(b: Any, figures: Sequence[SceneFigure]) -> tuple[SceneBox, ...]:
    """The places beside the table: camp box, captives of each side, Gauls removed, Pirates fled."""

    def those(where: Where, guards: int | None = None) -> tuple[SceneFigure, ...]:
        there = np.flatnonzero(b.figures["where"][: int(b.n_figures)] == where.value).tolist()
        return tuple(
            figures[i] for i in there if guards is None or int(b.figures[int(b.figures[i].guard)].side) == guards
        )

    return (
        SceneBox(id="camp_box", title="Camp box", side="romans", figures=those(Where.CAMP_BOX)),
        *(
            SceneBox(
                id=f"captives_{SIDE_KEYS[side]}",
                title=f"Captives of the {SIDE_NAMES[side]}",
                side=SIDE_KEYS[side],
                figures=those(Where.CAPTIVE, side),
            )
            for side in (Side.ROMANS, Side.PIRATES)
        ),
        SceneBox(id="removed", title="Gauls removed", side="gauls", figures=those(Where.REMOVED)),
        SceneBox(id="fled", title="Pirates fled", side="pirates", figures=those(Where.FLED)),
    )


# ---------------------------------------------------------------- score board and top bar


def _score(b: Any, side: int) -> SceneScore:
    texts = read_texts(FOLDER)
    lines = tuple((texts[f"LINE_{award.name}"], int(award_points(b, side, award.value))) for award in Award)
    mine = [b.figures[i] for i in np.flatnonzero(b.figures["side"][: int(b.n_figures)] == side).tolist()]
    return SceneScore(
        side=SIDE_KEYS[side],
        name=SIDE_NAMES[side],
        points=int(points(b, side)),
        figures=sum(bool(is_on_table(figure)) for figure in mine),
        broken=bool(mine) and bool(broken(b, side)),
        lines=lines,
    )


def _facts(b: Any, names: Names) -> Iterable[tuple[str, str]]:
    """Label and value pairs for the top bar."""
    side = int(side_of_bound(b))
    yield "Round", gettext("{number} of {most}", number=int(b.round), most=int(b.rules.last_round))
    if b.phase != Phase.OVER:
        yield "Bound", SIDE_NAMES[side]
    yield "Step", STEPS.get(Phase(int(b.phase)), "Between bounds")
    if b.phase == Phase.MOVEMENT:
        yield "PIPs left", _pips(b)
    if b.song == Song.SILENT:
        yield "Gaulish sixes", gettext("{number} of {most}", number=int(b.sixes), most=int(b.rules.sixes_for_song))
    else:
        yield "Bard", "sings" if b.song == Song.SINGING else "bound and gagged"
    if b.potion_until:
        until, now = int(b.potion_until), int(b.gaul_bounds)
        yield "Potion", worded(FOLDER, "until Gaulish bound {until}, now {now}", until=until, now=now)
    if b.hut != NONE:
        holder = int(held_by(b))
        yield names.features[int(b.hut)], f"held by the {SIDE_NAMES[holder]}" if holder != NONE else "held by nobody"


def _pips(b: Any) -> str:
    """PIPs left, in Roman numerals for the Romans (BND-4)."""
    left = int(b.pips)
    if side_of_bound(b) == Side.ROMANS and left < len(ROMAN_NUMERALS):
        return ROMAN_NUMERALS[left]
    return str(left)
