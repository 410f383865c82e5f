"""Positions from outside that the rules once answered wrongly: tests/mended, every value worked out by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from case_book import check_answer

MENDED = sorted((Path(__file__).parent / "mended").glob("*.yaml"))


@pytest.mark.parametrize("path", MENDED, ids=lambda path: path.stem)
def test_a_mended_position_stays_mended(path: Path) -> None:
    check_answer(path)
