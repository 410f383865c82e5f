"""Writes docs/environments/<game>.md: what an environment of each game shows and takes, from the columns themselves.

python tools/describe_environments.py
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from sandtable.batch import Batch
from sandtable.batch.columns import Described
from sandtable.batch.ground import COLUMNS
from sandtable.batch.observing import Observer
from sandtable.batch.ways import OTHERS, Coding
from sandtable.games import built_in, get_game
from sandtable.games.common.observing import Tell
from sandtable.games.game import Game
from sandtable.table.scenarios import lay_table

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "environments"

TELLS = {
    Tell.COUNT: "how many",
    Tell.GOES: "which way and how turned, or into contact with which foe, at its front or elsewhere",
    Tell.HEADS: "which way and to which hand, or into contact with which foe",
    Tell.FACING: "facing in the end, in eighths of a turn",
    Tell.CELL: "square of the table",
    Tell.ROW: "row of the target",
    Tell.FOE: "row of the target among foes",
    Tell.SECOND: "row of the second",
    Tell.TARGET: "target",
    Tell.ITEM: "item",
    Tell.AMOUNT: "amount",
    Tell.MODE: "mode",
    Tell.PATH: "path",
}

BLOCKS = {
    "figures": "A row for each figure, own ones first.",
    "whole": "One row about the battle.",
    "terrain": "A row for each piece of terrain.",
    "sides": "A row for each side, the own first.",
}


def bound(value: float) -> str:
    """An end of a range."""
    return {float("inf"): "∞", float("-inf"): "-∞"}.get(value, f"{value:g}")


def table(columns: Sequence[Described]) -> Iterator[str]:
    """The columns as a table, those of an enum in one line."""
    yield "| column | what | unit | range |"
    yield "|---:|---|---|---|"
    first = 0
    while first < len(columns):
        column = columns[first]
        stem, colon, _ = column.name.partition(": ")
        last = first
        while colon and last + 1 < len(columns) and columns[last + 1].name.startswith(f"{stem}: "):
            last += 1
        place = f"{first} to {last}" if last > first else f"{first}"
        words = ", ".join(c.name.partition(": ")[2] or c.name for c in columns[first : last + 1])
        name = f"{stem}: {words}" if colon else column.name
        yield f"| {place} | {name} | {column.unit} | {bound(column.least)} to {bound(column.most)} |"
        first = last + 1


def codes(coding: Coding) -> Iterator[str]:
    """The fixed action space: where codes stand, and what the ways are."""
    yield f"## Fixed actions, {coding.n:,}"
    yield ""
    nobodys = f"Codes 0 to {coding.n_nobody - 1} are nobody's."
    yield f'With `actions="fixed"`. {nobodys} Then come {coding.n_ways} ways of the figure in each row,'
    yield f"0 to {coding.slots - 1}, or of those whom it leads. The numbers of a verb count through what tells its"
    yield "actions apart, the last of it by ones. `observer.codes.coding.words(code)` says what a code means."
    yield ""
    yield "| whose | ways | verb | told apart by |"
    yield "|---|---:|---|---|"
    for whose, regions, n in (
        ("nobody's", coding.of_nobody, coding.n_nobody),
        ("a figure's", coding.of_slots, coding.n_ways),
    ):
        for region in regions:
            told = [f"{TELLS[one.tell]} ({one.size})" for one in region.tells]
            if region.spare > 1:
                told.append(f"which of the kind ({region.spare})")
            by = ", of several" if region.by == "several" else ""
            yield f"| {whose} | {ways(region.first, region.size)} | {region.verb}{by} | {', '.join(told)} |"
        yield f"| {whose} | {ways(n - OTHERS, OTHERS)} | any | what no other code is left for, as listed |"
    yield ""


def ways(first: int, size: int) -> str:
    """So many numbers from the first on."""
    return f"{first}" if size == 1 else f"{first} to {first + size - 1}"


def page(game: Game) -> str:
    """The page of one game."""
    observer = Observer(Batch.new(game, 1))
    grounds = observer.kinds_of_ground
    sides = [side.name for side in game.sides_of(lay_table(game.key).names)]
    lines = [
        f"# {game.title} as an environment",
        "",
        "Written by `tools/describe_environments.py` from the columns themselves; what holds for all games stands in",
        "[environments.md](../environments.md).",
        "",
        f"- PettingZoo: `sandtable.envs.{game.key.replace('-', '_')}_v0`; Gymnasium: `sandtable/{game.key}-v0`.",
        f"- Sides: {', '.join(sides)}, in the default scenario.",
        f"- Rules: {game.source}.",
        "- Rewards: at the end, zero-sum. A battle ends by its rules, or is cut off after `max_cycles` decisions.",
        "",
    ]
    for block in observer.layout.blocks:
        lines += [
            f"## `{block.key}`, {block.rows} × {len(block.columns)}",
            "",
            BLOCKS.get(block.key, f"A row for each of the {block.key}."),
            "",
            *table(block.columns),
            "",
        ]
    lines += [
        "## Ground, on request",
        "",
        f"`raster_of_ground(size)` is {len(grounds)} × size × size: {', '.join(grounds)}.",
        f"`observe_ground()` has {observer.layout.shapes['terrain'][0]} rows:",
        "",
        *table(COLUMNS),
        "",
        f"## `actions`, 512 × {len(observer.actions.columns)}",
        "",
        "A row for each listed action, as `action_mask` has them.",
        "",
        *table(observer.actions.columns),
        "",
        *codes(observer.codes.coding),
    ]
    return "\n".join(lines).rstrip() + "\n"


def main() -> None:
    """Write the page of every game of this package."""
    FOLDER.mkdir(exist_ok=True)
    for key in built_in():
        (FOLDER / f"{key}.md").write_text(page(get_game(key)), "utf-8")


if __name__ == "__main__":
    main()
