"""The chapters of Flash Flood: what the water does, and what is left of the units afterwards."""
