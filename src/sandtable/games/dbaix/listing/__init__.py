"""Which actions of DBAix are offered: candidates and how far they reach. Nothing in here is a rule."""
