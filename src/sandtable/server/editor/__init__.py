"""Scenarios put together in the browser: what a game's may hold, drafts looked at, shared and played."""
