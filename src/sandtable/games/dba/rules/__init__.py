"""The rulebook's chapters of DBA, a file each, and the sequence of play; they import none of the other rooms."""
