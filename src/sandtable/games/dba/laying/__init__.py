"""From files to DBA's record: scenarios, armies, ground, cases and the numbers of the rules."""
