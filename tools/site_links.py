"""A hook of the site of docs/: CONTRIBUTING.md is a page of it; other links out of docs/ name their file instead."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from typing import Any

from mkdocs.structure.files import File

DOCS = Path(__file__).resolve().parents[1] / "docs"
CONTRIBUTING = DOCS.parent / "CONTRIBUTING.md"
PAGE = "contributing.md"
"""Under what name CONTRIBUTING.md is a page, so that the search finds what stands there."""


def on_files(files: Any, *, config: Any) -> Any:
    """The pages of docs/, and CONTRIBUTING.md with its links as from docs/."""
    text = re.sub(r"\]\((?!https?:)", "](../", CONTRIBUTING.read_text("utf-8")).replace("](../docs/", "](")
    files.append(File.generated(config, PAGE, content=text))
    return files


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """The page with each link out of docs/ as words."""
    folder = PurePosixPath(page.file.src_uri).parent

    def words(link: re.Match[str]) -> str:
        text, (target, _, anchor) = link[1], link[2].partition("#")
        path = (DOCS / folder / target).resolve()
        if path == CONTRIBUTING:
            return f"[{text}]({'../' * len(folder.parts)}{PAGE}{'#' if anchor else ''}{anchor})"
        if path.is_relative_to(DOCS) or not path.exists():
            return link[0]
        name = path.relative_to(DOCS.parent).as_posix()
        return f"`{name}`" if text.strip("`") in name else f"{text} (`{name}`)"

    return re.sub(r"\[([^\]]+)\]\((\.\./[^)]+)\)", words, markdown)
