"""Batalist: large battles of fantasy armies by order cards."""
