"""Pursuit: riders flee through a ruined city that slides past them, chased by what flies."""
