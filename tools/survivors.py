"""How many are left of 44 in Inter Arma's SC1, `survivors.py docs/inter-arma-survivors.svg --battles 1000`.

The author wrote the rules after a game of 22 against 22 that left one man. This fights that battle many times between
``quick`` generals, as the rules are and with each option that is nearer to what they were, prints a table in Markdown,
and draws how the numbers are spread.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path

import numpy as np

from sandtable.games.common.intervals import wilson
from sandtable.games.inter_arma.record import State
from sandtable.lab.duel import Duel, fight_some, fought_last

SETTINGS: dict[str, tuple[tuple[str, str], ...]] = {
    "1.06": (),
    "morale every turn, as before 1.0": (("morale_tests", "every_turn"),),
}
"""What is fought. One switch of the list alone goes back to an older state that the version history names (SEQ-6)."""

SOLDIERS = 44
WIDTH, HEIGHT, LEFT, LOW = 560, 150, 40, 24


def left_in(options: tuple[tuple[str, str], ...], battles: int) -> np.ndarray:
    """How many able soldiers each side has at the end of each battle, ``i8[battles, 2]``."""
    duel = Duel("inter-arma", ("quick", "quick"), battles, scenario="camp", options=options)
    found = np.zeros((battles, 2), np.int64)
    for battle in range(battles):
        fight_some(duel, [battle])
        b = fought_last("inter-arma")
        for i in range(int(b.n_figures)):
            figure = b.figures[i]
            found[battle, int(figure.side)] += int(figure.state == State.ABLE and not figure.civilian)
    return found


def mean_of(numbers: np.ndarray) -> str:
    """A mean with its 95 % interval."""
    mean = float(numbers.mean())
    margin = 1.96 * float(numbers.std(ddof=1)) / math.sqrt(len(numbers))
    return f"{mean:.1f} ({mean - margin:.1f} to {mean + margin:.1f})"


def row_of(name: str, left: np.ndarray) -> str:
    """One line of the table."""
    both = left.sum(axis=1)
    low, middle, high = (int(part) for part in np.percentile(both, (5, 50, 95)))
    few = wilson(float((both <= 1).sum()), len(both))
    cells = (
        name, mean_of(both), mean_of(left[:, 0]), mean_of(left[:, 1]), f"{low}, {middle}, {high}",
        f"{100 * few.rate:.1f} % ({100 * few.low:.1f} to {100 * few.high:.1f})",
    )  # fmt: skip
    return "| " + " | ".join(cells) + " |"


def bars(name: str, left: np.ndarray, top: int) -> str:
    """One histogram of both sides' survivors together."""
    counts = np.bincount(left.sum(axis=1), minlength=SOLDIERS + 1)
    step, tallest = (WIDTH - LEFT - 10) / (SOLDIERS + 1), max(int(counts.max()), 1)
    shapes = [f'<text x="{LEFT}" y="{top + 14}">{name}: {len(left)} battles</text>']
    for number, count in enumerate(counts.tolist()):
        high = (HEIGHT - LOW - 24) * count / tallest
        x, y = LEFT + step * number, top + HEIGHT - LOW - high
        shapes.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{step - 1:.1f}" height="{high:.1f}"/>')
        if number % 4 == 0:
            shapes.append(f'<text x="{x:.1f}" y="{top + HEIGHT - 10}">{number}</text>')
    return "".join(shapes)


def main() -> None:
    """Fight, print and draw."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("picture", type=Path)
    parser.add_argument("--battles", type=int, default=1000)
    chosen = parser.parse_args()
    found = {name: left_in(options, chosen.battles) for name, options in SETTINGS.items()}
    print("| rules | left of 44 | Gauls | Romans | 5 %, 50 %, 95 % of the battles | one or none left |")
    print("|---|---|---|---|---|---|")
    for name, left in found.items():
        print(row_of(name, left))
    drawn = "".join(bars(name, left, HEIGHT * place) for place, (name, left) in enumerate(found.items()))
    whole = HEIGHT * len(found)
    style = "text{font:11px sans-serif;fill:#3b3226}rect{fill:#7a3b2e}"
    chosen.picture.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {whole}" width="{WIDTH}" height="{whole}">'
        f'<style>{style}</style><rect width="{WIDTH}" height="{whole}" style="fill:#f4ecd8"/>{drawn}</svg>\n',
        "utf-8",
    )


if __name__ == "__main__":
    main()
