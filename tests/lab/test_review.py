"""A battle looked back on: dice and decisions are the whole change, and dice are weighed as the rules throw them."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sandtable
from sandtable.cli import run
from sandtable.errors import InputError
from sandtable.games import built_in, get_game, register
from sandtable.games.scene import LOOKS
from sandtable.generals.desk import new_desk
from sandtable.generals.review import Logit, Review, as_data, fitted, review
from sandtable.generals.review_page import GROUND, at_night, costly_lines, page, points, style
from sandtable.generals.throwing import outcomes
from sandtable.server.session import computer
from sandtable.table.battle import Battle
from sandtable.translation import percent_of, speaking
from table.duel_game import GAME as DUEL

register(DUEL)


@cache
def fought() -> tuple[Battle, Review]:
    """A whole battle of two who try what looks best, and what is said of it."""
    battle = sandtable.new("duel", seed=1)
    while not battle.over:
        battle.play(computer.choose("greedy", battle).action)
    return battle, review(battle, playouts=4)


def test_dice_and_decisions_are_the_whole_change() -> None:
    battle, found = fought()
    assert len(found.steps) == len(battle.actions) >= 4
    for side in range(2):
        changed = sum(step.decision[side] + step.luck[side] for step in found.steps)
        assert changed == pytest.approx(found.end[side] - found.start[side], abs=1e-12)
        told = sum(found.decisions_of(side, by) for by in range(2)) + found.lucks[side].total
        assert told == pytest.approx(changed, abs=1e-12)
    for step in found.steps:
        assert step.before.sum() == pytest.approx(1.0) and step.after.sum() == pytest.approx(1.0)


def test_it_ends_with_the_result_and_without_dice_there_is_no_luck() -> None:
    battle, found = fought()
    assert found.end.tolist() == list(battle.returns.values())
    without = [step for step in found.steps if not step.dice]
    assert without and all((step.luck == 0.0).all() for step in without)
    assert any(np.abs(step.luck).max() > 0.0 for step in found.steps)


def test_dice_are_weighed_over_every_face() -> None:
    """By hand: the action is carried out with each face of its dice written down, and the mean taken."""
    battle, _ = fought()
    steps = [step for step in battle.history[1:] if 1 <= len(step.dice) <= 2]
    assert steps
    desk = new_desk(DUEL)
    for step in steps[:3]:
        found, chances = outcomes(step.array[0], step.action.record, 2, desk)
        assert chances.sum() == pytest.approx(1.0)
        faces = [die.sides for die in step.dice]
        values = []
        for index in np.ndindex(*faces):
            twin = battle.copy()
            twin.engine.stand(step.array[0])
            twin.engine.resume(None, 0, [int(face) + 1 for face in index])
            twin.engine.carry_out(step.action)
            values.append(_value(twin))
        assert chances @ found[:, :2] == pytest.approx(np.mean(values, axis=0), abs=1e-12)


def _value(battle: Battle) -> Any:
    if battle.over:
        return np.array(list(battle.returns.values()))
    return np.array([battle.game.verbs.evaluate(battle.array[0], side) for side in range(2)])


def test_luck_is_compared_to_the_same_decisions_with_other_dice() -> None:
    _, found = fought()
    assert found.lucks[0].total == pytest.approx(-found.lucks[1].total)
    assert found.lucks[0].percentile + found.lucks[1].percentile == pytest.approx(100.0, abs=1e-6)


def test_a_logit_is_found_again() -> None:
    """Shares that follow from a known slope and seat give that slope and seat back."""
    chance = np.random.Generator(np.random.PCG64(1))
    lead = chance.uniform(-0.8, 0.8, 200)
    rows = np.stack([lead, -lead, np.zeros(200)], axis=1)
    known = Logit(np.array([0.0, 0.7]), 1.5)
    again = fitted(rows, known.chances(rows))
    assert again.slope == pytest.approx(1.5, abs=0.05) and again.seats == pytest.approx([0.0, 0.7], abs=0.05)


def test_battles_that_all_end_alike_give_no_infinite_logit() -> None:
    rows = np.array([[0.3, -0.3, 0.0], [0.5, -0.5, 0.0]])
    found = fitted(rows, np.array([[1.0, 0.0], [1.0, 0.0]]))
    assert np.isfinite(found.chances(rows)).all() and (found.chances(rows)[:, 0] > 0.9).all()


def test_three_sides_share_one_chance() -> None:
    rows = np.array([[0.2, -0.1, -0.3, 0.0], [1.0, 0.0, 0.0, 1.0]])
    chances = Logit(np.array([0.0, 0.1, -0.1]), 2.0).chances(rows)
    assert chances.sum(axis=1) == pytest.approx([1.0, 1.0]) and chances[1].tolist() == [1.0, 0.0, 0.0]


@pytest.mark.parametrize("seed", [-1, 10**30])
def test_any_whole_number_is_a_seed(seed: int) -> None:
    battle, _ = fought()
    one, other = (review(battle, playouts=2, seed=seed) for _ in range(2))
    assert as_data(one) == as_data(other)


def test_a_change_has_its_sign_and_nothing_is_not_less_than_nothing() -> None:
    assert [points(change) for change in (-0.004, 0.0, 0.004, -0.006, 0.314)] == ["+0", "+0", "+0", "−1", "+31"]


def test_percents_have_the_marks_of_the_language() -> None:
    assert [percent_of(share) for share in (0.0, 0.684, 1.0)] == ["0%", "68%", "100%"]
    with speaking("ru"):
        assert [percent_of(share) for share in (0.0, 0.684, 1.0)] == ["0\u00a0%", "68\u00a0%", "100\u00a0%"]


class Tags(HTMLParser):
    """Opened and closed tags, and every address that is asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.asked: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "br"):
            self.open.append(tag)
        self.asked += [value for name, value in attrs if name in ("src", "href") and value]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.asked += [value for name, value in attrs if name in ("src", "href") and value]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_one_file_with_a_picture_that_asks_for_nothing() -> None:
    _, found = fought()
    text = page(found, "A <duel> & more")
    tags = Tags()
    tags.feed(text)
    assert tags.open == [] and tags.asked == [] and "url(" not in text
    assert "A &lt;duel&gt; &amp; more" in text
    assert '<meta name="viewport" content="width=device-width' in text, "else a phone shows it as wide as a desk"
    assert text.count("<table>") == text.count('<div class="wide" tabindex="0"><table>') == 2
    assert len(re.findall(r"<polyline", text)) == 2
    assert all(len(line.split()) == len(found.steps) + 1 for line in re.findall(r'points="([^"]+)"', text))


