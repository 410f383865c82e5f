"""What a game hands to the floors above: one literal of facts, its kernels, and a few plain-Python functions."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar

from sandtable.games.army import Armies
from sandtable.games.editing import Editing
from sandtable.games.language import translated
from sandtable.games.rosters import Rosters
from sandtable.games.scene import (
    LOOKS,
    Explanation,
    Scene,
    SceneAccount,
    SceneFeature,
    SceneOverlay,
    SceneSide,
    SideLook,
    reworded,
)
from sandtable.kernel.dice_tree import MAX_LEAVES
from sandtable.kernel.records import ACTION
from sandtable.kernel.verbs import Verbs
from sandtable.translation import ENGLISH, spoken


@dataclass(frozen=True)
class SideFacts:
    """One side: its key in files and notation, and its name for people."""

    key: str
    name: str
    die: str = "arabic"  # how its PIP die is shown: arabic or roman
    look: SideLook | None = None  # None: one of its own by its place among the sides


@dataclass(frozen=True)
class Option:
    """A house-rule switch. The first value is the default."""

    key: str
    values: tuple[str, ...]
    clause: str
    text: str
    defaults: tuple[tuple[str, str, str], ...] = ()
    """Other defaults: (option, value, default) where that option has that value. It stands before this one."""


Told = TypeVar("Told")
"""A scene, or part of one."""


class Fares(NamedTuple):
    """How odds in one line call what may come of an action, as the side that acts sees it."""

    even: str  # nobody comes off worse, or both do where that has no words
    better: str = ""  # only the others do
    worse: str = ""  # only the side itself does
    both: str = ""
    alone: str = ""  # nobody does, where nobody else could
    loses: str = ""  # a side that does, after its name: said to whoever plays none or several of the sides
    each: Mapping[str, str] = {}
    """All codes of ``Game.suffers``, the worst first, and what they are called: said of either side instead."""


WON_OR_LOST = Fares("even", "win", "lose", loses="lose")


@dataclass(frozen=True)
class FigureName:
    """What people call a figure: the id used in files and notation, its name, and how it is drawn."""

    id: str
    name: str
    kind: str
    emblem: str
    letter: str
    agrees: int = 0  # what its verbs agree with: one of ``Agreement`` of games/common/amounts.py
    unit: str = ""  # the unit that it is a model of, where a game has some: Tactical squad


@dataclass(frozen=True)
class Names:
    """The words for a laid battle's indices. The record itself holds numbers only."""

    figures: tuple[FigureName, ...]
    features: tuple[str, ...]
    items: tuple[str, ...] = ()  # tokens: cauldron, pay-chest
    places: tuple[str, ...] = ()  # gates
    title: str = ""
    sides: tuple[str, ...] = ()  # what this battle calls its sides: Polybian Romans; empty: as the game calls them
    parties: tuple[SideFacts, ...] = ()  # the sides of this battle, where they are not those of the game
    lists: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # more words for numbers, by what they name
    extra: Mapping[str, Any] = field(default_factory=dict)  # what the game's scene() needs and no rule does

    def figure(self, figure_id: str) -> int:
        """Index of the figure with this id; ``KeyError`` when there is none."""
        for index, name in enumerate(self.figures):
            if name.id == figure_id:
                return index
        raise KeyError(figure_id)


NO_NAMES = Names((), ())


@dataclass(frozen=True)
class Laid:
    """A table as a scenario lays it, before any die: shape ``[1]`` array of the game's record, and its names."""

    record: Any
    names: Names


@dataclass(frozen=True)
class Part:
    """One thing that an action names besides its figures: the word before it in notation, and what it is.

    ``word`` is empty for a part that follows the figures bare, as the token of ``take P3 cauldron``.
    """

    word: str
    field: str  # of the action record: target, item, amount, or x (a plain length)
    names: str = "number"  # figures, items, places, features or a list of Names.lists: what it names; or number
    optional: bool = False  # left out where it is 0, or names nothing
    from_0: bool = False  # of an optional number: 0 is the first of several, and said


