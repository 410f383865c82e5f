"""Floor 0: geometry, terrain, dice, log, records, verbs and their compilation. Knows no game."""