def test_every_side_stands_out_by_day_and_by_night_and_its_name_beside_it() -> None:
    """A line needs 3 to 1 against the ground (WCAG 1.4.11)."""
    _, found = fought()
    text = page(found, "A duel")
    day, night = GROUND
    known = {side.look.colour for key in built_in() for side in get_game(key).sides_of()} | {a.colour for a in LOOKS}
    assert all(min(contrast(one, day), contrast(at_night(one), night)) >= 3.0 for one in known)
    for side, name in enumerate(found.sides):
        assert text.count(f'<polyline class="side{side}"') == 1
        assert f'<span class="side{side}"><i></i>{name}</span>' in text
        colour = found.colours[side]
        assert f".side{side} {{ --colour: {colour}; }}" in text and at_night(colour) in text


def test_sides_have_the_colours_of_the_table() -> None:
    """Pirates are black."""
    battle, found = fought()
    assert found.colours == tuple(side.look.colour for side in battle.scene().sides)
    pirates = replace(found, colours=tuple(side.look.colour for side in get_game("dbaix").sides_of()))
    assert ".side2 { --colour: #25221f; }" in style(pirates)


def contrast(one: str, other: str) -> float:
    """Of two colours, as WCAG 2 reckons it."""

    def light(colour: str) -> float:
        digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
        parts = [int(digits[k : k + 2], 16) / 255 for k in (0, 2, 4)]
        linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def test_the_page_holds_its_figures_as_data_and_no_program() -> None:
    battle, found = fought()
    first = found.steps[0]._replace(words="</script><script>")
    text = page(replace(found, steps=(first, *found.steps[1:])), "A duel")
    (data,) = re.findall(r'<script type="application/json" id="review">(.*?)</script>', text, re.DOTALL)
    assert text.count("<script") == 1
    read = json.loads(data)
    assert read["actions"][0]["words"] == "</script><script>" and len(read["actions"]) == len(battle.actions)
    assert read["turning_points"] == [step.number for step in found.turning]
    for one, told in zip(found.costly, read["costliest"], strict=True):
        assert told["words"] == list(one.analysis.best.words)


def test_the_page_is_headed_in_the_language_of_its_reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.generals.review.review", lambda *_, **__: fought()[1])
    sandtable.new("dba", "first-lesson", seed=1).save(tmp_path / "battle.json")
    with speaking("ru"):
        assert run(["review", str(tmp_path / "battle.json"), "--html", str(tmp_path / "page.html")]) == 0
    assert "<h1>Первый урок</h1>" in (tmp_path / "page.html").read_text("utf-8")


def test_it_is_plain_data_too() -> None:
    _, found = fought()
    data = as_data(found)
    assert len(data["actions"]) == len(found.steps) and data["end"] == found.end.tolist()


def test_a_battle_without_decisions_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    battle = sandtable.new("duel", seed=1)
    with pytest.raises(InputError, match="nothing has been decided yet"):
        review(battle)
    battle.save(tmp_path / "new.json")
    assert run(["review", str(tmp_path / "new.json")]) == 2
    assert "nothing has been decided yet" in capsys.readouterr().err


def test_the_largest_change_is_told_and_others_only_where_much_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    battle, found = fought()
    largest = max(found.steps, key=lambda step: float(np.abs(step.after - step.before).max()))
    monkeypatch.setattr("sandtable.generals.review.LEAST", 2.0)  # no chance changes by so much
    assert [step.number for step in review(battle, playouts=2).turning] == [largest.number]


@pytest.mark.parametrize(("low", "said"), [(-0.05, True), (0.0, True), (0.01, False)])
def test_a_decision_of_which_nothing_is_sure_says_so(low: float, said: bool) -> None:
    _, found = fought()
    one = found.costly[0]
    ways = [
        replace(way, behind=way.behind._replace(low=low)) if way.is_played else way for way in one.analysis.alternatives
    ]
    unsure = one._replace(analysis=replace(one.analysis, alternatives=tuple(ways)))
    assert ("it may have cost nothing" in costly_lines(unsure, found)[1]) == said
