"""What positions and actions of Batalist are worth to a general."""
