"""What the rules say about one figure where it stands: the fan of its moves, its arc, and what awaits it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import numpy as np

from sandtable.games.game import Names, OverlayKind
from sandtable.games.pursuit.record import ACTION, Mode, Phase, Verb
from sandtable.games.pursuit.rules.pursuing import is_turned_aside
from sandtable.games.pursuit.rules.shooting import is_in_arc, is_target, what_hides
from sandtable.games.pursuit.rules.slides import may_throw_again
from sandtable.games.pursuit.showing.chances import chance
from sandtable.games.pursuit.showing.city_ahead import BRIEF, keeping
from sandtable.games.pursuit.showing.naming import say
from sandtable.games.pursuit.showing.risks import ARRIVES, counted_out
from sandtable.games.scene import Explanation, SceneNote, SceneOverlay, ScenePlace
from sandtable.games.skirmish40k.rules.measuring import is_on_table
from sandtable.games.skirmish40k.rules.wounds import to_wound
from sandtable.kernel.discs import disc_of
from sandtable.kernel.geometry import degrees_of_facing, turned
from sandtable.kernel.records import NONE, new_actions
from sandtable.kernel.verbs import MAX_LEGAL, legal_actions

KINDS = (
    OverlayKind("measure", "the Arrival"),
    OverlayKind("arc", "where it can shoot"),
    OverlayKind("place-ride", "end of a move"),
    OverlayKind("place-fast", "end of an acceleration"),
    OverlayKind("place-risky", "end of a move on which it may die"),
    OverlayKind("slides", "where a piece slides to"),
    OverlayKind("struck", "whom the city strikes"),
)

FAR = 24.0
"""Inches as far as an arc is drawn."""


def explain(b: Any, names: Names, i: int) -> Explanation:
    """Everything worth knowing about figure ``i`` where it stands; nothing about one that is not on the table."""
    if not is_on_table(b.figures[i]):
        return Explanation()
    is_asked = int(b.active) == i
    overlays: tuple[SceneOverlay, ...] = (arc(b, i),) if b.phase == Phase.SHOOTING and is_asked else ()
    places = tuple(_fan(b, i)) if b.phase == Phase.MOVEMENT and is_asked else ()
    notes = tuple(_notes(b, names, i, len(places)))
    if b.phase == Phase.PURSUIT and is_asked:  # whoever keeps the pace has seen what comes
        city = keeping(b, names, *BRIEF)
        overlays, notes = city.overlays, (*city.notes, *notes)
    return Explanation(overlays=overlays, places=places, notes=notes)


def arc(b: Any, i: int) -> SceneOverlay:
    """The arc in which figure ``i`` shoots."""
    figure = b.figures[i]
    x, y = float(figure.x), float(figure.y)
    ways = [turned(figure.fx, figure.fy, sign * b.rules.arc) for sign in (-1, 1)]
    ends = tuple((x + FAR * float(way.x), y + FAR * float(way.y)) for way in ways)
    return SceneOverlay(kind="arc", points=(ends[0], (x, y), ends[1]), label="where it can shoot", clause="PURS-SHO-2")


def _fan(b: Any, i: int) -> Iterable[ScenePlace]:
    """Where its listed moves end, each facing once and by the safest way: a fan of ghosts.

    One that never gets to its end is drawn where it most likely stops: at whom it meets.
    """
    actions = new_actions(MAX_LEGAL, ACTION)
    safest: dict[tuple[float, float, int], tuple[Fraction, int]] = {}
    distinct = {action.tobytes(): action for action in actions[: int(legal_actions(b, actions))]}
    moves = list(distinct.values())  # as a battle lists them
    for listed, action in enumerate(moves):
        if action["verb"] != Verb.MOVE or (action["n_via"] == 0 and _is_short(b, action)):
            continue
        end = (float(action["x"]), float(action["y"]), round(float(degrees_of_facing(action["fx"], action["fy"]))))
        ride = counted_out(b, action)
        lives = ride.survives
        if not ride.ends.get((ARRIVES, NONE)):
            if not ride.stops:
                continue
            end = (*max(ride.stops, key=lambda stop: (ride.stops[stop], stop)), end[2])
        if end not in safest or lives > safest[end][0]:
            safest[end] = (lives, listed)
    for (x, y, facing), (lives, listed) in safest.items():
        is_fast = moves[listed]["mode"] == Mode.ACCELERATE
        words = "accelerating: survives {chance}" if is_fast else "moving: survives {chance}"
        yield ScenePlace(
            x=x, y=y, facing=facing, width=float(b.figures[i].width), depth=float(b.figures[i].depth), shape="disc",
            label=say(words, chance=chance(lives)),
            is_open=True, kind="place-risky" if lives < 1 else "place-fast" if is_fast else "place-ride", listed=listed,
        )  # fmt: skip


def _is_short(b: Any, action: Any) -> bool:
    """A straight move of a third or two thirds of the way: it would lie under those that go on."""
    figure = b.figures[int(action["actors"][0])]
    inches = np.hypot(action["x"] - figure.x, action["y"] - figure.y)
    most = b.allowance or (b.rules.acceleration if action["mode"] == Mode.ACCELERATE else b.rules.move)
    return bool(inches < most - 0.1)


def _kills(b: Any, i: int) -> int:
    """In how many of 6 cases a collision kills figure ``i``: no save, and one Wound is enough, or it is not."""
    if b.figures[i].wounds > 1:
        return 0
    needed = int(to_wound(b.rules.crash, b.profiles[int(b.figures[i].profile)].toughness))
    return min(max(7 - needed, 0), 5)


def _is_ahead_and_seen(b: Any, i: int, j: int) -> bool:
    """Figure ``j`` is an enemy whom figure ``i`` may choose, in its arc and sight, however far away."""
    disc = disc_of(b.figures[j])
    return bool(is_target(b, i, j) and is_in_arc(b, i, disc) and what_hides(b, i, disc) == NONE)


def _notes(b: Any, names: Names, i: int, moves: int) -> Iterable[SceneNote]:
    """What awaits it, and what it risks where it goes."""
    figure, profile = b.figures[i], b.profiles[int(b.figures[i].profile)]
    if moves:
        yield SceneNote(
            text=say("{moves} of its moves are drawn where they would end.", moves=moves), clause="PURS-MOV-5"
        )
    kills, of = _kills(b, i), 36 if may_throw_again(b, int(i)) else 6
    yield SceneNote(text=say("A collision kills it in {kills} of 6 cases.", kills=kills), clause="PURS-IMP-1")
    words = say(
        "Each 2 inches of rubble: it fails its test in 1 of {of} cases and dies in {kills} of {most}.",
        of=of, kills=kills, most=6 * of,
    )  # fmt: skip
    yield SceneNote(text=words, clause="PURS-DIF-2")
    if figure.stopped != NONE:
        yield SceneNote(text="Stopped in rubble: it goes back with it until it gets out.", clause="PURS-DIF-6")
    elif is_turned_aside(b, int(i)):
        yield SceneNote(text="Turned aside: in the next Pursuit Phase it falls 12 inches back.", clause="PURS-PUR-10")
    if profile.flies:
        yield SceneNote(text="It flies over ruins of size 1.", clause="PURS-TAB-7")
    if figure.accelerated:
        yield SceneNote(text="It has accelerated and cannot shoot in this turn.", clause="PURS-MOV-10")
    elif b.phase == Phase.SHOOTING and int(b.active) == i:
        there = [names.figures[j].id for j in range(int(b.n_figures)) if _is_ahead_and_seen(b, int(i), j)]
        seen = ", ".join(there) if there else say("nobody")
        yield SceneNote(text=say("In its arc and sight: {seen}.", seen=seen), clause="PURS-SHO-2")
