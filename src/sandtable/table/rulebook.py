"""A game's rulebook for people: finding clauses, and which code and which tests stand behind each of them.

Code is a function under ``@clause`` that the game's verbs, layouts or scenes reach; lines of the game's data that
name a clause are shown beside it. A test is a function marked ``@pytest.mark.clause(...)``, or a case of the case book
with a ``clause:`` key and an ``expect:``.
"""

from __future__ import annotations

import ast
import difflib
import importlib
import inspect
import pkgutil
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from pathlib import Path
from typing import Any

import yaml

from sandtable.compiler.decorators import CLAUSES
from sandtable.errors import InputError
from sandtable.files.plain_yaml import FAST
from sandtable.games import game_keys, get_game
from sandtable.games.game import Game
from sandtable.games.language import cores_of
from sandtable.games.rulebook import ClauseText, read_chapters, read_rulebook
from sandtable.table.reached_functions import reached_functions

# ------------------------------------------------------------------------------------------- finding
from sandtable.translation import gettext


def book_of(game: Game) -> tuple[ClauseText, ...]:
    """The clauses of the game's rulebook in their order."""
    return read_rulebook(game.folder)


def chapters_of(game: Game) -> dict[str, str]:
    """Chapter key -> heading, in the order of the book: ``{"GEN": "General", ...}``."""
    headings = read_chapters(game.folder)
    return {clause.section: headings.get(clause.section, clause.section) for clause in book_of(game)}


def named_clauses(game: Game, name: str) -> tuple[ClauseText, ...]:
    """The clauses of an id (``DBAIX-PIP-11``, ``pip-11``, ``pip 11``) or of a chapter; none when there is no such.

    Of a book of several families (``DBA-ZOC-1``, ``WAD-ZOC-1``) a short id or chapter names the first that has it.
    """
    book = book_of(game)
    wanted = _plain(name)
    families = [_plain(family) for family in game.clause_families]
    for form in (wanted, *(family + wanted for family in families)):
        named = tuple(clause for clause in book if _plain(clause.id) == form)
        if named:
            return named
    chapters = {form for family in families for form in (wanted, wanted.removeprefix(family), family + wanted)}
    return tuple(clause for clause in book if _plain(clause.section) in chapters)


def find_clauses(game: Game, asked: str) -> tuple[ClauseText, ...]:
    """The clauses that ``asked`` names, else every clause that has all of its words, in whatever form.

    Raises InputError, with what comes near, when nothing is found.
    """
    found = named_clauses(game, asked)
    words = [_in_any_form(word) for word in _folded(asked).split()]
    if not found and words:
        found = tuple(clause for clause in book_of(game) if all(word.search(_searched(clause)) for word in words))
    if not found:
        raise InputError(_nothing_found(game, asked))
    return found


def _plain(text: str) -> str:
    """An id or chapter without what people type differently: ``PIP-11``, ``pip 11`` and ``PIP_11`` are one."""
    return re.sub(r"[\s_.-]+", "", text).upper()


ENDING = (
    "(?:ies|ing|e[sd]?|s|y"
    "|[ая]ми|[ое]го|[ое]му|[ыи]ми|[ая]х|[ая]м|[ое]м|[ое]й|[ыи]й|[ыи]х|[ыи]м|ая|яя|ое|ее|ые|ие|ую|юю|[ое]в|[аяоеыиуюйь])"
)
"""Of words in English and in Russian; the Russian ones as web/src/book.ts has them."""


def _folded(text: str) -> str:
    """In small letters, and without the two dots that few people type."""
    return text.lower().replace("ё", "е")


def _in_any_form(word: str) -> re.Pattern[str]:
    """What finds a word as it was typed, also within others, and in its other forms: what it keeps, and an ending."""
    kept = re.sub(rf"(?<=\w{{3}}){ENDING}$", "", word)
    return re.compile(rf"{re.escape(word)}|\b{re.escape(kept)}{ENDING}?\b")


def _searched(clause: ClauseText) -> str:
    return _folded(" ".join((clause.title, clause.text, clause.source, clause.ruling, clause.option)))


def _nothing_found(game: Game, asked: str) -> str:
    """The sentence for a search without an answer."""
    short = {clause.id.split("-", 1)[1]: clause for clause in book_of(game)}
    bare = re.sub(rf"^({'|'.join(game.clause_families)})[\s_-]+", "", asked.strip(), flags=re.IGNORECASE)
    near = difflib.get_close_matches(re.sub(r"[\s_]+", "-", bare).upper(), short, 3)
    if near:
        return gettext(
            "{game} has no clause {clause!r}; near it are {names}.",
            game=game.title,
            clause=asked,
            names=", ".join(near),
        )
    chapters = ", ".join(f"{key} ({heading})" for key, heading in chapters_of(game).items())
    return gettext(
        "No clause of {game} has the id or the words {asked!r}; its chapters are {chapters}.",
        game=game.title,
        asked=asked,
        chapters=chapters,
    )


