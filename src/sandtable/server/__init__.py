"""Live games: seats, messages, storage and the board's files, over the plain-Python face."""
