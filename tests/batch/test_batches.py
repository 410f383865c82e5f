"""Many battles in one call are the battles that each would be alone, whoever steps them and however often copied."""

from __future__ import annotations

import numpy as np
import pytest

from sandtable.batch import Batch
from sandtable.batch.battles import Tables
from sandtable.batch.streams import new_streams
from sandtable.compiler.decorators import COMPILED
from sandtable.errors import InputError, SandtableError
from sandtable.games import built_in, get_game
from sandtable.generals import GENERALS
from sandtable.generals.playouts import Limits, play_out
from sandtable.kernel.dice import DICE, new_dice
from sandtable.kernel.log import new_log
from sandtable.kernel.records import NOBODY, NONE, new_actions
from sandtable.kernel.verbs import MAX_LEGAL, redact_nothing
from sandtable.table.scenarios import lay_table, scenario_names

STEPS = 40 if COMPILED else 2
SEED = 7


def steps_alone(key, dice, picker, steps):
    """One battle by the game's own verbs, without a batch: its record, and how many actions were listed each time."""
    game, log = get_game(key), new_log(keep=False)
    b, seen = lay_table(key).record.copy(), np.zeros(1, get_game(key).dtype)
    game.verbs.setup(b[0], dice, log)
    counts = []
    for _ in range(steps):
        side = int(game.verbs.current_side(b[0]))
        if side == NOBODY:
            break
        seen[:] = b
        if game.verbs.redact is not redact_nothing and game.verbs.hides(b[0]):
            game.verbs.redact(seen[0], side)
        actions = new_actions(MAX_LEGAL, game.action)
        counts.append(int(game.verbs.legal_actions(seen[0], actions)))
        game.verbs.apply(b[0], actions[picker(counts[-1])], dice, log)
        dice.n_thrown = 0
    return b, counts


