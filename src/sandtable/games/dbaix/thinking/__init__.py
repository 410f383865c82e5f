"""What a position of DBAix is worth to a general."""
