"""SEQ-11: what the other side cannot read off the record: two secret pasts leave it the same."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from inter_arma.field import CRAWL, Field, man
from sandtable.games.inter_arma.record import Lies, State, Thing
from sandtable.games.inter_arma.rules.concealment import in_the_dark, redact

OWN, FOES = 0, 1
HIDDEN = {"concealment": "hidden"}

pytestmark = pytest.mark.clause("IA-SEQ-11")


def board(field: Field, side: int) -> Any:
    """The battle as a side's board has it."""
    seen = np.array([field.b])[0]
    redact(seen, side)
    return seen


def takes_a_javelin(taker: int, to: tuple[float, float]) -> Field:
    """Two without javelins lie unseen, 80 cm from the enemy, a javelin between them: one of them crawls up to it."""
    field = Field([man(20, 20, lying=True), man(26, 20, lying=True)], [man(100, 80)], **HIDDEN)
    marker = field.b.markers[0]
    marker.thing, marker.lies, marker.owner, marker.carrier = Thing.JAVELIN.value, Lies.TABLE.value, -1, -1
    marker.x, marker.y = 23, 20
    field.b.n_markers = 1
    return field.move(taker, to, CRAWL)


def test_which_of_two_unseen_men_has_taken_a_javelin_is_not_on_the_enemys_board() -> None:
    """It is gone from the table in both battles, and that is all that the enemy sees."""
    one, other = takes_a_javelin(0, (21, 20)), takes_a_javelin(1, (25, 20))
    assert [[int(figure.javelins) for figure in field.b.figures[:2]] for field in (one, other)] == [[1, 0], [0, 1]]
    assert board(one, FOES).tobytes() == board(other, FOES).tobytes()
    assert board(one, OWN).tobytes() != board(other, OWN).tobytes(), "its own side knows"


def test_a_heading_chosen_unseen_is_not_shown_when_the_group_is_seen() -> None:
    """By night two groups head north and north-east; then both are seen as they stand: the enemy's boards are equal."""
    seen = []
    for way in ("N", "NE"):
        field = Field([man(20, 20, lying=True)], [man(80, 80)], turn=2, case={"night_until": 8}, **HIDDEN)
        field.b.squads[0].headed, field.b.squads[0].sum = 1, 4 if way == "N" else 5
        field.b.squads[0].hx, field.b.squads[0].hy = (0.0, 1.0) if way == "N" else (0.6, 0.8)
        assert board(field, FOES).figures[0].state == State.UNSEEN
        field.b.figures[0].lying = 0  # gets up
        field.b.figures[0].noted = 1 << FOES
        assert board(field, FOES).figures[0].state == State.ABLE
        assert tuple(board(field, OWN).squads[0][["hx", "hy"]].tolist()) == (
            (0.0, 1.0) if way == "N" else (0.6, 0.8)
        ), "its own side knows"
        seen.append(board(field, FOES).tobytes())
    assert seen[0] == seen[1]


def test_what_a_group_has_done_is_hidden_where_somebody_of_it_is_unseen() -> None:
    """One of group 0 lies unseen 80 cm off, its companion and group 1 are seen: what group 0 has done is hidden."""
    own = [man(20, 20, lying=True), man(24, 20), man(28, 20, squad="two")]
    b = (field := Field(own, [man(100, 80)], **HIDDEN)).b
    done = ("asked", "idle", "combat", "disordered")
    for word in done:
        b.squads[0][word] = b.squads[1][word] = 1
    assert [in_the_dark(b, g, FOES) for g in (0, 1)] == [True, False]
    assert [[int(board(field, FOES).squads[g][word]) for word in done] for g in (0, 1)] == [[0] * 4, [1] * 4]
    assert [int(board(field, OWN).squads[0][word]) for word in done] == [1] * 4
