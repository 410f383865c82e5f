"""Pictures of a table: one ``scene`` as a standalone SVG, for notebooks, reports and the README."""

from sandtable.draw.art import look, symbols
from sandtable.draw.svg import picture

__all__ = ["look", "picture", "symbols"]
