"""A hook of the site of docs/: a link out of docs/ names its file of the repository instead, which the site has not."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from typing import Any

DOCS = Path(__file__).resolve().parents[1] / "docs"


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """The page with each link out of docs/ as words."""

    def words(link: re.Match[str]) -> str:
        text, target = link[1], link[2].partition("#")[0]
        path = (DOCS / PurePosixPath(page.file.src_uri).parent / target).resolve()
        if path.is_relative_to(DOCS) or not path.exists():
            return link[0]
        name = path.relative_to(DOCS.parent).as_posix()
        return f"`{name}`" if text.strip("`") in name else f"{text} (`{name}`)"

    return re.sub(r"\[([^\]]+)\]\((\.\./[^)]+)\)", words, markdown)
