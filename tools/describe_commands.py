"""Writes docs/reference/command-line.md: every command with its arguments, options and examples, from its own help.

python tools/describe_commands.py
"""

from __future__ import annotations

import contextlib
import io
import os
from pathlib import Path

os.environ["COLUMNS"] = "100"  # before the help is laid out: the page is the same in every terminal

from sandtable.cli import COMMANDS, run

PAGE = Path(__file__).resolve().parents[1] / "docs" / "reference" / "command-line.md"

HEAD = """\
# Command line

`sandtable COMMAND --help` prints what stands here. Exit status: 0 fine; 1 the answer is no (a case is not as expected,
a clause has no test); 2 a command or a file is not as it must be, in one sentence; 130 interrupted. `--language ru` has
the program speak Russian.
"""


def help_of(command: str) -> str:
    """What a command says of itself."""
    with contextlib.redirect_stdout(io.StringIO()) as said:
        run([command, "--help"])
    return said.getvalue().strip()


def page() -> str:
    """The whole page."""
    parts = [f"## {name}\n\n{what}\n\n```text\n{help_of(name)}\n```\n" for name, what in COMMANDS.items()]
    return "\n".join([HEAD, *parts])


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
