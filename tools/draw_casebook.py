"""Make docs/casebook, all games or those named: of every case question, picture, answer, and what the rules say."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from sandtable.draw.diagram import case_picture
from sandtable.games import get_game
from sandtable.games.game import Game
from sandtable.games.rulebook import read_rulebook
from sandtable.table.case_diagram import diagram_of
from sandtable.table.case_files import case_clauses
from sandtable.table.cases import Answer, Ruling, adjudicate, happened, unused_dice
from sandtable.table.log_entries import Finding

PROJECT = Path(__file__).resolve().parents[1]
CASES = PROJECT / "casebook"
PAGES = PROJECT / "docs" / "casebook"

HEAD = """# {title} case book

<!-- Made by `make casebook` from casebook/{key}/*.yaml and the rules: edit the cases, not this page. -->

{count} cases. The [index](../casebook.md) says [how to read them](../casebook.md#how-to-read-a-case) and
[how to write one](../casebook.md#how-to-write-a-case).
"""


def cases_of(game: str) -> list[Path]:
    """The cases of a game's book, in their order."""
    return sorted((CASES / game).glob("*.yaml"))


def picture_of(answer: Answer) -> str:
    """The SVG of a case."""
    return case_picture(diagram_of(answer), answer.head.title)


def section_of(answer: Answer, path: Path) -> str:
    """The part of the page that tells one case, ending with an empty line."""
    head, game = answer.head, answer.battle.game
    lines = [
        f"## {head.title}",
        "",
        _plain(head.question),
        "",
        f"![The table of “{head.title}”]({game.key}/{path.stem}.svg)",
        "",
        f"**{_plain(head.answer)}**",
        "",
    ]
    defaults = {option.key: option.values[0] for option in game.options}
    switched = [f"`{key} = {value}`" for key, value in answer.battle.options.items() if value != defaults[key]]
    if switched:
        lines += [f"Played with {', '.join(switched)}.", ""]
    opening = [f"- {_said(event)}" for event in happened(answer.asked.history[0].events)]
    if opening:
        lines += ["It begins so:", "", *opening, ""]
    for number, ruling in enumerate(answer.rulings, 1):
        lines += [*_told(ruling, number), ""]
    if not answer.rulings:
        lines += [f"Nothing is done. {answer.battle.result or ''}".rstrip(), ""]
    elif answer.battle.result:
        lines += [f"The battle is over: {_plain(answer.battle.result)}", ""]
    lines += [f"Clauses: {_clauses(answer, game)}. Case: [{path.name}](../../casebook/{game.key}/{path.name}).", ""]
    return "\n".join(lines)


def _told(ruling: Ruling, number: int) -> Iterable[str]:
    """One action: what is asked, whether it is legal, its price, why not, its fights, and what comes of it."""
    judged, left = ruling.judgement, ruling.before["pips"]
    cost = f", for {judged.cost}" if judged.cost is not None else ""
    cost += (
        f" of {left} PIP{'s' * (left != 1)}"
        if cost and left is not None
        else f" PIP{'s' * (judged.cost != 1)}"
        if cost
        else ""
    )
    verdict = f"legal{cost}" if judged.legal else "**not legal**"
    yield f"{number}. {_plain(ruling.action.label)} (`{ruling.action.text}`): {verdict}."
    for line in judged.prices:
        yield f"    - {_plain(line.text)}{_clause(line.clause)}"
    for finding in (*judged.reasons, *judged.notes):
        yield f"    - {_said(finding)}"
    events = happened(ruling.events)
    for event in events:
        if event.kind == "die":
            yield f"    - {_said(event)}"
    for tally in ruling.tallies:
        parts = "; ".join(
            f"{line.amount:+d} {_plain(line.text).rstrip('.')}{_clause(line.clause)}" for line in tally.lines
        )
        who = f"{tally.figure} against {tally.against}: " if tally.figure else ""  # a test of morale is of nobody
        whole = f"{who}{parts}; together" if parts else f"{who}together"
        yield f"    - {whole[:1].upper()}{whole[1:]} {tally.score}."
    for event in events:
        if event.kind != "die":
            yield f"    - {_said(event)}"


def _said(finding: Finding) -> str:
    return f"{_plain(finding.text)}{_clause(finding.clause)}"


def _clause(clause: str | None) -> str:
    return f" `{clause}`" if clause else ""


def _clauses(answer: Answer, game: Game) -> str:
    titles = {clause.id: clause.title for clause in read_rulebook(game.folder)}
    return ", ".join(f"`{clause}` ({_plain(titles[clause])})" for clause in case_clauses(answer.head))


def _plain(text: str) -> str:
    """Text in one line in which Markdown sees no marks."""
    line = " ".join(text.split())
    for sign in "\\*_<`":
        line = line.replace(sign, f"\\{sign}")
    return line


def page_of(game: Game, sections: list[str]) -> str:
    """The whole page of a game."""
    return "\n".join([HEAD.format(title=game.title, key=game.key, count=len(sections)), *sections])


def make(game: Game, folder: Path = PAGES) -> None:
    """Write a game's page and its pictures; take away pictures of cases that are gone."""
    pictures = folder / game.key
    pictures.mkdir(parents=True, exist_ok=True)
    sections, kept = [], set()
    for path in cases_of(game.key):
        answer = adjudicate(path)
        if not answer.as_expected or unused_dice(answer.battle):
            sys.exit(f"{path}: the rules do not say what the case expects; mend it first.")
        sections.append(section_of(answer, path))
        target = pictures / f"{path.stem}.svg"
        target.write_text(picture_of(answer), "utf-8")
        kept.add(target)
    for stale in set(pictures.glob("*.svg")) - kept:
        stale.unlink()
    (folder / f"{game.key}.md").write_text(page_of(game, sections), "utf-8")


def main(arguments: list[str]) -> None:
    """Make the pages of the games named, else of every game that has cases."""
    for key in arguments or sorted(path.name for path in CASES.iterdir() if path.is_dir()):
        make(get_game(key))


if __name__ == "__main__":
    main(sys.argv[1:])
