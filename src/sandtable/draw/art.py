"""The drawings and looks of a scene: the symbols and styles of all, those of its game, and what its sides look like."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from sandtable.errors import UnknownGame
from sandtable.games import get_game
from sandtable.games.scene import Scene, SceneSide, SideLook

PLAIN = SideLook(colour="#6a6a6a", dark="#3b2c1c")
"""The look of a side that the scene does not know."""


@cache
def symbols() -> str:
    """The text of assets/symbols.svg."""
    return files("sandtable").joinpath("assets", "symbols.svg").read_text("utf-8")


@cache
def look() -> str:
    """The text of assets/look.css."""
    return files("sandtable").joinpath("assets", "look.css").read_text("utf-8")


@dataclass(frozen=True)
class Art:
    """What there is to draw with."""

    definitions: str  # every symbol and pattern, as what stands in one ``<defs>``
    styles: str
    ids: frozenset[str]

    def known(self, sort: str, name: str, plainest: str) -> str:
        """``sort-name`` where there is such a drawing, else the plainest of the sort."""
        return f"{sort}-{name}" if f"{sort}-{name}" in self.ids else plainest

    def symbol(self, name: str) -> str:
        """One symbol; empty where there is none of that name."""
        found = re.search(rf'<symbol id="{re.escape(name)}".*?</symbol>', self.definitions, re.DOTALL)
        return found[0] if found else ""


@cache
def art_of(game_key: str) -> Art:
    """The art of a game's scenes; of a game that is not known, that of all."""
    try:
        game = get_game(game_key)
        own_symbols, own_styles = game.symbols, game.styles
    except UnknownGame:
        own_symbols = own_styles = ""
    shared = re.search(r"<defs>(.*)</defs>", symbols(), re.DOTALL)
    assert shared is not None
    definitions = re.sub(r"<!--.*?-->\s*", "", shared[1] + own_symbols, flags=re.DOTALL)
    styles = re.sub(r"/\*.*?\*/", "", look() + own_styles, flags=re.DOTALL)
    return Art(
        definitions,
        re.sub(r"\s+", " ", styles).strip(),
        frozenset(re.findall(r'\bid="([^"]+)"', definitions)),
    )


def look_of(sides: Sequence[SceneSide], key: str) -> SideLook:
    """What a side's bases look like."""
    return next((side.look for side in sides if side.key == key), PLAIN)


def side_styles(scene: Scene) -> str:
    """The colours of every side as rules for ``.side-KEY``, which look.css draws bases and swatches with."""
    return "".join(
        f".sandtable .side-{side.key}, .sandtable .figure.side-{side.key} "
        f"{{ --side: {side.look.colour}; --side-dark: {side.look.dark}; --trim: {side.look.trim}; }}"
        for side in scene.sides
    )
