"""Floor 2: the plain-Python face. Battle, actions, words, notation, saves, umpire cases and odds, for any game."""
