"""Threads and processes beside the event loop, and how Python's collector is kept from stopping it."""
