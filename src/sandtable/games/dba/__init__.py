"""De Bellis Antiquitatis 2.2 as the WADBAG conventions play it: its record, its chapters and its data."""
