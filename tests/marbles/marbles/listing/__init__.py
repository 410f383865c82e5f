"""The actions that are offered."""
