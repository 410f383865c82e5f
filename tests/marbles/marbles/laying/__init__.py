"""From files to the record."""