# ------------------------------------------------------------------------------------------ coverage


@dataclass(frozen=True)
class Place:
    """A function, a case or a line of data: where it stands, and its name."""

    file: str  # relative to the project, with /
    line: int
    name: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.name}".rstrip()


@dataclass(frozen=True)
class ClauseCoverage:
    """What stands behind one clause."""

    clause: ClauseText
    code: tuple[Place, ...]
    data: tuple[Place, ...]  # for the reader: data without a function that reads it carries nothing out
    tests: tuple[Place, ...]

    @property
    def missing(self) -> tuple[str, ...]:
        """What is wanting: ``code``, ``test``, both or neither. A narrative clause wants nothing."""
        if self.clause.narrative:
            return ()
        return (() if self.code else ("code",)) + (() if self.tests else ("test",))


@dataclass(frozen=True)
class Coverage:
    """What stands behind each clause of a book, and what cites clauses that the book does not have."""

    clauses: tuple[ClauseCoverage, ...]
    unknown: Mapping[str, tuple[Place, ...]] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """True when nothing is missing and nothing cites a clause that is not there."""
        return not self.unknown and not any(entry.missing for entry in self.clauses)


def coverage(game: Game, project: Path) -> Coverage:
    """What stands behind every clause of ``game``, with the tests and the case book under ``project``.

    Raises InputError when ``project`` holds no tests, or one of its files cannot be read.
    """
    if not (project / "tests").is_dir():
        raise InputError(f"{project}: expected the project's folder, with tests/ in it, and found none.")
    code = gathered(code_places(game, project))
    data = gathered(data_places(game, project))
    books = [case_places(project / "casebook" / sharer.key, project) for sharer in (game, *sharers_of(game))]
    tests = gathered(test_places(project / "tests", project), *books)
    book = book_of(game)
    known = {clause.id for clause in book}
    cited = gathered(code.items(), tests.items())
    return Coverage(
        clauses=tuple(
            ClauseCoverage(clause, code.get(clause.id, ()), data.get(clause.id, ()), tests.get(clause.id, ()))
            for clause in book
        ),
        unknown={
            clause_id: places
            for clause_id, places in sorted(cited.items())
            if clause_id not in known and clause_id.split("-")[0] in game.clause_families
        },
    )


def sharers_of(game: Game) -> tuple[Game, ...]:
    """The other games that stand on a core of this one: what they carry out of it, and show, counts for all."""
    cores = set(cores_of(game.folder))
    others = [get_game(key) for key in game_keys() if key != game.key] if cores else []
    return tuple(other for other in others if cores & set(cores_of(other.folder)))


Cited = tuple[str, tuple[Place, ...]]
"""A clause id, and places that name it."""


def gathered(*sources: Iterable[Cited]) -> dict[str, tuple[Place, ...]]:
    """Clause id -> every place of all sources, each once."""
    places: dict[str, tuple[Place, ...]] = {}
    for source in sources:
        for clause_id, found in source:
            have = places.get(clause_id, ())
            places[clause_id] = have + tuple(place for place in dict.fromkeys(found) if place not in have)
    return places


def code_places(game: Game, project: Path) -> Iterator[Cited]:
    """The functions that carry out clauses, as ``@clause`` says, and that the game or one that shares its core reaches.

    All modules of the game, of its cores and of the games that share them are imported first.
    """
    for one in (game, *sharers_of(game)):
        package = _package(one)
        _import_all(one.folder, package)
        for core in cores_of(one.folder):
            _import_all(core, f"{package.rpartition('.')[0]}.{core.name}")
    reached = reached_functions(game, *sharers_of(game))
    for clause_id, functions in CLAUSES.items():
        yield clause_id, tuple(_function_place(function, project) for function in functions if function in reached)


def _package(game: Game) -> str:
    """The name of the package that lies in the game's folder; ``lay`` stands in it or in one of its rooms."""
    name = game.lay.__module__
    while "." in name:
        name = name.rpartition(".")[0]
        if game.folder.resolve() in [Path(path).resolve() for path in importlib.import_module(name).__path__]:
            return name
    raise InputError(f"{game.folder}: expected the package that holds {game.lay.__module__}, and found none.")


def _import_all(folder: Path, package: str) -> None:
    """Import every module of a package."""
    for module in pkgutil.walk_packages([str(folder)], prefix=package + "."):
        importlib.import_module(module.name)


