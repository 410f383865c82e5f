"""What the board is told."""
