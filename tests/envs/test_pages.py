"""The pages about environments say what the columns say, as `make docs` writes them."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from sandtable.games import built_in, get_game

PROJECT = Path(__file__).resolve().parents[2]


@pytest.mark.full
@pytest.mark.parametrize("key", built_in())
def test_the_page_of_a_game_is_what_its_columns_say(key):
    spec = importlib.util.spec_from_file_location(
        "describe_environments", PROJECT / "tools" / "describe_environments.py"
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    written = (PROJECT / "docs" / "environments" / f"{key}.md").read_text("utf-8")
    assert written == module.page(get_game(key)), "columns have changed: python tools/describe_environments.py"
