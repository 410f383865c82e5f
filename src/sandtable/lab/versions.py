"""With what results were made: versions, the commit, and a digest of all sources that battles depend on."""

from __future__ import annotations

import hashlib
import platform
import subprocess
from functools import cache
from importlib import metadata
from pathlib import Path

from sandtable.games.game import Game
from sandtable.games.language import cores_of

PACKAGE = Path(__file__).resolve().parent.parent


def rules_digest(game: Game) -> str:
    """Sixteen letters that change whenever a source or data file of the rules, the generals or the batch does."""
    return _digest((game.folder, *cores_of(game.folder)))


@cache
def _digest(folders: tuple[Path, ...]) -> str:
    own = [PACKAGE / "kernel", PACKAGE / "games" / "common", PACKAGE / "generals", PACKAGE / "batch"]
    files = {file for folder in (*own, *folders) for file in folder.rglob("*") if file.suffix in (".py", ".toml")}
    files |= {PACKAGE / "lab" / "playing.py"}
    digest = hashlib.sha256()
    for name, file in sorted((_name(file), file) for file in files):
        digest.update(name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _name(file: Path) -> str:
    """The same on every machine."""
    inside = PACKAGE in file.parents
    return file.relative_to(PACKAGE).as_posix() if inside else "/".join(file.parts[-3:])


@cache
def commit() -> str:
    """The commit of the checkout that runs, with a plus where it was changed; empty without one."""
    try:
        asked = ["git", "-C", str(PACKAGE), "describe", "--always", "--abbrev=40", "--exclude=*", "--dirty=+"]
        return subprocess.run(asked, capture_output=True, text=True, timeout=10, check=True).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return ""


def versions() -> dict[str, str]:
    """The versions that matter to results."""
    found = {"python": platform.python_version()}
    for name in ("sandtable", "numba", "numpy", "polars"):
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = ""
    return found
