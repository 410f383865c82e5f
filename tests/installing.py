"""The game of the tutorial, installed by pip as a distribution of its own, with a scenario of three sides."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent

THREE = """\
title: Three boxes
tray: [16, 12]
sides: {jade: Jade, coral: Coral, ivory: Ivory}
figures:
  - {id: J, name: Jade ball, side: jade, at: [3, 3]}
  - {id: C, name: Coral ball, side: coral, at: [13, 3]}
  - {id: I, name: Ivory ball, side: ivory, at: [8, 10]}
"""


def install_marbles(folder: Path) -> Path:
    """Where the game has been installed, in a new folder of ``folder``, by pip and by nothing else."""
    shutil.copytree(HERE / "marbles", folder / "marbles")
    (folder / "marbles" / "marbles" / "scenarios" / "three.yaml").write_text(THREE, "utf-8")
    target = folder / "site"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*pip, "--target", target, folder / "marbles"], check=True, timeout=300, capture_output=True)
    assert (target / "marbles" / "game.py").is_file()
    return target
