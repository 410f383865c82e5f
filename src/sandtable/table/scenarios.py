"""Finding a scenario by its name, its file, or its content, and laying the table of a new battle."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sandtable.errors import InputError
from sandtable.files import is_there, line_at, load_toml, load_yaml, own_files_only, place, taken_down
from sandtable.games import get_game
from sandtable.games.common.data import changes
from sandtable.games.common.leanings import lean
from sandtable.games.common.options import read_choices
from sandtable.games.game import Game, Laid
from sandtable.kernel.records import MAX_FIGURES, MAX_SIDES
from sandtable.table.name_index import did_you_mean, options_of
from sandtable.table.positions import scenario_hash
from sandtable.table.scratch import copied
from sandtable.translation import either, gettext, spoken

SUFFIXES = (".yaml", ".yml", ".toml")


@dataclass(frozen=True)
class Origin:
    """What a battle was laid from: all that a save needs to lay it again."""

    content: Mapping[str, Any]
    name: str = ""  # of a scenario of the game; empty for any other
    where: str = "scenario"  # opens error sentences
    case: bool = False  # the content is a case file's table part
    position: str = ""  # of a battle that begins elsewhere than its scenario

    @property
    def word(self) -> str:
        """How position notation calls it: its name, or ``#`` and the beginning of its hash."""
        return self.name or f"#{scenario_hash(self.content)[:12]}"


def scenario_names(game: Game) -> tuple[str, ...]:
    """The scenarios that come with a game, the one laid when none is named first."""
    names = sorted(file.stem for file in (game.folder / "scenarios").glob("*") if file.suffix in SUFFIXES)
    default = game.scenario if game.scenario in names else names[0] if names else ""
    return tuple(sorted(names, key=lambda name: (name != default, name)))


def find_scenario(game: Game, scenario: str | Path | Mapping[str, Any] | None) -> Origin:
    """The scenario so named, in that file, or with that content; the game's first for None or an empty name."""
    if isinstance(scenario, Mapping):
        return Origin(plain_data(scenario))
    names = scenario_names(game)
    if scenario is None or scenario == "":
        if not names:
            raise InputError(gettext("{game} comes without a scenario; name a file", game=game.title))
        scenario = names[0]
    text = str(scenario)
    if text in names:
        for suffix in SUFFIXES:
            file = game.folder / "scenarios" / f"{text}{suffix}"
            if file.is_file():
                return Origin(plain_data(_load(file)), text, file.name)
    if isinstance(scenario, Path) or text.endswith(SUFFIXES) or "/" in text:
        return Origin(_load(Path(text)), "", text)
    if is_there(text):
        kinds = gettext("a scenario's file ends in {suffixes}, a saved battle's in .json", suffixes=either(SUFFIXES))
        raise InputError(f"{text}: {kinds}")
    hint = did_you_mean(text, names)
    missing = gettext("{game} has no scenario {name!r}", game=game.title, name=text)
    raise InputError(f"{missing}; {gettext('there are: {names}, or name a file', names=', '.join(names))}{hint}")


def own_files(game: Game) -> AbstractContextManager[None]:
    """Meanwhile no files are read but those of the program and of this game: for content that somebody sent."""
    return own_files_only(Path(__file__).parents[1], game.folder)


def _load(path: Path) -> Mapping[str, Any]:
    return load_toml(path) if path.suffix == ".toml" else load_yaml(path)


def house_rules(game: Game, origin: Origin) -> dict[str, str]:
    """The house rules that a scenario switches on by itself, with those of the one that it extends.

    Raises ``InputError`` with file, line and field for one that the game does not have.
    """
    if origin.case:
        return {}
    base, own = origin.content.get("extends"), origin.content.get("house_rules")
    first = house_rules(game, find_scenario(game, base)) if base and base in scenario_names(game) else {}
    if not isinstance(own, Mapping):  # laying the table says what is wrong with it
        return first
    return first | read_choices(game.options, own, origin.content, origin.where, "house_rules")


