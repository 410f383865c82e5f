"""What is kept: the database, the queue of commits, and battles played again from what is stored."""
