"""The tiny game of the tests, installed by pip as a distribution of its own."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def install_marbles(folder: Path) -> Path:
    """Where the game has been installed, in a new folder of ``folder``, by pip and by nothing else."""
    shutil.copytree(HERE / "marbles", folder / "marbles")
    target = folder / "site"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*pip, "--target", target, folder / "marbles"], check=True, timeout=300, capture_output=True)
    assert (target / "marbles" / "game.py").is_file()
    return target
