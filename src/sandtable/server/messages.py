"""Every message of a WebSocket, as pydantic models; the board's TypeScript types come from them and from `pages`.

Lengths are in the game's unit, y to the north; facings are degrees clockwise from north; figures, tokens and
features go by the ids of their scene. What the server sends is complete: a field that has nothing to say is
``null`` or empty, never missing.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from sandtable.games.scene import Explanation, Scene, SceneFeature

PROTOCOL = 1
"""Changes when a board built for the old messages would misread the new ones."""

MAX_FIGURES = 64
"""Figures that one message may name."""

Length = Annotated[float, Field(ge=-10_000.0, le=10_000.0, allow_inf_nan=False)]
Degrees = Annotated[float, Field(ge=-3600.0, le=3600.0, allow_inf_nan=False)]
Place = tuple[Length, Length]
Name = Annotated[str, Field(max_length=80)]
Count = Annotated[int, Field(ge=0, le=2**31 - 1)]
Whole = Annotated[int, Field(ge=-(2**31), le=2**31 - 1)]


class FromBoard(BaseModel):
    """What the board sends: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class FromServer(BaseModel):
    """What the server sends; ``model_validate`` takes it from an object that has the same attributes."""

    model_config = ConfigDict(extra="forbid", frozen=True, from_attributes=True)


# ---------------------------------------------------------------------------------------------- shared


class Wheel(FromBoard):
    """A turn of the whole group about a point, or about the outer front corner named ``left`` or ``right``."""

    about: Place | Literal["left", "right"]
    degrees: Degrees


class Leg(FromBoard):
    """One part of a march: straight ahead, or a wheel to one hand about the end of the front rank on that hand."""

    ahead: Length | None = None
    wheel: Literal["left", "right"] | None = None
    degrees: Degrees | None = None


class ActionForm(FromBoard):
    """One action of any game, in names: the form that ``Action.to_json()`` writes.

    ``figures`` come leader first; ``to`` and ``facing`` are the leader's end pose, and the others keep their
    places about it.
    """

    verb: Name
    figures: Annotated[list[Name], Field(max_length=MAX_FIGURES)] = []
    to: Place | None = None
    facing: Degrees | None = None
    via: Annotated[list[Place], Field(max_length=16)] = []
    wheel: Wheel | None = None
    legs: Annotated[list[Leg], Field(max_length=12)] = []
    column: bool = False
    target: Name | None = None
    item: Name | None = None
    amount: Whole | None = None


# ------------------------------------------------------------------------------- board -> server (WebSocket)


class Judge(FromBoard):
    """What would the rules say? Asked while a figure is dragged; the answer carries the same ``n``.

    Of several that wait with the same verb and figures only the newest is answered.
    """

    type: Literal["judge"]
    n: Count
    action: ActionForm
    magnet: bool = True  # let the server pull the pose onto the nearest place of exact contact


class AskOdds(FromBoard):
    """What may come of this action? Exact where the dice tree is small enough."""

    type: Literal["odds"]
    n: Count
    action: ActionForm | Annotated[str, Field(max_length=1000)]


class Play(FromBoard):
    """Carry out this action: as an object, or in the one-line notation."""

    type: Literal["play"]
    version: Count  # of the state that the player saw: an older one is refused as stale
    action: ActionForm | Annotated[str, Field(max_length=1000)]


class Undo(FromBoard):
    """Take back the last action of a person, and every computer's action after it."""

    type: Literal["undo"]
    version: Count
    past_dice: bool = False  # also when dice were thrown since; everybody in the battle sees that it was done


class AskLegal(FromBoard):
    """The useful legal actions of the moment again; they also come with every state that is yours to decide.

    With ``figures``: what these may do together and is not listed, as going on with a narrower front.
    """

    type: Literal["legal"]
    n: Count = 0
    figures: Annotated[list[Name], Field(max_length=MAX_FIGURES)] = []


class Pace(FromBoard):
    """How fast computers play, for everybody in this battle."""

    type: Literal["pace"]
    seconds: Annotated[float, Field(ge=0.0, le=60.0, allow_inf_nan=False)] | None = None  # between two actions
    paused: bool | None = None


