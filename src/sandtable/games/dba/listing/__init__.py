"""Which actions of DBA are offered: candidates and how far they reach. Nothing in here is a rule."""
