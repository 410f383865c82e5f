"""Build hook: puts built board and case book into the wheel, so that ``pip install .`` gives a complete command."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent / "tools"))
import build_board


class BoardHook(BuildHookInterface[Any]):
    """Builds web/ into src/sandtable/server/board unless what lies there is of the present sources."""

    def dependencies(self) -> list[str]:
        """Node from PyPI, wanted only where the board must be built and no npm is at hand."""
        return [build_board.NODE_WHEEL] if build_board.needs_node_wheel() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return  # a working copy builds its board with `make board`
        build_board.build()
        if self.target_name == "wheel":
            build_data["force_include"]["casebook"] = "sandtable/casebook"  # puzzles are cases of it
