"""What more than one game needs and no kernel does; it knows no game."""
