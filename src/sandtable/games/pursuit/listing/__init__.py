"""Which actions Pursuit offers; nothing in it is a rule."""
