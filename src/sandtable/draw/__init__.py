"""Pictures of a table: one ``scene`` as a standalone SVG, for notebooks, reports and the README."""

from sandtable.draw.svg import look, picture, symbols

__all__ = ["look", "picture", "symbols"]
