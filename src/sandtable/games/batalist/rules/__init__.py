"""The chapters of Batalist: who may do what, and what comes of it."""
