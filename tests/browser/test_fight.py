"""A fight as the player sees it: both scores, the exact chances, the dice, and lines that add up."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.house import House
from browser.line_of_battle import save
from browser.table_page import PATIENCE, TablePage, becomes, choose_seats, stop_clocks


@pytest.fixture
def line(house: House, page: Page, tmp_path: Path) -> TablePage:
    """Worked example 12, opened from a save file, at the Romans' combat."""
    file = tmp_path / "line.json"
    file.write_text(json.dumps(save()), "utf-8")
    page.goto(house.url)
    choose_seats(page, {"Romans": "You", "Gauls": "You", "Pirates": "You"})
    page.locator("input[type=file]").set_input_files(file)
    table = TablePage(page)
    table.press("End movement")
    expect(page.locator("[data-verb=fight]")).to_have_count(3, timeout=PATIENCE)
    return table


@pytest.mark.clause("DBAIX-TAC-7", "DBAIX-FAC-3", "DBAIX-FAC-4", "DBAIX-CBT-10")
def test_scores_and_exact_chances_stand_before_the_fight(line: TablePage) -> None:
    """Roman 2 + 1 + 1 against villager 3, both with a die r and v.

    Equal when v = r + 1: 5 of 36. The villager wins when v > r + 1: 10, never with the double, so the Roman recoils.
    The Roman wins the other 21; the villager has half or less when 2v + 2 <= r: (1, 4) (1, 5) (1, 6) (2, 6), 4 of 36.
    """
    page = line.page
    page.locator("[data-verb=fight]", has_text="R2").click()
    expect(page.locator(".consider table")).to_be_visible(timeout=PATIENCE)
    lines, fractions = page.locator(".consider .lines"), page.locator(".consider .fraction")
    becomes(page, lambda: sorted(line.ledger(one) for one in lines.all()), [[2, 1, 1, 4], [3, 3]])
    expect(page.locator(".consider caption")).to_have_text("Exact chances")
    becomes(page, lambda: sorted(fractions.all_inner_texts()), ["10/36", "17/36", "4/36", "5/36"])
    expect(page.locator(".board .figure.lit")).to_have_count(2)


def test_the_log_adds_up(line: TablePage) -> None:
    """A fight is one line; it folds out to scores that are the sums of their lines, with the dice of the tray."""
    page = line.page
    stop_clocks(page)  # the dice stay
    page.locator("[data-verb=fight]", has_text="R2").click()
    page.locator("[data-act=confirm]").click()
    expect(page.locator("[data-verb=fight]")).to_have_count(2, timeout=PATIENCE)
    fight, scores = line.log.locator(".fight"), line.log.locator(".kind-score")
    expect(fight).to_have_count(1)
    expect(fight.locator("summary")).to_have_text(re.compile(r"Centurion \(R2\) \d+ : \d+ Villager \(G2\)\. .+"))
    expect(scores).to_have_count(0)
    fight.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(scores).to_have_count(2)
    told = [int(number) for number in re.findall(r"\d+", re.sub(r"\(\w+\)", "", fight.locator(".totals").inner_text()))]
    dice = []
    for score in scores.all():
        *lines, total = line.ledger(score)
        assert sum(lines) == total
        expect(score.locator("summary")).to_contain_text(f"scores {total} ")
        assert total in told
        dice.append(lines[0])
    expect(page.locator(".tray .die")).to_have_count(2)
    shown = [text.rsplit(" ", 1)[1] for text in page.locator(".tray .die").evaluate_all("d => d.map(e => e.ariaLabel)")]
    assert sorted(shown) == sorted(map(str, dice))
    expect(line.log.locator(".kind-outcome").first).to_be_visible()
    expect(page.locator("[data-control=undo]")).to_be_enabled()
    expect(page.locator("[data-control=undo] + small")).to_contain_text("takes back dice too")
