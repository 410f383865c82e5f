"""Wheels at the field's edge: the way counts, not only its end."""

from __future__ import annotations

import pytest

from sandtable.table.cases import answer

# Orcs in their base of 6 by 4 stand with their left rear corner r = sqrt(36 + 16) = 7.2111 from their right front one,
# 33.69 degrees below west. Wheeling right by 45 degrees it is farthest west after 33.69: r from the pivot, which is 3
# east of the middle of the base. So the middle must be 4.2111 from the west edge, though at the end of the wheel the
# corner is only r cos(11.31) = 7.0711 west of the pivot, and the middle need be no farther than 4.0711.


@pytest.mark.clause("BAT-ACT-22")
@pytest.mark.parametrize(("x", "degrees", "is_legal"), [(4.1, 45, False), (4.19, 45, False), (4.23, 45, True)])
@pytest.mark.parametrize("hand", ["right", "left"])
def test_a_wheel_swings_no_corner_over_the_edge(x: float, degrees: int, is_legal: bool, hand: str) -> None:
    place, facing = ([x, 20], "N") if hand == "right" else ([x, 20], "S")
    case = {
        "game": "batalist",
        "south": {
            "battalions": [{"id": "A1", "unit": "orc_warriors", "at": place, "facing": facing, "cards": ["move"]}]
        },
        "north": {"battalions": [{"id": "B1", "unit": "orc_warriors", "at": [40, 60], "facing": "S"}]},
        "actions": [{"move": ["A1"], "legs": [{"wheel": hand, "degrees": degrees}]}],
    }
    judged = answer(case, "case", seed=1).rulings[0].judgement
    assert judged.legal == is_legal
    assert is_legal or {str(reason.clause) for reason in judged.reasons} == {"BAT-ACT-22"}
