"""Flash Flood for people: so far, what the water would do."""
