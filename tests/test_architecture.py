"""docs/architecture.md names files and functions that there are, so that one action can be followed to its log line."""

from __future__ import annotations

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
ITEMS = re.findall(r"^\d+\. (.*(?:\n    ?.*)*)", PAGE, re.MULTILINE)
ENDINGS = (".py", ".ts", ".svelte", ".toml")


@cache
def sources() -> tuple[str, ...]:
    """Every file of the repository that code is made of."""
    listed = [path.relative_to(ROOT) for folder in ("src", "web/src") for path in (ROOT / folder).rglob("*")]
    return tuple(path.as_posix() for path in listed if path.suffix in ENDINGS)


def quoted(text: str) -> list[str]:
    return re.findall(r"`([^`\n]+)`", text)


def files_of(name: str) -> list[str]:
    return [path for path in sources() if f"/{path}".endswith(f"/{name}")]


def test_every_file_that_the_page_names_is_there() -> None:
    named = {word for word in quoted(PAGE) if word.endswith(ENDINGS) and "<" not in word}
    assert len(named) >= 20 and [name for name in sorted(named) if not files_of(name)] == []


@pytest.mark.parametrize("item", ITEMS, ids=[item[:40] for item in ITEMS])
def test_what_a_step_names_is_in_a_file_that_it_names(item: str) -> None:
    paths = [path for word in quoted(item) if word.endswith(ENDINGS) for path in files_of(word)]
    text = "\n".join((ROOT / path).read_text("utf-8") for path in paths)
    words = [word.rpartition(".")[2] for word in quoted(item) if re.fullmatch(r"[A-Za-z_.]+", word)]
    names = [word for word in words if f".{word}" not in ENDINGS]
    assert paths and [name for name in names if not re.search(rf"\b{name}\b", text)] == []


def test_the_page_follows_the_action_through_all_that_lie_between() -> None:
    assert len(ITEMS) == 16
    listed = subprocess.run(["git", "ls-files", "docs/architecture.md"], cwd=ROOT, capture_output=True, check=False)
    assert listed.returncode in (0, 128)  # a source distribution has no repository
