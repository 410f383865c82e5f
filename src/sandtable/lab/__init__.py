"""Floor 3: the laboratory: many battles, their statistics, and the benchmark."""
