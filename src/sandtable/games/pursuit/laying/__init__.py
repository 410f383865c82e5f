"""From files to Pursuit's record: scenarios, rosters, cities, cases."""
