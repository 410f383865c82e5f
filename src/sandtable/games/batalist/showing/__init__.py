"""What a battle of Batalist looks like, and how its actions are said."""
