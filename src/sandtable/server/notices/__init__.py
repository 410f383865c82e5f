"""Calling players who are not there: by e-mail of the host's own server, and by webhooks whose address players give."""
