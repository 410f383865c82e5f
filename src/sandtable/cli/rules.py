"""``sandtable rules``: a rulebook in our words, and what code and tests stand behind each clause."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from sandtable.games import game_keys, get_game
from sandtable.games.game import Game, Option
from sandtable.games.language import switch_words, translated
from sandtable.games.rulebook import ClauseText
from sandtable.table import rulebook
from sandtable.table.rulebook import ClauseCoverage, Coverage
from sandtable.translation import gettext

WIDTH = 100


def main(
    game: Annotated[str, typer.Argument(help="The game, as dbaix; the list of games when left out.")] = "",
    clause: Annotated[list[str] | None, typer.Argument(help="A clause, a chapter, or words to look for.")] = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Show code and tests of each clause; status 1 when one is missing.")
    ] = False,
    brief: Annotated[
        bool, typer.Option("--brief", help="With --coverage: only the summary and what is missing.")
    ] = False,
    project: Annotated[
        str, typer.Option(help="With --coverage: the folder that holds tests/ and casebook/; found when left out.")
    ] = "",
    rulings: Annotated[
        bool, typer.Option("--rulings", help="Only clauses that are our reading or our design, or have a switch.")
    ] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown, as for docs/rulings-dbaix.md.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """Print a game's rulebook in our words: every clause with its source, our ruling and its switches.

    Examples:

      sandtable rules dbaix PIP-11

      sandtable rules dbaix --coverage
    """
    console = Console(soft_wrap=False, highlight=False)
    if not console.is_terminal:
        console.width = WIDTH
    if not game:
        _list_games(console, as_json)
        return
    chosen = get_game(game)
    clauses = _asked(chosen, clause or [])
    if rulings:
        clauses = tuple(entry for entry in clauses if entry.ruling or _switches(chosen, entry))
    if coverage:
        found = rulebook.coverage(chosen, Path(project) if project else _project())
        if clause:
            wanted = {entry.id for entry in clauses}
            found = Coverage(tuple(entry for entry in found.clauses if entry.clause.id in wanted))
        _show_coverage(console, chosen, found, brief, as_json)
        raise typer.Exit(0 if found.complete else 1)
    if as_json:
        print(json.dumps([_as_json(chosen, entry) for entry in clauses], indent=2, ensure_ascii=False))
    elif markdown:
        print("\n".join(_markdown(chosen, clauses)))
    else:
        _show_clauses(console, chosen, clauses, whole=not clause)


def _list_games(console: Console, as_json: bool) -> None:
    """The games there are, with what they are made from."""
    games = [get_game(key) for key in game_keys()]
    if as_json:
        facts = [{"key": g.key, "title": g.title, "source": g.source, "version": g.version} for g in games]
        print(json.dumps(facts, indent=2, ensure_ascii=False))
        return
    for g in games:
        console.print(f"{g.key}  {_title_page(g)}")


def _title_page(game: Game) -> str:
    """What the book is, and after what."""
    fields = {"title": game.title, "version": game.version, "source": translated(game.folder, game.source)}
    return gettext("{title}, rules version {version}, after: {source}", **fields)


def _asked(game: Game, words: Sequence[str]) -> tuple[ClauseText, ...]:
    """The clauses asked for: several ids or chapters one by one, else all the words as one search."""
    if not words:
        return rulebook.book_of(game)
    named = [rulebook.named_clauses(game, word) for word in words]
    if all(named):
        return tuple(dict.fromkeys(clause for clauses in named for clause in clauses))
    return rulebook.find_clauses(game, " ".join(words))


def _project() -> Path:
    """The project's folder: the present one or one above it, else that of this source tree."""
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / "src" / "sandtable").is_dir():
            return folder
    return Path(__file__).resolve().parents[3]


# ------------------------------------------------------------------------------------------- clauses


def _show_clauses(console: Console, game: Game, clauses: Iterable[ClauseText], *, whole: bool) -> None:
    """Clauses by chapter; with its title page when it is the whole book."""
    if whole:
        console.print(Text(_title_page(game), style="bold"))
        console.print(
            gettext("Each clause: the rule in our words; where it stands in the source; our ruling and its switch.")
        )
    headings = rulebook.chapters_of(game)
    chapter = ""
    for clause in clauses:
        if clause.section != chapter:
            if chapter or whole:
                console.print()
            chapter = clause.section
            console.print(Text(f"{headings[chapter]} ({chapter})", style="bold underline"))
        console.print()
        _show_clause(console, game, clause)


def _show_clause(console: Console, game: Game, clause: ClauseText) -> None:
    """One clause with everything known of it."""
    console.print(Text.assemble((clause.id, "bold cyan"), "  ", (clause.title, "bold")))
    for line in clause.text.splitlines():
        _print_indented(console, "", line)
    for label, text in _notes(game, clause):
        _print_indented(console, f"{label}: ", text)


def _print_indented(console: Console, label: str, text: str, indent: str = "  ") -> None:
    """A paragraph under its heading, without blanks at the ends of its lines."""
    lines = textwrap.wrap(label + text, console.width, initial_indent=indent, subsequent_indent=indent)
    paragraph = Text("\n".join(lines), style="dim" if label else "")
    paragraph.stylize("bold", len(indent), len(indent) + len(label))
    console.print(paragraph, soft_wrap=True)


