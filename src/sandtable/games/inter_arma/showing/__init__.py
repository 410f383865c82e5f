"""From the record of Inter Arma to scene and words."""