@dataclass(frozen=True)
class Phrase:
    """How the actions of one verb are written in notation, case files and JSON."""

    actors: bool = True  # names the figures that act
    least: int = 1  # figures that it names at least
    pose: bool = False  # ends at a place: to, facing, ahead, by, via, about
    parts: tuple[Part, ...] = ()
    modes: tuple[str, ...] = ()  # ways of doing it, as walk, run, crawl: a choice; the first unless another is named
    each: bool = False  # its figures may end each at a place of its own, not only as a rigid block
    loose: bool = False  # never as a block: what is said of the first one's way and end, the others do beside it
    ahead: bool = False  # whoever moves so faces as it went on its last leg, unless a facing is said
    stays: bool = False  # nobody need say where it ends: where its figure stands
    afar: bool = False  # the place is where a shot or a spell falls: whoever does it goes nowhere
    heading: str = ""  # what a list of them is called, where its verb says too little: next unit
    whole: bool = False  # about all whom its words name: the figure that stands for them is not said
    sweeping: str = ""  # the mode in which it is said for all of a side at once: a button beside what is asked
    words: Callable[[Any, Any, Names], str] | None = None
    """``words(b, action, names)``: what is done, as a player says it after who does it ("march out in 2 files").

    Left out, a move says how far it goes and to which hand, and any other action its verb and its parts.
    """
    public: Callable[[Any, Any, Names], str | None] | None = None
    """``public(b, action, names)``: what the other sides are told of an action, given the table before it.

    None: it is no secret. Words, said of its side: "place an order". Empty: they do not learn that there was one.
    """


@dataclass(frozen=True)
class OverlayKind:
    """One kind of a scene's overlays: its words for the legend. ``quiet``: drawn only where somebody asks for it."""

    kind: str
    text: str
    quiet: bool = False


@cache
def _text(path: Path) -> str:
    return path.read_text("utf-8")


@dataclass(frozen=True)
class HandMove:
    """A kind of move that players draw on the table by hand: the judge is asked about it while they drag."""

    verb: str  # MOVE
    label: str = ""  # what it is called where a player chooses among several: Walk, Run
    form: Mapping[str, Any] = field(default_factory=dict)  # more that such an action says, as JSON has it
    stays: bool = False  # nobody goes anywhere: of several each turns where it stands
    listed: bool = False  # of a phase of its own: offered where such an action is listed, and nowhere else


