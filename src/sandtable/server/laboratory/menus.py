"""What can be varied and measured in a scenario, for the menus of the page."""

from __future__ import annotations

from sandtable.errors import InputError
from sandtable.games import get_game
from sandtable.lab.factors import Start
from sandtable.lab.measures import SHARE, Measure, by_general, measures_of
from sandtable.lab.numbers import numbers_of, short_address
from sandtable.lab.study import Arm, Study, StudyFile, check_study
from sandtable.server.messages.laboratory import ArmyFact, LaboratoryGame, MeasureFact, NumberFact
from sandtable.server.views.battle_messages import side_facts
from sandtable.table.battle import Battle
from sandtable.table.scenarios import scenario_names
from sandtable.translation import gettext


def menu(key: str, scenario: str) -> LaboratoryGame:
    """What can be varied and measured there; InputError for a scenario that the game does not have."""
    game = get_game(key)
    if scenario not in scenario_names(game):  # no file of the machine's is named by a web page
        raise InputError(gettext("{game} has no scenario {name!r}.", game=game.title, name=scenario))
    study = check_study({"game": game.key, "scenarios": [scenario]})
    numbers = [
        NumberFact(name=short_address(game, number), value=number.value, whole=isinstance(number.value, int))
        for number in numbers_of(game).values()
    ]
    armies: dict[str, tuple[ArmyFact, ...]] = {}
    if game.armies is not None:
        lists = tuple(ArmyFact(key=entry.key, name=entry.name) for entry in game.armies.lists())
        armies = dict.fromkeys(game.armies.of_scenario(study.starts[0].origin.content), lists)
    numbers.sort(key=lambda number: number.name)
    return LaboratoryGame(
        numbers=tuple(numbers), measures=_measures(study), by_general=_by_general(study), armies=armies,
        sides=side_facts(study.sides),
    )  # fmt: skip


def menu_of_battle(battle: Battle) -> LaboratoryGame:
    """What can be measured from the table of a battle, whose sides are its own scenario's; it keeps its rules."""
    game, start = battle.game, Start("", battle.engine.origin, battle.array, battle.names)
    study = Study(StudyFile(game=game.key), "", game, (start,), {}, (Arm(0, (), game),))
    return LaboratoryGame(
        numbers=(), measures=_measures(study), by_general=_by_general(study), armies={}, sides=side_facts(study.sides)
    )


def _measures(study: Study) -> tuple[MeasureFact, ...]:
    return tuple(map(_fact, measures_of(study).values()))


def _by_general(study: Study) -> tuple[MeasureFact, ...]:
    """How often each general wins, for studies whose generals change seats: as many as there are sides."""
    return tuple(_fact(by_general(k)) for k in range(len(study.sides)))


def _fact(one: Measure) -> MeasureFact:
    return MeasureFact(name=one.name, called=one.words, text=one.text, share=one.kind == SHARE)
