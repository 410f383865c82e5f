"""A muster as the record has it: standard musters changed by a scenario, and battalions with their places."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.compiler.decorators import clause
from sandtable.errors import InputError
from sandtable.files import did_you_mean
from sandtable.games.batalist.clauses import FOLDER
from sandtable.games.batalist.enums import Formation, Order, Role, State
from sandtable.games.batalist.laying.battalions import add_battalion, add_character, add_hero
from sandtable.games.batalist.laying.profiles import read_units
from sandtable.games.batalist.laying.scenario_file import BattalionPiece, ChangePiece
from sandtable.games.batalist.laying.tables import read_data
from sandtable.games.batalist.rules.formations import form
from sandtable.games.batalist.switches import Ambush
from sandtable.games.common import amounts
from sandtable.games.common.amounts import Agreement
from sandtable.games.game import FigureName
from sandtable.games.language import translated
from sandtable.kernel.records import NONE
from sandtable.translation import ENGLISH, gettext, spoken

LETTERS = "AB"
"""What ids of the battalions of both sides begin with."""


def _which(battalions: Sequence[Mapping[str, Any]], word: str, where: str) -> int:
    """The battalion that a scenario means: ``ghouls 2`` is the second of that unit."""
    unit, _, number = word.partition(" ")
    found = [at for at, entry in enumerate(battalions) if entry["unit"] == unit]
    place = int(number or 1) - 1
    if not re.fullmatch(r"\w+( \d)?", word) or place >= len(found):
        known = [entry["unit"] for entry in battalions]
        raise InputError(f"{where}: {gettext('the army has no {word!r}', word=word)}{did_you_mean(unit, known)}")
    return found[place]


@clause("BAT-ARM-17", "BAT-ARM-23", "BAT-AMB-1")
def changed(muster: Mapping[str, Any], change: ChangePiece, where: str) -> dict[str, Any]:
    """A standard muster as a scenario changes it: units, ambushes, and where a character stands with an artefact."""
    battalions = [dict(entry) for entry in muster["battalions"]]
    ambush = [_which(battalions, word, where) for word in change.ambush]
    attach = [(_which(battalions, a, where), _which(battalions, b, where)) for a, b in change.attach.items()]
    for word, unit in change.replace.items():
        if unit not in read_data("units"):
            raise InputError(
                f"{where}: {gettext('there is no unit {key!r}', key=unit)}{did_you_mean(unit, read_data('units'))}"
            )
        battalions[_which(battalions, word, where)]["unit"] = unit
    for at in ambush:
        battalions[at]["ambush"] = True
    for start, end in attach:
        for word in ("character", "artefact"):
            if word in battalions[start]:
                battalions[end][word] = battalions[start].pop(word)
    return {"battalions": battalions, "heroes": list(muster["heroes"])}


def _artefact(key: str, where: str) -> int:
    known = list(read_data("artefacts"))
    if key not in known:
        raise InputError(f"{where}: {gettext('there is no artefact {key!r}', key=key)}{did_you_mean(key, known)}")
    return known.index(key)


def agreement_of(name: str) -> int:
    """What a name of the army book agrees with: Knights are many by how they end, Shieldguard one; heroes people."""
    if spoken() == ENGLISH:
        if name in {str(read_units()[key]["name"]) for key in read_data("heroes")}:
            return Agreement.SHE.value
        return (Agreement.MANY if name.endswith(("s", "i", "men")) or name == "The drowned" else Agreement.ONE).value
    return amounts.agreement_of(name)


def _name(ident: str, unit: str) -> FigureName:
    entry = read_units()[unit]
    letter = "".join(word[0] for word in translated(FOLDER, entry["name"]).split()[:2]).upper()
    name = translated(FOLDER, entry["name"])
    return FigureName(ident, name, str(entry["id"]), str(entry["army"]), letter, agreement_of(name))


@clause("BAT-DEP-1", "BAT-DEP-10", "BAT-DEP-11", "BAT-IND-1", "BAT-ARM-5", "BAT-ARM-22", "BAT-AMB-1")
def bring_on(b: Any, side: int, muster: Mapping[str, Any], where: str) -> list[FigureName]:
    """The battalions of a side, then its heroes: in ambush, at their places, or waiting."""
    names = []
    first = int(b.n_figures)
    for number, entry in enumerate(muster["battalions"], 1):
        origin = f"{where}: battalions[{number}]"
        if entry["unit"] not in read_units():
            missing = gettext("there is no unit {key!r}", key=entry["unit"])
            raise InputError(f"{origin}: {missing}{did_you_mean(entry['unit'], read_units())}")
        names.append(_name(entry.get("id") or f"{LETTERS[side]}{number}", entry["unit"]))
        _bring_battalion(b, side, entry, origin)
    for number, hero in enumerate(muster["heroes"], len(muster["battalions"]) + 1):
        piece: Mapping[str, Any] = {"hero": hero} if isinstance(hero, str) else hero
        key, artefact = piece["hero"], piece.get("artefact", "")
        if key not in read_data("heroes"):
            missing = gettext("there is no hero {key!r}", key=key)
            raise InputError(f"{where}: {missing}{did_you_mean(key, read_data('heroes'))}")
        names.append(_name(piece.get("id") or f"{LETTERS[side]}{number}", key))
        x, y = piece.get("at") or (0.0, 0.0)
        c = add_hero(b, key, side, x, y, piece.get("facing", 0.0))
        b.figures[b.characters[c].own].state = (State.FIELD if piece.get("at") else State.WAITING).value
        if artefact:
            b.characters[c].artefact = _artefact(artefact, where)
        _place_hero(b, c, piece, [first + at for at, one in enumerate(names) if one.id == piece.get("on")], where)
    b.sides[side].start = sum(int(b.figures[i].start) for i in range(first, int(b.n_figures)))
    return names


def _place_hero(b: Any, c: int, piece: Mapping[str, Any], bearers: Sequence[int], where: str) -> None:
    """What a case says of a hero: the cards, what is left of the reserve, and the base under the hero."""
    who = b.characters[c]
    _lay_cards(b.figures[who.own], piece.get("cards", ()), where)
    who.mana = piece.get("mana", 0)
    if piece.get("reserve") is not None:
        who.reserve = who.reserve_shown = piece["reserve"]
    if piece.get("on") and not bearers:
        raise InputError(
            f"{where}: {gettext('there is no battalion {name!r} for a hero to stand on', name=piece['on'])}"
        )
    for i in bearers:
        who.battalion, b.figures[i].character = i, c
        who.rank, who.file = 0, int(b.figures[i].files) // 2
        b.figures[who.own].state = State.ON_BASE.value


def _lay_cards(u: Any, cards: Sequence[str], origin: str) -> None:
    """The cards that lie on a battalion when a case begins."""
    for place, card in enumerate(cards):
        if card.upper() not in Order.__members__:
            missing = gettext("there is no order {key!r}", key=card)
            raise InputError(f"{origin}: {missing}{did_you_mean(card, read_data('orders'))}")
        u.cards[place], u.givers[place], u.given = Order[card.upper()].value, NONE, place + 1


@clause("BAT-MOR-1")
def _bring_battalion(b: Any, side: int, entry: Mapping[str, Any], origin: str) -> None:
    """One battalion, with who is attached to it; who has lost half already has tested its morale for that."""
    x, y = entry.get("at") or (0.0, 0.0)
    i = add_battalion(b, entry["unit"], side, x, y, entry.get("facing", 0.0), entry.get("figures") or 0)
    u = b.figures[i]
    u.state = (State.FIELD if entry.get("at") else State.WAITING).value
    if entry.get("ambush") and b.options.ambush == Ambush.YES:
        u.state = State.AMBUSH.value
    if entry.get("reserve"):
        u.state = State.RESERVE.value
    for place, order in enumerate(entry.get("orders", ())):
        u.fixed[place] = Order[order.upper()].value
    u.start = entry.get("start") or u.start
    u.half_lost = int(2 * (u.start - u.healthy) >= u.start)
    u.wounded, u.moved = entry.get("wounded", 0), int(entry.get("moved", False))
    if entry.get("formation") or entry.get("files"):
        word = entry.get("formation")
        form(b, i, Formation[word.upper()].value if word else u.formation, entry.get("files") or u.files)
    u.storey = entry.get("storey", 0)
    _lay_cards(u, entry.get("cards", ()), origin)
    if entry.get("character"):
        c = add_character(b, Role[entry["character"].upper()], i)
        who = b.characters[c]
        for word in ("command", "radius", "magic", "mana"):
            who[word] = entry.get(word, BattalionPiece.model_fields[word].default)
        who.rank = entry.get("rank", 1) - 1
        if entry.get("artefact"):
            who.artefact = _artefact(entry["artefact"], origin)
