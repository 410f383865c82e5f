"""The space of actions that a mask picks from: as Gymnasium's, and quick to sample."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

BYTES = np.dtype(np.int8)
"""What masks are made of."""


class MaskedActions(spaces.Discrete[np.int64]):
    """``Discrete(n)``, whose ``sample(mask)`` compares bytes where Gymnasium's looks at six arrays.

    For speed alone: a random one of 512 took 2.0 us by this and 25 by ``Discrete``, which an agent that explores pays
    at every step. Its draws are not those of ``Discrete`` from the same seed.
    """

    def __init__(self, n: int, seed: int | np.random.Generator | None = None) -> None:
        super().__init__(n, seed)
        self._size = n
        self._shape_of_masks = (n,)
        self._ones_and_zeros = bytes([1]) * n + bytes(n)

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """One of the actions whose mask is 1, each as likely; 0 where there is none. Otherwise as ``Discrete`` does."""
        if mask is None or probability is not None:
            return super().sample(mask, probability)
        if not isinstance(mask, np.ndarray) or mask.dtype != BYTES or mask.shape != self._shape_of_masks:
            return super().sample(mask)  # which says what is wrong
        held, n = mask.tobytes(), self._size
        first = held.find(0)
        offered = n if first < 0 else first
        if held == self._ones_and_zeros[n - offered : 2 * n - offered]:  # those at the beginning, as in a list
            return np.int64(self.np_random.random() * offered)
        offered = held.count(1)
        if offered + held.count(0) != n:
            return super().sample(mask)
        return np.int64(np.flatnonzero(mask)[int(self.np_random.random() * offered)])
