"""From files to the record of Batalist: tables, musters, battalions."""
