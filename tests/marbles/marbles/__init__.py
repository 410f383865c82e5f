"""Marbles: a tiny game that lives in a distribution of its own, to show that the house needs no change for it."""