def plain_data(data: Any) -> Any:
    """The same data in plain dicts and lists, as JSON holds it."""
    if isinstance(data, Mapping):
        return {str(key): plain_data(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [plain_data(value) for value in data]
    return data


_LAID: dict[Any, Laid] = {}
KEPT = 32
"""Laid tables kept, oldest forgotten first: laying one again takes longer than playing a hundred actions again."""


def lay(game: Game, origin: Origin, options: Mapping[str, str]) -> Laid:
    """The table that ``origin`` describes, before any die; the record is yours to write to.

    A table that is kept here is of the texts that ``files.taking_down`` has, where somebody keeps what is opened.
    """
    content = json.dumps(origin.content, sort_keys=True, default=str)
    how = (tuple(sorted(options.items())), changes(), spoken())  # names are those of the language spoken
    key = (game.lay_case if origin.case else game.lay, content, *how)
    laid = _LAID.get((*key, taken_down()))
    if laid is None:
        check_ids(origin.content, origin.where)
        if origin.case:
            laid = game.lay_case(origin.content, origin.where)
        else:
            try:
                sides = game.sides_in(origin.content)
            except InputError:
                sides = ()  # laying says with its file and line what is wrong
            _check_sides(len(sides), origin.where)
            laid = game.lay(origin.content, options, origin.where)
            _lean(game, origin, laid)
        _check_sides(len(game.sides_of(laid.names)), origin.where)
        _check_figures(len(laid.names.figures), origin.where)
        if not origin.name:
            _check_places(game, laid, origin.where)
        while len(_LAID) >= KEPT:
            _LAID.pop(next(iter(_LAID)), None)
        _LAID[(*key, taken_down())] = laid
    return Laid(copied(laid.record), laid.names)


def check_ids(data: Any, where: str) -> None:
    """Raise ``InputError`` where two entries of one kind have the same id; lists of the same name are of one kind."""
    first: dict[tuple[str, str], tuple[int | str, ...]] = {}
    for loc, kind, own in _ids_in(data, (), ""):
        earlier = first.setdefault((kind, own), loc)
        if earlier != loc:
            line = line_at(data, earlier)
            there = "" if line is None else ", " + gettext("first on line {line}", line=line)
            twice = gettext("the id {name!r} stands twice", name=own) + there
            raise InputError(f"{place(data, where, *loc)}: {twice}; {gettext('each of them needs one of its own')}")


def _ids_in(data: Any, loc: tuple[int | str, ...], kind: str) -> Iterator[tuple[tuple[int | str, ...], str, str]]:
    """Place, kind and id of all entries with an id that stand in lists, at any depth."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield from _ids_in(value, (*loc, str(key)), str(key))
    elif isinstance(data, list):
        for number, entry in enumerate(data):
            if isinstance(entry, Mapping) and isinstance(entry.get("id"), str | int):
                yield (*loc, number, "id"), kind, str(entry["id"])
            yield from _ids_in(entry, (*loc, number), kind)


def _lean(game: Game, origin: Origin, laid: Laid) -> None:
    """Have the generals of a scenario, and of the one that it extends, lean as it says."""
    base = origin.content.get("extends")
    if base:
        _lean(game, find_scenario(game, base), laid)
    if origin.content.get("leanings"):
        keys = [side.key for side in game.sides_of(laid.names)]
        lean(laid.record[0], game.folder, keys, origin.content, origin.where)


def _check_figures(n: int, where: str) -> None:
    """Raise ``InputError`` for more figures than a battle of any game can have."""
    if n > MAX_FIGURES:
        raise InputError(
            f"{where}: "
            + gettext("a battle has at most {most} figures, and this one has {number}", most=MAX_FIGURES, number=n)
        )


def _check_places(game: Game, laid: Laid, where: str) -> None:
    """Raise ``InputError`` for a figure that somebody's file puts off the table."""
    scene = game.shown(laid.record[0], laid.names, True)
    for figure in scene.figures:
        if not (0.0 <= figure.x <= scene.width and 0.0 <= figure.y <= scene.height):
            raise InputError(
                f"{where}: "
                + gettext("{name} at ({x:g}, {y:g}) stands off the table", name=figure.id, x=figure.x, y=figure.y)
            )


def _check_sides(n: int, where: str) -> None:
    """Raise ``InputError`` for more sides than a battle of any game can have."""
    if n > MAX_SIDES:
        raise InputError(
            f"{where}: "
            + gettext("a battle has at most {most} sides, and this one has {number}", most=MAX_SIDES, number=n)
        )


def lay_table(game: str, scenario: str = "", options: Mapping[str, Any] | None = None) -> Laid:
    """A game's table by keys alone, before any die: for those who run the kernels themselves."""
    facts = get_game(game)
    origin = find_scenario(facts, scenario)
    return lay(facts, origin, options_of(facts, options, usual=house_rules(facts, origin)))
