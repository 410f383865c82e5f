"""The flood as a table: who was swept where, by what, what stopped them, and how they came off."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from flash_flood.sewer_table import GUARD, SEWER, UNHURT, a_map, falls, man, run, sewer, stands
from sandtable.games.flash_flood.game import GAME
from sandtable.games.flash_flood.laying.sewer_file import SewerFile
from sandtable.games.game import FigureName, Names
from sandtable.games.scene import SceneAccount
from sandtable.table.action_accounts import account_of, written
from sandtable.table.log_entries import Words
from sandtable.table.name_index import NameIndex

BEND = a_map(
    height=36, nodes={"W": [4, 4], "M": [19, 4], "N": [19, 30]},
    corridors={"A": {"nodes": ["W", "M"]}, "B": {"nodes": ["M", "N"]}},
)  # fmt: skip


def told(b: Any, *throws: tuple[str, int, int], sewer_map: SewerFile = SEWER) -> tuple[SceneAccount, NameIndex]:
    """The account of a flood with these dice; figures are called P, Q, R in their order."""
    figures = tuple(FigureName(letter, "Guard", "", "", letter) for letter in "PQR"[: b.n_figures])
    lexicon = NameIndex(GAME, Names(figures, (), extra={"sewer": sewer_map}))
    log = run(b, *throws)
    events = Words(lexicon).read(log.entries[: log.n])
    comes = replace(events[0], code="FLOOD_COMES")
    found = account_of(GAME, b, lexicon.names, (comes, *events))
    assert found is not None
    return found, lexicon


def cells(account: SceneAccount, figure: str) -> list[str]:
    (act,) = (act for act in account.acts if act.figure == figure)
    return [cell.text for cell in act.cells]


@pytest.mark.clause("FLOOD-BUMP-5", "FLOOD-HIT-7")
def test_who_is_knocked_off_comes_first_and_by_whom() -> None:
    """Example 10: P, 1 inch into S56, knocks Q off, which goes from 4 to 6; then P's 4 inches take it to 5: S2."""
    account, _ = told(
        sewer(man(GUARD, "S56:1:0"), man(GUARD, "S56:4:0.5")),
        stands(1), falls(0), ("CARRY", 0, 4), ("BUMP", 1, 4), ("CARRY", 1, 2), UNHURT, UNHURT,
    )  # fmt: skip
    assert [act.figure for act in account.acts] == ["Q", "P"]
    assert cells(account, "Q") == [
        "2 inches in S56", "knocked off by Guard (P)", "nothing: it came to rest", "Strength 1", "unhurt", "",
    ]  # fmt: skip
    assert cells(account, "P") == [
        "4 inches in S56", "the water", "nothing: it came to rest", "Strength 2", "unhurt", "",
    ]  # fmt: skip
    assert account.summary == "2 models swept, none of them killed; nobody kept their feet."
    assert [cell.clause for cell in account.acts[1].cells] == [
        "FLOOD-CARRY-1", "FLOOD-TEST-4", "FLOOD-CARRY-2", "FLOOD-HIT-2", "C40-WOUND-1", "",
    ]  # fmt: skip


@pytest.mark.clause("FLOOD-BUMP-6", "FLOOD-BUMP-7")
def test_what_stopped_it() -> None:
    """Example 9: Q holds out. Example 11: Q goes 1 inch, and P meets it again."""
    both = man(GUARD, "S56:1:0"), man(GUARD, "S56:4:0.5")
    held, _ = told(sewer(*both), stands(1), falls(0), ("CARRY", 0, 4), ("BUMP", 1, 3), UNHURT)
    assert cells(held, "P")[2] == "Guard (Q), who held out"
    assert held.summary == "1 model swept, not killed; 1 kept its feet."
    again, _ = told(sewer(*both), stands(1), falls(0), ("CARRY", 0, 4), ("BUMP", 1, 4), ("CARRY", 1, 1), UNHURT, UNHURT)
    assert cells(again, "P")[2] == "somebody bumped before"


@pytest.mark.clause("FLOOD-HIT-5", "FLOOD-HIT-10")
def test_who_dies_at_a_grate() -> None:
    """Example 12: Q at the grate (its line at 7.5) is swept 0, takes S1 and S3 and dies; P goes 4, to the grate."""
    account, lexicon = told(
        sewer(man(GUARD, "S57:3:0"), man(GUARD, "S57:7:0")),
        stands(1), falls(0), ("CARRY", 0, 5), ("BUMP", 1, 6), ("TO_WOUND", 1, 6), ("TO_WOUND", 1, 1),
        ("TO_WOUND", 0, 1), ("TO_WOUND", 0, 1),
    )  # fmt: skip
    dead, lives = account.acts
    assert (dead.figure, dead.off, lives.off) == ("Q", True, False)
    assert cells(account, "Q")[2:5] == ["a barrier", "Strength 1 and 3 by the impact", "killed"]
    assert cells(account, "P")[0] == "4 inches in S57"
    assert dead.way == ((18, 25),)  # S57 runs from N5 at (18, 18) to N7 at (18, 33): 7 inches of it
    assert account.summary == "2 models swept, 1 of them killed; nobody kept their feet."
    lines = written(account, lexicon)
    assert lines[0] == "The flood: 2 models swept, 1 of them killed; nobody kept their feet."
    assert lines[2].split()[:2] == ["Guard", "(Q)"] and "killed [C40-REM-1]" in lines[2]


@pytest.mark.clause("FLOOD-CARRY-7", "FLOOD-CARRY-8")
def test_the_way_goes_round_bends() -> None:
    """From 12 in A 3 inches to the node at 15, and 2 up B, half an inch right of its middle, as in A."""
    account, _ = told(sewer(man(GUARD, "A:12:-0.5"), sewer_map=BEND), falls(0), ("CARRY", 0, 5), UNHURT, sewer_map=BEND)
    (act,) = account.acts
    assert act.way == ((16, 3.5), (19, 3.5), (19.5, 4), (19.5, 6))
    assert act.cells[0].text == "5 inches along A, B"
    assert account.summary == "1 model swept, not killed; nobody kept their feet."


def test_without_a_flood_there_is_nothing_to_tell() -> None:
    assert account_of(GAME, None, Names((), ()), ()) is None
