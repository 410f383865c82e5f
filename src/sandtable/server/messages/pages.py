"""What the plain pages under /api take and give, as pydantic models; the board's TypeScript types come from them."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from sandtable.games.army import ArmyDraft, ArmyElement, ArmyList
from sandtable.server.messages.base import FromBoard, FromServer, Name, Whole
from sandtable.server.messages.company import ClockRule, PlayerName, Spectators
from sandtable.server.messages.facts import SideFact
from sandtable.server.messages.people import Title

ArmyText = Annotated[str, Field(max_length=10_000)]


class NewBattle(FromBoard):
    """POST /api/battles."""

    game: Name
    scenario: Name | None = None  # null: the game's first
    options: Annotated[dict[Name, Name], Field(max_length=100)] = {}
    seed: Annotated[str, Field(max_length=200)] | Whole | None = None  # null: drawn at random
    seats: Annotated[dict[Name, Name], Field(max_length=8)] = {}
    """Side -> "human" (the maker's own), "guest" (kept for somebody who is invited) or a general; default human."""
    analysis: bool = False  # everybody may take back anything, and the same dice fall again
    clock: ClockRule | None = None  # null: nobody's time is counted
    spectators: Spectators = "anyone"
    player: PlayerName = ""  # what whoever makes it calls themselves
    person: Name = ""  # their personal link, by which they find it again
    armies: Annotated[dict[Name, ArmyDraft | ArmyText], Field(max_length=8)] = {}
    """Side -> its army, or the text of its army file, instead of the scenario's own."""


class AskArmy(FromBoard):
    """POST /api/games/{game}/armies/check: may this army fight under these house rules? One of army and text."""

    army: ArmyDraft | None = None
    text: ArmyText | None = None
    options: Annotated[dict[Name, Name], Field(max_length=100)] = {}


class LoadBattle(FromBoard):
    """POST /api/battles/load."""

    save: dict[str, Any]
    name: Name = ""  # of the file, by which faults are told; empty: a save
    seats: Annotated[dict[Name, Name], Field(max_length=8)] = {}


class RenameBattle(FromBoard):
    """POST /api/battles/{id}/title. ``token``: the link of whoever made it."""

    token: Name
    title: Title


class SeatLink(FromServer):
    """The maker's links to one seat: their own opens it alone; a guest's seat has an invitation; a computer's none."""

    side: str
    name: str
    kind: str
    guest: bool
    token: str | None
    url: str | None
    invite_url: str | None  # path of the page by which a guest takes the seat, once


class Invitation(FromServer):
    """GET /api/invitations/{token}, and the page /join/{token}: what somebody is invited to."""

    game: str
    game_title: str
    title: str
    side: str
    side_name: str
    players: tuple[str, ...]  # what the others call themselves
    clock: str  # how time is counted, in words; empty: it is not


class TakeSeat(FromBoard):
    """POST /api/invitations/{token}."""

    player: PlayerName = ""  # what whoever takes it calls themselves
    person: Name = ""  # their personal link, by which they find the seat again


class SeatTaken(FromServer):
    """POST /api/invitations/{token}: the seat is taken, by this link from now on. A second time is answered by 410."""

    side: str
    token: str
    url: str


class BattleLinks(FromServer):
    """Answer to a new or loaded battle."""

    id: str
    seats: dict[str, SeatLink]
    token: str  # of the window that holds every human seat
    url: str
    watch_url: str


class Shown(FromServer):
    """GET /api/shown: what this server can write of a battle, and draw of one table, to be shown to others."""

    battle: tuple[str, ...]  # of html, gif, text
    table: tuple[str, ...]  # of png, svg


class TurnFact(FromServer):
    """Whose turn it is in a battle."""

    side: str
    name: str
    counted: str  # which turn that is, in the game's word for one: bound 3; empty before the first


class BattleListed(FromServer):
    """One line of GET /api/battles."""

    id: str
    game: str
    game_title: str
    scenario: str  # of the game; empty for any other table
    sides: dict[str, str]  # side -> what it is called
    title: str
    created: str
    changed: str  # of a battle that may hide something, to others than this machine: when it was made
    actions: int | None  # null there: nobody counts what is done in secret
    over: bool
    result: str | None
    seats: dict[str, str]  # side -> kind
    kinds: dict[str, str]  # side -> what people call this kind
    guests: tuple[str, ...]  # sides that belong to somebody invited
    yours: tuple[str, ...]  # sides that whoever is told this plays
    players: dict[str, str]  # side -> what whoever holds it calls themselves, where they said it
    analysis: bool
    turn: TurnFact | None  # null once it is over
    token: str | None  # to rename and to delete it; this and the links only on the machine itself
    url: str | None
    watch_url: str | None


class OptionFact(FromServer):
    """A house-rule switch."""

    key: str
    name: str  # the key in words
    values: tuple[str, ...]  # the first is the default
    words: tuple[str, ...]  # what each of them is called
    clause: str
    text: str
    defaults: tuple[tuple[str, str, str], ...]  # other defaults: option, value, default where that has that value


class LessonStepFact(FromServer):
    """What a player is told in one step of a lesson, and what to do to get on."""

    title: str
    text: str
    until: str  # "choose" a figure, "move" one, "read" a rule, or verbs of the game with "or" between: one is done
    clause: str | None  # that says what the step is about


class ScenarioFact(FromServer):
    """A scenario to choose. The first of a game is its default."""

    key: str
    title: str
    text: str
    goals: dict[str, str]  # side -> what it is after
    minutes: int | None  # that a battle takes
    lesson: tuple[LessonStepFact, ...]  # steps that teach the game; empty where it is no lesson
    learner: str  # side that they are for; empty: the first
    armies: dict[str, ArmyDraft]  # side -> its army, where players may bring others instead; else empty
    sides: tuple[SideFact, ...]  # who fights in it
    options: dict[str, str]  # its own house rules: they hold unless the player says otherwise


class GeneralFact(FromServer):
    """A computer general to choose; ``key`` goes into ``seats``."""

    key: str
    name: str
    text: str


class GameFacts(FromServer):
    """One game of GET /api/games."""

    key: str
    title: str
    source: str
    version: str
    unit: str
    sides: tuple[SideFact, ...]
    scenarios: tuple[ScenarioFact, ...]
    options: tuple[OptionFact, ...]
    generals: tuple[GeneralFact, ...]
    editor: bool  # scenarios of it can be put together in the browser
    puzzles: int  # how many are set


class ArmiesOf(FromServer):
    """GET /api/games/{game}/armies: what armies of the game can be made of."""

    game: str
    lists: tuple[ArmyList, ...]
    elements: tuple[ArmyElement, ...]


class ClauseFact(FromServer):
    """A clause of the rulebook in our words."""

    id: str
    section: str
    title: str
    text: str
    source: str
    ruling: str
    option: str
    narrative: str


class TermFact(FromServer):
    """A word of a game: what it means, and the clause that says so."""

    word: str
    text: str
    clause: str
    forms: tuple[str, ...]  # under which the clauses use it: a small first letter may be a capital one, * any letters


class RulesOf(FromServer):
    """GET /api/rules/{game}."""

    game: str
    title: str
    source: str
    chapters: dict[str, str]  # heading by chapter, in the order of the book
    clauses: tuple[ClauseFact, ...]
    glossary: tuple[TermFact, ...]  # in alphabetical order


class PersonLink(FromServer):
    """POST /api/people: a personal link, by which somebody finds their battles on any machine."""

    token: str
    url: str  # path of its page: /mine/...


class ReachFact(FromServer):
    """GET /api/reach: under which address others find this server."""

    address: str  # without the path of a page; empty: that by which the page was asked, if it is none of this machine's
    text: str  # what is to be known, or done; empty: nothing


class Failure(FromServer):
    """Body of every HTTP answer that is not a success."""

    code: str
    text: str
