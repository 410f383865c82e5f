"""``sandtable adjudicate``: case files in, what the rules say to them out."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sandtable.files import expected, make_folder
from sandtable.games.language import translated
from sandtable.translation import by_language, gettext

if TYPE_CHECKING:
    from sandtable.table.cases import Answer, Ruling
    from sandtable.table.log_entries import Tally


def main(
    cases: Annotated[list[str], typer.Argument(metavar="CASE.yaml", help="Case files, or folders of them.")],
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON: one object, or a list for several cases.")
    ] = False,
    seed: Annotated[str | None, typer.Option(help="Seed for dice that a case does not script.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print only cases that are not as expected.")] = False,
    pictures: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Draw every case there as CASE.svg; made if it is missing.")
    ] = None,
) -> None:
    """Ask what the rules say to the actions of a case: legal or not, price, reasons, events, and the final table.

    Exit status: 0 fine, 1 a case expects something else than the rules say, 2 a case cannot be used.

    Examples:

      sandtable adjudicate casebook/dbaix/17-taken-in-flank.yaml

      sandtable adjudicate casebook/dbaix --quiet

      sandtable adjudicate my-question.yaml --pictures .
    """
    from sandtable.errors import SandtableError
    from sandtable.games.common.amounts import counted
    from sandtable.table.cases import adjudicate

    cases = [case for named in cases for case in _in_folder(named)]
    if pictures is not None:
        _check_pictures(pictures, cases)
    status = 0
    answers: list[Answer] = []
    for path in cases:
        try:
            answer = adjudicate(path, seed)
        except SandtableError as error:
            print(f"sandtable: {error}", file=sys.stderr)
            status = 2
            continue
        answers.append(answer)
        if pictures is not None:
            _draw(answer, pictures / f"{Path(path).stem}.svg")
        if not answer.as_expected:
            status = max(status, 1)
        if not as_json and not (quiet and answer.as_expected):
            print(plain_text(answer), end="\n\n")
    if as_json and answers:
        data: Any = [answer.to_json() for answer in answers]
        print(json.dumps(data[0] if len(cases) == 1 else data, indent=2, ensure_ascii=False))
    elif len(cases) > 1 and not as_json:
        wrong = sum(not answer.as_expected for answer in answers)
        bad = len(cases) - len(answers)
        told = gettext(
            "{cases}: {good} as expected, {wrong} not, {bad} that cannot be used",
            cases=counted(len(cases), "case"), good=len(answers) - wrong, wrong=wrong, bad=bad,
        )  # fmt: skip
        print(told)
    raise SystemExit(status)


def _in_folder(named: str) -> list[str]:
    """The case files of a folder in their order; any other name as it is."""
    from sandtable.errors import InputError

    if not Path(named).is_dir():
        return [named]
    found = sorted(str(path) for path in Path(named).iterdir() if path.suffix in (".yaml", ".yml"))
    if not found:
        raise InputError(f"{named}: {expected(gettext('a folder with case files'), gettext('none in it'))}")
    return found


def _check_pictures(folder: Path, cases: list[str]) -> None:
    """The folder is there, or is made, and no two cases would be drawn into one file."""
    from sandtable.errors import InputError

    drawn: dict[str, str] = {}
    for case in cases:
        other = drawn.setdefault(Path(case).stem, case)
        if Path(other) != Path(case):
            raise InputError(
                gettext(
                    "{one} and {other} would both be drawn as {file}: draw them apart.",
                    one=other,
                    other=case,
                    file=f"{Path(case).stem}.svg",
                )
            )
    try:
        make_folder(folder)
    except InputError as error:
        raise InputError(f"--pictures {error}") from None


def _draw(answer: Answer, target: Path) -> None:
    """Write the picture of a case."""
    from sandtable.draw.diagram import case_picture
    from sandtable.files import atomic_write
    from sandtable.table.case_diagram import diagram_of

    atomic_write(target, case_picture(diagram_of(answer), answer.head.title))


def plain_text(answer: Answer) -> str:
    """A case and its answer for people."""
    from sandtable.games.common.amounts import counted
    from sandtable.table.cases import final_table, happened, unused_dice
    from sandtable.table.log_entries import tallies

    battle = answer.battle
    names = {side.key: side.name for side in battle.sides}
    lines = [f"{answer.where}: {answer.head.question or gettext('what do the rules say?')}"]
    opening = battle.history[0].events
    lines += [f"  {line}" for line in (*_totals(tallies(opening), names), *happened(opening))]
    for number, ruling in enumerate(answer.rulings, 1):
        lines += _ruling(number, ruling, names)
    lines += _table_now(battle.game.folder, final_table(battle), names)
    unused = unused_dice(battle)
    if unused:
        lines.append(f"  {gettext('Dice not thrown')}: {unused}")
    if answer.head.answer:
        lines.append(f"  {gettext('Answer')}: {answer.head.answer}")
    if answer.checked:
        lines += [f"  {gettext('NOT AS EXPECTED')}: {difference}" for difference in answer.differences]
        if answer.as_expected:
            lines.append(f"  {gettext('As expected')} ({counted(answer.checked, 'check')}).")
    return "\n".join(lines)


def _table_now(folder: Path, final: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[str]:
    """Where all stand, what lies beside the table, the points, and who decides what."""
    yield f"  {gettext('The table now')}:"
    shared = _shared_marks()
    for figure in final["figures"]:
        x, y = figure["at"]
        marks = ", ".join(_mark(folder, mark, shared) for mark in figure["marks"])
        marks = f" ({marks})" if marks else ""
        carries = f", {gettext('carries')} {', '.join(figure['carries'])}" if figure["carries"] else ""
        stands = f"{x:g}, {y:g} {gettext('facing')} {figure['facing']:g}"
        yield f"    {figure['id']:<4} {figure['name']}: {stands}{marks}{carries}"
    yield from (f"    {title}: {', '.join(ids)}" for title, ids in final["beside"].items())
    points = ", ".join(f"{names[side]} {score}" for side, score in final["points"].items())
    pips = "" if final["pips"] is None else f"{gettext('PIPs left {pips}', pips=final['pips'])}; "
    yield f"    {pips}{gettext('points')}: {points or gettext('none')}"
    yield f"    {final['result'] or _asks(names.get(final['side'], gettext('nobody')), final['asked'])}"


def _asks(side: str, asked: str) -> str:
    """What is asked of a side; many a question begins with its name."""
    return f"{gettext('{side} to decide', side=side)}: {asked.removeprefix(f'{side}: ')}"


@by_language
def _shared_marks() -> Mapping[str, str]:
    """What the marks say that all games share."""
    return {
        "engaged": gettext("engaged"),
        "moved": gettext("moved"),
        "moved_twice": gettext("moved twice"),
        "fleeing": gettext("fleeing"),
        "restricted": gettext("restricted"),
        "to_shoot": gettext("to shoot"),
        "commander": gettext("commander"),
        "wounded": gettext("wounded"),
        "lying": gettext("lying"),
        "singing": gettext("singing"),
        "gagged": gettext("gagged"),
        "called": gettext("called"),
        "potion": gettext("potion"),
    }


def _mark(folder: Path, mark: str, shared: Mapping[str, str]) -> str:
    """What a mark on a base says: in the words of its game, else in those that all games share."""
    own = translated(folder, mark)
    return shared.get(mark, own) if own == mark else own


def _totals(found: Iterable[Tally], names: Mapping[str, str]) -> Iterator[str]:
    """Each total with the lines of which it is the sum; a side's by its name."""
    for tally in found:
        parts = " ".join(f"{line.amount:+d} {line.text} [{line.clause}];" for line in tally.lines)
        yield f"{names.get(tally.whose, tally.whose)}{_against(tally)}: {parts[:-1]} = {tally.score}"


