"""Marbles as the floors above see it: laying, scene, and the literal of its facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from marbles.record import ACTION, BATTLE, FOLDER, MAX_MARBLES, Clause, Code, Phase, Piece, Purpose, Verb
from marbles.rules import VERBS, figures_of, side_now
from sandtable.errors import InputError
from sandtable.games.game import FigureName, Game, HandMove, Laid, Names, Phrase, SideFacts
from sandtable.games.scene import Scene, SceneFeature, SceneFigure, SceneGrid, SceneScore, SideLook
from sandtable.kernel.changing_terrain import is_away
from sandtable.kernel.discs import Form
from sandtable.kernel.geometry import degrees_of_facing, facing_of_degrees
from sandtable.kernel.terrain import add_polygon

SIDES = (
    SideFacts("ivory", "Ivory", look=SideLook(colour="#b9a77c", dark="#6f6140", shield="marble")),
    SideFacts("onyx", "Onyx", look=SideLook(colour="#3a3f4a", dark="#15171c", shield="plain", device=0.9)),
)
COMPASS = {"N": 0.0, "NE": 45.0, "E": 90.0, "SE": 135.0, "S": 180.0, "SW": 225.0, "W": 270.0, "NW": 315.0}
ROCK = ((7.0, 4.0), (9.0, 4.0), (9.5, 6.0), (7.5, 6.5))
RAFT = ((4.0, 8.0), (6.0, 8.0), (6.0, 9.5), (4.0, 9.5))


def parties(scenario: Mapping[str, Any]) -> tuple[SideFacts, ...]:
    """The sides that a scenario names, else Ivory and Onyx."""
    return tuple(SideFacts(side["key"], side["name"]) for side in scenario.get("sides", ())) or SIDES


def lay(scenario: Mapping[str, Any], options: Mapping[str, str], where: str) -> Laid:
    """A tray as a scenario describes it."""
    sides = parties(scenario)
    keys = [side.key for side in sides]
    laid = np.zeros(1, BATTLE)
    b = laid[0]
    b.tray_width, b.tray_height = scenario["tray"]["width"], scenario["tray"]["height"]
    b.n_sides = len(sides)
    add_polygon(b.terrain, Piece.ROCK.value, ROCK)
    add_polygon(b.terrain, Piece.RAFT.value, RAFT)
    names = []
    for entry in scenario["figures"]:
        if len(names) == MAX_MARBLES:
            raise InputError(f"{where}: Marbles has room for {MAX_MARBLES} figures, and this tray has more")
        if entry.get("side") not in keys:
            raise InputError(f"{where}: figure {entry['id']}: side is one of {', '.join(keys)}")
        block = entry.get("form") == "block"
        figure = b.figures[len(names)]
        figure.x, figure.y = entry["at"]
        figure.fx, figure.fy = facing_of_degrees(COMPASS[entry.get("facing", "N")])
        figure.width, figure.depth = (1.5, 1.0) if block else (1.0, 1.0)
        figure.form = Form.RECTANGLE.value if block else Form.DISC.value
        figure.side = keys.index(entry["side"])
        names.append(FigureName(entry["id"], entry.get("name", entry["id"]), "marble", "swirl", entry["id"][:1]))
    b.n_figures = len(names)
    return Laid(laid, Names(tuple(names), ("rock", "raft"), title=scenario.get("title", ""), parties=sides))


def lay_case(case: Mapping[str, Any], where: str) -> Laid:
    """The tray of a case: in the middle of a battle, the side named to give its order."""
    laid = lay(case, {}, where)
    b = laid.record[0]
    b.phase, b.round = Phase.ORDERS.value, case.get("round", 1)
    b.order[: b.n_sides] = range(b.n_sides)
    b.turn = [side.key for side in laid.names.parties].index(case["turn"]) if "turn" in case else 0
    return laid


def scene(b: Any, names: Names) -> Scene:
    """What stands on the tray."""
    shown = [(i, name) for i, name in enumerate(names.figures) if not b.figures[i].out]
    features = [
        SceneFeature(id=names.features[piece], kind=kind, shape="polygon", points=_corners(b, piece))
        for piece, kind in ((Piece.ROCK, "slate"), (Piece.RAFT, "raft"))
        if not is_away(b.terrain.features[piece])
    ]
    scores = tuple(
        SceneScore(side=side.key, name=side.name, points=left, figures=left, broken=False)
        for side, left in zip(names.parties, (int(figures_of(b, k)) for k in range(b.n_sides)), strict=True)
    )  # fmt: skip
    return Scene(
        game="marbles", title=names.title, unit="cm", width=float(b.tray_width), height=float(b.tray_height),
        features=tuple(features), figures=tuple(_figure(b, i, name, names) for i, name in shown), scores=scores,
        facts=(("Round", str(int(b.round))),), over=bool(b.phase == Phase.OVER),
    )  # fmt: skip


def _corners(b: Any, piece: int) -> tuple[tuple[float, float], ...]:
    feature = b.terrain.features[piece]
    return tuple((float(v.x), float(v.y)) for v in b.terrain.vertices[feature.first : feature.first + feature.count])


def _figure(b: Any, i: int, name: FigureName, names: Names) -> SceneFigure:
    figure = b.figures[i]
    is_disc = figure.form == Form.DISC
    return SceneFigure(
        id=name.id, name=name.name, side=names.parties[figure.side].key, emblem=name.emblem, letter=name.letter,
        x=float(figure.x), y=float(figure.y), facing=float(degrees_of_facing(figure.fx, figure.fy)),
        width=float(figure.width), depth=float(figure.depth), shape="disc" if is_disc else "rectangle",
        grid=None if is_disc else SceneGrid(files=4, ranks=2, men=8),
        marks=("fleeing",) if figure.breathless else (), may_act=bool(figure.side == side_now(b)),
    )  # fmt: skip


def prompt(b: Any, names: Names) -> str:
    """What is asked."""
    return "Move a figure, spread, or pass." if b.phase == Phase.ORDERS else "The battle is over."


GAME = Game(
    key="marbles", title="Marbles", source="the lid", version="1", unit="cm", sides=SIDES, folder=FOLDER, dtype=BATTLE,
    verbs=VERBS, verb=Verb, purpose=Purpose, code=Code, clause=Clause, clause_families=("MARB",), options=(),
    lay=lay, lay_case=lay_case, scene=scene, prompt=prompt, enums={"phase": Phase}, action=ACTION,
    phrases={
        "MOVE": Phrase(pose=True, modes=("roll", "run")),
        "SPREAD": Phrase(pose=True, each=True),
        "PASS": Phrase(actors=False),
    },
    scenario="tray", scenario_sides=parties, bound_dice=(), rank=9,
    case_keys=frozenset({"title", "text", "tray", "sides", "figures", "round", "turn"}),
    art=(FOLDER / "data" / "art.svg", FOLDER / "data" / "art.css"),
    hand=(HandMove("MOVE", "Roll"), HandMove("MOVE", "Run", {"mode": "run"})),
)  # fmt: skip
