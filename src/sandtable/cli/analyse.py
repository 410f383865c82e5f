"""``sandtable analyse``: what could be done in a position of a save or a case, and how often each side then wins."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from sandtable.translation import gettext


def main(
    what: Annotated[str, typer.Argument(metavar="SAVE|CASE", help="A save (.json) or a case file (.yaml).")],
    move: Annotated[
        int | None,
        typer.Option(metavar="N", help="Before the action of this number; left out: as it stands at the end."),
    ] = None,
    plans: Annotated[int, typer.Option(help="Plans told apart.", min=1, max=15)] = 5,
    playouts: Annotated[int, typer.Option(help="Whole battles played on from each plan.", min=2)] = 64,
    seed: Annotated[int, typer.Option(help="Same seed, same result.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Say what could be done in a position, and how often each side wins after it, by battles played on by quick.

    Plans are actions up to the next die. Ctrl-C ends it with the playouts done so far.

    Examples:

      sandtable analyse battle.json --move 12

      sandtable analyse case.yaml --plans 8 --playouts 200 --json
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from sandtable.cli._compiling import see_compiled
    from sandtable.cli._interrupting import until_interrupted
    from sandtable.errors import InputError
    from sandtable.generals.analysis import analyse, at_move

    battle = battle_of(what)
    if move is None and battle.over:
        raise InputError(gettext("the battle is over: say with --move before which action, from 1 to {most}",
                                 most=len(battle.actions)))  # fmt: skip
    before, played = at_move(battle, len(battle.history) if move is None else move)
    see_compiled(battle.game.key)
    columns = (TextColumn(gettext("playouts")), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar, until_interrupted() as goes_on:
        task = bar.add_task(gettext("playouts"), total=playouts)

        def tell(done: int) -> bool:
            bar.update(task, completed=done)
            return goes_on()

        found = analyse(before, plans=plans, playouts=playouts, seed=seed, played=played, goes_on=tell)
    print(json.dumps(as_data(found), indent=2) if as_json else "\n".join(lines_of(found)))


def battle_of(what: str) -> Any:
    """The battle of a save, or of a case with all its actions played."""
    import sandtable
    from sandtable.errors import InputError
    from sandtable.files import load_yaml
    from sandtable.table.cases import answer

    if what.endswith(".json"):
        return sandtable.load(what)
    if what.endswith((".yaml", ".yml")):
        return answer(load_yaml(what), what, 0).battle
    raise InputError(f"{what}: {gettext('a save ends in .json, a case in .yaml')}")


def as_data(found: Any) -> dict[str, Any]:
    """An analysis as plain data for programs."""
    return {
        "side": found.sides[found.side],
        "playouts_of_a_plan": found.playouts,
        "why": found.why,
        "plans": [
            {
                "actions": list(one.notation),
                "words": list(one.words),
                "chances": {name: c._asdict() for name, c in zip(found.sides, one.chances, strict=True)},
                "behind_the_best": {"mean": one.behind.mean, "low": one.behind.low, "high": one.behind.high},
                "at_first_sight": one.sight,
                "quicks": one.is_quicks,
                "played": one.is_played,
            }
            for one in found.alternatives
        ],
    }


def lines_of(found: Any) -> list[str]:
    """An analysis in lines."""
    lines = [gettext("{side} to decide; {playouts} battles played on after each plan.", side=found.sides[found.side],
                     playouts=found.playouts)]  # fmt: skip
    for number, one in enumerate(found.alternatives, 1):
        chances = ", ".join(
            f"{name} {c.rate:.0%} ({c.low:.0%} {gettext('to')} {c.high:.0%})"
            for name, c in zip(found.sides, one.chances, strict=True)
        )
        marks = [gettext("what quick would do")] * one.is_quicks + [gettext("what was played")] * one.is_played
        lines.append(f"{number}. {chances}{''.join(f'; {mark}' for mark in marks)}")
        lines += [f"     {words}" for words in one.words]
        if number > 1:
            behind = gettext(
                "{points:.0f} of 100 battles fewer than the best ({low:.0f} to {high:.0f})",
                points=100 * one.behind.mean, low=100 * one.behind.low, high=100 * one.behind.high,
            )  # fmt: skip
            lines.append(f"     {behind}")
    return [*lines, found.why]
