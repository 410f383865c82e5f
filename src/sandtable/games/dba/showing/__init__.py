"""What of DBA is shown and said: scenes, overlays, explanations, phrases."""
