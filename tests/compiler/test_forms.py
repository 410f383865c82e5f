"""A compiled form names the type of its battle, and whoever reads it takes the type that the loaded game has."""

from __future__ import annotations

import pickle

import numba
import numpy as np
import pytest

from sandtable.compiler import forms, keys
from sandtable.compiler.decorators import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled in the interpreted run")

FIELDS = [(f"field_{n}", "f8") for n in range(300)]


@pytest.fixture
def battle(monkeypatch):
    """The type of a battle of 300 fields, of a game that is loaded."""
    kind = numba.from_dtype(np.dtype(FIELDS))
    monkeypatch.setitem(keys.GAMES, kind, {})
    return kind


def test_the_type_of_a_battle_is_named_and_found_again(battle):
    form = ((battle, numba.int64), ("a.module", "march", (battle,)), [battle, b"code"])
    data = forms.written(form)
    assert b"field_7" not in data
    assert len(data) < 1000 < len(pickle.dumps(battle))
    assert forms.read(data) == form
    assert forms.read(data)[0][0] is battle


def test_another_type_is_written_out(battle):
    other = numba.from_dtype(np.dtype([("other", "i4")]))
    data = forms.written((battle, other))
    assert b"other" in data
    assert forms.read(data) == (battle, other)


def test_a_form_for_battles_of_no_loaded_game_is_not_read(battle, monkeypatch):
    data = forms.written((battle,))
    monkeypatch.delitem(keys.GAMES, battle)
    with pytest.raises(pickle.UnpicklingError, match="no game that is loaded"):
        forms.read(data)