def _against(tally: Tally) -> str:
    """Against whom a total is; nobody stands against who batters a building."""
    return "" if tally.against is None else f" {gettext('against')} {tally.against}"


def _ruling(number: int, ruling: Ruling, names: Mapping[str, str]) -> list[str]:
    """One action with its price, reasons, fights and events."""
    from sandtable.games.common.amounts import counted
    from sandtable.table.cases import happened

    judged = ruling.judgement
    left = ruling.before["pips"]
    cost = "" if judged.cost is None else f", {gettext('costs')} {judged.cost}"
    if cost and left is not None:
        cost += " " + gettext("of {pips}", pips=counted(left, "PIP"))
    lines = [f"  {number}. {ruling.action.text}: {gettext('legal') if judged.legal else gettext('NOT LEGAL')}{cost}"]
    lines += [f"       {line.amount:+d} {line.text} [{line.clause}]" for line in judged.prices]
    for finding in (*judged.reasons, *judged.notes):
        lines.append(f"       {finding}")
        if finding.geometry is not None:
            x, y, x2, y2 = finding.geometry
            far = f" {gettext('to')} {x2:.2f}, {y2:.2f}" if (x, y) != (x2, y2) else ""
            lines.append(f"         {gettext('at')} {x:.2f}, {y:.2f}{far}")
    lines += [f"       {line}" for line in (*_totals(ruling.tallies, names), *happened(ruling.events))]
    return lines
