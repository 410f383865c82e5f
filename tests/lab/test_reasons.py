"""The line that says why a computer general moved: what spoke for it, strongest first, and no more than two things."""

from __future__ import annotations

import tomllib

import pytest

import sandtable
from sandtable.games import built_in, game_keys, get_game
from sandtable.games.common.worth import FILE, Feature, read_features
from sandtable.generals.reasons import features_of, tipped_by, why
from sandtable.translation import gettext_word, speaking

CLOSE = Feature("near", (1.0,), "it closes with the enemy", "it keeps its distance")
LINE = Feature("line", (0.5,), "it closes up the line", "")
PRICE = Feature("price", (-0.1,), "it is worth its PIPs", "it is cheap")


def test_what_spoke_most_for_it_is_named_first():
    # 0.4 x 1.0 = 0.4 for closing in, 2 x 0.5 = 1.0 for the line; a price of 1 speaks against it and is not named.
    assert tipped_by((CLOSE, LINE, PRICE), (0.4, 2.0, 1.0), (1.0, 0.5, -0.1)) == [LINE.words, CLOSE.words]


def test_having_less_of_a_feature_has_words_of_its_own_or_none():
    assert tipped_by((CLOSE,), (-0.5,), (-1.0,)) == ["it keeps its distance"]
    assert tipped_by((LINE,), (-0.5,), (-1.0,)) == []


def test_what_hardly_counted_is_not_named():
    # 0.1 of 1.1 in all is less than a fifth.
    assert tipped_by((CLOSE, LINE), (1.0, 0.2), (1.0, 0.5)) == [CLOSE.words]


def test_features_of_the_same_words_are_named_once_with_what_both_count():
    # 0.3 and 0.3 for closing in, early and late, are more than 0.5 for the line, and are said in the same words.
    early = Feature("early", (1.0,), CLOSE.words, CLOSE.opposite)
    assert tipped_by((CLOSE, LINE, early), (0.3, 1.0, 0.3), (1.0, 0.5, 1.0)) == [CLOSE.words, LINE.words]


@pytest.mark.parametrize("game", game_keys())
@pytest.mark.parametrize("kind", ["quick", "greedy", "random", "human"])
def test_generals_say_one_line_or_nothing_and_people_nothing(game, kind):
    battle = sandtable.new(game, seed=5)
    before = battle.record.tobytes()
    action = next((action for action in battle.legal() if action.verb == "MOVE"), battle.legal()[0])
    line = why(battle.game, battle.record, 0, action.record, kind)
    assert line.count(".") == bool(line), "one sentence, or nothing"
    assert "better" not in line, "that nothing came out better says nothing"
    assert kind != "human" or line == ""
    assert kind != "random" or line
    assert battle.record.tobytes() == before
    if kind in ("quick", "greedy"):
        assert line[:1].upper() == line[:1]


@pytest.mark.parametrize(
    ("game", "verb", "feature", "said"),
    [
        ("inter-arma", "MOVE", "goal", {"en": "it takes a goal", "ru": "берёт цель"}),
        ("inter-arma", "RALLY", "goal", {"en": "its group is to hold", "ru": "группа должна устоять"}),
        ("inter-arma", "BREAK", "contact", {"en": "it gets out of a fight", "ru": "выходит из боя"}),
        ("inter-arma", "STAND", "order", {"en": "", "ru": ""}),  # an order to stand moves nobody
        ("batalist", "CAST", "damage", {"en": "the spell is of use there", "ru": "там заклинание пригодится"}),
        ("batalist", "DEPLOY", "near", {"en": "it stands well there", "ru": "там удобно стоять"}),
        ("flash-flood", "TAKE_UP", "whole", {"en": "", "ru": ""}),
        ("flash-flood", "PICK_UP", "plant", {"en": "it takes a charge along", "ru": "берёт заряд с собой"}),
        ("pursuit", "DEPLOY", "ahead", {"en": "it starts well forward", "ru": "начинает впереди"}),
    ],
)
def test_a_reason_is_true_of_the_action_that_it_is_given_for(game, verb, feature, said):
    folder = get_game(game).folder
    words = next(one.words for one in features_of(folder, verb) if one.key == feature)
    assert words == said["en"]
    with speaking("ru"):
        assert (gettext_word(words) if words else "") == said["ru"]


@pytest.mark.parametrize("game", built_in())
def test_every_verb_with_words_of_its_own_is_one_of_the_game_and_has_them_in_russian(game):
    known = get_game(game)
    written = tomllib.loads((known.folder / FILE).read_text("utf-8"))
    for entry in written.values():
        for verb, words in entry.get("of", {}).items():
            assert verb in known.verb.__members__
            with speaking("ru"):
                assert not words or gettext_word(words) != words
    # weights stand where they stood: no general decides otherwise
    plain = read_features(known.folder)
    for verb in known.verb:
        assert [one.weights for one in features_of(known.folder, verb.name)] == [one.weights for one in plain]


def test_who_is_ordered_to_stand_in_inter_arma_is_not_said_to_move():
    """The order counts its figures, so that many are ordered at once; no words for that."""
    battle = sandtable.new("inter-arma", seed=5)
    stand = next(action for action in battle.legal() if action.verb == "STAND")
    assert "group" not in why(battle.game, battle.record, 0, stand.record, "quick").lower()
