"""What positions and actions of Inter Arma are worth to a general."""
