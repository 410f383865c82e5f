"""The skirmish core under Pursuit and Flash Flood: figures with profiles who shoot, fight and save; it is no game."""
