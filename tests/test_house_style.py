"""What no linter holds here: private names stay in their module, and no function takes more than eight arguments."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from sandtable.games import built_in, get_game
from sandtable.table.reached_functions import reached_functions

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "sandtable"
MOST_ARGUMENTS = 8


@cache
def modules() -> dict[str, ast.Module]:
    return {str(path.relative_to(SOURCES)): ast.parse(path.read_text()) for path in sorted(SOURCES.rglob("*.py"))}


def private_imports(tree: ast.Module) -> list[str]:
    """Private names that a module takes from another."""
    found = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module != "__future__"]
    return [alias.name for node in found for alias in node.names if alias.name.startswith("_")]


def long_definitions(tree: ast.Module) -> list[str]:
    """Functions with more arguments than one can keep apart."""
    found = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return [node.name for node in found if len(_taken(node.args)) > MOST_ARGUMENTS]


def _taken(arguments: ast.arguments) -> list[str]:
    names = [argument.arg for argument in arguments.posonlyargs + arguments.args]
    return [name for name in names if name not in ("self", "cls")]


def test_no_module_takes_a_private_name_of_another() -> None:
    assert {path: names for path, tree in modules().items() if (names := private_imports(tree))} == {}


def test_no_function_takes_more_than_eight_arguments() -> None:
    found = {path: names for path, tree in modules().items() if (names := long_definitions(tree))}
    others = {path: names for path, names in found.items() if not path.startswith("cli/") or names != ["main"]}
    assert others == {}, "but for the options of a command, which bear their names where they are given"


def test_no_house_rule_is_asked_by_the_number_of_its_value() -> None:
    asked = re.compile(r"options\.\w+ (==|!=|<|>|<=|>=) -?\d")
    games = sorted((SOURCES / "games").rglob("*.py"))
    assert [str(path.relative_to(SOURCES)) for path in games if asked.search(path.read_text())] == []


def kernels(tree: ast.Module) -> list[ast.FunctionDef]:
    """The functions of a module that are compiled."""
    found = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return [each for each in found if {"kernel", "released_kernel"} & {ast.unparse(one) for one in each.decorator_list}]


def members_by_value(function: ast.FunctionDef) -> list[str]:
    """``Side.GAULS.value``, where ``Side.GAULS`` says the same."""
    values = [node for node in ast.walk(function) if isinstance(node, ast.Attribute) and node.attr == "value"]
    return [text for each in values if re.fullmatch(r"[A-Z]\w*\.[A-Z][A-Z0-9_]*\.value", text := ast.unparse(each))]


def typed_numbers(function: ast.FunctionDef) -> list[str]:
    """``0 + x``, ``0 * x``, ``1 * x`` and ``np.int64(x)``: compiled code takes ``x`` as it is."""
    return [ast.unparse(node) for node in ast.walk(function) if _is_idle_sum(node) or _is_cast(node)]


def _is_cast(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "int64"


def _is_idle_sum(node: ast.AST) -> bool:
    if not isinstance(node, ast.BinOp) or not isinstance(node.left, ast.Constant):
        return False
    number = node.left.value if type(node.left.value) is int else None
    return number == 0 if isinstance(node.op, ast.Add) else isinstance(node.op, ast.Mult) and number in (0, 1)


def test_rules_name_members_of_enums_without_their_values() -> None:
    found = {(path, each.name): members_by_value(each) for path, tree in modules().items() for each in kernels(tree)}
    assert {place: texts for place, texts in found.items() if texts} == {}


NEEDS_64_BITS = ("kernel/bitsets.py", "kernel/dice.py", "kernel/grid.py", "batch/")
"""Sets, random words and columns that need all 64 bits interpreted as well, where a field of a record has 32."""


def test_rules_do_nothing_for_the_sake_of_the_type_of_a_number() -> None:
    rules = {path: tree for path, tree in modules().items() if not path.startswith(NEEDS_64_BITS)}
    every = [(path, each) for path, tree in rules.items() for each in kernels(tree)]
    assert {(path, each.name): texts for path, each in every if (texts := typed_numbers(each))} == {}


def asked_words(tree: ast.Module) -> list[tuple[str, str]]:
    """House rules by which files are read, each with the word that it must be: ``values["board"] == "large"``."""
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Compare) and isinstance(node.left, ast.Subscript)]
    pairs = [(node.left.slice, node.comparators[0]) for node in found if ast.unparse(node.left).startswith(VALUES)]
    return [(str(key.value), str(word.value)) for key, word in pairs if isinstance(word, ast.Constant)]


VALUES = ("values[", "self.values[")


@cache
def options_of(folder: str) -> set[tuple[str, str]]:
    """The house rules of a game, and of the core that it may stand on, each with each of its values.

    Those of a core's files are asked for under whatever game stands on it.
    """
    is_game = (SOURCES / "games" / folder / "game.py").is_file()
    files = sorted((SOURCES / "games").glob("*/data/options.toml"))
    mine = [file for file in files if file.parts[-3] in (folder, "skirmish40k") or not is_game]
    read = [one for file in mine for one in tomllib.loads(file.read_text())["option"]]
    return {(one["key"], value) for one in read for value in one["values"]}


def test_files_are_read_by_words_that_the_house_rules_have() -> None:
    games = {path: asked_words(tree) for path, tree in modules().items() if path.startswith("games/")}
    assert sum(map(bool, games.values())) >= 4
    unknown = {path: set(words) - options_of(Path(path).parts[1]) for path, words in games.items()}
    assert {path: words for path, words in unknown.items() if words} == {}


def test_no_compiled_rule_asks_pythons_own_hypot() -> None:
    """Python rounds it otherwise than the compiler, in one of two hundred by the last bit: positions would differ."""
    kernels = [path for path in sorted(SOURCES.rglob("*.py")) if "@kernel" in path.read_text()]
    assert len(kernels) > 100
    assert [str(path.relative_to(SOURCES)) for path in kernels if "math.hypot" in path.read_text()] == []


LISTS = ("record", "clause", "Sequence")
"""What takes as many as there are: fields, clauses, steps."""


def long_calls(tree: ast.Module) -> list[str]:
    """Calls in which one has to count to know which argument is which."""
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and len(node.args) > MOST_ARGUMENTS]
    return [name for node in found if (name := ast.unparse(node.func)) not in LISTS]


ROWS = ("Piece",)
"""What is written like the row of a table, column by column."""


def bare_answers(tree: ast.Module) -> list[str]:
    """Calls that hand over a yes or no without saying to what."""
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    bare = [node for node in found if any(isinstance(a, ast.Constant) and isinstance(a.value, bool) for a in node.args)]
    return [name for node in bare if (name := ast.unparse(node.func)) not in (*ROWS, "getattr")]


def test_no_call_lists_more_than_eight_arguments_by_place() -> None:
    assert {path: names for path, tree in modules().items() if (names := long_calls(tree))} == {}


def test_rules_say_to_which_question_they_answer_yes_or_no() -> None:
    rules = {path: tree for path, tree in modules().items() if path.startswith(("games/", "kernel/"))}
    assert {path: names for path, tree in rules.items() if (names := bare_answers(tree))} == {}


def hints_amid(tree: ast.Module) -> list[str]:
    """Sentences that go on after "did you mean x?": the question is what they end with."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            words = [ast.unparse(part.value) if isinstance(part, ast.FormattedValue) else "" for part in node.values]
            found += [word for word in words[:-1] if word == "hint" or word.startswith("did_you_mean(")]
    return found


