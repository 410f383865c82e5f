"""Floor 2: many battles of one game as one array, stepped together in one compiled call."""

from __future__ import annotations

from sandtable.batch.battles import Batch

__all__ = ["Batch"]
