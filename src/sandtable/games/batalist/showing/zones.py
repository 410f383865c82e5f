"""What is drawn over the table to explain rules: command radii, front, flanks and rear, lanes of a charge, aims."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from sandtable.compiler.decorators import clause
from sandtable.games.batalist.enums import Phase, Question, Role, Skill, State
from sandtable.games.batalist.rules.distances import cell_of_character
from sandtable.games.batalist.rules.formations import has, has_flanks, has_rear, looks_everywhere
from sandtable.games.batalist.rules.ground import aim, is_in_range
from sandtable.games.batalist.rules.sequence import current_side
from sandtable.games.batalist.rules.sky import sight_of
from sandtable.games.batalist.rules.speed import effective_speed
from sandtable.games.batalist.showing.naming import called, character_words, say
from sandtable.games.batalist.showing.odds import notes_on_attacks
from sandtable.games.common.amounts import Count, Length
from sandtable.games.game import Names, OverlayKind
from sandtable.games.scene import Explanation, SceneNote, SceneOverlay
from sandtable.kernel.geometry import base_of
from sandtable.kernel.records import NOBODY, NONE

KINDS = (
    OverlayKind("radius", "command radius"),
    OverlayKind("giver", "has cards to give"),
    OverlayKind("deploy", "deployment zone"),
    OverlayKind("front", "front zone", quiet=True),
    OverlayKind("flank", "flank", quiet=True),
    OverlayKind("rear", "rear zone", quiet=True),
    OverlayKind("reach", "lane of a charge", quiet=True),
    OverlayKind("shot", "line of sight", quiet=True),
    OverlayKind("range", "shooting radius", quiet=True),
)

GIVER = 0.3
"""Steps about a battalion from which cards are given at which a ring is drawn."""

FAR = 6.0
"""Steps to which zones are drawn."""

SIDES_OF_CIRCLE = 48


def rounded(base: Any, radius: float) -> tuple[tuple[float, float], ...]:
    """The outline of everything within a radius of a rectangle."""
    points = []
    right = (float(base.fy), -float(base.fx))
    ahead = (float(base.fx), float(base.fy))
    for quarter, (across, along) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        x = base.x + across * base.half_width * right[0] + along * base.half_depth * ahead[0]
        y = base.y + across * base.half_width * right[1] + along * base.half_depth * ahead[1]
        for step in range(SIDES_OF_CIRCLE // 4 + 1):
            angle = 0.5 * math.pi * (quarter + step / (SIDES_OF_CIRCLE // 4))
            c, s = math.cos(angle), math.sin(angle)
            points.append(
                (float(x + radius * (c * right[0] + s * ahead[0])), float(y + radius * (c * right[1] + s * ahead[1])))
            )
    return tuple(points)


def radius_of(b: Any, c: int) -> float:
    """How far somebody commands: a hero without the skill not at all."""
    who = b.characters[c]
    if who.role in (Role.GENERAL, Role.CAPTAIN):
        return float(who.radius)
    if who.role == Role.HERO and has(b, int(who.own), Skill.COMMANDER.value):
        return float(b.rules.hero_radius)
    return 0.0


def _radius(b: Any, c: int) -> Iterable[SceneOverlay]:
    who = b.characters[c]
    radius = radius_of(b, c)
    if who.alive and radius > 0 and b.figures[who.battalion].state == State.FIELD:
        label = say("RADIUS", who=character_words(b, c), radius=Length(radius))
        points = rounded(cell_of_character(b, c), radius)
        clause = "BAT-ORD-5" if who.role == Role.HERO else "BAT-ORD-4"
        yield SceneOverlay(kind="radius", points=points, closed=True, label=label, clause=clause)


@clause("BAT-ORD-3", "BAT-HER-2")
def cards_left(b: Any, c: int) -> int:
    """Orders that a character of the side to decide may still give; a hero has what is left of the reserve."""
    who = b.characters[c]
    if not who.alive or who.side != b.mover or b.figures[who.battalion].state not in (State.FIELD, State.ON_BASE):
        return 0
    if who.role in (Role.GENERAL, Role.CAPTAIN):
        return max(0, int(who.command - who.spent))
    return max(0, int(who.reserve)) if who.role == Role.HERO else 0


def _givers(b: Any) -> Iterable[SceneOverlay]:
    """A ring about every battalion from which cards may still be given, with how many in all."""
    left: dict[int, dict[int, int]] = {}
    for c in range(int(b.n_characters)):
        if cards := cards_left(b, c):
            left.setdefault(int(b.characters[c].battalion), {})[c] = cards
    for i, cards_of in left.items():
        if b.figures[i].state == State.FIELD:
            each = [f"{character_words(b, c)}: {say('CARDS_LEFT', amount=Count(n))}" for c, n in cards_of.items()]
            points, left_in_all = rounded(base_of(b.figures[i]), GIVER), str(sum(cards_of.values()))
            yield SceneOverlay(
                kind="giver", points=points, closed=True, label=", ".join(each), words=left_in_all, clause="BAT-ORD-3"
            )


def overlays(b: Any, names: Names) -> Iterable[SceneOverlay]:
    """While orders are given the radii of who gives them; while armies deploy, the zone of the side to decide."""
    if b.phase == Phase.ORDERS:
        for c in range(int(b.n_characters)):
            if b.characters[c].side == b.mover:
                yield from _radius(b, c)
        yield from _givers(b)
    if b.phase in (Phase.DEPLOYMENT, Phase.PLACING) or (b.phase == Phase.FOUND and b.question == Question.IN_ZONE):
        side = int(current_side(b))  # of two zones alike nobody would know which is theirs
        if side != NOBODY:
            low, high = float(b.sides[side].zone_from), float(b.sides[side].zone_to)
            points = ((0.0, low), (float(b.width), low), (float(b.width), high), (0.0, high))
            label = say("ZONE", side=names.sides[side])
            yield SceneOverlay(kind="deploy", points=points, closed=True, label=label, clause="BAT-DEP-7")


def _placed(base: Any, points: Sequence[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    """Points given to the right of and ahead of the middle of a base, on the table."""
    return tuple(
        (float(base.x + x * base.fy + y * base.fx), float(base.y - x * base.fx + y * base.fy)) for x, y in points
    )


def zones(b: Any, i: int) -> Iterable[SceneOverlay]:
    """Front, flanks and rear of battalion ``i``, as far as they are drawn."""
    base = base_of(b.figures[i])
    w, d = float(base.half_width), float(base.half_depth)
    if looks_everywhere(b, i):
        yield SceneOverlay(
            kind="front", points=rounded(base, FAR), closed=True, label=called("front zone"), clause="BAT-FRM-4"
        )
        return
    front = ((-w, d), (w, d), (w + FAR, d + FAR), (-w - FAR, d + FAR))
    yield SceneOverlay(
        kind="front", points=_placed(base, front), closed=True, label=called("front zone"), clause="BAT-DEF-17"
    )
    if has_rear(b, i):
        rear = tuple((x, -y) for x, y in front)
        points = _placed(base, rear)
        yield SceneOverlay(kind="rear", points=points, closed=True, label=called("rear zone"), clause="BAT-DEF-19")
    if has_flanks(b, i):
        for hand in (1.0, -1.0):
            side = ((hand * w, d), (hand * (w + FAR), d + FAR), (hand * (w + FAR), -d - FAR), (hand * w, -d))
            points = _placed(base, side)
            yield SceneOverlay(kind="flank", points=points, closed=True, label=called("flank"), clause="BAT-DEF-20")


def lane(b: Any, i: int) -> Iterable[SceneOverlay]:
    """The ground straight ahead that a charge of battalion ``i`` covers on open ground."""
    reach = float(effective_speed(b, i))
    if reach <= 0 or not has(b, i, Skill.MELEE.value):
        return
    base = base_of(b.figures[i])
    w, d = float(base.half_width), float(base.half_depth)
    points = _placed(base, ((-w, d), (w, d), (w, d + reach), (-w, d + reach)))
    label = say("LANE", radius=Length(reach))
    yield SceneOverlay(kind="reach", points=points, closed=True, label=label, clause="BAT-ACT-20")


def aims(b: Any, names: Names, i: int) -> Iterable[SceneOverlay]:
    """A line to every enemy whom battalion ``i`` could shoot at."""
    u = b.figures[i]
    if not has(b, i, Skill.SHOOTER.value):
        return
    for j in range(int(b.n_figures)):
        other = b.figures[j]
        if other.side != u.side and other.state == State.FIELD and other.healthy > 0:
            x, y, length = aim(b, i, j)
            if length <= sight_of(b, i) and is_in_range(b, i, length):
                points = ((float(u.x), float(u.y)), (float(x), float(y)))
                label = say("AIMS", other=names.figures[j].id, radius=Length(float(length)))
                yield SceneOverlay(kind="shot", points=points, label=label, clause="BAT-DEF-28")


def explain(b: Any, names: Names, i: int) -> Explanation:
    """Zones, lane, radius and aims of a battalion, and what its attacks on enemies would bring."""
    u = b.figures[i]
    if u.state != State.FIELD or u.healthy <= 0:
        return Explanation()
    drawn = [*zones(b, i), *lane(b, i), *aims(b, names, i)]
    c = int(u.hero if u.hero != NONE else u.character)
    if c != NONE:
        drawn += _radius(b, c)
    notes = [SceneNote(text=text, clause=clause) for text, clause in notes_on_attacks(b, names, i)]
    return Explanation(overlays=tuple(drawn), notes=tuple(notes))
