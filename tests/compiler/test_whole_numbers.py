"""Members of enums, fields of records and literals are one kind of number to compiled rules, and to those alone."""

from __future__ import annotations

from collections import namedtuple
from enum import IntEnum
from http import HTTPStatus

import numba
import numpy as np
import pytest

from sandtable.compiler.decorators import COMPILED, kernel
from sandtable.kernel.records import record

if COMPILED:
    from sandtable.compiler.linking import USABLE

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled in the interpreted run")


class Gait(IntEnum):
    """How a horse goes."""

    WALK = 3
    TROT = 5


class Coat(IntEnum):
    """What it looks like."""

    BAY = 7
    GREY = 11


USUAL = Gait.WALK
QUICK = (Gait.TROT, Coat.GREY)
Horse = namedtuple("Horse", "gait coat")
STABLE = np.zeros(1, record(("gait", "i4"), ("coats", "i4", (2,))))[0]
STABLE.gait, STABLE.coats[1] = 4, 9


@kernel
def doubled(number):
    return 2 * number


@kernel
def doubled_each(stable):
    return (
        doubled(Gait.TROT) + doubled(Coat.BAY) + doubled(stable.gait) + doubled(stable.coats[1]) + doubled(1)
    ) + doubled(USUAL)


def test_a_kernel_is_compiled_once_for_members_of_any_enum_for_fields_and_for_literals():
    assert doubled_each(STABLE) == 2 * (5 + 7 + 4 + 9 + 1 + 3)
    found_on_disk = not doubled.overloads  # then its caller was, too, and nothing is asked of it
    assert len(doubled.overloads) == 1 or found_on_disk or not USABLE


@kernel
def gait_of(stable, is_named):
    gait = Gait.TROT if is_named else stable.gait
    if gait == Gait.WALK:
        return Coat.BAY
    return gait


@pytest.mark.parametrize(("is_named", "found"), [(True, 5), (False, 4)])
def test_a_member_in_one_branch_and_a_field_in_the_other(is_named, found):
    assert gait_of(STABLE, is_named) == gait_of.py_func(STABLE, is_named) == found


@kernel
def horse_of(stable, is_named):
    return Horse(Gait.TROT, 1) if is_named else Horse(stable.gait, coat=Coat.GREY)


@pytest.mark.parametrize(("is_named", "found"), [(True, (5, 1)), (False, (4, 11))])
def test_named_tuples_of_members_of_literals_and_of_fields_are_of_one_type(is_named, found):
    assert horse_of(STABLE, is_named) == horse_of.py_func(STABLE, is_named) == Horse(*found)


@kernel
def quickest(gait, least=Gait.TROT):
    best = 0
    for each in QUICK:
        best = max(best, each)
    return best + gait if gait in (Gait.TROT, Coat.BAY) and gait >= least else -1


@pytest.mark.parametrize(
    ("given", "found"), [((Gait.TROT,), 16), ((5,), 16), ((Coat.BAY,), 18), ((3,), -1), ((5, Coat.BAY), -1)]
)
def test_python_hands_in_members_and_leaves_them_out(given, found):
    assert quickest(*given) == quickest.py_func(*given) == found


POINTS = (10, 11, 12, 13, 14, 15)


@kernel
def points_of(horses):
    horses[Gait.WALK] = 2 * horses[Gait.TROT]
    return POINTS[Gait.TROT] + horses[Gait.WALK]


def test_members_say_places_in_tuples_and_arrays():
    assert points_of(np.arange(6)) == points_of.py_func(np.arange(6)) == 15 + 2 * 5


def test_other_peoples_enums_stay_what_numba_makes_of_them():
    assert numba.njit(lambda: HTTPStatus.OK)() is HTTPStatus.OK