def test_a_sentence_ends_with_its_question() -> None:
    assert {path: names for path, tree in modules().items() if (names := hints_amid(tree))} == {}


@pytest.mark.parametrize(
    ("look", "text"),
    [
        (hints_amid, 'said = f"{missing}{hint}; {others}"'),
        (hints_amid, 'said = f"{missing}{did_you_mean(name, names)}; there are: {names}"'),
        (private_imports, "from sandtable.kernel.sweep import _meeting_time"),
        (long_definitions, "def goes(b, i, x, y, fx, fy, side, first, log): ..."),
        (long_calls, "goes(b, i, x, y, fx, fy, side, first, log)"),
        (bare_answers, "prepare_melee(b, i, j, True, reply=False)"),
        (asked_words, 'values["board"] == "large"'),
    ],
)
def test_what_is_looked_for_is_found(look, text: str) -> None:
    assert look(ast.parse(text)) != []


REGISTERED_BY = ("kernel", "released_kernel", "clause", "property", "staticmethod", "classmethod", "cache", "kept")
"""Decorators that hand a function to nobody: with another one somebody calls it (a route, a validator, an overload)."""

NAMED_ELSEWHERE = {
    "words_of_help": "what of a command's help has to be said in each language: asked of every command by a test",
    "touch_everything": "named in the program that `bench` gives to a new process",
    "set_from": "what OpenSpiel calls of an observer",
    "string_from": "what OpenSpiel calls of an observer",
    "read_study": "for whoever works with the laboratory in Python: `lab.read_study(file)`",
}
"""What nobody in the house calls by its name, and is there all the same."""


MOST_OWN = 5
"""So often at most does a function name itself: whoever is named more often is named by others, which is soon told."""


def mentions(tree: ast.AST, passes_on: bool = False) -> Counter[str]:
    """How often each name is used: names, attributes, imports, and texts that are names, of data or of exports.

    ``passes_on``: without the last two, of a file that gives others what it imports.
    """
    found: Counter[str] = Counter()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            found[node.id] += 1
        elif isinstance(node, ast.Attribute):
            found[node.attr] += 1
        elif passes_on:
            continue
        elif isinstance(node, ast.alias):
            found[node.name.rpartition(".")[2]] += 1
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and " " not in node.value:
            found.update(re.findall(r"[A-Za-z_]\w*", node.value))
    return found


