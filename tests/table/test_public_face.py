"""What `Battle` shows is what docs/reference/python.md lists, each with a docstring and with types of its own."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

import sandtable

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "python.md"
MEMBERS = [name for name in vars(sandtable.Battle) if not name.startswith("_")]
FREE = {"record", "to_json"}
"""Whose type is the game's own (a record of its dtype), or a tree of JSON."""


def test_the_page_lists_what_a_battle_shows() -> None:
    listed = re.findall(r"^        - (\w+)$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(MEMBERS) and len(MEMBERS) <= 40


@pytest.mark.parametrize("name", MEMBERS)
def test_each_says_what_it_is_and_takes_and_returns_types(name: str) -> None:
    member = vars(sandtable.Battle)[name]
    function = member.fget if isinstance(member, property) else member
    assert function.__doc__
    signature = inspect.signature(function)
    said = [parameter.annotation for key, parameter in signature.parameters.items() if key != "self"]
    assert inspect.Signature.empty not in (*said, signature.return_annotation)
    if name not in FREE:
        assert not [hint for hint in (*said, signature.return_annotation) if "Any" in str(hint)]


def test_everything_that_the_package_offers_has_a_docstring() -> None:
    assert [name for name in sandtable.__all__ if not (getattr(sandtable, name).__doc__ or "").strip()] == []