class Step(FromBoard):
    """While paused: let the computer make one action."""

    type: Literal["step"]


class Reseat(FromBoard):
    """Hand a side that this link may play to a computer general, or take it back ("human")."""

    type: Literal["reseat"]
    side: Name
    kind: Name


class Look(FromBoard):
    """Show the table as it stood after action number ``step`` (0: as first laid). For replay; changes nothing."""

    type: Literal["look"]
    n: Count
    step: Count


class Explain(FromBoard):
    """What do the rules say about this figure where it stands? Asked when it is chosen; changes nothing."""

    type: Literal["explain"]
    n: Count
    figure: Name


ClientMessage = Annotated[
    Judge | AskOdds | Play | Undo | AskLegal | Pace | Step | Reseat | Look | Explain, Field(discriminator="type")
]

CLIENT_MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)


# ------------------------------------------------------------------------------- server -> board: the parts


class DieShown(FromServer):
    """One die as it fell."""

    purpose: str  # what it was thrown for, in words
    side: str | None
    figure: str | None
    sides: int
    value: int
    text: str  # the face as this side's dice show it: "5", or "V" on a Roman die


class Line(FromServer):
    """One line of a total: of a price or of a combat score."""

    text: str
    amount: int
    clause: str | None


class Finding(FromServer):
    """One thing the rules said about an action: a reason against it, or a note."""

    code: str
    clause: str | None
    text: str
    actor: str | None
    other: str | None
    value: float | None  # a measured length
    geometry: tuple[float, float, float, float] | None  # the segment (or point twice) that decided


class Event(FromServer):
    """One thing that happened. A ``score`` carries the lines that make its total, a ``die`` its throw."""

    kind: Literal["event", "die", "score", "outcome", "points", "note"]
    code: str
    clause: str | None
    text: str
    side: str | None
    actor: str | None
    other: str | None
    amount: int
    value: float | None
    geometry: tuple[float, float, float, float] | None
    die: DieShown | None
    lines: tuple[Line, ...]  # of a score


class StepRecord(FromServer):
    """One action of the battle and all that came of it. Number 0 is the laying of the table."""

    number: int
    side: str | None  # who acted
    by: str | None  # "human", or the computer general's key
    action: str  # in the one-line notation; empty for number 0
    label: str  # in plain words
    events: tuple[Event, ...]


class Pose(FromServer):
    """Where a base would stand."""

    id: str
    x: float
    y: float
    facing: float


class LegalAction(FromServer):
    """A useful legal action, ready to be sent back in ``play``."""

    action: ActionForm
    text: str  # one-line notation
    label: str  # in plain words
    verb: str
    figures: tuple[str, ...]
    cost: int | None
    ghost: tuple[Pose, ...]  # where the figures would end, empty when nothing moves
    puts: tuple[SceneFeature, ...]  # what it would lay on the table that is no figure


class Decision(FromServer):
    """What the battle waits for."""

    side: str
    side_name: str
    text: str  # what is asked, in words
    phase: str
    yours: bool  # this connection may answer
    by: str  # "human", or the computer general's key


class Seat(FromServer):
    """Who plays a side."""

    side: str
    name: str
    kind: str  # "human", or the computer general's key
    kind_name: str
    yours: bool
    connected: int  # boards that hold this seat now


class UndoOffer(FromServer):
    """What ``undo`` would take back, if anything."""

    possible: bool
    past_dice: bool  # it would take back dice too: send ``past_dice: true`` to do it
    text: str


class PaceNow(FromServer):
    """How fast computers play now."""

    seconds: float
    paused: bool


class SideFact(FromServer):
    """A side of the game."""

    key: str
    name: str
    die: str  # "arabic" or "roman"


class OverlayFact(FromServer):
    """A kind of overlay: its words for the legend. ``quiet``: drawn only where somebody asks for it."""

    kind: str
    text: str
    quiet: bool


