"""Live battles: one board's session, one battle's state, seats, undo, fork, and the lobby that holds them all."""
