"""DBAix: the rulebook of 29 July 2006, a file a chapter."""
