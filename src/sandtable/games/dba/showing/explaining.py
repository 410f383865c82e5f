"""What the rules say about one element where it stands: its zone, whose zone holds it, its contacts and its shots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from sandtable.compiler.decorators import clause
from sandtable.games.common.amounts import length_words
from sandtable.games.dba.record import MAX_FIGURES, Phase, Verb
from sandtable.games.dba.rules import sequence
from sandtable.games.dba.rules.arcs import Fault, best_shot
from sandtable.games.dba.rules.contact import front_enemy_at, has_six_positions
from sandtable.games.dba.rules.legal_contacts import Contact
from sandtable.games.dba.rules.places_of_contact import legal_places
from sandtable.games.dba.rules.positions import is_in_open, is_on_table
from sandtable.games.dba.rules.shooting import is_engaged, must_shoot, targets_of
from sandtable.games.dba.showing.naming import called, names_now, say
from sandtable.games.dba.showing.overlays import draw_arc, draw_zone, line_between, stop_words
from sandtable.games.dba.showing.zones import zones
from sandtable.games.dba.switches import CampCountsAsElement, FrontCrossing, GroupRetire, WwgFrozenByCamp
from sandtable.games.game import Names, OverlayKind
from sandtable.games.scene import Explanation, SceneNote, SceneOverlay, ScenePlace
from sandtable.kernel.action_drafts import blank
from sandtable.kernel.geometry import base_of, degrees_of_facing
from sandtable.kernel.log import new_log
from sandtable.kernel.records import ACTION, NONE
from sandtable.translation import all_of

KINDS = (
    OverlayKind("contact", "in contact"),
    OverlayKind("deploy", "where the army may deploy"),
    OverlayKind("zone", "zone of control of the enemy", quiet=True),
    OverlayKind("stop", "where the carpet stops", quiet=True),
    OverlayKind("own", "its own zone of control", quiet=True),
    OverlayKind("range", "where it can shoot"),
    OverlayKind("shot", "a shot that it has"),
    OverlayKind("blocked", "a shot that is blocked"),
)

MOST_PLACES = 64

PLACE_WORDS = {
    Contact.FRONT: "front of {who}",
    Contact.RIGHT_FLANK: "right flank of {who}",
    Contact.REAR: "rear of {who}",
    Contact.LEFT_FLANK: "left flank of {who}",
}

UNSEEN = {
    Fault.COVER: ("One of the two is wholly inside woods: no shot at {other}.", "DBA-SHOOT-11"),
    Fault.TERRAIN: ("A crest or woods hide {other}.", "DBA-SHOOT-10"),
}
"""Why there is no shot at an enemy within arc and range, but for what stands in between."""


def explain(b: Any, names: Names, i: int) -> Explanation:
    """Everything worth knowing about element ``i`` where it stands; nothing about one that is not on the table."""
    if not is_on_table(b.figures[i]):
        return Explanation()
    names = names_now(b, names)
    overlays: list[SceneOverlay] = []
    notes: list[SceneNote] = []
    _tell_own_zone(b, names, i, overlays, notes)
    _tell_restriction(b, names, i, overlays, notes)
    places = tuple(_places(b, names, i)) if is_in_open(b.figures[i]) else ()
    if places:
        notes.append(SceneNote(text=_places_words(places), clause="DBA-CONTACT-2"))
    if b.rules["range"][int(b.figures[i].type)] > 0.0:
        _tell_shooting(b, names, i, overlays, notes)
    return Explanation(overlays=tuple(overlays), places=places, notes=tuple(notes))


def _some(names: Names, figures: Sequence[int]) -> str:
    return all_of([called(names, j) for j in figures])


# ---------------------------------------------------------------- zones


@clause("WAD-ZOC-2", "WAD-ZOC-9", "WAD-ZOC-16")
def _tell_own_zone(b: Any, names: Names, i: int, overlays: list[SceneOverlay], notes: list[SceneNote]) -> None:
    """The zone that it exerts, what stops it, and whom it restricts."""
    for zone in zones(b, int(b.figures[i].side)):
        is_own_camp = zone["camp"] is not None and zone["camp"] == b.figures[i].camp
        if zone["owner"] != i and not is_own_camp:
            continue
        overlays.extend(draw_zone(b, names, zone, "own"))
        if zone["stop_line"] is not None:
            far, stop = length_words(zone["depth"], "pace"), stop_words(names, zone)
            words = say("Its zone of control ends after {far}, {stop}.", far=far, stop=stop)
            notes.append(SceneNote(text=words, clause="WAD-ZOC-9"))
        if zone["restricts"]:
            words = say("Its zone of control restricts {who}.", who=_some(names, zone["restricts"]))
            notes.append(SceneNote(text=words, clause="WAD-ZOC-16"))


@clause("WAD-ZOC-16", "WAD-RES-1", "WAD-RES-12", "WAD-WWG-3", "WAD-WWG-5", "DBA-ZOC-1")
def _tell_restriction(b: Any, names: Names, i: int, overlays: list[SceneOverlay], notes: list[SceneNote]) -> None:
    """The enemy zones that it is in, and what it may do there."""
    holding = [zone for zone in zones(b, 1 - int(b.figures[i].side)) if i in zone["restricts"]]
    for zone in holding:
        overlays.extend(draw_zone(b, names, zone, "zone"))
    if not holding:
        return
    owners = [called(names, z["owner"]) if z["camp"] is None else say("the enemy camp") for z in holding]
    words, of = _may_do(b, i, holding)
    words = say("In the zone of control of {owners}: {what}.", owners=all_of(owners), what=words)
    notes.append(SceneNote(text=words, clause=of))


def _may_do(b: Any, i: int, holding: Sequence[Mapping[str, Any]]) -> tuple[str, str]:
    """What an element may do in these zones, and the clause that says so."""
    if has_six_positions(b, int(i)):
        if all(zone["camp"] is not None for zone in holding) and b.options.wwg_frozen_by_camp == WwgFrozenByCamp.NO:
            return say("it may move there, as the zone of a camp does not hold a War Wagon"), "WAD-WWG-5"
        return say("a War Wagon may not move there"), "WAD-WWG-3"
    if front_enemy_at(b, int(i), base_of(b.figures[i])) != NONE:
        return say("it is in contact and may only break off"), "DBA-BREAK-1"
    if all(zone["camp"] is not None for zone in holding):
        if b.options.camp_counts_as_element == CampCountsAsElement.NO:
            return say("it may only go straight back"), "WAD-RES-12"
        return say("it may go into contact with the camp, closer to it, or straight back"), "WAD-RES-12"
    if b.options.front_crossing == FrontCrossing.PLAIN:
        return say("it may go into its front, line up opposite it, or go straight back"), "DBA-ZOC-1"
    one = say("with it" if len(holding) == 1 else "with one of them")
    back = say("or, alone, straight back" if b.options.group_retire == GroupRetire.NO else "or straight back")
    return say("it may go into frontal contact {one}, closer to that, {back}", one=one, back=back), "WAD-RES-1"


# ---------------------------------------------------------------- contacts


@clause("DBA-CONTACT-2", "DBA-CONTACT-3", "WAD-WCC-1")
def _places(b: Any, names: Names, i: int) -> Iterable[ScenePlace]:
    """Its legal places of contact within reach; whether it may move to each now, where it is its side's to move."""
    found = np.zeros((MOST_PLACES, 6))
    figure = b.figures[i]
    asked = b.phase == Phase.MOVEMENT and b.turn == figure.side
    draft = np.zeros(1, ACTION)
    blank(draft[0], Verb.MOVE.value)
    silent = new_log(keep=False)
    for x, y, fx, fy, other, contact in found[: int(legal_places(b, int(i), found))]:
        move = draft[0]
        move["n_actors"] = 1
        move["actors"][0] = i
        move["x"], move["y"], move["fx"], move["fy"] = x, y, fx, fy
        yield ScenePlace(
            x=float(x),
            y=float(y),
            facing=float(degrees_of_facing(float(fx), float(fy))),
            width=float(figure.width),
            depth=float(figure.depth),
            label=_contact_words(names, int(other), int(contact)),
            is_open=bool(sequence.judge(b, move, silent).legal) if asked else None,
        )