@pytest.mark.parametrize("key", built_in())
def test_a_battle_among_many_goes_as_it_would_alone(key):
    batch = Batch.new(key, 3, seed=SEED)
    counted = [[] for _ in range(3)]
    for _ in range(STEPS):
        counts = batch.legal_actions().copy()
        for k in np.flatnonzero(~batch.over):
            counted[k].append(int(counts[k]))
        batch.step(np.where(batch.over, NONE, counts * 2 // 3))
    for k in range(3):
        dice = new_dice(f"{SEED} battle {k}")
        alone, counts = steps_alone(key, dice, lambda n: n * 2 // 3, STEPS)
        assert counts == counted[k]
        assert alone.tobytes() == batch.battles[k : k + 1].tobytes()
        assert int(dice.counter) == int(batch.streams[k]["counter"])


@pytest.mark.skipif(not COMPILED, reason="whole battles take minutes interpreted")
@pytest.mark.parametrize("key", built_in())
def test_two_threads_copies_and_saved_bytes_go_on_alike(key):
    batch = Batch.new(key, 5, seed=SEED)
    batch.play_at_random(30)
    kept, twin, threaded = batch.save(), batch.copy(), batch.copy()
    threaded.threads = 2
    batch.play_at_random()
    ended = batch.save()
    assert ended != kept and batch.over.all()
    assert np.allclose(batch.results().sum(axis=1), 1.0)
    for other in (twin, threaded):
        assert other.save() == kept
        other.play_at_random()
        assert other.save() == ended
        assert (other.sides == batch.sides).all()
    batch.load(kept)
    assert not batch.over.all()
    batch.play_at_random()
    assert batch.save() == ended


@pytest.mark.skipif(not COMPILED, reason="whole battles take minutes interpreted")
@pytest.mark.parametrize("key", built_in())
def test_a_list_is_the_same_whatever_its_room_held_before(key):
    """In a batch a list is written over another, or over zeros, and all of each listed action's fields count."""
    batch = Batch.new(key, 8, seed=SEED)
    for _ in range(12):
        batch.play_at_random(9)
        batch.reset(batch.over)
        blank = new_actions(8 * MAX_LEGAL, batch.game.action).reshape(8, MAX_LEGAL)
        first = batch.legal_actions().copy()
        dirty = [batch.lists[k, : first[k]].copy() for k in range(8)]
        batch.lists[:] = blank
        assert (batch.legal_actions() == first).all()
        for k in range(8):
            judged = [
                [int(batch.game.verbs.judge(batch.battles[k], action, new_log(keep=False)).legal) for action in listed]
                for listed in (dirty[k][:3], batch.lists[k, : first[k]][:3])
            ]
            assert judged[0] == judged[1]
            assert (dirty[k]["verb"] == batch.lists[k, : first[k]]["verb"]).all()
            assert (dirty[k]["n_actors"] == batch.lists[k, : first[k]]["n_actors"]).all()


@pytest.mark.skipif(not COMPILED, reason="whole battles take minutes interpreted")
def test_playing_at_random_stops_after_so_many_bounds():
    batch = Batch.new("dba", 4, seed=SEED)
    begun = batch.battles["bound"].copy()
    batch.play_at_random(bounds=2)
    assert (batch.battles["bound"] == begun + 2).all()
    made = batch.play_at_random(decisions=3)
    assert made.tolist() == [3, 3, 3, 3]


@pytest.mark.skipif(not COMPILED, reason="whole battles take minutes interpreted")
@pytest.mark.parametrize("key", built_in())
def test_generals_play_a_batch_out_or_so_many_bounds(key):
    batch = Batch.new(key, 2, seed=SEED)
    kinds = np.full((2, batch.n_sides), GENERALS["quick"].kind.value)
    played = play_out(batch, kinds, new_streams(["a", "b"]), Limits(10_000, bounds=1))
    assert played["bounds"].tolist() == [1, 1]
    assert not batch.over.any() and played["is_cut_off"].tolist() == [1, 1]
    twin = batch.copy()
    twin.threads = 2
    first = play_out(batch, kinds, new_streams(["a", "b"]), Limits(10_000))
    second = play_out(twin, kinds, new_streams(["a", "b"]), Limits(10_000))
    assert batch.over.all() and batch.save() == twin.save() and first.tobytes() == second.tobytes()
    assert np.allclose(first["returns"][:, : batch.n_sides], batch.results())


def test_tables_of_several_scenarios_stand_in_one_batch():
    names = scenario_names(get_game("dba"))[:2]
    tables = Tables.of("dba", [lay_table("dba", name) for name in names])
    batch = Batch(tables, [1, 0, 1], ["x", "y", "z"])
    batch.reset()
    alone = Batch(Tables.of("dba", [lay_table("dba", names[1])]), [0], ["z"])
    alone.reset()
    assert batch.battles[2].tobytes() == alone.battles[0].tobytes()
    assert batch.battles[0].terrain.tobytes() != batch.battles[1].terrain.tobytes()


def test_reset_lays_only_those_chosen():
    batch = Batch.new("dba", 2, seed=SEED)
    before = batch.battles.tobytes()
    batch.reset([False, True])
    size = batch.game.dtype.itemsize
    assert batch.battles.tobytes()[:size] == before[:size]
    assert int(batch.streams[1]["counter"]) > int(batch.streams[0]["counter"])


class TestRefusals:
    """A mistake is one sentence, before anything is changed."""

    def test_an_index_that_is_not_listed(self):
        batch = Batch.new("dba", 2, seed=SEED)
        counts = batch.legal_actions().copy()
        before = batch.save()
        with pytest.raises(InputError, match=rf"battle 1: action {counts[1]} is not listed; there are {counts[1]}"):
            batch.step([0, counts[1]])
        with pytest.raises(InputError, match="battle 0: action -2 is not listed"):
            batch.step([-2, 0])
        with pytest.raises(InputError, match="step takes 2 indices"):
            batch.step([0])
        assert batch.save() == before

    def test_a_list_of_a_position_that_is_gone(self):
        batch = Batch.new("dba", 1, seed=SEED)
        batch.legal_actions()
        batch.step([0])
        with pytest.raises(InputError, match="call legal_actions after every step"):
            batch.step([0])

    def test_bytes_of_another_batch(self):
        batch = Batch.new("dba", 2, seed=SEED)
        before = batch.save()
        for data, said in (
            (Batch.new("dbaix", 2, seed=SEED).save(), "game dbaix, not dba"),
            (Batch.new("dba", 3, seed=SEED).save(), "battles 3, not 2"),
            (before[:-1], "not all there"),
            (b"rubbish", "not the bytes of a batch"),
        ):
            with pytest.raises(InputError, match=said):
                batch.load(data)
        assert batch.save() == before

    def test_more_dice_than_there_is_room_for(self):
        batch = Batch.new("dba", 2, seed=SEED)
        batch.streams[1]["lost"] = 1
        with pytest.raises(SandtableError, match="battle 1: an action threw more dice"):
            batch.legal_actions()


def test_a_stream_is_a_small_part_of_a_battles_dice():
    assert new_streams(["a"]).nbytes == 16 < DICE.itemsize / 5000
