"""A scenario's leanings: what the computer that leads a side weighs otherwise there, and nowhere else."""

import pytest

import sandtable
from sandtable.errors import InputError
from sandtable.games import get_game
from sandtable.games.common.worth import read_features
from sandtable.table.scenarios import find_scenario, lay_table, plain_data


def weights(record, side, game):
    """The weights of a side's general by feature."""
    features = read_features(get_game(game).folder)
    return {feature.key: float(record["worths"][side, column]) for column, feature in enumerate(features)}


def test_a_side_leans_as_its_scenario_says_and_nobody_else_does(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text("title: Mine\nextends: ford\nleanings:\n  raiders: {danger: -0.75, idle: 1}\n", "utf-8")
    usual = lay_table("inter-arma", "ford").record[0]
    laid = lay_table("inter-arma", str(path))
    keys = [side.key for side in get_game("inter-arma").sides_of(laid.names)]
    assert sorted(keys) == ["guard", "raiders"]
    raiders, guard = keys.index("raiders"), keys.index("guard")
    assert weights(laid.record[0], raiders, "inter-arma") == {
        **weights(usual, raiders, "inter-arma"),
        "danger": -0.75,
        "idle": 1.0,
    }
    assert weights(laid.record[0], guard, "inter-arma") == weights(usual, guard, "inter-arma")


def test_what_a_scenario_extends_leans_on_unless_it_says_otherwise(tmp_path, monkeypatch):
    from sandtable.table import scenarios

    base = plain_data(find_scenario(get_game("inter-arma"), "night").content)
    base["leanings"] = {"patrol": {"danger": -9.0, "kill": 7.0}}
    found = scenarios.find_scenario

    def find(game, scenario):
        return scenarios.Origin(base, "night", "night.yaml") if scenario == "night" else found(game, scenario)

    monkeypatch.setattr(scenarios, "find_scenario", find)
    path = tmp_path / "mine.yaml"
    path.write_text("title: Mine\nextends: night\nleanings:\n  patrol: {danger: -2.5}\n", "utf-8")
    laid = scenarios.lay_table("inter-arma", str(path))
    patrol = [side.key for side in get_game("inter-arma").sides_of(laid.names)].index("patrol")
    assert weights(laid.record[0], patrol, "inter-arma")["danger"] == -2.5
    assert weights(laid.record[0], patrol, "inter-arma")["kill"] == 7.0


@pytest.mark.parametrize(
    ("leanings", "said"),
    [
        ("{raider: {kill: 1}}", "line 3, field leanings.raider: there is no side 'raider'; did you mean 'raiders'?"),
        ("{raiders: {kil: 1}}", "line 3, field leanings.raiders.kil: there is no feature 'kil'; did you mean 'kill'?"),
        ("{raiders: {kill: 1001}}", "line 3, field leanings.raiders.kill: expected a number, found 1001"),
        ("{raiders: {kill: much}}", "line 3, field leanings.raiders.kill: expected a number, found 'much'"),
        ("{raiders: {kill: .nan}}", "line 3: expected a finite number, found .nan"),
        ("bold", "line 3, field leanings: expected fields like 'a: ...', found 'bold'"),
    ],
)  # fmt: skip
def test_leanings_that_mean_nothing_are_named_with_their_place(leanings, said, tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text(f"title: Mine\nextends: ford\nleanings: {leanings}\n", "utf-8")
    with pytest.raises(InputError) as raised:
        sandtable.new("inter-arma", path)
    assert str(raised.value).startswith(f"{path}, ") and said in str(raised.value)


def test_another_army_does_not_take_over_how_the_first_was_led():
    content = plain_data(find_scenario(get_game("inter-arma"), "ford").content)
    content["leanings"] = {"raiders": {"danger": -9.0}, "guard": {"danger": -8.0}}
    kept = sandtable.new("inter-arma", content, seed=1)
    keys = [side.key for side in kept.sides]
    from sandtable.games.inter_arma.laying.armies import of_scenario

    own = of_scenario(content)["raiders"]
    battle = sandtable.new("inter-arma", content, seed=1, armies={"raiders": own})
    leant = [weights(battle.record, keys.index(key), "inter-arma")["danger"] for key in ("raiders", "guard")]
    assert weights(kept.record, keys.index("raiders"), "inter-arma")["danger"] == -9.0
    assert leant == [weights(lay_table("inter-arma", "ford").record[0], 0, "inter-arma")["danger"], -8.0]
