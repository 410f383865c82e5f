"""Every message of a WebSocket, as pydantic models; the board's TypeScript types come from them and from `pages`.

Lengths are in the game's unit, y to the north; facings are degrees clockwise from north; figures, tokens and
features go by the ids of their scene. What the server sends is complete: a field that has nothing to say is
``null`` or empty, never missing.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from sandtable.games.scene import Explanation, Scene, SceneAccount, SceneFeature, SceneNote, SceneOverlay
from sandtable.kernel.records import MAX_FIGURES
from sandtable.server.messages.actions import ActionForm
from sandtable.server.messages.advice import Advice, AskAdvice
from sandtable.server.messages.base import Count, FromBoard, FromServer, Name
from sandtable.server.messages.company import (
    AnswerOffer,
    CallMe,
    ClaimTime,
    Company,
    MakeOffer,
    Resign,
    Say,
    SetSpectators,
    Talk,
)
from sandtable.server.messages.drags import AskReach, Reach
from sandtable.server.messages.facts import BattleFacts
from sandtable.server.messages.notices import AddNotice, AskNotices, ConfirmNotice, DropNotice, Notices
from sandtable.server.messages.people import (
    AnswerUndo,
    AskUndo,
    Delete,
    Gone,
    Invite,
    Invited,
    Presence,
    Rename,
    Reseat,
    Seat,
    Undo,
    UndoOffer,
    Uninvite,
    WithdrawUndo,
)

PROTOCOL = 2
"""Changes when a board built for the old messages would misread the new ones."""

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


class Foresee(FromBoard):
    """What fights would this move lead to, if nothing else moved, and what does it risk? Answered by ``foreseen``.

    Without a move: in what fights would this figure be, as all stand now?
    """

    type: Literal["foresee"]
    n: Count
    action: ActionForm | None = None
    figure: Name | None = None


class Play(FromBoard):
    """Carry out this action: as an object, or in the one-line notation."""

    type: Literal["play"]
    version: Count  # of the state that the player saw: an older one is refused as stale
    action: ActionForm | Annotated[str, Field(max_length=1000)]


class Deploy(FromBoard):
    """Put one of the figures that wait beside the table onto it, as a general would; the player has asked for that."""

    type: Literal["deploy"]
    version: Count  # of the state that the player saw


class AskLegal(FromBoard):
    """The useful legal actions of the moment again; they also come with every state that is yours to decide.

    With ``figures``: what just these may do and is not listed, as going on with a narrower front.
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
    """While paused: let the computer go on until this link sees something of what it does."""

    type: Literal["step"]


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


class PlayOn(FromBoard):
    """Make a new battle that goes on from the table after action number ``step``; answered by ``branched``.

    Its dice are new. While the battle runs, a game that hides things goes on from what this link sees, and the rest
    is guessed.
    """

    type: Literal["play_on"]
    n: Count
    step: Count
    seats: Annotated[dict[Name, Name], Field(max_length=8)] = {}  # as for a new battle
    analysis: bool = False  # anything may be taken back, and the same dice fall again


class MakeCase(FromBoard):
    """Write the position after action number ``step`` (null: now), as this link sees it, as a case file."""

    type: Literal["case"]
    n: Count
    step: Count | None = None


