"""Which actions are listed for a side, and one at random."""