def _contact_words(names: Names, other: int, contact: int) -> str:
    if other == NONE:
        return say("the enemy camp")
    return say(PLACE_WORDS.get(Contact(contact), "a place on {who}"), who=called(names, other))


def _places_words(places: Sequence[ScenePlace]) -> str:
    """``It may move now into legal contact: front of Warband (B2), right flank of Psiloi (B5).``."""
    if all(place.is_open is None for place in places):
        return say("Places of legal contact near: {places}.", places=", ".join(place.label for place in places))
    now = [place.label for place in places if place.is_open]
    if not now:
        return say("No place of legal contact near can be reached by a move now.")
    return say("It may move now into legal contact: {places}.", places=", ".join(now))


# ---------------------------------------------------------------- shooting


@clause("DBA-SHOOT-8", "DBA-SHOOT-12", "DBA-SHOOT-13")
def _why_not_now(b: Any, i: int, j: int, other: str) -> SceneNote | None:
    """What forbids a shot for which the ground is clear; None: it may be made, in this step or from there later."""
    if is_engaged(b, int(j)):
        words = say("{other}: in contact, overlapping or in support, it is not shot at.", other=other)
        return SceneNote(text=words, clause="DBA-SHOOT-8")
    if b.phase not in (Phase.SHOOTING, Phase.AIM):
        return None
    if b.figures[j].shot_at:
        words = say("{other}: shot at in this bound already.", other=other)
        return SceneNote(text=words, clause="DBA-SHOOT-13")
    if not must_shoot(b, int(i)):
        words = say("It does not shoot at {other}: it has no shot left.", other=other)
        return SceneNote(text=words, clause="DBA-SHOOT-13")
    targets = np.empty(MAX_FIGURES, np.int64)
    if j in targets[: targets_of(b, int(i), targets)]:
        return None
    words = say("It must exchange shots with an enemy who can shoot at it, not shoot at {other}.", other=other)
    return SceneNote(text=words, clause="DBA-SHOOT-12")