ClientMessage = Annotated[
    Judge
    | AskOdds
    | AskReach
    | Foresee
    | Play
    | Deploy
    | Undo
    | AskUndo
    | AnswerUndo
    | WithdrawUndo
    | AskLegal
    | Pace
    | Step
    | Invite
    | Uninvite
    | Reseat
    | Rename
    | Delete
    | CallMe
    | Say
    | Resign
    | MakeOffer
    | AnswerOffer
    | ClaimTime
    | SetSpectators
    | AskNotices
    | AddNotice
    | ConfirmNotice
    | DropNotice
    | Look
    | Explain
    | PlayOn
    | MakeCase
    | AskAdvice,
    Field(discriminator="type"),
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
    thrown: bool = False  # a die still to be thrown, of which nobody knows the amount


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
    turned: str | None  # what the card says that was turned up
    lines: tuple[Line, ...]  # of a score


class Pose(FromServer):
    """Where a base would stand."""

    id: str
    x: float
    y: float
    facing: float


class Shift(FromServer):
    """A figure that stood elsewhere before a step: for trails, and for the gaps that the fallen leave."""

    id: str
    before: Pose | None  # null: it was not on the table
    after: Pose | None  # null: it is not on the table any more


class StepRecord(FromServer):
    """One action of the battle and all that came of it. Number 0 is the laying of the table."""

    number: int
    side: str | None  # who acted
    by: str | None  # "human", or the computer general's key
    player: str  # what the person who acted called themselves then; empty: nothing
    action: str  # in the one-line notation; empty for number 0
    label: str  # in plain words
    way: str  # of a move: how far its leader went and to which hand; else empty
    events: tuple[Event, ...]
    shifts: tuple[Shift, ...]  # every figure that it moved, brought or took away; empty for number 0
    why: str  # of a computer general: what spoke for it, in one sentence; empty where whoever reads may not know
    account: SceneAccount | None  # of an action by which much befell many: figure after figure


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
    place: int  # among all that are listed, in the order in which a person wants to read them
    likely: bool  # it looks good at first sight to the general of that side
    sweeping: bool = False  # it is said for all of a side at once: a button beside what is asked


class Choosing(FromServer):
    """One of several sides that choose at the same time, without seeing what the others choose."""

    side: str
    side_name: str
    done: bool  # it has chosen; nobody else sees what


class Decision(FromServer):
    """What the battle waits for. Where several sides choose at once it is this link's own choice, while it has one."""

    side: str
    side_name: str
    text: str  # what is asked, in words
    phase: str
    clause: str | None  # that says what may be decided
    yours: bool  # this connection may answer
    by: str  # "human", or the computer general's key
    at_once: tuple[Choosing, ...]  # the sides that choose at the same time; empty where one decides alone


class PaceNow(FromServer):
    """How fast computers play now."""

    seconds: float
    paused: bool


class Cause(FromServer):
    """Why this state was sent."""

    kind: Literal["connect", "play", "undo", "proposal", "seats", "pace", "ended"]
    side: str | None
    by: str | None
    text: str  # of an undo, of what became of a proposal, of an end by players: a sentence to show to everybody


# --------------------------------------------------------------------------- server -> board: the messages


class Welcome(FromServer):
    """First message of a connection; a ``state`` follows at once."""

    type: Literal["welcome"] = "welcome"
    protocol: int
    battle: BattleFacts
    yours: tuple[str, ...]  # sides this link may play; empty for a watcher
    watcher: bool
    maker: bool  # this link is that of whoever made the battle: it may rename and delete it


class Facts(FromServer):
    """Takes the place of what ``welcome`` said: the battle has another name, or a seat changed hands."""

    type: Literal["facts"] = "facts"
    battle: BattleFacts
    yours: tuple[str, ...]
    watcher: bool
    maker: bool


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
    since: int  # number of the last step that a person of this link made (0: none): what came after it is news
    hash: str  # of the table as this link sees it
    over: bool
    ended: str | None  # how its players ended it: resigned, agreed or time; null: nobody did
    result: str | None  # who won and why, once over
    returns: dict[str, float]  # side -> its share of the win, once over
    seed: str | None  # revealed once over
    seats: tuple[Seat, ...]
    watchers: int  # boards that only look on
    undo: UndoOffer
    pace: PaceNow
    troubles: tuple[str, ...]  # sentences: what could not be drawn or told of this state; it stands all the same


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
    overlays: tuple[SceneOverlay, ...]  # what would hold its figures together there, as links of coherency
    way: float | None  # how far it goes, as the rules measure it; null: nowhere, or nobody can say
    limit: float | None  # how far it may go at most; null: no rule limits it
    snapped: bool  # it is judged elsewhere than where it was dragged
    pull: Literal["contact", "ahead", "limit", "bend"] | None
    # what drew it: a contact, straight ahead, how far it may go, a way with bends
    snapped_to: str | None  # the figure it was lined up with
    action: ActionForm  # what was judged: send exactly this in ``play``
    text: str  # the same in one-line notation


class Tally(FromServer):
    """One figure's combat score before the die, line by line; dice that are lines of it stand there as to come."""

    figure: str  # its id; of a side's total the side's key
    against: str | None
    lines: tuple[Line, ...]
    total: int


class Outcome(FromServer):
    """One thing that may come of an action, with its chance."""

    text: str
    clauses: tuple[str, ...]  # that say so, in the order of its sentences
    numerator: int
    denominator: int
    fraction: str  # "15/36", or a decimal when sampled
    percent: float
    low: float | None  # interval in percent when sampled, the least and the most of several guesses, else null
    high: float | None


class Chance(FromServer):
    """How likely one sentence of the outcomes is, whatever else comes of it."""

    text: str
    clause: str | None
    percent: float


class Share(FromServer):
    """Odds in one line, and as percents, as the side of the first figure of the action sees them."""

    text: str  # says that it is a guess where something is hidden from whoever is told, and makes a difference
    better: float  # only others come off worse
    even: float  # nobody does, or both where the game has no word for that
    worse: float  # only its own do
    both: float


class Odds(FromServer):
    """Answer to ``odds``, most likely first."""

    type: Literal["odds"] = "odds"
    n: int
    version: int
    text: str  # the action in one-line notation
    outcomes: tuple[Outcome, ...]
    fighters: tuple[str, ...]  # all who take part where it begins a fight, those of its own side first; else who acts
    singly: tuple[Chance, ...]  # each sentence of these by itself: losses of one figure together, from few to many
    exact: bool
    leaves: int  # of the dice tree, or samples taken
    guesses: int  # at what this link does not see, of which these odds are the average; 0: nothing is hidden from it
    tallies: tuple[Tally, ...]
    share: Share | None  # null where nobody can come off worse


class Fight(FromServer):
    """A fight that a move would lead to."""

    action: ActionForm
    label: str  # in plain words
    figures: tuple[str, ...]
    odds: Odds


class Foreseen(FromServer):
    """Answer to ``foresee``."""

    type: Literal["foreseen"] = "foreseen"
    n: int
    version: int
    fights: tuple[Fight, ...]
    risks: tuple[SceneNote, ...]  # what it exposes those to whom it moves, with exact chances where dice may fall
    overlays: tuple[SceneOverlay, ...] = ()  # what is drawn for that


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


class Branched(FromServer):
    """Answer to ``play_on``: the new battle, and where this board opens it."""

    type: Literal["branched"] = "branched"
    n: int
    id: str
    url: str


class CaseMade(FromServer):
    """Answer to ``case``: a YAML file for ``sandtable adjudicate``, which lays the same position."""

    type: Literal["case_made"] = "case_made"
    n: int
    step: int
    name: str  # for the file
    text: str


RefusalCode = Literal[
    "stale", "not_your_bound", "illegal", "unreadable", "unknown", "too_big", "not_now", "consent", "too_many"
]


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
    Welcome
    | Facts
    | State
    | Presence
    | Judgement
    | Odds
    | Reach
    | Foreseen
    | Legal
    | Looked
    | Explained
    | Advice
    | Invited
    | Branched
    | CaseMade
    | Gone
    | Talk
    | Company
    | Notices
    | Refused,
    Field(discriminator="type"),
]