def _switches(game: Game, clause: ClauseText) -> list[Option]:
    """The house-rule switches that offer other readings of a clause: the one that it names, and all that name it."""
    return [option for option in game.options if option.key == clause.option or option.clause == clause.id]


def _notes(game: Game, clause: ClauseText) -> list[tuple[str, str]]:
    """Label and text of what is known of a clause beside its words."""
    source = f"{clause.source}: {clause.heading}" if clause.heading else clause.source
    notes = [(gettext("Source"), source), (gettext("Ruling"), clause.ruling)]
    for option in _switches(game, clause):
        first, *others = (_value_words(game, option, value) for value in option.values)
        values = f"{option.key} = {first} ({gettext('default')}) | {' | '.join(others)}"
        notes.append((gettext("Switch"), f"{values}. {translated(game.folder, option.text)}"))
    notes.append((gettext("Narrative"), clause.narrative))
    return [(label, text) for label, text in notes if text]


def _value_words(game: Game, option: Option, value: str) -> str:
    """A value as it is given to a command, with what it is called in another language."""
    words = switch_words(game.folder, option.key, value)
    return value if words == value.replace("_", " ") else f"{value} [{words}]"


def _markdown(game: Game, clauses: Iterable[ClauseText]) -> Iterator[str]:
    """Lines of a Markdown page of clauses, by chapter."""
    yield f"# {game.title}, rules version {game.version}"
    yield f"\n`sandtable rules {game.key} CLAUSE --coverage` names the code of a clause, its numbers and its tests."
    headings = rulebook.chapters_of(game)
    chapter = ""
    for clause in clauses:
        if clause.section != chapter:
            chapter = clause.section
            yield f"\n## {headings[chapter]} ({chapter})"
        yield f"\n**{clause.id}. {clause.title}.** " + "<br>".join(clause.text.splitlines())
        yield ""
        for label, text in _notes(game, clause):
            yield f"- *{label}:* {text}"


def _as_json(game: Game, clause: ClauseText) -> dict[str, Any]:
    options = [asdict(option) for option in _switches(game, clause)]
    return {**asdict(clause), "chapter": rulebook.chapters_of(game)[clause.section], "options": options}


# ------------------------------------------------------------------------------------------ coverage


def _show_coverage(console: Console, game: Game, found: Coverage, brief: bool, as_json: bool) -> None:
    """The clauses with their code and tests, what is missing, and a table of the chapters."""
    if as_json:
        print(json.dumps(_coverage_json(found), indent=2, ensure_ascii=False))
        return
    if not brief:
        for entry in found.clauses:
            _show_entry(console, entry)
        console.print()
    _show_summary(console, game, found)
    for entry in found.clauses:
        if entry.missing:
            console.print(f"missing {' and '.join(entry.missing)}: {entry.clause.id}  {entry.clause.title}")
    for clause_id, places in found.unknown.items():
        console.print(f"no such clause: {clause_id}, named at {', '.join(str(place) for place in places)}")
    whole = sum(not entry.missing and not entry.clause.narrative for entry in found.clauses)
    told = sum(bool(entry.clause.narrative) for entry in found.clauses)
    wanting = sum(bool(entry.missing) for entry in found.clauses)
    console.print(f"{whole} with code and tests, {told} narrative, {wanting} incomplete, of {len(found.clauses)}.")


def _show_entry(console: Console, entry: ClauseCoverage) -> None:
    console.print(Text.assemble((entry.clause.id, "bold cyan"), "  ", entry.clause.title))
    for label, places in (("code", entry.code), ("data", entry.data), ("test", entry.tests)):
        for place in places:
            console.print(f"    {label}  {place}", soft_wrap=True)
    if entry.clause.narrative:
        _print_indented(console, "narrative: ", entry.clause.narrative, "    ")
    if entry.missing:
        console.print(f"    missing {' and '.join(entry.missing)}", style="bold red")


def _show_summary(console: Console, game: Game, found: Coverage) -> None:
    """One row a chapter, and the sum."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("chapter")
    for heading in ("clauses", "with code", "with tests", "narrative", "missing"):
        table.add_column(heading, justify="right")
    headings = rulebook.chapters_of(game)
    for chapter, heading in headings.items():
        entries = [entry for entry in found.clauses if entry.clause.section == chapter]
        if entries:
            table.add_row(f"{heading} ({chapter})", *map(str, _counts(entries)))
    table.add_row("all", *map(str, _counts(found.clauses)), style="bold")
    console.print(table)


def _counts(entries: Sequence[ClauseCoverage]) -> tuple[int, int, int, int, int]:
    return (
        len(entries),
        sum(bool(entry.code) for entry in entries),
        sum(bool(entry.tests) for entry in entries),
        sum(bool(entry.clause.narrative) for entry in entries),
        sum(bool(entry.missing) for entry in entries),
    )


def _coverage_json(found: Coverage) -> dict[str, Any]:
    return {
        "complete": found.complete,
        "clauses": [
            {
                "id": entry.clause.id,
                "title": entry.clause.title,
                "code": [asdict(place) for place in entry.code],
                "data": [asdict(place) for place in entry.data],
                "tests": [asdict(place) for place in entry.tests],
                "narrative": entry.clause.narrative,
                "missing": list(entry.missing),
            }
            for entry in found.clauses
        ],
        "unknown": {clause_id: [asdict(place) for place in places] for clause_id, places in found.unknown.items()},
    }
