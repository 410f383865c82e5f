"""Numbers of data files: their addresses, and that a table is laid with a changed one, and only while it is changed."""

from __future__ import annotations

import pytest

from sandtable.errors import InputError
from sandtable.games import built_in, get_game
from sandtable.games.common.data import changed_numbers
from sandtable.lab.numbers import numbers_named, numbers_of, short_address
from sandtable.table.scenarios import lay_table

CHANGED = [
    ("dbaix", "rules.move", "rules", "move", 3.5),
    ("dbaix", "figures.obelix.factor", "", "", 9),
    ("dba", "rules.overlapped", "rules", "overlapped", -2),
    ("dba", "troops.Kn.factor.foot", "", "", 9),
    ("pursuit", "rules.slide", "rules", "slide", 10.0),
    ("pursuit", "profiles.scout_rider.line_4.2", "", "", 2),
    ("flash-flood", "rules.inches_a_strength", "rules", "inches_a_strength", 2.5),
    ("inter-arma", "rules.formation_save", "rules", "formation_save", 2),
    ("batalist", "rules.mercy", "rules", "mercy", 4),
]


@pytest.mark.parametrize(("key", "address", "record", "field", "value"), CHANGED)
def test_a_table_is_laid_with_a_changed_number_and_only_then(key, address, record, field, value):
    game = get_game(key)
    [number] = numbers_named(game, address)
    before = lay_table(key).record
    with changed_numbers([number.change(value, address)]):
        changed = lay_table(key).record
        again = lay_table(key).record
    assert changed.tobytes() == again.tobytes() != before.tobytes()
    assert lay_table(key).record.tobytes() == before.tobytes()
    if record:
        assert changed[0][record][field] == value != before[0][record][field]


def test_every_game_has_numbers_and_each_is_what_its_whole_address_means():
    for key in built_in():
        game = get_game(key)
        assert len(numbers_of(game)) > 100
        for address, number in numbers_of(game).items():
            assert numbers_named(game, address) == [number]
            assert numbers_named(game, short_address(game, number)) == [number]


def test_an_address_may_be_the_end_of_one_with_its_file_or_without():
    game = get_game("dbaix")
    whole = "figures.kinds.obelix.factor"
    for address in (whole, "figures.obelix.factor", "obelix.factor"):
        assert [number.address for number in numbers_named(game, address)] == [whole]
    assert len(numbers_named(game, "figures.factor")) > 5
    assert numbers_named(game, "figures") == []


def test_a_whole_number_stays_whole_and_nothing_else_is_a_number():
    [number] = numbers_named(get_game("dba"), "rules.overlapped")
    assert number.change(-2.0, "x").number == -2
    assert isinstance(number.change(-2.0, "x").number, int)
    for wrong in (-1.5, "two", True, None, float("inf")):
        with pytest.raises(InputError, match=r"^x: expected a whole number, found "):
            number.change(wrong, "x")


def test_a_games_own_check_of_its_files_holds_for_changed_numbers():
    [number] = numbers_named(get_game("pursuit"), "profiles.scout_rider.line_4.2")
    with (
        changed_numbers([number.change(11, "x")]),
        pytest.raises(InputError, match="expected a number of at most 10, found 11"),
    ):
        lay_table("pursuit")
