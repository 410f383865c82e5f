"""``python -m sandtable``: the command line."""

from __future__ import annotations

from sandtable.cli import main

if __name__ == "__main__":
    main()
