"""The chapters of the core, as the rulebooks of its games take them for granted."""
