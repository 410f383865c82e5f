"""From the core's data files to its records: weapons, profiles and the numbers of the rules."""
