"""From files to records: sewers, scenarios and cases of Flash Flood."""
