"""Every game is found as the others are: the same rooms, the same word for the same file, a README that leads in.

So is what the kernel and the server call their files.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

GAMES = Path(__file__).resolve().parents[1] / "src" / "sandtable" / "games"
FOLDERS = sorted(file.parent for file in GAMES.glob("*/README.md"))
FINISHED = [folder for folder in FOLDERS if (folder / "game.py").is_file()]

EVERY_GAME = (
    "record", "clauses", "game", "switches", "rules/sequence", "listing/offers", "laying/scenario",
    "laying/scenario_file", "laying/tables", "laying/editing", "showing/scene", "showing/phrases", "thinking/evaluate",
    "thinking/worth", "thinking/statistics", "observing/columns",
)  # fmt: skip
"""What every game has, under these names."""

WORDS = {
    "rules": {
        "aftermath": "what follows when it is over",
        "ambush": "who strikes from hiding, and what that gives him",
        "bounds": "how each step of a bound begins, runs by itself and ends",
        "boats": "moves on water",
        "charging": "who may charge whom, and the move of it",
        "close_combat": "blows, to hit and to wound",
        "combat": "who fights whom, and the score line by line",
        "damage": "what an attack takes from whom it hits",
        "deployment": "who sets up what, where and when",
        "distances": "what is measured from where to where",
        "formations": "ranks and files, and what each formation may do",
        "ground": "what the ground at a place does",
        "groups": "who moves as one block",
        "initiative": "who comes first",
        "magic": "spells, and who casts them",
        "marches": "how a move carries its bases, and how long it is",
        "massed": "combats of many",
        "melee": "who fights whom, hand to hand",
        "morale": "who tests, what counts, what comes of it",
        "movement": "may they make this move, and what does it cost",
        "movement_phase": "the phase of the turn in which figures move",
        "order": "who comes next, one by one",
        "orders": "who is told to do what, at what price",
        "outcome_moves": "moves that a fight forces",
        "passing": "whom and what a mover may pass through",
        "placing": "pieces placed before the battle",
        "pips": "what a move costs, line by line",
        "positions": "who stands where, who is whose enemy, the one way to displace a base",
        "rallying": "who holds those who run",
        "results": "what winner and loser take from a fight",
        "saves": "the throw that saves who is hit",
        "shooting": "who shoots at whom, and with what aim",
        "sight": "who sees whom",
        "speed": "how far anybody may go",
        "terrain": "what ground stops and what it slows",
        "traps": "what is hidden in the ground",
        "turning": "who turns about, and what it costs",
        "turns": "how a turn begins and ends",
        "victory": "when it is over, and who has won",
        "visibility": "how far a figure sees, and whom",
        "water": "who stands in water, and what it does",
        "ways": "how far one figure gets along its way",
        "wounded": "what becomes of who is wounded",
        "wounds": "to wound, and what a wound does",
    },
    "listing": {
        "candidates": "the ways that are worth a look",
        "drafts": "actions as they are written down before they are judged",
        "field": "who stands around whom, worked out once for a list",
        "mover_context": "who is to move, and what all its ways need to know",
        "places": "where something may be put",
        "plans": "whole moves that are worth a look",
        "reach": "how far each figure could come",
        "steps": "the actions of the small steps",
        "useful_groups": "the groups that are worth a look",
    },
    "laying": {
        "armies": "armies that players bring",
        "case_start": "a case that begins in the midst of a battle",
        "ground": "terrain from a file into the record",
        "muster": "what is wrong with an army",
        "numbers": "tables of data into the record",
        "rosters": "figures that are kept from battle to battle",
        "scenery": "terrain from a file into the record",
        "standing": "figures from a file onto the table",
    },
    "showing": {
        "deciding": "what is asked of who has to decide",
        "cards": "what lies face down, and for whom",
        "explaining": "what the rules say about a figure where it stands",
        "foresight": "what a move leads to",
        "naming": "what figures are called",
        "overlays": "what is drawn over the table",
        "zones": "the zones that are drawn about a figure",
    },
    "thinking": {},
    "observing": {},
}  # fmt: skip
"""Words that more than one game may use for a file of a room, and what such a file holds in each of them."""

HOUSE = {
    "actions": "actions of any game, as people and messages write them",
    "advice": "what could be done now, and how often each side wins after it",
    "company": "what players of a battle do beside it",
    "contact": "how bases touch, and who thereby is in contact",
    "drafts": "what is written down before it is judged",
    "endings": "ends of a battle that its players make themselves",
    "exporting": "what is written into files for others",
    "laboratory": "studies, as the server has them",
    "limits": "what is held against a number that it may not pass",
    "menus": "what a page offers for choice",
    "positions": "where all stand",
    "puzzles": "cases as questions with answers to choose from",
    "reading": "much read at once by compiled code",
    "routes": "the addresses of a part of the server",
    "scratch": "records to work in",
    "tables": "data in rows",
    "terrain": "ground: its shapes, what it stops and what it slows",
}
"""Words by which a file of the kernel or the server is called, and one elsewhere in the house: what each holds."""


def test_a_name_of_the_kernel_or_the_server_that_is_another_files_too_is_a_word_of_the_house() -> None:
    house = GAMES.parent
    floors: dict[str, set[str]] = {}
    for file in house.rglob("*.py"):
        if not file.stem.startswith("__"):
            floors.setdefault(file.stem, set()).add(file.parent.relative_to(house).as_posix())
    mine = {name for name, folders in floors.items() if any(re.match("kernel|server", folder) for folder in folders)}
    assert len(mine) > 80
    assert {name for name in mine if len(floors[name]) > 1} == set(HOUSE)


def names_in(folder: Path, room: str) -> set[str]:
    return {file.stem for file in (folder / room).glob("*.py")} - {"__init__"}


@pytest.mark.parametrize("folder", FINISHED, ids=lambda folder: folder.name)
def test_every_game_has_what_all_have_where_all_have_it(folder: Path) -> None:
    assert [name for name in EVERY_GAME if not (folder / f"{name}.py").is_file()] == []


@pytest.mark.parametrize("room", sorted(WORDS))
def test_a_file_that_three_games_have_is_called_by_a_word_of_the_house(room: str) -> None:
    used = Counter(name for folder in FOLDERS for name in names_in(folder, room))
    own = {name.partition("/")[2] for name in EVERY_GAME if name.startswith(room)}
    assert {name for name, games in used.items() if games > 2} - own - WORDS[room].keys() == set()


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_readme_of_a_game_leads_in(folder: Path) -> None:
    """Thirty lines or so: the chapters and their files, where to begin, one action or throw followed to its end."""
    text = (folder / "README.md").read_text("utf-8")
    lines = text.splitlines()
    assert 20 <= len(lines) <= 50
    assert "Begin with" in " ".join(text.split())
    assert re.search(r"^\*\*One (?!of)\w+[^*]*\*\*", text, re.MULTILINE) is not None  # **One action, from ...**
    assert re.search(r"^\| chapter[^|]*\| file[^|]*\|$", text, re.MULTILINE) is not None
    named = {name.rpartition("/")[2] for name in re.findall(r"`([\w/]+\.py)`", text)}
    there = {file.name for file in folder.rglob("*.py")}
    others = {file.name for place in (GAMES.parent, Path(__file__).parent) for file in place.rglob("*.py")}
    assert named - there - others == set()
    rules = {f"{name}.py" for name in names_in(folder, "rules")}
    assert len(rules & named) >= 0.6 * len(rules), sorted(rules - named)
