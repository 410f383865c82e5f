"""What of DBAix is shown and said: scenes, overlays, explanations, phrases."""
