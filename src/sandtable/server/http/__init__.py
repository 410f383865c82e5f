"""The web application: routes, middleware, limits, the board's files, and the running of it on a port."""
