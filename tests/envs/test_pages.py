"""The pages about environments say what the columns say, as `make docs` writes them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from sandtable.games import built_in

PROJECT = Path(__file__).resolve().parents[2]


@pytest.mark.full
@pytest.mark.parametrize("key", built_in())
def test_the_page_of_a_game_is_what_its_columns_say(key):
    """In a process of its own: what other tests have said in Russian may be kept in this one."""
    says = f"import describe_environments as d; print(d.page(d.get_game({key!r})), end='')"
    said = subprocess.run(
        [sys.executable, "-c", says], cwd=PROJECT / "tools", capture_output=True, text=True, check=True
    )
    written = (PROJECT / "docs" / "environments" / f"{key}.md").read_text("utf-8")
    assert written == said.stdout, "columns have changed: python tools/describe_environments.py"
