"""Which actions Flash Flood lists: units as formations, single models, targets. Nothing here is a rule."""