class BattleFacts(FromServer):
    """What does not change while a battle runs."""

    id: str
    game: str
    game_title: str
    title: str
    scenario: str
    unit: str
    sides: tuple[SideFact, ...]
    options: dict[str, str]  # house rules that differ from the default
    overlays: tuple[OverlayFact, ...]
    explains: bool  # ``explain`` has an answer
    commitment: str | None  # hash of the seed, shown before play
    created: str  # ISO 8601, UTC


class Cause(FromServer):
    """Why this state was sent."""

    kind: Literal["connect", "play", "undo", "seats", "pace"]
    side: str | None
    by: str | None
    text: str


# --------------------------------------------------------------------------- server -> board: the messages


class Welcome(FromServer):
    """First message of a connection; a ``state`` follows at once."""

    type: Literal["welcome"] = "welcome"
    protocol: int
    battle: BattleFacts
    yours: tuple[str, ...]  # sides this link may play; empty for a watcher
    watcher: bool


class State(FromServer):
    """The battle as this connection may see it.

    The log is kept by the board: cut it to its first ``steps_from`` steps, then append ``steps``. That covers
    a new action, an undo and a new connection alike.
    """

    type: Literal["state"] = "state"
    version: int  # grows with every entry stored, undo included
    cause: Cause
    scene: Scene
    decision: Decision | None
    legal: tuple[LegalAction, ...]  # only for whom the decision is; else empty
    steps_from: int
    steps: tuple[StepRecord, ...]
    hash: str
    over: bool
    result: str | None  # who won and why, once over
    returns: dict[str, float]  # side -> its share of the win, once over
    seed: str | None  # revealed once over
    seats: tuple[Seat, ...]
    undo: UndoOffer
    pace: PaceNow


class Judgement(FromServer):
    """Answer to ``judge``."""

    type: Literal["judgement"] = "judgement"
    n: int
    version: int
    legal: bool
    cost: int | None
    prices: tuple[Line, ...]
    reasons: tuple[Finding, ...]
    notes: tuple[Finding, ...]
    ghost: tuple[Pose, ...]  # every figure of the action, as it would stand after snapping
    puts: tuple[SceneFeature, ...]  # what it would lay on the table that is no figure; empty when not legal
    snapped: bool  # the magnet moved it
    snapped_to: str | None  # the figure it was lined up with
    action: ActionForm  # what was judged: send exactly this in ``play``
    text: str  # the same in one-line notation


class Tally(FromServer):
    """One figure's combat score before the die, line by line."""

    figure: str
    against: str | None
    lines: tuple[Line, ...]
    total: int


class Outcome(FromServer):
    """One thing that may come of an action, with its chance."""

    text: str
    numerator: int
    denominator: int
    fraction: str  # "15/36", or a decimal when sampled
    percent: float
    low: float | None  # interval in percent when sampled, else null
    high: float | None


class Odds(FromServer):
    """Answer to ``odds``, most likely first."""

    type: Literal["odds"] = "odds"
    n: int
    version: int
    text: str  # the action in one-line notation
    outcomes: tuple[Outcome, ...]
    exact: bool
    leaves: int  # of the dice tree, or samples taken
    tallies: tuple[Tally, ...]


class Legal(FromServer):
    """Answer to ``legal``."""

    type: Literal["legal"] = "legal"
    n: int
    version: int
    legal: tuple[LegalAction, ...]


class Looked(FromServer):
    """Answer to ``look``: the table as it once stood."""

    type: Literal["looked"] = "looked"
    n: int
    step: int
    of: int  # steps there are
    scene: Scene
    record: StepRecord


class Explained(FromServer):
    """Answer to ``explain``."""

    type: Literal["explained"] = "explained"
    n: int
    version: int
    figure: str
    explanation: Explanation


RefusalCode = Literal["stale", "not_your_bound", "illegal", "unreadable", "unknown", "too_big", "not_now"]


class Refused(FromServer):
    """A message that was not carried out, and why."""

    type: Literal["refused"] = "refused"
    n: int | None  # of the message refused, where it had one
    about: str | None  # its type, where it could be read
    code: RefusalCode
    text: str
    reasons: tuple[Finding, ...]
    version: int


ServerMessage = Annotated[
    Welcome | State | Judgement | Odds | Legal | Looked | Explained | Refused, Field(discriminator="type")
]
