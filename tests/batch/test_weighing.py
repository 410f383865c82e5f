"""First impressions of listed actions, for learners: what they add up to, cost, and may not tell."""

from __future__ import annotations

import numpy as np
import pytest

import sandtable
from sandtable.batch import Batch
from sandtable.batch.observing import Observer
from sandtable.games import built_in, get_game
from sandtable.games.common.worth import read_features


@pytest.mark.parametrize("key", built_in())
def test_a_worth_is_its_features_times_their_weights(key: str) -> None:
    """The weights are read from the game's file here, and from the battle's record there."""
    batch = Batch.new(key, 2, seed=3)
    observer = Observer(batch)
    weights = np.array([feature.weights * 3 for feature in read_features(get_game(key).folder)], object)
    for _ in range(6):
        counts = batch.legal_actions()
        weighed = observer.weigh()
        assert len(weighed.names) == len(weights) and weighed.features.shape[2] == len(weights)
        for k in range(batch.n):
            of_side = np.array([each[batch.sides[k] % (len(each) // 3)] for each in weights], float)
            own = batch.battles[k]["worths"][batch.sides[k]]
            told = own if not np.allclose(own, of_side) else of_side  # a scenario may lean a side another way
            n = counts[k]
            if n > 1:
                assert np.allclose(weighed.features[k, :n] @ told[: len(weights)], weighed.worths[k, :n])
        batch.step(counts // 2)


def test_a_price_is_what_the_judge_says() -> None:
    """DBA's first lesson: a move costs a PIP (DBA-PIP-2), the end nothing."""
    battle = sandtable.new("dba", "first-lesson", dice=[3])
    batch = Batch.new("dba", 1, "first-lesson")
    batch.put(0, battle.record)
    count = int(batch.legal_actions()[0])
    weighed = Observer(batch).weigh()
    verbs = batch.lists[0, :count]["verb"]
    end = next(verb.value for verb in get_game("dba").verb if verb.name == "END")
    assert set(weighed.prices[0, :count][verbs != end].tolist()) == {1.0}
    assert weighed.prices[0, :count][verbs == end].tolist() == [0.0]


def test_a_battle_that_is_over_has_nothing_to_weigh() -> None:
    batch = Batch.new("dbaix", 1, "feast")
    batch.play_at_random()
    batch.legal_actions()
    weighed = Observer(batch).weigh()
    assert not weighed.worths.any() and not weighed.prices.any() and not weighed.features.any()


def test_what_is_hidden_from_a_side_changes_none_of_its_impressions() -> None:
    """Two battles of Batalist that differ in the other side's order alone weigh alike, if they list alike."""
    batch = Batch.new("batalist", 2, seed=5)
    one = batch.battles[0].tobytes()
    batch.put(1, batch.battles[0])
    observer = Observer(batch)
    side = int(batch.sides[0])
    hidden = batch.battles[1:2]
    seen = np.frombuffer(bytearray(one), batch.game.dtype)
    batch.game.verbs.redact(seen[0], side)
    batch.put(1, seen[0])
    assert hidden.tobytes() != one or seen.tobytes() == one
    counts = batch.legal_actions()
    assert counts[0] == counts[1]
    weighed = observer.weigh()
    assert np.array_equal(weighed.worths[0], weighed.worths[1])
    assert np.array_equal(weighed.features[0], weighed.features[1])
