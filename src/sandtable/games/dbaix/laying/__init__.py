"""From files to DBAix's record: scenarios, armies, ground, cases and the numbers of the rules."""
