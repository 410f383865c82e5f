"""From files to the record of Inter Arma: scenarios, ground, cases."""