@dataclass(frozen=True)
class Game:
    """The facts of one game. Tools and docs read this literal; nothing else knows which games there are."""

    key: str
    title: str
    source: str  # rulebook, edition, date
    version: str  # of our rules: changes with every ruling that changes play
    unit: str
    sides: tuple[SideFacts, ...]
    folder: Path  # holds rulebook.toml, data/ and scenarios/
    dtype: Any
    verbs: Verbs
    verb: type[IntEnum]  # its Verb enum
    purpose: type[IntEnum]  # its Purpose enum
    code: Any  # its Code enum
    clause: Any  # its Clause enum
    clause_families: tuple[str, ...]  # what its clause ids begin with: ("DBAIX",)
    options: tuple[Option, ...]
    lay: Callable[[Mapping[str, Any], Mapping[str, str], str], Laid]
    """``lay(scenario, options, where)``: validated table; raises InputError that starts with ``where``."""
    lay_case: Callable[[Mapping[str, Any], str], Laid]
    """The same for the table part of a case file (``scenario: none`` or a name, plus ``figures``, ``side``, ``pips``).

    A case that stands in the middle of a battle is laid there; ``setup`` then only runs on to the next decision.
    """
    scene: Callable[[Any, Names], Scene]  # without the sides, see ``shown``
    prompt: Callable[[Any, Names], str]
    """What is asked of the side to decide, in plain words."""
    names_now: Callable[[Any, Names], Names] | None = None
    """The names where the battle stands so, of a game that calls a figure otherwise once something happened to it."""
    enums: Mapping[str, type[IntEnum]] = field(default_factory=dict)
    """Record fields that hold an enum, as ``phase`` or ``figures.where``: for position notation."""
    result_text: Callable[[Any, Names], str] | None = None
    """Who won and why, once over."""
    case_keys: frozenset[str] = frozenset()
    """The fields of a case file that ``lay_case`` reads."""
    standing: tuple[str, frozenset[str]] = ("figures.where", frozenset({"TABLE"}))
    """Which of ``enums`` says of a figure that it stands on the table, and the members that say so."""
    phrases: Mapping[str, Phrase] = field(default_factory=dict)
    """Verb name (``HAND_OVER``) -> how it is written. A verb without one is written with every field by its name."""
    scenario: str = ""
    """The scenario that is laid when none is named."""
    scenario_sides: Callable[[Mapping[str, Any]], tuple[SideFacts, ...]] | None = None
    """The sides of a scenario, by its content, where scenarios differ in that. A laid one has them in its names."""
    contacts: Callable[[Any, Any, Any], Any] | None = None
    """``contacts(b, figure, out) -> n``: its legal places of contact with enemies, a kernel. ``out`` is f8[n, 6]: x, y,
    fx, fy, the enemy (NONE: no figure), and the game's own number. Left out: the front on each of four edges."""
    hand: tuple[HandMove, ...] = ()
    """The moves that players draw by hand, the usual one first; left out: figures on the table are not dragged."""
    together: Callable[[Any, Sequence[int]], Sequence[Any]] | None = None
    """``together(b, figures)``: legal actions, arrays of one, of just these figures, leader first, that no list has."""
    foresee: Callable[[Any, Any], Any] | None = None
    """``foresee(b, log)``, a kernel: carries a copy of a battle from its movement to the fights as they would stand,
    without dice, shots and choices on the way; 0 where it cannot. Left out: nobody says what a contact leads to."""
    risks: Callable[[Any, Names, Any], Explanation] | None = None
    """``risks(b, names, action)``: what a legal move exposes those to whom it moves, with exact chances where dice may
    fall, and what is drawn for it. Left out: nobody says it."""
    carry: Callable[[Any, Any, Any, Any], Any] | None = None
    """``carry(b, action, dice, log)``: carries a legal order out and does not run on, where each of several figures is
    stopped by itself: the board asks where they would end. Left out: they end as a rigid block."""
    fighters: Callable[[Any, Any], Sequence[int]] | None = None
    """``fighters(b, action)``: all who take part in the fight that an action begins, its own side's first; nobody where
    it begins none. Left out: those whom it names."""
    suffers: frozenset[str] = frozenset()
    """Codes of outcomes that are bad for their actor: odds in one line say how likely each side comes off worse.

    Left out: those of ``fares.each``."""
    escapes: frozenset[str] = frozenset()
    """Codes of outcomes by which their actor came off: odds leave them out where the same one suffers after all."""
    fares: Fares = WON_OR_LOST
    """What that line calls it."""
    fares_of: Mapping[str, Fares] = field(default_factory=dict)
    """The same of verbs (``SHOOT``) that the usual words do not fit."""
    folds: Mapping[str, Callable[[int, float], str]] = field(default_factory=dict)
    """Codes of outcomes that count something, each with a function of amount and value: the sentence under which odds
    put it together with others that matter as much to a player."""
    quiet: Mapping[str, str] = field(default_factory=dict)
    """Verbs (``REFORM``) of actions that may simply succeed, of which the log says nothing more: what odds say then."""
    counts: Literal["", "turn", "bound", "round"] = ""
    """The field of the state in which it counts its turns, by the game's own word for one; empty: it counts none."""
    remedies: Mapping[str, str] = field(default_factory=dict)
    """Codes of refusals, each with the verb that takes the reason away where it is listed: a throw for the ground."""
    explain: Callable[[Any, Names, int], Explanation] | None = None
    """``explain(b, names, figure)``: what the rules say about a figure where it stands."""
    drawn_up: Callable[[Any, Names, Sequence[int]], tuple[SceneOverlay, ...]] | None = None
    """``drawn_up(b, names, figures)``: what would hold figures together that a player draws to other places, as links
    of coherency; ``b`` is a copy on which they stand there. Left out: nothing is drawn."""
    account: Callable[[Any, Names, Sequence[Any]], SceneAccount | None] | None = None
    """``account(b, names, events)``: of an action by which much befell many, as a flood, what befell whom in order.

    ``b`` is the table after it, ``events`` are what its log says, in words. None, mostly: it is told by its events."""
    plain_scene: Callable[[Any, Names], Scene] | None = None
    """``scene`` without its overlays: what is shown where these cannot be drawn. Left out: there are none."""
    features: Callable[[Any, Names], tuple[SceneFeature, ...]] | None = None
    """The features of its scene alone, asked for each place where a piece may be laid. Left out: none is ever laid."""
    overlays: tuple[OverlayKind, ...] = ()
    """The kinds of overlays in its scenes and explanations, for the legend."""
    bound_dice: tuple[str, ...] = ("PIPS",)
    """Purposes of the dice that open a bound: no odds of an action look past them."""
    armies: Armies | None = None
    """Its army lists, where players may bring armies of their own to a scenario."""
    rosters: Rosters | None = None
    """Its rosters, where figures are kept from battle to battle of a campaign."""
    editing: Editing | None = None
    """What its scenarios may hold, where players put some together on the table."""
    trust: float = 0.0
    """What a ``worth`` of 1 counts with ``greedy`` beside how good ``evaluate`` finds what an action leads to."""
    weighs_guesses: bool = True
    """What ``worth`` finds depends on what is hidden: generals ask it of each of their guesses.

    False, which a test holds it to: they ask it once, of the battle as they see it."""
    plans: int = 0
    """Plans that ``greedy`` tells apart: an action, and what ``quick`` would do after it up to the next die.

    0: it looks at what each of its best actions leads to by itself, as it does wherever something is hidden."""
    leaves: int = MAX_LEAVES
    """Leaves of the tree of dice behind an action that ``greedy`` walks at most; a larger tree it samples.

    Few where actions throw dice by the dozen, and no tree is ever walked to its end."""
    horizon: int = 6
    """Bounds after the present one to whose end planners play their plans on."""
    pace: int = 600
    """Playouts of a planner that fit into a second: what its levels may do in so many milliseconds, on any machine."""
    noise: float = 0.1
    """How far from each other actions may look, in ``worth``, for planners to try one in place of the other."""
    action: Any = ACTION
    """Record dtype of its actions, see ``kernel.records.action_record``."""
    observing: Any = None
    """What learners read of its battles: ``games.common.observing.Observing``. Left out: what all games have."""
    rank: int = 0
    """Its place in a list of games: the lowest first, equal ones by key."""
    art: tuple[Path, ...] = ()
    """Its own drawings (.svg: symbols and patterns in one ``<defs>``) and styles (.css), beside those of all games."""

    def __post_init__(self) -> None:
        if not self.suffers:
            object.__setattr__(self, "suffers", frozenset(self.fares.each))
        fields = self.action.names
        for verb, phrase in self.phrases.items():
            for wanted, field_name in ((phrase.modes, "mode"), (phrase.each, "poses")):
                if wanted and field_name not in fields:
                    raise ValueError(f"{self.key}: {verb} needs actions with {field_name}, see action_record")
            if phrase.pose and not phrase.actors and self.features is None:
                raise ValueError(f"{self.key}: {verb} lays a piece, which is shown from what Game.features says")

    @property
    def symbols(self) -> str:
        """What its own drawings hold: symbols and patterns; empty if it has none."""
        bodies = (re.search(r"<defs>(.*)</defs>", _text(path), re.DOTALL) for path in self.art if path.suffix == ".svg")
        return "".join(body[1] for body in bodies if body is not None)

    @property
    def styles(self) -> str:
        """Its own styles; empty if it has none."""
        return "".join(_text(path) for path in self.art if path.suffix == ".css")

    def sides_of(self, names: Names = NO_NAMES) -> tuple[SideFacts, ...]:
        """The sides of a battle in their order, called as the battle calls them in the language spoken, with looks."""
        sides = names.parties or self.sides
        called = names.sides or tuple(side.name for side in sides)
        return tuple(
            replace(side, name=translated(self.folder, name), look=side.look or LOOKS[place % len(LOOKS)])
            for place, (side, name) in enumerate(zip(sides, called, strict=True))
        )

    def sides_in(self, scenario: Mapping[str, Any]) -> tuple[SideFacts, ...]:
        """The sides of a scenario, by its content: who may take a seat before it is laid."""
        own = self.scenario_sides(scenario) if self.scenario_sides is not None else ()
        return self.sides_of(replace(NO_NAMES, parties=own))

    def names_at(self, b: Any, names: Names) -> Names:
        """The names where the battle stands so, of those with which it was laid."""
        return names if self.names_now is None else self.names_now(b, names)

    def shown(self, b: Any, names: Names, plain: bool = False) -> Scene:
        """The scene of a battle, with its sides; ``plain``: without what is drawn over it to explain the rules."""
        sides = tuple(
            SceneSide(key=side.key, name=side.name, look=side.look)
            for side in self.sides_of(names)
            if side.look is not None
        )
        scene = self.plain_scene if plain and self.plain_scene is not None else self.scene
        return self.said(scene(b, names).model_copy(update={"sides": sides}))

    def said(self, shown: Told) -> Told:
        """A scene, or part of one, with its words in the language spoken."""
        if spoken() == ENGLISH:
            return shown
        said: Told = reworded(shown, partial(translated, self.folder))
        return said

    def clause_id(self, clause: IntEnum) -> str:
        """The id of a member of its Clause enum: ``DBAIX-MOV-1`` of ``Clause.MOV_1``, ``DBA-CC-1`` of ``DBA_CC_1``."""
        name = clause.name.replace("_", "-")
        return f"{self.clause_families[0]}-{name}" if len(self.clause_families) == 1 else name

    @cached_property
    def state_size(self) -> int:
        """Bytes of the record that are the battle itself: last fields ``weights``, ``worths`` are the generals' own."""
        own = [int(found[1]) for name, found in (self.dtype.fields or {}).items() if name in ("weights", "worths")]
        return min(own, default=int(self.dtype.itemsize))
