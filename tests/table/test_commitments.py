"""Honest dice: what was promised before play is what a save of the end proves, and every trick shows."""

from __future__ import annotations

import copy
import hashlib
import random

import pytest

import sandtable
from sandtable.games import register
from sandtable.table.commitments import commitment_of, verify
from sandtable.table.save_files import check_save
from sandtable.table.saves import battle_of
from table.duel_game import GAME

register(GAME)


def fought(**how):
    """A whole battle of random actions."""
    battle, chooser = sandtable.new(GAME, **how), random.Random(3)
    while not battle.over:
        battle.play(chooser.choice(battle.legal()))
    return battle


def said(data):
    """What ``verify`` says to a save's data."""
    return verify(check_save(data, "x"))


def test_the_commitment_is_the_hash_of_a_nonce_and_the_seed():
    assert commitment_of("4711", "00ff") == hashlib.sha256(b"00ff:4711").hexdigest()
    one, other = sandtable.new(GAME, seed=4711), sandtable.new(GAME, seed=4711)
    assert one.commitment != other.commitment, "a short seed cannot be found by trying seeds against it"
    assert len(bytes.fromhex(one.engine.nonce)) == 16


def test_a_finished_battle_proves_its_dice():
    data = fought().to_json()
    assert said(data).proven is True
    assert "Every die is the one that the seed gives." in said(data).sentences


@pytest.mark.parametrize("field", ["seed", "nonce", "commitment"])
def test_another_seed_nonce_or_commitment_is_found_out(field):
    data = fought().to_json()
    data["dice"][field] = "00" * 16
    assert said(data).proven is False


def test_one_changed_die_is_found_out():
    data = fought().to_json()
    action = next(entry for entry in data["actions"] if entry["dice"])
    action["dice"][-1]["value"] = action["dice"][-1]["value"] % 6 + 1
    number = data["actions"].index(action) + 1
    assert said(data).proven is False
    assert f"The dice are NOT those that the seed gives, from action {number} on." in said(data).sentences


def test_a_sealed_seed_proves_nothing_yet_and_a_chosen_one_is_told():
    battle = sandtable.new(GAME)
    battle.play("end")
    assert battle.to_json()["dice"].get("nonce") is None, "with the nonce a short seed could be tried"
    assert said(battle.to_json()).proven is None
    assert any("chose that seed" in sentence for sentence in said(fought(seed=7).to_json()).sentences)
    assert not any("chose" in sentence for sentence in said(fought().to_json()).sentences)


def test_dice_written_down_beforehand_are_told_and_prove_nothing():
    battle = sandtable.new(GAME, seed=5, dice=[6])
    while not battle.over:
        battle.play("end")
    data = battle.to_json()
    assert data["dice"]["scripted"] and said(data).proven is None
    assert battle_of(data).engine.scripted, "and a save of a save says so too"


def test_fresh_dice_after_an_undo_are_others_and_still_proven():
    """Reds' end throws Blues' PIP die, the second throw. Taken back it is gone for good: the third throw is next."""
    battle = sandtable.new(GAME, seed=1)
    battle.play("end")
    assert battle.engine.drawn == 2
    battle.undo(past_dice=True, fresh=True)
    assert battle.engine.drawn == 2
    battle.play("end")
    assert battle.engine.drawn == 3 and battle.last.counter == 2
    chooser = random.Random(1)
    while not battle.over:
        battle.play(chooser.choice(battle.legal()))
    data = battle.to_json()
    assert data["actions"][0]["at"] == 2 and "at" not in data["actions"][1]
    assert said(data).proven is True
    again = battle_of(data)
    assert again.to_json() == data and [s.counter for s in again.history] == [s.counter for s in battle.history]
    hidden = copy.deepcopy(data)
    del hidden["actions"][0]["at"]
    assert said(hidden).proven is False


def test_a_battle_that_went_on_under_another_seed_says_from_where():
    battle = sandtable.new(GAME, seed=1)
    battle.play("end")
    battle.play("end")
    again = battle_of(battle.to_json())
    assert again.commitment != battle.commitment
    while not again.over:
        again.play("end")
    data = again.to_json()
    assert data["dice"]["since"] == 3
    found = said(data)
    assert found.proven is True and any("Before action 3" in sentence for sentence in found.sentences)


def test_an_old_save_whose_commitment_is_the_seeds_own_hash_is_still_checked():
    data = fought(seed=3).to_json()
    del data["dice"]["nonce"]
    data["dice"]["commitment"] = hashlib.sha256(b"3").hexdigest()
    assert said(data).proven is True
    assert any("without a nonce" in sentence for sentence in said(data).sentences)
    assert battle_of(data).commitment == data["dice"]["commitment"]
