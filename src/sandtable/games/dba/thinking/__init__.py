"""What a position of DBA is worth to a general."""
