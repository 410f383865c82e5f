"""From Pursuit's record to scene and words."""