@clause("DBA-SHOOT-2", "DBA-SHOOT-5", "DBA-SHOOT-8", "DBA-SHOOT-10", "DBA-SHOOT-11")
def _tell_shooting(b: Any, names: Names, i: int, overlays: list[SceneOverlay], notes: list[SceneNote]) -> None:
    """Its arc, the shots that it has from where it stands, and what is in the way of others."""
    overlays.extend(draw_arc(b, names, i))
    if is_engaged(b, int(i)):
        words = say("In contact, overlapping or in support: it does not shoot.")
        notes.append(SceneNote(text=words, clause="DBA-SHOOT-8"))
        return
    for j in range(int(b.n_figures)):
        if b.figures[j].side == b.figures[i].side or not is_on_table(b.figures[j]):
            continue
        shot = best_shot(b, int(i), int(j))
        fault, other = Fault(int(shot.fault)), called(names, j)
        if fault == Fault.NONE and (why := _why_not_now(b, i, j, other)) is not None:
            notes.append(why)
        elif fault == Fault.NONE:
            words = say("It has a shot at {other}, {far}.", other=other, far=length_words(shot.distance, "pace"))
            notes.append(SceneNote(text=words, clause="DBA-SHOOT-2"))
            overlays.append(SceneOverlay(kind="shot", points=line_between(b, i, j), label=words, clause="DBA-SHOOT-2"))
        elif fault == Fault.BLOCKED:
            between = called(names, int(shot.blocker)) if shot.blocker >= 0 else say("a camp")
            words = say("No shot at {other}: {between} in the way.", between=between, other=other)
            notes.append(SceneNote(text=words, clause="DBA-SHOOT-10"))
            line = line_between(b, i, j)
            overlays.append(SceneOverlay(kind="blocked", points=line, label=words, clause="DBA-SHOOT-10"))
        elif fault in UNSEEN:
            text, of = UNSEEN[fault]
            notes.append(SceneNote(text=say(text, other=other), clause=of))
