"""``sandtable review``: a battle looked back on, with luck apart from decisions, in words or as a page."""

from __future__ import annotations

from typing import Annotated

import typer

from sandtable.translation import gettext


def main(
    save: Annotated[str, typer.Argument(metavar="SAVE", help="A save file.")],
    html: Annotated[str, typer.Option(metavar="FILE", help="Write a page that opens offline.")] = "",
    playouts: Annotated[int, typer.Option(help="Whole battles played on from each plan.", min=2)] = 64,
    seed: Annotated[int, typer.Option(help="Same seed, same result.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Look back on a battle: chances to win over time, what was dice and what decision, and the costliest decisions.

    Examples:

      sandtable review battle.json

      sandtable review battle.json --html review.html
    """
    import json

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    import sandtable
    from sandtable.cli._compiling import see_compiled
    from sandtable.files import atomic_write, check_not_over
    from sandtable.games.language import translated
    from sandtable.generals import review as looking
    from sandtable.generals.review_page import costly_lines, how, page, side_rows, step_row

    check_not_over(save, html)
    battle = sandtable.load(save)
    see_compiled(battle.game.key)
    columns = (TextColumn(gettext("looking back")), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(gettext("looking back"), total=None)
        found = looking.review(
            battle,
            playouts=playouts,
            seed=seed,
            progress=lambda done, total: bar.update(task, completed=done, total=total),
        )
    if html:
        atomic_write(html, page(found, translated(battle.game.folder, battle.names.title or battle.game.title)))
    if as_json:
        print(json.dumps(looking.as_data(found), indent=2))
        return
    heads = [gettext("side"), gettext("at the start"), gettext("own decisions"), gettext("others' decisions"),
             gettext("dice"), gettext("at the end"), gettext("luckier than")]  # fmt: skip
    if found.result:
        print(f"{found.result}\n")
    _print([heads, *side_rows(found)])
    print(f"\n{gettext('Turning points')}:")
    head = ["", gettext("side"), gettext("action"), gettext("decision"), gettext("dice")]
    _print([head, *(step_row(step, found) for step in found.turning)])
    print(f"\n{gettext('Costliest decisions')}:")
    for one in found.costly:
        print("\n    ".join(costly_lines(one, found)))
    if not found.costly:
        print(gettext("None that playing on found."))
    print(f"\n{how()}")


def _print(rows: list[list[str]]) -> None:
    """Rows in columns."""
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    for row in rows:
        print("  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip())
