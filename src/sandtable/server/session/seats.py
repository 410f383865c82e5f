"""Who holds which seat of a battle, and what a link may do with seats."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from sandtable.server.messages.people import Seat
from sandtable.server.session import computer
from sandtable.server.storage.database import Link, StoredSeat, own_sides


@dataclass(frozen=True)
class Seats:
    """The seats of one battle."""

    all: tuple[StoredSeat, ...]

    def __getitem__(self, side: str) -> StoredSeat:
        return next(seat for seat in self.all if seat.side == side)

    def with_seat(self, changed: StoredSeat) -> Seats:
        """The seats with one of them changed."""
        return Seats(tuple(changed if seat.side == changed.side else seat for seat in self.all))

    def invited(self, side: str, token: str | None) -> Seats:
        """The seats with another invitation for a side, or none."""
        return self.with_seat(replace(self[side], invitation=token))

    def named(self, sides: Collection[str], player: str) -> Seats:
        """The seats with another name for whoever holds these."""
        return Seats(tuple(replace(seat, player=player) if seat.side in sides else seat for seat in self.all))

    def turned(self, by: int) -> dict[str, StoredSeat]:
        """Side -> the seat whose player takes it where each goes on by so many sides; 0: everybody stays."""
        n = len(self.all)
        return {seat.side: self.all[(k - by) % n] for k, seat in enumerate(self.all)}

    @property
    def kinds(self) -> dict[str, str]:
        """Side -> "human", or the computer general's key."""
        return {seat.side: seat.kind for seat in self.all}

    @property
    def people(self) -> tuple[str, ...]:
        """The sides that people hold."""
        return tuple(seat.side for seat in self.all if seat.kind == computer.HUMAN)

    @property
    def stands(self) -> int:
        """Entries of the battle up to which nothing is taken back: then somebody else held one of the seats."""
        return max(seat.since for seat in self.all)

    def link(self, link: Link) -> Link | None:
        """What a link opens now; None: nothing any more, for its seat has another link."""
        if link.everyone:
            return replace(link, sides=own_sides(self.all))
        if not link.sides:
            return link
        seat = next((seat for seat in self.all if seat.token == link.token), None)
        return None if seat is None or seat.kind != computer.HUMAN else replace(link, sides=(seat.side,))

    # ------------------------------------------------------------------------------------ what a link may do

    def is_kept(self, side: str, secrets: Collection[str]) -> bool:
        """What was chosen for this side in secret is a guest's: nobody else takes the seat but by the guest's consent.

        ``secrets``: the sides for which people have acted in a battle that hides something.
        """
        return self[side].guest and side in secrets

    def why_not_reseat(
        self, link: Link, side: str, kind: str, present: Iterable[str], hides: bool, secrets: Collection[str]
    ) -> str:
        """Why this link may not give a side to ``kind``; empty: it may. ``present``: sides of guests who are there."""
        seat = next((seat for seat in self.all if seat.side == side), None)
        if seat is None:
            return f"This battle has no side {side!r}."
        if not link.everyone:
            if side not in link.sides:
                return f"This link does not hold the side {side!r}."
            return "You play this side already." if kind == computer.HUMAN else ""
        if not seat.guest:
            return ""
        if side in present:
            return "Somebody else plays this side, and is here."
        if kind != computer.HUMAN or not hides:
            return ""
        if seat.kind != computer.HUMAN:
            return "A computer plays this side for good: whoever took it would see what a guest chose in secret."
        if self.is_kept(side, secrets):
            return "Somebody else has played this side, and the game hides things: a computer may have it, for good."
        return "Somebody else plays this side, and the game hides things: invite another, or seat a computer."

    def may_invite(self, link: Link, side: str, present: Iterable[str], secrets: Collection[str]) -> bool:
        """Whether this link may make an invitation for a side."""
        seat = next((seat for seat in self.all if seat.side == side and seat.kind == computer.HUMAN), None)
        if seat is None:
            return False
        if link.everyone:
            return not seat.guest or (side not in present and not self.is_kept(side, secrets))
        return side in link.sides

    def shown(
        self, link: Link, names: dict[str, str], boards: Sequence[Link], hides: bool, secrets: Collection[str]
    ) -> tuple[Seat, ...]:
        """The seats as this link is told of them; ``boards``: the links of all that look now."""
        present = {side for board in boards if not board.everyone for side in board.sides}
        return tuple(
            Seat(
                side=seat.side,
                name=names[seat.side],
                kind=seat.kind,
                kind_name=computer.player_name(seat.kind),
                player=seat.player,
                yours=seat.side in link.sides,
                connected=sum(seat.side in board.sides for board in boards),
                guest=seat.guest,
                invited=seat.invitation is not None,
                may_invite=self.may_invite(link, seat.side, present, secrets),
                may_reseat=not self.why_not_reseat(link, seat.side, "", present, hides, secrets),
            )
            for seat in self.all
        )
