"""A flood walked slowly: another program of CARRY, BUMP and HIT, in steps of a five-hundredth of an inch.

It knows the map file and the dice that were thrown, and nothing of the rules' code: graph, flow, branches and contacts
are worked out anew, with shortest ways by heap, directions as complex numbers and contacts by trying each step.
"""

from __future__ import annotations

import cmath
import heapq
import math
from dataclasses import dataclass, field
from typing import Any

from sandtable.games.flash_flood.clauses import Purpose
from sandtable.games.flash_flood.laying.sewer_file import SewerFile

STEP = 0.002
HAIR = 0.004


@dataclass
class Walker:
    """One figure as the walk sees it."""

    at: complex
    radius: float
    strength: int
    toughness: int
    wounds: int
    immune: bool
    corridor: str = ""
    along: float = 0.0
    lane: float = 0.0
    lost: bool = False
    adrift: bool = False
    swept: list[float] = field(default_factory=list)


class OutOfStep(AssertionError):
    """The walk wanted another die than was thrown."""


class SlowWalk:
    """One flood: a map, walkers, and the dice as they fell."""

    def __init__(self, sewer: SewerFile, walkers: list[Walker], throws: list[tuple[str, int, int]]) -> None:
        self.sewer, self.walkers, self.throws = sewer, walkers, throws
        self.node = {key: complex(*at) for key, at in sewer.nodes.items()}
        self.far = self._distances()
        self.ends: dict[str, tuple[str, str]] = {}
        for key, corridor in sewer.corridors.items():
            one, other = corridor.nodes
            if abs(self.far[one] - self.far[other]) > 1e-6:
                self.ends[key] = (one, other) if self.far[one] < self.far[other] else (other, one)

    def _distances(self) -> dict[str, float]:
        far, heap = {self.sewer.origin: 0.0}, [(0.0, self.sewer.origin)]
        while heap:
            d, node = heapq.heappop(heap)
            for corridor in self.sewer.corridors.values():
                if node in corridor.nodes:
                    other = corridor.nodes[1] if corridor.nodes[0] == node else corridor.nodes[0]
                    length = abs(self.node[node] - self.node[other])
                    if d + length < far.get(other, math.inf) - 1e-9:
                        far[other] = d + length
                        heapq.heappush(heap, (far[other], other))
        return far

    def die(self, purpose: str, who: int) -> int:
        """The next die thrown; OutOfStep if it was for something or somebody else."""
        if not self.throws or self.throws[0][:2] != (purpose, who):
            raise OutOfStep(f"wanted {purpose} of {who}, thrown were {self.throws[:2]}")
        return self.throws.pop(0)[2]

    # Geometry of one corridor

    def _frame(self, key: str) -> tuple[complex, complex, float, float]:
        up, down = (self.node[node] for node in self.ends[key])
        return up, (down - up) / abs(down - up), abs(down - up), self.sewer.corridors[key].width

    def point(self, w: Walker) -> complex:
        """Where a walker's corridor, length and lane are on the table."""
        start, along, _, _ = self._frame(w.corridor)
        return start + along * complex(w.along, w.lane)

    def ways(self, key: str) -> list[str]:
        """The branches at the end of a corridor, in the order of the die."""
        _, course, _, _ = self._frame(key)
        found = []
        for other, (up, _) in self.ends.items():
            if up == self.ends[key][1]:
                turn = cmath.phase(self._frame(other)[1] / course)
                found.append((round(abs(turn), 6), turn < 0, other))
        return [other for _, _, other in sorted(found)]

    def _blocked(self, w: Walker) -> bool:
        """The walker touches a barrier ahead, stands in rubble, or touches the wall where the water ends."""
        _, _, length, _ = self._frame(w.corridor)
        for barrier in self.sewer.barriers.values():
            if barrier.corridor != w.corridor:
                continue
            near, far = barrier.span
            if self.sewer.corridors[w.corridor].nodes[0] != self.ends[w.corridor][0]:
                near, far = length - far, length - near
            if near <= w.along < far or (w.along < near <= w.along + w.radius + 1e-9):
                return True
        reach = max(c.width for c in self.sewer.corridors.values() if self.ends[w.corridor][1] in c.nodes) / 2
        return not self.ways(w.corridor) and w.along + w.radius >= length + reach - 1e-9

    def _ahead(self, w: Walker, course: complex, gap: float = 0.0) -> list[int]:
        """Those whom the next step would lead into, the furthest downstream first; where a way ends a gap touches."""
        found = []
        for k, other in enumerate(self.walkers):
            if other is w or other.wounds <= 0 or not other.corridor:
                continue
            d = (other.at - w.at) / course
            reach = w.radius + other.radius
            if abs(d) <= reach + gap and d.real > HAIR and abs(d.imag) < reach - 0.01:
                found.append((-(self.far[self.ends[other.corridor][0]] + other.along), k))
        return [k for _, k in sorted(found)]

    # The walk

    def test(self, i: int) -> None:
        """One figure's turn in the flood."""
        w = self.walkers[i]
        if w.lost:
            return
        die = self.die("TEST", i)
        if die == 6 or die > w.strength:
            self.sweep(i)

    def sweep(self, i: int) -> None:
        """Sweep one figure to its end, hits included."""
        w = self.walkers[i]
        w.lost, w.adrift = True, True
        moved = self._carry(i)
        w.adrift = False
        w.swept.append(moved[0])
        wounds = [min(10, 1 + int((moved[0] + HAIR) // 3))] + ([3] if moved[1] else [])
        lost, dead = 0, False
        for strength in wounds:
            d = strength - w.toughness
            needed = 2 if d >= 2 else 4 - d if d >= -2 else 6 if d == -3 else 7
            if needed < 7 and self.die("TO_WOUND", i) >= needed:
                lost += 1
                dead |= strength >= 2 * w.toughness and not w.immune
        w.wounds = 0 if dead else max(0, w.wounds - lost)

    def _carry(self, i: int) -> tuple[float, bool]:
        w = self.walkers[i]
        met: set[int] = set()
        moved = 0.0
        if self.ends[w.corridor][0] == self.sewer.origin and w.along <= HAIR / 4:
            leads = [key for key, (up, _) in self.ends.items() if up == self.sewer.origin]
            if len(leads) > 1:  # on the origin there is no course yet
                start = leads[(self.die("BRANCH", i) - 1) * len(leads) // 6]
                here = (self.point(w) - self._frame(start)[0]) / self._frame(start)[1]
                w.corridor, w.along, w.lane = start, here.real, here.imag
        w.at = self.point(w)
        most = self._frame(w.corridor)[3] / 2 - w.radius
        while abs(w.lane) > most + 1e-6:  # drawn in
            toward = -math.copysign(1.0, w.lane)
            if self._meets(i, self._ahead(w, self._frame(w.corridor)[1] * 1j * toward), met):
                return moved, False
            w.lane += toward * min(STEP, abs(w.lane) - most)
            w.at = self.point(w)
        branch = ""
        left, again = 0.0, True
        while True:
            course = self._frame(w.corridor)[1]
            touched = self._ahead(w, course, 0.01 if left <= 1e-6 else 0.0)
            if self._meets(i, touched, met):
                return moved, self._blocked(w)
            if touched:
                continue
            if self._blocked(w):
                return moved, True
            if left <= 1e-6:
                if not again:
                    return moved, False
                left = float(self.die("CARRY", i))
                again = left == 6
                continue
            rest = self._frame(w.corridor)[2] - w.along if self.ways(w.corridor) else math.inf
            if rest > 1e-6:
                step = min(STEP, left, rest)
                w.along += step
                w.at = self.point(w)
                left -= step
                moved += step
                continue
            ways = self.ways(w.corridor)
            if not branch:
                branch = ways[0]
                if len(ways) > 1:
                    die = self.die("BRANCH", i)
                    branch = ways[(die - 1) * len(ways) // 6]
            most = self._frame(branch)[3] / 2 - w.radius
            lane = max(-most, min(most, w.lane))
            start, along, _, _ = self._frame(branch)
            there = start + along * complex(0, lane)
            taken = [
                (-(self.far[self.ends[o.corridor][0]] + o.along), k)
                for k, o in enumerate(self.walkers)
                if o is not w and o.wounds > 0 and o.corridor and abs(o.at - there) < w.radius + o.radius - 0.01
            ]
            if taken:
                if self._meets(i, [k for _, k in sorted(taken)], met):
                    return moved, False
                continue
            w.corridor, w.along, w.lane, w.at, branch = branch, 0.0, lane, there, ""

    def _meets(self, i: int, touched: list[int], met: set[int]) -> bool:
        """Bump whoever is touched and was not yet; True if the walker is stopped."""
        stopped = False
        for k in touched:
            if k in met or self.walkers[k].adrift:
                stopped = True
                continue
            met.add(k)
            if self.die("BUMP", k) >= 4:
                self.sweep(k)
            else:
                stopped = True
        return stopped


def throws_of(dice: Any) -> list[tuple[str, int, int]]:
    """The dice as they fell: purpose, figure, value."""
    thrown = dice.thrown[: dice.n_thrown]
    return [(Purpose(int(one.purpose)).name, int(one.figure), int(one.value)) for one in thrown]
