"""Messages between people: taking back by consent, seats and invitations, who is present, a battle's name and end."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from sandtable.server.messages.base import Count, FromBoard, FromServer, Name
from sandtable.server.messages.company import MOST_LETTERS

Title = Annotated[str, Field(min_length=1, max_length=120)]

# ----------------------------------------------------------------------------------------- board -> server


class Undo(FromBoard):
    """Take back the last action of this link's own, and every action after it, without asking anybody.

    That is for the harmless ones: ``state.undo.possible``. It is refused with the code ``consent`` where
    ``state.undo.needs`` names a side: then send ``ask_undo``. Dice taken back never fall the same way again, except
    in a battle for analysis (``battle.analysis``).
    """

    type: Literal["undo"]
    version: Count
    past_dice: bool = False  # must be true where ``state.undo.past_dice`` is: everybody is told that dice went back


class AskUndo(FromBoard):
    """Propose to take back an action that cannot be taken back alone; everybody is told.

    ``side`` null, or one of this link's: a request to take back one's own last action. Another's side: an offer, that
    its player may take back its last action. It is done once everybody in ``waits_for`` has said yes. One proposal
    stands at a time; whatever is played meanwhile ends it.
    """

    type: Literal["ask_undo"]
    version: Count
    side: Name | None = None
    note: Annotated[str, Field(max_length=MOST_LETTERS)] = ""  # what is said to it, for all who play


class AnswerUndo(FromBoard):
    """Say yes or no to the proposal that stands (``state.undo.proposal``). One no ends it."""

    type: Literal["answer_undo"]
    number: Count  # of the proposal
    grant: bool


class WithdrawUndo(FromBoard):
    """Withdraw one's own proposal."""

    type: Literal["withdraw_undo"]
    number: Count  # of the proposal


class Invite(FromBoard):
    """Make a one-time link by which somebody else takes a human side that this link holds; answered by ``invited``.

    Until it is used the side stays where it is. Another invitation for the same side ends the one before.
    """

    type: Literal["invite"]
    n: Count
    side: Name


class Uninvite(FromBoard):
    """End the invitation for this side before anybody has used it."""

    type: Literal["uninvite"]
    side: Name


class Reseat(FromBoard):
    """Hand a side to a computer general, or take it ("human"). Allowed where ``seat.may_reseat``.

    The links that opened the side before die: boards on them are told ``gone``.
    """

    type: Literal["reseat"]
    side: Name
    kind: Name


class Rename(FromBoard):
    """Give the battle another name. For whoever made it (``welcome.maker``); everybody gets ``facts``."""

    type: Literal["rename"]
    title: Title


class Delete(FromBoard):
    """Delete the battle for ever. For whoever made it (``welcome.maker``); every board is told ``gone``."""

    type: Literal["delete"]


# ----------------------------------------------------------------------------------------- server -> board


class Seat(FromServer):
    """Who plays a side."""

    side: str
    name: str
    kind: str  # "human", or the computer general's key
    kind_name: str
    player: str  # what whoever holds it calls themselves; empty: nothing
    yours: bool
    connected: int  # boards that hold this seat now: 0 is nobody there
    guest: bool  # it belongs to somebody invited, or is kept for one; else it is the maker's own
    invited: bool  # an invitation is out that nobody has used yet
    may_invite: bool  # this link may send ``invite`` for it
    may_reseat: bool  # this link may send ``reseat`` for it


class Presence(FromServer):
    """Somebody came or went, or a seat changed hands. Takes the place of the last ``state``'s own two fields."""

    type: Literal["presence"] = "presence"
    seats: tuple[Seat, ...]
    watchers: int  # boards that only look on


class Invited(FromServer):
    """Answer to ``invite``. Whoever opens the link and accepts gets the seat; it works once."""

    type: Literal["invited"] = "invited"
    n: int
    side: str
    url: str  # path of the page: /join/...


class Gone(FromServer):
    """This link opens nothing any more; the connection ends, and connecting again is of no use."""

    type: Literal["gone"] = "gone"
    why: Literal["deleted", "reseated", "closed"]
    text: str


class UndoProposal(FromServer):
    """Somebody proposes to take back an action, and others have to agree. Everybody sees it."""

    number: int
    side: str  # whose action would be taken back
    by: str  # side of whoever proposes it: the same for a request, another for an offer
    label: str  # the action
    text: str  # the whole proposal in words: "Blue asks to take back: ..."
    note: str  # what whoever proposes it says to it; empty: nothing
    past_dice: bool  # dice would go back too
    steps: int  # actions that would go back, the computers' among them
    waits_for: tuple[str, ...]  # sides that have not answered yet
    agreed: tuple[str, ...]
    yours: bool  # this link may withdraw it
    asked: bool  # this link is to answer it


class UndoOffer(FromServer):
    """What this link could take back, and what is proposed."""

    possible: bool  # there is an action of this link's own that could be taken back, alone or by consent
    past_dice: bool  # it would take back dice too: they fall anew
    text: str  # the action; where nothing is possible, why
    needs: tuple[str, ...]  # sides whose players must agree: empty means that ``undo`` will do
    offer_to: str | None  # the side to whose player this link may offer to take its last action back
    offer_text: str  # that action
    proposal: UndoProposal | None
