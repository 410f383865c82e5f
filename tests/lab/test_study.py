"""Studies: their files are checked in one sentence with file, line and field; designs make the arms that they say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable import lab
from sandtable.errors import InputError
from sandtable.games import get_game
from sandtable.lab.study import LATIN, Study
from sandtable.table.scenarios import find_scenario

HEAD = 'game = "dba"\nscenarios = ["first-lesson"]\n'


def study(**fields: Any) -> Study:
    return lab.new_study({"game": "dba", "scenarios": ["first-lesson"], **fields})


WRONG = [
    (
        "battels = 5\n",
        r"study.toml, line 3, field battels: there is no such field; did you mean 'battles'\?",
    ),
    (
        'battles = "many"\n',
        "study.toml, line 3, field battles: expected a whole number of battles .*, found 'many'",
    ),
    (
        'generals = ["napoleon"]\n',
        r"line 3, field generals\[1\]: there is no general 'napoleon'; there are recruit",
    ),
    (
        'generals = ["quick", "quick", "quick"]\n',
        r"line 3, field generals: expected one general for all, or 2 generals, .*\(red, blue\), found 3",
    ),
    (
        'design = "A/B"\n',
        "field factors: A/B needs factors",
    ),
    (
        'design = "grid"\n[factors]\n"rules.overlaped" = [1]\n',
        "line 5, field factors.rules.overlaped: .* no number 'rules.overlaped'; the nearest there are: rules.overl",
    ),
    (
        'design = "grid"\n[factors]\nlast_bount = [1]\n',
        "line 5, field factors.last_bount: .*; the nearest there are: last_bound",
    ),
    (
        'design = "grid"\n[factors]\nlast_bound = ["40", "41"]\n',
        r"line 5, field factors.last_bound\[2\]: last_bound: expected .*40.*, found '41'",
    ),
    (
        'design = "grid"\n[factors]\n"rules.overlapped" = [-1.5]\n',
        r"line 5, field factors.rules.overlapped\[1\]: expected a whole number, found -1.5",
    ),
    (
        'design = "grid"\n[factors]\n"troops.factor.foot" = [1]\n',
        "line 5, .*: 'troops.factor.foot' may be any of .* numbers; say which: troops",
    ),
    (
        'design = "A/B"\n[factors]\n"rules.overlapped" = [1, 2, 3]\n',
        "line 5, .*: expected two values, A and B, or B alone, found 3",
    ),
    (
        'design = "one variant"\n[factors]\n"rules.overlapped" = [-1, -2]\n',
        "field design: one variant has one value of each factor; designs of several: A/B",
    ),
    (
        'design = "A/B"\n[factors]\n"rules.overlapped" = [-1]\n',
        "line 5, .*: these values change nothing on the tables of this study",
    ),
    (
        'design = "A/B"\n[factors]\n"general.green" = ["quick"]\n',
        "line 5, .*: there is no side 'green'; there are red, blue",
    ),
    (
        'design = "A/B"\n[factors]\n"army.red" = ["martians"]\n',
        r"line 5, .*\[1\]: there is no army list and no file 'martians'",
    ),
    (
        'measure = "wins.green"\n',
        "line 3, field measure: there is no measure 'wins.green'; the nearest there are: wins.",
    ),
    (
        'design = "A/B"\n[factors]\n"rules.overlapped" = {from = 2, to = 1}\n',
        "line 5, .*: expected a range that ends above its beginning",
    ),
    (
        "[sequential]\nleast = 2.0\n",
        "line 3, field sequential: expected two variants for a sequential test, found 1",
    ),
    (
        "[sequential]\nleast = 2.0\nprecision = 1\n",
        "field sequential: expected one of least, normalised and precision",
    ),
    (
        'measure = "decided"\n[sequential]\nprecision = 1\n',
        "line 3, field measure: decided is not told of every battle: no test ends by it",
    ),
    (
        'design = "grid"\n[factors]\n"rules.overlapped" = [-2, -3, -2]\n',
        r"line 5, field factors.rules.overlapped\[3\]: the same stands there already",
    ),
    (
        'design = "listed"\nvariants = [{"rules.overlapped" = -2}, {}, {"rules.overlapped" = -2}]\n',
        r"line 4, field variants\[3\]: the same stands there already",
    ),
    (
        'design = "A/B"\n[factors]\n"rules.overlapped" = [-1000000000000]\n',
        r"line 5, .*\[1\]: expected a number of at least -1000000000, found -1000000000000",
    ),
    (
        'design = "A/B"\n[factors]\n"scenario.nowhere" = [1]\n',
        "study.toml, variant scenario.nowhere = 1: first-lesson.yaml.*, field nowhere: there is no such field",
    ),
]


@pytest.mark.parametrize(("text", "said"), WRONG)
def test_a_wrong_study_is_refused_in_a_sentence_with_its_place(text: str, said: str, tmp_path: Path):
    file = tmp_path / "study.toml"
    file.write_text(HEAD + text, "utf-8")
    with pytest.raises(InputError, match=said) as caught:
        lab.read_study(file)
    assert str(file) in str(caught.value) and "\n" not in str(caught.value)


def test_a_scenario_that_is_not_there_is_refused_with_those_there_are():
    with pytest.raises(
        InputError,
        match=r"^study, field scenarios\[1\]: .* scenario 'first-lessen'; there are: .*; did you mean first-lesson\?$",
    ):
        study(scenarios=["first-lessen"])


def test_a_game_that_is_not_there_is_refused_at_its_place(tmp_path: Path):
    file = tmp_path / "study.toml"
    file.write_text('title = "One"\ngame = "chess"\n', "utf-8")
    with pytest.raises(InputError, match="study.toml, line 2, field game: There is no game 'chess'; the games are:"):
        lab.read_study(file)


def test_scenarios_that_results_could_not_tell_apart_are_refused(tmp_path: Path):
    saves = [tmp_path / folder / "mid.json" for folder in ("one", "two")]
    for seed, save in enumerate(saves):
        save.parent.mkdir()
        sandtable.new("dba", "first-lesson", seed=seed).save(save)
    for twice in (["first-lesson", "granicus", "first-lesson"], ["granicus", *map(str, saves)]):
        with pytest.raises(InputError, match=r"^study, field scenarios\[3\]: the same stands there already"):
            study(scenarios=twice)


def labels(**fields: Any) -> list[str]:
    return [arm.label for arm in study(**fields).arms]


OVERLAPPED = "rules.overlapped"


def test_one_variant_is_the_game_as_it_is():
    assert labels() == ["as it is"]
    assert labels(design="one variant", factors={OVERLAPPED: [-2]}) == ["rules.overlapped = -2"]


def test_a_study_that_names_no_design_sets_each_value_beside_the_game_as_it_is():
    assert labels(factors={OVERLAPPED: [-2]}) == ["as it is", "rules.overlapped = -2"]
    assert labels(factors={OVERLAPPED: [-2, 0]}) == ["as it is", "rules.overlapped = -2", "rules.overlapped = 0"]
    assert labels(variants=[{}, {OVERLAPPED: 0}]) == ["as it is", "rules.overlapped = 0"]


def test_an_a_b_has_two_arms_of_which_a_may_be_the_game_as_it_is():
    assert labels(design="A/B", factors={OVERLAPPED: [-2]}) == ["as it is", "rules.overlapped = -2"]
    two = labels(design="A/B", factors={OVERLAPPED: [-2, 0]})
    assert two == ["rules.overlapped = -2", "rules.overlapped = 0"]


def test_a_grid_has_every_pair_of_values_and_one_at_a_time_each_value_beside_the_game_as_it_is():
    factors = {OVERLAPPED: [-1, -2], "last_bound": ["40", "100"]}
    assert len(labels(design="grid", factors=factors)) == 4
    assert labels(design="one at a time", factors=factors) == [
        "as it is",
        "rules.overlapped = -1",
        "rules.overlapped = -2",
        "last_bound = 40",
        "last_bound = 100",
    ]


def test_a_hypercube_has_one_value_in_each_equal_part_of_every_range():
    ranges = {"rules.command_far": {"from": 1000, "to": 2000}, "rules.break_off": {"from": 100, "to": 300}}
    arms = study(design=LATIN, points=10, factors=ranges).arms
    for place, (least, length) in enumerate(((1000, 1000), (100, 200))):
        parts = sorted(int((arm.setting[place][1] - least) / length * 10) for arm in arms)
        assert parts == list(range(10))


def test_values_listed_in_a_hypercube_come_equally_often():
    factors = {"general.red": ["quick", "random"], "rules.command_far": {"from": 1000, "to": 2000}}
    found = study(design=LATIN, points=12, factors=factors)
    assert [found.generals_of(arm)[0] for arm in found.arms].count("quick") == 6


def test_variants_of_a_hypercube_that_fall_together_are_fought_once():
    """Twelve points of four pairs; ten of a range that holds three whole numbers: the same dice, the same battles."""
    factors = {"general.red": ["quick", "random"], "general.blue": ["quick", "random"]}
    found = study(design=LATIN, points=12, factors=factors)
    pairs = [found.generals_of(arm) for arm in found.arms]
    assert len(pairs) == len(set(pairs)) == 4
    whole = labels(design=LATIN, points=10, factors={OVERLAPPED: {"from": -4, "to": -2}})
    assert sorted(whole) == ["rules.overlapped = -2", "rules.overlapped = -3", "rules.overlapped = -4"]


def test_two_variants_that_are_the_same_are_no_a_b():
    with pytest.raises(InputError, match=r"field factors.rules.overlapped\[2\]: the same stands there already"):
        study(design="A/B", factors={OVERLAPPED: [-2, -2]})
    both = {OVERLAPPED: [-2, -2], "last_bound": ["40", "100"]}
    assert len(labels(design="A/B", factors=both)) == 2


def test_listed_variants_are_those_listed_and_may_be_the_game_as_it_is():
    listed = [{OVERLAPPED: -1}, {OVERLAPPED: -2, "last_bound": "40"}, {}]
    assert labels(design="listed", variants=listed) == [
        "rules.overlapped = -1",
        "rules.overlapped = -2, last_bound = 40",
        "as it is",
    ]
    assert labels(design="listed", variants=listed[:1]) == ["rules.overlapped = -1"]
    with pytest.raises(InputError, match="these values change nothing on the tables"):
        study(design="listed", variants=[{"rules.25mm.base_width": 70}])
    with pytest.raises(InputError, match="field design: a listed design has variants and no factors"):
        study(design="listed")


def test_fields_of_a_listed_variant_are_laid_together():
    """The warband that waits aboard goes ashore: either field alone would make an army of thirteen or of eleven."""
    at = {"side": "blue", "front": [600, 2120], "troops": "3Wb"}
    rows = [*find_scenario(get_game("dba"), "landing-in-africa").content["rows"], at]
    held = [{"id": "B12", "is": "2LH", "side": "blue", "where": "held back"}]
    both = study(
        scenarios=["landing-in-africa"],
        design="listed",
        variants=[{}, {"scenario.rows": rows, "scenario.figures": held}],
    )
    assert len(both.laid) == 2
    with pytest.raises(InputError, match="expected 12 elements, found 13"):
        study(scenarios=["landing-in-africa"], design="listed", variants=[{"scenario.rows": rows}])


def test_a_range_in_a_grid_is_cut_into_equal_steps():
    arms = study(design="grid", factors={"rules.command_far": {"from": 1000, "to": 2000, "steps": 3}}).arms
    assert [arm.setting[0][1] for arm in arms] == [1000.0, 1500.0, 2000.0]


def test_factors_reach_the_table_of_their_arm_alone():
    found = study(design="one at a time", factors={OVERLAPPED: [-2], "last_bound": ["40"]})
    records = [laid.record[0] for laid in found.laid]
    assert [int(b["rules"]["overlapped"]) for b in records] == [-1, -2, -1]
    assert [int(b["rules"]["last_bound"]) for b in records][1:] == [int(records[0]["rules"]["last_bound"]), 40]


def test_an_army_list_is_a_factor():
    found = study(scenarios=["ready-field"], design="A/B", factors={"army.red": ["gallic", "polybian-roman"]})
    one, two = (laid.record[0]["figures"]["type"] for laid in found.laid)
    assert not (one == two).all()


def test_a_field_of_the_scenario_is_a_factor():
    found = lab.new_study({
        "game": "inter-arma", "scenarios": ["chase"], "design": "A/B", "factors": {"scenario.turns": [7, 5]},
    })  # fmt: skip
    assert [int(laid.record[0]["turns"]) for laid in found.laid] == [7, 5]


def test_seats_rotate_only_where_generals_differ_and_blocks_stay_whole():
    assert study().seats == 1
    mixed = study(generals=["quick", "random"], battles=401)
    assert (mixed.seats, mixed.battles, mixed.shards) == (2, 402, 3)
    assert [len(mixed.range_of(shard)) for shard in range(3)] == [200, 200, 2]
    assert study(generals=["quick", "random"], rotate=False).seats == 1
    assert study(factors={"general.red": ["random"]}).seats == 1
    three = lab.new_study({"game": "dbaix", "generals": ["quick", "random", "random"], "battles": 500})
    assert (three.seats, three.shard_size, three.battles) == (3, 201, 501)


def test_generals_are_factors_of_one_side_or_of_all():
    found = study(design="one at a time", factors={"general.blue": ["random"], "generals": [["random", "quick"]]})
    generals = [found.generals_of(arm) for arm in found.arms]
    assert generals == [("quick", "quick"), ("quick", "random"), ("random", "quick")]


def test_the_key_changes_with_what_battles_depend_on_and_not_with_their_number():
    base = study(battles=400)
    assert study(battles=800, title="another").key == base.key
    assert study(seed=1).key != base.key
    assert study(measures=["forced"]).key != base.key
    assert study(generals=["random"]).key != base.key
    assert study(factors={OVERLAPPED: [-2]}).key != base.key


def test_a_case_is_a_start_and_keeps_its_own_switches_beside_those_that_are_varied(tmp_path: Path):
    told = (Path(__file__).parents[2] / "casebook" / "dba" / "08c-house-rule-busy-side.yaml").read_text("utf-8")
    case, plain = tmp_path / "busy.yaml", tmp_path / "plain.yaml"
    case.write_text(told, "utf-8")
    plain.write_text(told.replace("options: {wwg_overlap_busy_side: 'yes'}\n", ""), "utf-8")
    found = study(scenarios=[str(case), str(plain)], design="A/B", factors={"last_bound": ["40"]})
    assert [start.label for start in found.starts] == ["busy", "plain"]
    assert {len(laid.names.figures) for laid in found.laid} == {4}
    assert [int(laid.record[0]["rules"]["last_bound"]) == 40 for laid in found.laid] == [False, False, True, True]
    for busy, other in (found.laid[:2], found.laid[2:]):
        assert busy.record.tobytes() != other.record.tobytes()


def test_a_saved_battle_keeps_its_rules(tmp_path: Path):
    battle = sandtable.new("dba", "first-lesson", seed=1)
    file = tmp_path / "mid.json"
    battle.save(file)
    found = study(scenarios=[str(file)])
    assert found.laid[0].record.tobytes() == battle.array.tobytes()
    with pytest.raises(InputError, match="is a saved battle, which keeps its rules"):
        study(scenarios=[str(file)], factors={OVERLAPPED: [-2]})
