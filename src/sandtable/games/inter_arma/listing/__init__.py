"""Which actions Inter Arma offers."""
