"""The project's own machinery: which Python it takes, when it rebuilds the board, and that lists agree."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from sandtable.games import game_keys, get_game

PROJECT = Path(__file__).resolve().parents[1]


def find_python(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """What tools/find_python.sh says where ``folder`` is all of PATH."""
    return subprocess.run(
        ["/bin/sh", str(PROJECT / "tools" / "find_python.sh")],
        env={"PATH": str(folder), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def executable(path: Path, text: str) -> None:
    path.write_text(text)
    path.chmod(0o755)


class TestFindingPython:
    """A name on PATH is no Python until it has run."""

    def test_a_shim_that_fails_is_passed_over(self, tmp_path: Path) -> None:
        executable(tmp_path / "python3.13", "#!/bin/sh\necho 'not switched on' >&2\nexit 127\n")
        executable(tmp_path / "python3", f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
        assert find_python(tmp_path).stdout == f"{tmp_path}/python3\n"

    def test_an_old_python_is_passed_over(self, tmp_path: Path) -> None:
        executable(tmp_path / "python3", "#!/bin/sh\nexit 1\n")
        found = find_python(tmp_path)
        assert (found.returncode, found.stdout) == (1, "")
        assert found.stderr.startswith("Sandtable needs Python 3.11, 3.12 or 3.13")

    def test_the_one_that_is_named_comes_first(self, tmp_path: Path) -> None:
        for name in ("python3", "mine"):
            executable(tmp_path / name, f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
        assert find_python(tmp_path, PYTHON=f"{tmp_path}/mine").stdout == f"{tmp_path}/mine\n"


def test_where_uv_cannot_be_had_pip_is_installed_and_it_is_said(tmp_path: Path) -> None:
    """A lock of something that nobody has, and no index to ask: no network is asked either."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "env"], check=True)
    python = tmp_path / "env" / "bin" / "python"
    assert subprocess.run([python, "-c", "import pip"], capture_output=True, check=False).returncode == 1
    (tmp_path / "lock.txt").write_text(f"--no-index\nnobody-has-this==1.0 --hash=sha256:{'0' * 64}\n")
    got = subprocess.run(
        ["/bin/sh", PROJECT / "tools" / "get_uv.sh", python, tmp_path / "lock.txt"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert got.stdout == "uv cannot be had here: pip installs, which takes longer\n"
    subprocess.run([python, "-c", "import pip"], check=True)


@pytest.fixture
def build_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """tools/build_board.py on a project of its own, whose npm writes the page that web/page.txt says."""
    spec = importlib.util.spec_from_file_location("build_board", PROJECT / "tools" / "build_board.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    web, board = tmp_path / "web", tmp_path / "board"
    web.mkdir()
    (web / "package.json").write_text("{}")
    (web / "package-lock.json").write_text("{}")
    (web / "page.txt").write_text("first")

    def run_npm(*arguments: str) -> None:
        if arguments == ("run", "build"):
            board.mkdir(exist_ok=True)
            (board / "index.html").write_text((web / "page.txt").read_text())

    monkeypatch.setattr(module, "WEB", web)
    monkeypatch.setattr(module, "BOARD", board)
    monkeypatch.setattr(module, "STAMP", board / ".built-from")
    monkeypatch.setattr(module, "run_npm", run_npm)
    return module


class TestBuildingTheBoard:
    """Built when its sources have changed, and only then."""

    def test_is_built_once_and_again_after_a_change(self, build_board: ModuleType) -> None:
        page = build_board.BOARD / "index.html"
        build_board.build()
        assert page.read_text() == "first"
        page.write_text("untouched")
        build_board.build()
        assert page.read_text() == "untouched"
        (build_board.WEB / "page.txt").write_text("second")
        assert not build_board.is_fresh()
        build_board.build()
        assert page.read_text() == "second"

    def test_modules_and_hidden_folders_are_no_sources(self, build_board: ModuleType) -> None:
        build_board.build()
        for folder in ("node_modules", ".svelte-kit"):
            (build_board.WEB / folder).mkdir(exist_ok=True)
            (build_board.WEB / folder / "made.js").write_text("x")
        assert build_board.is_fresh()

    def test_the_build_installs_nothing_for_checks_and_checks_serve_the_build(
        self, build_board: ModuleType, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked: list[tuple[str, ...]] = []
        monkeypatch.setattr(build_board, "run_npm", lambda *arguments: asked.append(arguments))
        build_board.install_modules("--omit=dev")
        build_board.install_modules("--omit=dev")
        assert [arguments[:2] for arguments in asked] == [("ci", "--omit=dev")]
        build_board.install_modules()
        assert len(asked) == 2 and "--omit=dev" not in asked[1]
        build_board.install_modules("--omit=dev")
        assert len(asked) == 2

    def test_a_built_board_without_sources_is_taken_as_it_is(self, build_board: ModuleType) -> None:
        build_board.build()
        (build_board.WEB / "package.json").unlink()
        assert build_board.is_fresh()


class TestLists:
    """What stands in two places is the same in both."""

    def test_every_game_is_found_by_its_folder(self) -> None:
        folders = {file.parent.name for file in (PROJECT / "src/sandtable/games").glob("*/game.py")}
        keys = {name.replace("_", "-") for name in folders}
        assert keys <= set(game_keys())
        assert {get_game(key).key for key in keys} == keys

    def test_no_lock_names_an_index(self) -> None:
        for lock in sorted((PROJECT / "requirements").glob("*.txt")):
            addresses = [
                line for line in lock.read_text("utf-8").splitlines() if line.startswith("--") or "://" in line
            ]
            assert addresses == [], lock.name
