"""What is drawn over the table to explain sight: how far a figure sees, whom, and how likely it is seen crawling."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sandtable.games.common.amounts import Length
from sandtable.games.game import Names, OverlayKind
from sandtable.games.inter_arma.record import Mode, Phase, State
from sandtable.games.inter_arma.rules.crawling import may_spot, seen_up_to
from sandtable.games.inter_arma.rules.night import must_head
from sandtable.games.inter_arma.rules.positions import are_enemies, foes_of, in_contact, is_able, is_enemy_of
from sandtable.games.inter_arma.rules.visibility import is_night, nearest_seen, sees, visibility
from sandtable.games.inter_arma.rules.ways import table_move
from sandtable.games.inter_arma.showing.phrases import compass, say
from sandtable.games.inter_arma.showing.sights import outlines
from sandtable.games.scene import Explanation, SceneNote, SceneOverlay
from sandtable.kernel.records import NONE

KINDS = (
    OverlayKind("contact", "in contact"),
    OverlayKind("shot", "sees"),
    OverlayKind("watched", "is seen by"),
    OverlayKind("range", "what it sees of the ground"),
)


def overlays(b: Any, _names: Names) -> Iterable[SceneOverlay]:
    """A line between every two enemies in contact."""
    for i in range(int(b.n_figures)):
        if not is_able(b.figures[i]):
            continue
        foes = int(foes_of(b, i))
        for j in range(i + 1, int(b.n_figures)):
            if foes >> j & 1:
                one, other = b.figures[i], b.figures[j]
                yield SceneOverlay(
                    kind="contact", points=((float(one.x), float(one.y)), (float(other.x), float(other.y))),
                    label="in contact", clause="IA-MELEE-24",
                )  # fmt: skip


def chance_of_being_seen(b: Any, i: int) -> tuple[int, int]:
    """Of six, the dice on which figure ``i`` would be seen if it lay there, and how many enemies might see it."""
    if b.rain or is_night(b):
        return 0, 0
    watchers = [
        j for j in range(int(b.n_figures)) if is_enemy_of(b, i, b.figures[j].side) and bool(may_spot(b, j, i))
    ]  # fmt: skip
    return (int(seen_up_to(b, i)) if watchers else 0), len(watchers)


def may_crawl(b: Any, i: int) -> bool:
    """Figure ``i`` is of those who crawl, it is time to move, and no enemy holds it."""
    return bool(b.phase == Phase.MOVEMENT and not in_contact(b, i) and table_move(b, i, Mode.CRAWL.value) > 0)


def explain(b: Any, names: Names, i: int) -> Explanation:
    """How far figure ``i`` sees, whom, and on how many dice of six it would be seen crawling."""
    figure = b.figures[i]
    if figure.state != State.ABLE:
        return Explanation()
    lines, notes = [], []
    for points in outlines(b, [i]).values():
        lines.append(SceneOverlay(kind="range", points=points, closed=True, label="what it sees", clause="IA-VIS-1"))
    for j in range(int(b.n_figures)):
        if is_able(b.figures[j]) and are_enemies(b, i, j) and sees(b, i, j):
            other = b.figures[j]
            lines.append(
                SceneOverlay(
                    kind="shot",
                    points=((float(figure.x), float(figure.y)), (float(other.x), float(other.y))),
                    label=say("sees {who}", who=names.figures[j].id),
                    clause="IA-RANGED-24",
                )
            )
    near = int(nearest_seen(b, i))
    far = Length(visibility(b, i, near if near != NONE else i))
    words = say("It sees {far:g} cm far, before it and to both sides.", far=far)
    notes.append(SceneNote(text=words, clause="IA-VIS-1"))
    if not any(line.kind == "shot" for line in lines):
        notes.append(SceneNote(text="It sees no enemy.", clause="IA-VIS-7"))
    squad = b.squads[int(figure.squad)]
    if b.phase == Phase.MOVEMENT and squad.headed and not figure.moved and must_head(b, i):
        words = say("Its group goes straight to the {where} in the dark.", where=compass(squad.hx, squad.hy))
        notes.append(SceneNote(text=words, clause="IA-NIGHT-14"))
    dice, watchers = chance_of_being_seen(b, i) if figure.lying or may_crawl(b, i) else (0, 0)
    if watchers:
        words = "Crawling here it would be seen on {dice} of 6: {watchers} enemies may see it."
        if watchers == 1:
            words = "Crawling here it would be seen on {dice} of 6: an enemy may see it."
        notes.append(SceneNote(text=say(words, dice=dice, watchers=watchers), clause="IA-CRAWL-1"))
    elif figure.lying:
        notes.append(SceneNote(text="Nobody can see it crawl here.", clause="IA-CRAWL-1"))
    return Explanation(overlays=tuple(lines), notes=tuple(notes))
