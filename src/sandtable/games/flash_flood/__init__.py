"""Flash Flood: skirmish in a sewer that floods, one folder of chapters over the skirmish core."""
