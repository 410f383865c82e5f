"""Draw the README's picture: a DBAix battle between greedy generals, a few rounds in."""

from __future__ import annotations

import sys
from pathlib import Path

import sandtable
from sandtable.server.computer import choose

SEED = 7
ROUND = 6


def main(target: Path) -> None:
    battle = sandtable.new("dbaix", scenario="village", seed=SEED)
    while battle.round < ROUND and not battle.over:
        battle.play(choose("greedy", battle))
    picture = battle._repr_svg_()
    if picture is None:
        sys.exit("Nothing that draws is installed.")
    target.write_text(picture, "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
