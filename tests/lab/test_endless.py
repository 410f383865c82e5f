"""Battles that nobody ends: a duel counts them as draws and says so."""

from __future__ import annotations

import pytest

from sandtable.lab import duel as lab


def test_a_battle_without_an_end_is_a_draw_that_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "LIMIT", 3)  # no battle of DBAix ends within three decisions
    report = lab.run_duel(lab.Duel("dbaix", ("random", "random", "random"), 3, 0, "feast", ()))
    assert report.cut_off == 3
    assert all(fought.returns == (1 / 3, 1 / 3, 1 / 3) for fought in report.fought)
    assert lab.as_json(report)["cut_off"] == 3
