"""The rules of Marbles, a file a chapter."""
