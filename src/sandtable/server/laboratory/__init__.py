"""The laboratory on the web: studies put together from menus, run beside the server, and their reports."""
