"""What positions and actions of Flash Flood are worth to a general."""
