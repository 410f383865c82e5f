"""Marbles: a small game in a distribution of its own, the text of the tutorial "A game in an hour"."""
