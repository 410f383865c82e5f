"""Floor -1: the decorators that compile rules, their cache on disk, and all that leans on numba's own classes."""
