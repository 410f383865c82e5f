"""Who is told before this process compiles something itself. This file imports nothing, so that anybody may set it."""

from __future__ import annotations

from collections.abc import Callable

before_compiling: Callable[[], None] | None = None
"""Called whenever a compiled form is not on disk, in case whoever waits would rather have it made by helpers first."""
