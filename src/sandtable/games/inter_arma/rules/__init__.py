"""The chapters of Inter Arma: who may do what, and what comes of it."""
