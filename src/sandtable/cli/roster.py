"""``sandtable roster``: a campaign's rosters, made, checked, brought to a battle, and kept after it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sandtable.translation import gettext, gettext_word

if TYPE_CHECKING:
    from sandtable.games.game import Game
    from sandtable.games.rosters import Fought, Rosters
    from sandtable.table.battle import Battle


def main(
    what: Annotated[str, typer.Argument(metavar="WHAT", help="new, check, bring or after.")],
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="NAMES...",
            help="new, check: the roster's file. bring: a scenario, then SIDE=FILE for each roster. after: the roster's"
            " file and a save.",
        ),
    ],
    game: Annotated[str, typer.Option(help="new, bring: the game; left out, the first that has rosters.")] = "",
    scenario: Annotated[str, typer.Option(help="new: the scenario that has the side; left out, the usual one.")] = "",
    side: Annotated[str, typer.Option(help="new: the side whose soldiers the roster takes.")] = "",
    out: Annotated[str, typer.Option(help="bring: the scenario (.yaml), or a save to open on the board (.json).")] = "",
) -> None:
    """Make a campaign's roster, check it, bring it to a battle, or tell it how a battle went.

    new writes one from a side of a scenario. bring writes a scenario, or a save, in which who is fit takes the field.
    after throws for the wounded, tells who died, who misses the next battle and who recovered, and updates the file;
    the same battle is never told twice.

    Examples:

      sandtable roster new band.toml --scenario ford --side raiders

      sandtable roster bring ford raiders=band.toml --out second.json

      sandtable roster after band.toml battle.json
    """
    from sandtable.errors import InputError

    if what == "new" and len(names) == 1 and side:
        _new(Path(names[0]), game, scenario, side)
    elif what == "check" and len(names) == 1:
        print("\n  ".join(_of_file(Path(names[0]))[1].check(Path(names[0]))))
    elif what == "bring" and len(names) > 1 and out:
        _bring(names[0], names[1:], game, Path(out))
    elif what == "after" and len(names) == 2:
        _after(Path(names[0]), names[1])
    elif what in NEEDS:
        raise InputError(gettext("sandtable roster {what} needs {needs}", what=what, needs=gettext_word(NEEDS[what])))
    else:
        raise InputError(gettext("sandtable roster knows {names}, not {what!r}", names=", ".join(NEEDS), what=what))


NEEDS = {
    "new": "the file to write and --side",
    "check": "the file of a roster",
    "bring": "a scenario, SIDE=FILE for each roster, and --out",
    "after": "the file of a roster and a save",
}
"""What there is to do with rosters, and what must be said for it."""


def _of_game(key: str) -> tuple[Game, Rosters]:
    """The game so called, or the first that has rosters, and what it does with them."""
    from sandtable.errors import InputError
    from sandtable.games import game_keys, get_game

    for one in [key] if key else game_keys():
        facts = get_game(one)
        if facts.rosters is not None:
            return facts, facts.rosters
    if key:
        raise InputError(gettext("{game} has no rosters", game=get_game(key).title))
    raise InputError(gettext("no game here has rosters"))


def _of_file(path: Path) -> tuple[Game, Rosters]:
    """The game whose roster a file is."""
    from sandtable.errors import InputError
    from sandtable.files import describe, expected, load_toml, place

    data = load_toml(path)
    key = data.get("game")
    if not isinstance(key, str) or not key:
        found = expected(gettext("the key of a game"), describe(key))
        raise InputError(f"{place(data, str(path), 'game')}: {found}")
    return _of_game(key)


def _write_new(path: Path, text: str) -> None:
    """Write a file that is not there yet, whole or not at all."""
    from sandtable.errors import InputError
    from sandtable.files import atomic_write

    if path.exists():
        raise InputError(f"{path}: {gettext('is there already; name another file, or remove it')}")
    atomic_write(path, text)


def _new(path: Path, game: str, scenario: str, side: str) -> None:
    from sandtable.table.scenarios import find_scenario

    facts, rosters = _of_game(game)
    _write_new(path, rosters.of_side(find_scenario(facts, scenario).content, side))
    print("\n  ".join(rosters.check(path)))


def _bring(scenario: str, given: list[str], game: str, out: Path) -> None:
    from sandtable.errors import InputError
    from sandtable.files import as_yaml, expected
    from sandtable.table.new_battle import new
    from sandtable.table.save_writer import save_text
    from sandtable.table.scenarios import find_scenario

    files: dict[str, Path] = {}
    for word in given:
        key, equals, name = word.partition("=")
        if not (key and equals and name) or key in files:
            wanted = expected(gettext("SIDE=FILE once for each side"), repr(word))
            raise InputError(f"sandtable roster bring: {wanted}")
        files[key] = Path(name)
    facts, rosters = _of_game(game)
    brought = rosters.bring(find_scenario(facts, scenario).content, files)
    if out.suffix == ".json":
        text = save_text(new(facts, brought.content).to_json())
    elif out.suffix in (".yaml", ".yml"):
        text = as_yaml(brought.content)
    else:
        wanted = gettext("a file that ends in .yaml, for a scenario, or .json, for a save")
        raise InputError(f"{out}: {expected(wanted, out.suffix or gettext('nothing'))}")
    _write_new(out, text)
    print("\n".join(brought.lines))


def _after(path: Path, save: str) -> None:
    from sandtable.errors import InputError
    from sandtable.files import atomic_write
    from sandtable.games import get_game
    from sandtable.table.save_files import read_save
    from sandtable.table.saves import load

    facts, rosters = _of_file(path)
    rosters.check(path)  # this and the next before the battle is played again, which takes longer
    fought = get_game(read_save(save).game)
    if fought.key != facts.key:
        other = gettext(
            "is a battle of {game}, and {path} a roster of {other}", game=fought.title, path=path, other=facts.title
        )
        raise InputError(f"{save}: {other}")
    battle = load(save)
    if not battle.over:
        raise InputError(f"{save}: {gettext('this battle is not over yet')}")
    kept = rosters.after(path, _fought(battle))
    atomic_write(path, kept.text)
    print("\n".join(kept.lines))


def _fought(battle: Battle) -> Fought:
    """The battle as a roster asks about it; its key says what was laid, and every state after that."""
    import hashlib
    import json

    from sandtable.games.rosters import Fought
    from sandtable.table.scenarios import plain_data

    told = [battle.game.key, plain_data(battle.engine.origin.content), [step.hash for step in battle.history]]
    key = hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]
    figures = battle.names.figures
    clauses = {
        event.actor: event.clause
        for event in battle.events
        if event.code in battle.game.suffers and event.actor is not None and event.clause is not None
    }
    return Fought(key, battle.record, [f.id for f in figures], [f.kind for f in figures], clauses)
