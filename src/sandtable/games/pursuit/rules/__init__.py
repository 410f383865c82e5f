"""The chapters of Pursuit."""
