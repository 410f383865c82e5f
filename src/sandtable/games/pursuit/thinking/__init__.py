"""What positions and actions of Pursuit are worth to a general."""
