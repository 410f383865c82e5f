"""What learners read of a battle."""
