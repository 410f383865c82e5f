"""``sandtable show``: draws a scenario, a case, a save or a position as text or SVG."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from sandtable.translation import gettext

if TYPE_CHECKING:
    from sandtable.games.game import Game

DEFAULT = "dbaix"
"""The game of what names none."""


def main(
    what: Annotated[
        str,
        typer.Argument(metavar="WHAT", help="A scenario of the game, a scenario or case file, a save, or a position."),
    ],
    game: Annotated[
        str, typer.Option(help="The game whose scenario it is; left out, the first that has one so called.")
    ] = "",
    svg: Annotated[str, typer.Option(help="Write an SVG file instead of text.")] = "",
    width: Annotated[int, typer.Option(help="Characters to a line.", min=20, max=400)] = 96,
    color: Annotated[bool, typer.Option(help="Colour the sides.")] = False,
) -> None:
    """Draw what stands on a table.

    Examples:

      sandtable show village

      sandtable show granicus --color

      sandtable show battle.json --svg battle.svg
    """
    from sandtable.errors import InputError
    from sandtable.files import atomic_write, check_not_over

    check_not_over(what, svg)
    battle = _battle(what, game)
    if not svg:
        print(battle.picture(width, color))
        return
    drawn = battle._repr_svg_()
    if drawn is None:
        raise InputError(gettext("SVG cannot be drawn: this installation has no drawing part"))
    atomic_write(svg, drawn)


def _battle(what: str, game: str) -> Any:
    """The battle that the words name, before its first die where it has not begun."""
    import sandtable
    from sandtable.files import load_yaml
    from sandtable.games import get_game
    from sandtable.table.case_files import game_part
    from sandtable.table.name_index import options_of
    from sandtable.table.scenarios import Origin, find_scenario, house_rules

    if what.endswith(".json"):
        return sandtable.load(what)
    if ";" in what:
        return sandtable.from_position(what)
    if what.endswith((".yaml", ".yml")):
        data = load_yaml(what)
        game = str(data.get("game", game))
        if "actions" in data or "question" in data or "scenario" in data:
            facts = get_game(game or DEFAULT)
            options = options_of(facts, data.get("options"), f"{what}, field options")
            return sandtable.Battle(facts, Origin(game_part(data, facts), "", what, case=True), options)
    facts = get_game(game) if game else _game_with(what)
    origin = find_scenario(facts, what)
    return sandtable.Battle(facts, origin, options_of(facts, None, usual=house_rules(facts, origin)))


def _game_with(scenario: str) -> Game:
    """The game that has a scenario so called; the usual one where none has."""
    from sandtable.games import game_keys, get_game
    from sandtable.table.scenarios import scenario_names

    keys = sorted(game_keys(), key=lambda key: (key != DEFAULT, key))
    return next((get_game(key) for key in keys if scenario in scenario_names(get_game(key))), get_game(DEFAULT))
