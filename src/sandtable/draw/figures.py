"""Bases as SVG: wood with a front edge, a shield with its device, men in ranks, riders, cards and badges."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

from sandtable.draw.art import Art, look_of
from sandtable.games.scene import SceneFigure, SceneGrid, SceneSide

FIELD_SIZE, EMBLEM_SIZE = 0.78, 0.62
"""Of the smaller side of a base; a lozenge holds a smaller emblem than a circle, see ``SideLook.device``."""

AMONG_MEN = 0.52
"""By how much shield and device are smaller where the men around them can be told apart."""

ON_DISC = 0.84
"""By how much they are smaller on a round base, so that front and letter show."""

SMALLEST = 20.0
"""Half a shield's room among men, where the base is deep enough for it."""

CLOSE = 60.0
"""Pixels to a base from which on single men can be told apart; below that the shield alone is drawn large."""

LOOSE = frozenset({"loose", "skirmish", "open"})
"""Formations whose ranks are drawn shifted against one another."""

CARD = (22.0, 30.0)
"""Width and height of a card."""

CROWD = 5
"""So many cards lie over one another."""


def n(value: float) -> str:
    """A number as short as it can be: at most four decimals, no trailing zeros, no minus zero."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


@dataclass(frozen=True)
class Painter:
    """Draws the bases of one scene."""

    art: Art
    sides: Sequence[SceneSide]
    emblems: dict[str, str] = field(default_factory=dict)  # of captives, by id; a token's emblem has its own id
    pixels: float = 100.0  # to a base

    def figure(self, figure: SceneFigure, x: float, y: float, scale: float = 1.0) -> str:
        """One base, drawn in hundredths with its front upwards, then turned; device and letter stay upright."""
        w, d = 50.0 * figure.width, 50.0 * figure.depth
        upright = f"rotate({n(-figure.facing)})"
        classes = ["figure", f"side-{figure.side}", *(f"mark-{mark}" for mark in figure.marks)]
        if figure.may_act:
            classes.append("may-act")
        tip = "".join(f"\n{label}: {value}" for label, value in figure.facts)
        wood = _disc(w) if figure.shape == "disc" else _rectangle(w, d)
        return (
            f'<g class="{" ".join(classes)}" data-id={quoteattr(figure.id)} '
            f'transform="translate({n(x)},{n(y)}) scale({n(scale / 100)}) rotate({n(figure.facing)})">'
            f"<title>{escape(figure.name)}{escape(tip)}</title>"
            f"{''.join(self._cards(figure, d))}{wood}{self._men(figure, w, d)}{self._device(figure, w, d, upright)}"
            f"{_letter(figure, w, d, upright)}{self._riders(figure, w, d, upright)}"
            f"{self._badges(figure, w, d, upright)}</g>"
        )

    def _device(self, figure: SceneFigure, w: float, d: float, upright: str) -> str:
        """The shield of its side and the emblem on it."""
        look = look_of(self.sides, figure.side)
        least = min(w, d)
        if figure.grid is not None and self.pixels >= CLOSE:
            least = max(AMONG_MEN * least, min(least, SMALLEST))
        if figure.shape == "disc":
            least *= ON_DISC
        shield, emblem = FIELD_SIZE * least, EMBLEM_SIZE * look.device * least
        drop = 0.1 * d  # towards the rear, away from the front edge
        return (
            f'<g transform="translate(0,{n(drop)}) {upright}">'
            f'<use class="field" href="#{self.art.known("field", look.shield, "field-plain")}" '
            f'x="{n(-shield)}" y="{n(-shield)}" width="{n(2 * shield)}" height="{n(2 * shield)}"/>'
            f'<use class="emblem" href="#{self.art.known("emblem", figure.emblem, "mark-commander")}" '
            f'x="{n(-emblem)}" y="{n(-emblem)}" width="{n(2 * emblem)}" height="{n(2 * emblem)}"/></g>'
        )

    def _men(self, figure: SceneFigure, w: float, d: float) -> str:
        """The men that a base stands for, from the front left, the wounded last; they face as it does."""
        grid = figure.grid
        if grid is None or grid.files < 1 or self.pixels < CLOSE:
            return ""
        symbol = self.art.known("man", grid.man, "man-foot")
        men = []
        size, places = places_of_men(grid, w, d)
        for number, ((x, y), turn) in enumerate(zip(places, turns_of_men(grid), strict=True)):
            hurt = " wounded" if number >= grid.men - grid.wounded else ""
            turned = f' transform="rotate({turn} {n(x)} {n(y)})"' if turn else ""
            men.append(
                f'<use class="man{hurt}" href="#{symbol}" x="{n(x - size / 2)}" y="{n(y - size / 2)}" '
                f'width="{n(size)}" height="{n(size)}"{turned}/>'
            )
        return f'<g class="men">{"".join(men)}</g>'

    def _riders(self, figure: SceneFigure, w: float, d: float, upright: str) -> str:
        """Who rides along, on discs of their own along the front edge, from the right."""
        out = []
        small = smallness(w, d)
        shrunk = f" scale({n(small)})" if small < 1.0 else ""
        for place, rider in enumerate(figure.riders[:3]):
            x, y = (w - (20 + 36 * place) * small, 20 * small - d)
            if figure.shape == "disc":
                x, y = 0.7 * w - 36 * small * place, -0.7 * d
            out.append(
                f'<g class="rider" transform="translate({n(x)},{n(y)}) {upright}{shrunk}">'
                f"<title>{escape(rider.name)}</title>"
                f'<circle class="disc" r="17"/><use class="emblem" '
                f'href="#{self.art.known("emblem", rider.emblem, "mark-commander")}" x="-12" y="-12" width="24" '
                f'height="24"/></g>'
            )
        return "".join(out)

    def _badges(self, figure: SceneFigure, w: float, d: float, upright: str) -> str:
        """Small discs from the rear left corner up the left side: what it carries, then its states."""
        signs = [
            ("carried", self.art.known("emblem", self.emblems.get(item, item), "mark-captive"), item)
            for item in figure.carries
        ]
        signs += [(f"mark-{mark}", f"mark-{mark}", mark) for mark in figure.marks if f"mark-{mark}" in self.art.ids]
        out = []
        small = smallness(w, d)
        shrunk = f" scale({n(small)})" if small < 1.0 else ""
        for place, (style, symbol, name) in enumerate(signs[:4]):
            kind = "emblem" if style == "carried" else "mark"
            x, y = _on_rim(w, 225.0 + 32.0 * place)
            if figure.shape == "rectangle":
                x, y = 14 * small - w, d - (14 + 24 * place) * small
            out.append(
                f'<g class="badge {style}" transform="translate({n(x)},{n(y)}) {upright}{shrunk}">'
                f'<title>{escape(name)}</title><circle class="disc" r="13"/>'
                f'<use class="{kind}" href="#{symbol}" x="-9" y="-9" width="18" height="18"/></g>'
            )
        return "".join(out)

    def _cards(self, figure: SceneFigure, d: float) -> Iterable[str]:
        """The cards that lie with it, under its rear edge, the uppermost to the right; a card face down is blank."""
        width, height = CARD
        many = figure.cards[-6:]
        for place, said in enumerate(many):
            x = (place - (len(many) - 1) / 2) * (width + 3 if len(many) < CROWD else 0.6 * width) - width / 2
            style = "card" if said else "card face-down"
            tip = f"<title>{escape(said or 'A card, face down')}</title>"
            size = f'width="{n(width)}" height="{n(height)}" rx="2"'
            yield f'<g class="{style}">{tip}<rect x="{n(x)}" y="{n(d - 5)}" {size}/>'
            sign = f"card-{figure.signs[-len(many) :][place]}" if figure.signs else ""
            if said and sign in self.art.ids:
                yield f'<use class="sign" href="#{sign}" x="{n(x + 2)}" y="{n(d + 1)}" width="18" height="18"/>'
            elif said:
                yield (
                    f'<text class="letter" x="{n(x + width / 2)}" y="{n(d + height - 11)}" font-size="17">'
                    f"{escape(said[:1].upper())}</text>"
                )
            yield "</g>"


def places_of_men(grid: SceneGrid, w: float, d: float) -> tuple[float, list[tuple[float, float]]]:
    """How large a man is drawn, and where each stands about the middle of a base of these halves."""
    files = grid.files
    ranks = max(grid.ranks, math.ceil(grid.men / files), 1)
    front = front_edge(w, d)  # is kept free
    room_x, room_y = 2 * w - 8, 2 * d - front - 6
    is_loose = grid.formation in LOOSE
    most_x = room_x / (files + 0.5 if is_loose else files)  # shifted ranks keep to the base too
    step = min(most_x, room_y / ranks)
    step_x, step_y = min(most_x, 1.35 * step), min(room_y / ranks, 1.35 * step)
    places = []
    for file, rank in _cells(grid):
        shift = 0.25 * step_x * (1 if rank % 2 else -1) if is_loose else 0.0
        places.append((file * step_x + shift, (rank - (ranks - 1) / 2) * step_y + front / 2))
    return 0.94 * step, places


def turns_of_men(grid: SceneGrid) -> list[int]:
    """Degrees by which each man is turned from the front of the base: in a hedgehog all look outwards."""
    if grid.formation != "hedgehog":
        return [0] * grid.men
    turns = []
    for file, rank in _cells(grid):
        behind = rank - (grid.files - 1) / 2
        across = abs(file) > abs(behind)
        turns.append((90 if file > 0 else 270) if across else 180 if behind > 0 else 0)
    return turns


def _cells(grid: SceneGrid) -> list[tuple[float, int]]:
    """How many files to the right of the middle, and in which rank, each man stands."""
    files, men = grid.files, grid.men
    if grid.formation == "hedgehog":  # all around first: what is lost is lost from within
        square = [(file, rank) for rank in range(files) for file in range(files)]
        inwards = sorted(square, key=lambda cell: min(min(one, files - 1 - one) for one in cell))
        return [(file - (files - 1) / 2, rank) for file, rank in inwards[:men]]
    is_wedge = grid.formation == "wedge"
    cells = []
    for number in range(men):
        rank = math.isqrt(number) if is_wedge else number // files
        first = rank * rank if is_wedge else rank * files  # ranks of a wedge are of 1, 3, 5 and so on
        in_rank = min(2 * rank + 1 if is_wedge else files, men - first)  # the last, if not full, stands in the middle
        cells.append((number - first - (in_rank - 1) / 2, rank))
    return cells


def front_edge(w: float, d: float) -> float:
    """How deep the coloured front edge of a base of these halves is."""
    return 0.3 * min(w, d)


def smallness(w: float, d: float) -> float:
    """By how much letters and badges are smaller on a base of these halves than on the usual one: 1 from 36 on."""
    return min(1.0, min(w, d) / 36.0)


def _rectangle(w: float, d: float) -> str:
    """The wood of a base with its front edge and the arrow in that."""
    edge = front_edge(w, d)
    return (
        f'<rect class="base" x="{n(-w)}" y="{n(-d)}" width="{n(2 * w)}" height="{n(2 * d)}" rx="6"/>'
        f'<path class="front" d="M{n(-w)},{n(edge - d)}V{n(6 - d)}Q{n(-w)},{n(-d)} {n(6 - w)},{n(-d)}'
        f'H{n(w - 6)}Q{n(w)},{n(-d)} {n(w)},{n(6 - d)}V{n(edge - d)}Z"/>'
        f'<path class="arrow" d="M0,{n(2 - d)}L{n(edge)},{n(edge - d)}H{n(-edge)}Z"/>'
    )


def _disc(r: float) -> str:
    """The wood of a round base; its front is the segment at the top, with the arrow in it."""
    edge = 0.24 * r  # how high the segment is
    half = math.sqrt(r * r - (r - edge) * (r - edge))
    return (
        f'<circle class="base" r="{n(r)}"/>'
        f'<path class="front" d="M{n(-half)},{n(edge - r)}A{n(r)},{n(r)} 0 0 1 {n(half)},{n(edge - r)}Z"/>'
        f'<path class="arrow" d="M0,{n(2 - r)}L{n(edge)},{n(edge - r)}H{n(-edge)}Z"/>'
    )


def _on_rim(r: float, degrees: float) -> tuple[float, float]:
    """A place on the rim of a disc, clockwise from its front."""
    turn = math.radians(degrees)
    return (r - 6) * math.sin(turn), -(r - 6) * math.cos(turn)


def _letter(figure: SceneFigure, w: float, d: float, upright: str) -> str:
    """What tells it apart without colour, at its right rear corner."""
    small = smallness(w, d)
    shrunk = f" scale({n(small)})" if small < 1.0 else ""
    size, inset = (27, 13 * small) if len(figure.letter) == 1 else (21, 17 * small)
    x, y = (w - inset, d - 14 * small) if figure.shape == "rectangle" else _on_rim(w - 6 * small, 135.0)
    count = ""
    if figure.grid is not None:
        left = x - inset - 11 * small
        count = (
            f'<g transform="translate({n(left)},{n(y)}) {upright}{shrunk}">'
            f'<text class="letter count" y="7" font-size="18">{figure.grid.men}</text></g>'
        )
    return (
        f'<g transform="translate({n(x)},{n(y)}) {upright}{shrunk}">'
        f'<text class="letter" y="8" font-size="{size}">{escape(figure.letter)}</text></g>{count}'
    )
