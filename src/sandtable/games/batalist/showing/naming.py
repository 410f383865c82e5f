"""What battalions, characters, orders and ground are called, in the language spoken."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sandtable.games.batalist.clauses import FOLDER
from sandtable.games.batalist.enums import Role
from sandtable.games.batalist.laying.profiles import read_units
from sandtable.games.batalist.laying.tables import read_data
from sandtable.games.common.amounts import Agreement, agreeing
from sandtable.games.game import FigureName, Names
from sandtable.games.language import board_words, translated
from sandtable.games.rulebook import read_texts
from sandtable.kernel.records import NONE

ROLES = {
    Role.GENERAL: "general",
    Role.CAPTAIN: "captain",
    Role.MAGE: "mage",
    Role.STANDARD_BEARER: "standard bearer",
    Role.HERO: "hero",
}

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""On the upper sides of markers."""


def say(key: str, **fields: Any) -> str:
    """A sentence of the board or of data/texts in the language spoken, filled in."""
    return (board_words(FOLDER).get(key) or read_texts(FOLDER)[key]).format(**fields)


def called(english: str) -> str:
    """A name or word of the game in the language spoken."""
    return translated(FOLDER, english)


def unit_key(b: Any, i: int) -> str:
    """The key in the army book of the warriors of battalion ``i``."""
    return list(read_units())[int(b.profiles[b.figures[i].profile].unit)]


def unit_name(b: Any, i: int) -> str:
    """What the warriors of battalion ``i`` are called."""
    return called(str(read_units()[unit_key(b, i)]["name"]))


def order_name(order: int) -> str:
    """What a card says."""
    return called(str(list(read_data("orders").values())[order]["name"]))


def formation_name(formation: int) -> str:
    """What a formation is called."""
    return called(str(list(read_data("formations").values())[formation]["name"]))


def spell_name(spell: int) -> str:
    """What a spell is called."""
    return called(str(list(read_data("spells").values())[spell]["name"]))


class Mention(str):
    """A name in a sentence, and with ``{other:loses|lose}`` a word that agrees with it."""

    agrees = 0

    def __format__(self, spec: str) -> str:
        return agreeing(spec, self.agrees) if "|" in spec else str(self)


def figure_words(names: Names, index: int) -> Mention:
    """A battalion as a player calls it: Knights (A8)."""
    if not 0 <= index < len(names.figures):
        return Mention(called("nobody"))
    mention = Mention(f"{names.figures[index].name} ({names.figures[index].id})")
    mention.agrees = names.figures[index].agrees
    return mention


def ground_words(b: Any, names: Names, k: int) -> str:
    """What a piece of ground is called: one whose kind a die said by that and by the number of its spot."""
    if not 0 <= k < len(names.features):
        return called("nobody")
    site = b["sites"][k]
    if not site["spot"]:
        return called(names.features[k])
    kind = list(read_data("terrain").values())[int(b["terrain"]["features"][k]["kind"])]
    return f"{called(str(kind['name']))} {int(site['spot'])}"


def names_now(b: Any, names: Names) -> Names:
    """The names of a battle in which wounded of some battalions are on their way to the doctor."""
    known = len(names.figures)
    if int(b.n_figures) <= known:
        return names
    more: list[FigureName] = []
    for i in range(known, int(b.n_figures)):
        of = int(b.figures[i].wounded_of)
        one = names.figures[of] if 0 <= of < known else FigureName("", "", "", "", "W")
        taken = {name.id for name in (*names.figures, *more)}
        ids = (f"{one.id}w{number or ''}" for number in range(len(taken) + 1))
        own = next(word for word in ids if word not in taken)
        name = f"{called('Wounded')}: {one.name}"
        more.append(FigureName(own, name, one.kind, one.emblem, one.letter, Agreement.MANY.value))
    return replace(names, figures=(*names.figures, *more))


def character_words(b: Any, c: int) -> str:
    """Who somebody on a base is: the general, or a hero by name."""
    who = b.characters[c]
    if who.role == Role.HERO and who.own != NONE:
        return unit_name(b, int(who.own))
    return called(ROLES[Role(int(who.role))])