def own_functions(tree: ast.Module) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Functions and methods that nobody outside the house calls by their names: no hooks, no overrides of others'."""
    theirs = {each for node in ast.walk(tree) if isinstance(node, ast.ClassDef) and node.bases for each in node.body}
    found = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return [each for each in found if each not in theirs and not each.name.startswith("__") and not is_registered(each)]


def is_registered(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """A decorator hands it to whoever calls it."""
    names = [ast.unparse(each).partition("(")[0] for each in function.decorator_list]
    return any(name not in REGISTERED_BY for name in names)


def unused_functions(trees: dict[str, ast.Module], others: Counter[str]) -> list[str]:
    """``file name`` of each that is mentioned nowhere but in its own lines; that a package passes it on is no use."""
    used = others.copy()
    for path, tree in trees.items():
        used.update(mentions(tree, passes_on=path.endswith("/__init__.py")))
    return [
        f"{path} {each.name}"
        for path, tree in trees.items()
        for each in own_functions(tree)
        if used[each.name] <= MOST_OWN and used[each.name] <= mentions(each)[each.name]
    ]


def test_no_function_is_called_by_tests_alone_or_by_nobody() -> None:
    """Its users are the house itself, its tools and benchmarks, a game's data, and whoever reads the docs."""
    root = SOURCES.parents[1]
    programs = [file for folder in ("tools", "benchmarks") for file in (root / folder).glob("*.py")]
    texts = [*SOURCES.rglob("*.toml"), *(root / "docs").rglob("*.md"), root / "pyproject.toml", root / "hatch_build.py"]
    words = [re.findall(r"[A-Za-z_]\w*", file.read_text("utf-8")) for file in texts]
    others = sum((mentions(ast.parse(file.read_text("utf-8"))) for file in programs), Counter())
    for found in words:
        others.update(set(found))
    unused = unused_functions(modules(), others)
    assert [each for each in unused if each.rpartition(" ")[2] not in NAMED_ELSEWHERE] == []


def test_no_kernel_of_a_game_is_out_of_its_reach() -> None:
    """What verbs, layouts and scenes of no game reach carries no rule out, whatever else bears its name."""
    reached = reached_functions(*map(get_game, built_in()))
    rules = {path: tree for path, tree in modules().items() if re.match(r"games/\w+/(rules|listing|thinking)/", path)}
    names = [
        (path, f"sandtable.{path[:-3].replace('/', '.')}.{k.name}") for path, t in rules.items() for k in kernels(t)
    ]
    asked_by_data = {"in_the_dark"}  # data/knowledge.toml says by it who may know a field
    assert [name for _, name in names if name not in reached and name.rpartition(".")[2] not in asked_by_data] == []


def constant_words(tree: ast.Module) -> set[str]:
    """Texts that stand in a module."""
    return {str(node.value) for node in ast.walk(tree) if isinstance(node, ast.Constant)}


def test_what_draws_names_no_thing_of_a_game() -> None:
    """Kinds of ground are data (assets/grounds.json, a game's art): a painter that names one knows a game."""
    things = set(json.loads((SOURCES / "assets" / "grounds.json").read_text("utf-8")))
    for drawn in (SOURCES / "assets" / "symbols.svg", *SOURCES.glob("games/*/data/**/*.svg")):
        things |= set(re.findall(r'id="(?:thing|ground)-([a-z_]+)"', drawn.read_text("utf-8")))
    things -= {"table", "plain", "field"}  # the ground on which every game stands, and the field of a shield
    assert things >= {"camp", "gate", "wood", "masonry"}
    painters = {path: tree for path, tree in modules().items() if path.startswith("draw/")}
    assert {path: named for path, tree in painters.items() if (named := things & constant_words(tree))} == {}
    board = [path for path in (ROOT / "web" / "src" / "board").iterdir() if ".test." not in path.name]
    texts = {path.name: set(re.findall(r"'([a-z_]+)'", path.read_text("utf-8"))) for path in board}
    assert {name: named for name, words in texts.items() if (named := things & words)} == {}


@pytest.mark.parametrize(
    ("text", "unused"),
    [
        ("def alone():\n    alone()", ["a.py alone"]),
        ("def used(): ...\nused()", []),
        ("@app.get('/')\ndef page(): ...", []),
        ("class Ours:\n    def alone(self): ...", ["a.py alone"]),
        ("class Theirs(Base):\n    def hook(self): ...", []),
    ],
)
def test_what_nobody_calls_is_found(text: str, unused: list[str]) -> None:
    assert unused_functions({"a.py": ast.parse(text)}, Counter()) == unused
