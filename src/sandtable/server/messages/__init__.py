"""Every message and page as pydantic models, from which the board's TypeScript types are made."""