def _function_place(dotted: str, project: Path) -> Place:
    """Where the function registered as ``module.qualname`` begins."""
    module_name, _, name = dotted.rpartition(".")
    while module_name not in sys.modules:  # a method: its class stands between
        module_name = module_name.rpartition(".")[0]
    module = sys.modules[module_name]
    try:
        function = attrgetter(dotted.removeprefix(f"{module_name}."))(module)
    except AttributeError:
        function = None
    code = getattr(getattr(function, "py_func", function), "__code__", None)
    if code is None:  # registered, then hidden by another of its name: still say where to look
        return Place(_relative(Path(inspect.getfile(module)), project), 0, name)
    return Place(_relative(Path(code.co_filename), project), code.co_firstlineno, name)


def data_places(game: Game, project: Path) -> Iterator[Cited]:
    """Lines of the game's data and scenarios that name a clause, whole (``DBAIX-SCN-3``) or short (``SCN-3``).

    Of several families a short one is the game's first that has it, and in a core's data the last.
    """
    ids = {clause.id for clause in book_of(game)}
    families = "|".join(game.clause_families)
    pattern = re.compile(rf"\b(?:({families})-)?([A-Z]+-\d+)\b")
    folders = (*cores_of(game.folder), game.folder)
    for file in sorted(file for folder in folders for end in ("toml", "yaml") for file in folder.rglob(f"*.{end}")):
        if file.name == "rulebook.toml" or file.parent.name == "texts":  # these speak about clauses
            continue
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            for family, short in pattern.findall(line):
                own = [f"{each}-{short}" for each in ([family] if family else game.clause_families)]
                if named := [clause_id for clause_id in own if clause_id in ids]:
                    yield (
                        named[0 if file.is_relative_to(game.folder) else -1],
                        (Place(_relative(file, project), number, ""),),
                    )


def test_places(folder: Path, project: Path) -> Iterator[Cited]:
    """The tests under ``folder`` that say by ``@pytest.mark.clause(...)`` which clauses they show."""
    for file in sorted(folder.rglob("*.py")):
        text = file.read_text("utf-8")
        if ".clause" not in text:
            continue
        try:
            tree = ast.parse(text, str(file))
        except SyntaxError as error:
            raise InputError(f"{file}:{error.lineno}: expected Python, found {error.msg}.") from None
        yield from _marks(tree, "", 1, _relative(file, project))


test_places.__test__ = False  # type: ignore[attr-defined]  # its name is no test's for pytest


def _marks(node: ast.AST, owner: str, line: int, file: str) -> Iterator[Cited]:
    """Every clause mark below ``node``, with the function or class that it stands on."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{owner}.{child.name}" if owner else child.name
            yield from _marks(child, name, child.lineno, file)
            continue
        if isinstance(child, ast.Call) and _is_clause_mark(child.func):
            where = line if owner else child.lineno
            for argument in child.args:
                if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
                    raise InputError(f"{file}:{child.lineno}: a clause mark takes ids in quotes, as 'DBAIX-RES-7'.")
                yield argument.value, (Place(file, where, owner),)
        yield from _marks(child, owner, line, file)


def _is_clause_mark(function: ast.expr) -> bool:
    """True for ``pytest.mark.clause`` and ``mark.clause``."""
    if not (isinstance(function, ast.Attribute) and function.attr == "clause"):
        return False
    mark = function.value
    return (isinstance(mark, ast.Attribute) and mark.attr == "mark") or (
        isinstance(mark, ast.Name) and mark.id == "mark"
    )


def case_places(folder: Path, project: Path) -> Iterator[Cited]:
    """The cases under ``folder`` that name the clauses they show and say what to expect."""
    for file in sorted(folder.rglob("*.yaml")):
        try:
            case = yaml.load(file.read_text("utf-8"), Loader=FAST)
        except yaml.YAMLError:
            raise InputError(f"{file}: expected a case in YAML.") from None
        if not isinstance(case, dict) or not case.get("expect"):
            continue
        for clause_id in _ids(case.get("clause")):
            yield clause_id, (Place(_relative(file, project), _line_of_key(file, "clause"), ""),)


def _ids(value: Any) -> Sequence[str]:
    """The ids in a ``clause:`` key, which holds one or a list."""
    values = value if isinstance(value, list) else [value]
    return [str(part) for part in values if part]


def _line_of_key(file: Path, key: str) -> int:
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        if line.startswith(key + ":"):
            return number
    return 1


def _relative(file: Path, project: Path) -> str:
    """The file as people of the project name it; whole, where it lies elsewhere."""
    try:
        return file.resolve().relative_to(project.resolve()).as_posix()
    except ValueError:
        return file.as_posix()
