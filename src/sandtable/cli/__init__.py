"""The ``sandtable`` command: finds the command asked for, and turns every user error into one sentence.

Each command is a file of this folder with a typer function ``main``; it is imported only when it is asked
for, so that ``sandtable --help`` needs neither numba nor a game. Exit status: 0 fine, 1 the answer is no
(a case not as expected, a clause without a test), 2 bad usage or bad input, 130 interrupted.
"""

from __future__ import annotations

import difflib
import errno
import io
import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from importlib import import_module, metadata
from typing import Any

from sandtable.errors import InputError, SandtableError
from sandtable.translation import either, gettext, speak

COMMANDS = {
    "play": "Fight a battle in the browser.",
    "serve": "Serve battles to other machines.",
    "adjudicate": "Ask what the rules say: case files in, verdicts out.",
    "rules": "Print a rulebook in our words, with rulings and options.",
    "show": "Draw the position of a case or save as text or SVG.",
    "replay": "Play a save again and check every state that it recorded.",
    "export": "Show a battle to others: a page, a moving picture, a picture, text.",
    "verify": "Check that a finished battle's dice were honest.",
    "analyse": "Say what could be done in a position, and what it would have won.",
    "review": "Look back on a battle: what was dice, what decision, and what was better.",
    "duel": "Let computer generals fight many battles and print win rates.",
    "ladder": "Say how strong each computer general is, in Elo points.",
    "regret": "Measure what planning gains over quick, position by position.",
    "tune": "Find by self-play what computer generals should think.",
    "lab": "Study what a rule, a number or an army does to a game.",
    "army": "Check an army against its list, and print the army lists.",
    "roster": "Keep the rosters of a campaign from battle to battle.",
    "bench": "Measure how fast the rules run on this machine.",
    "compile": "Compile the rules of games ahead.",
}
"""Every command, in the order in which ``--help`` lists them, and what it does."""

LANGUAGE = "--language"

MISUSED = {
    r"Missing argument '(.+)'": "missing argument '{word}'",
    r"No such option: (\S+)(?: .*)?": "no such option: {word}",
    r"Option '(.+)' requires an argument": "option '{word}' requires an argument",
    r"Invalid value for '(.+?)': .* valid integer\b.*": "{word} takes a whole number",
    r"Invalid value for '(.+?)': .* greater than or equal to (\S+)": "{word} takes a number of at least {number}",
    r"Invalid value for '(.+?)': .* less than or equal to (\S+)": "{word} takes a number of at most {number}",
    r"Got unexpected extra argument(?:s|\(s\))? \((.+)\)": "got unexpected extra argument ({word})",
}
"""How commands are mostly called wrongly: what the parser says of it, and we."""

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)
"""Why an output cannot be written: the disk is full, it is gone, or it was never opened for that."""

ASKING = ("adjudicate", "rules", "show", "replay", "export", "verify", "army", "roster")
"""Commands that ask the rules a few things, and never wait for a compiler."""

HELP = """\
Usage: sandtable COMMAND [OPTIONS] [ARGUMENTS]

A rules-complete tabletop for miniature wargames: it knows every rule by its clause.

Commands:
{commands}

`sandtable COMMAND --help` explains one command. `sandtable --version` prints the version. `--language ru` with any
command has games that know that language speak it.

Examples:

  sandtable play

  sandtable rules dbaix PIP-11
"""


def main() -> None:
    """Run the command line and leave with its status. What a terminal's encoding lacks is shown as ``?``."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # no threads of numpy's, of no use here: see ``lab.pool``
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """The exit status of ``sandtable ARGUMENTS``; user errors become one sentence on stderr, never a traceback."""
    try:
        status = _dispatch(list(arguments))
        if sys.stdout is not None:  # nobody listens
            sys.stdout.flush()
        return status
    except SandtableError as error:
        return _refuse(str(error))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _write_nowhere(sys.stdout)  # whoever read our output has gone (`| head`)
        return 1
    except OSError as error:
        from sandtable.files import reason_of

        if error.filename is not None:
            return _refuse(f"{error.filename}: {reason_of(error)}.")
        if error.errno not in FULL:
            raise
        _write_nowhere(sys.stdout)
        return _refuse(gettext("the output cannot be written ({reason})", reason=reason_of(error)))


def _write_nowhere(stream: Any) -> None:
    """Let what is left of an output that cannot be written go nowhere, so that the interpreter ends in peace."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _choose_language(arguments: list[str]) -> list[str]:
    """The arguments without ``--language NAME``, which may stand anywhere; that language is spoken from here on."""
    left = []
    words = iter(arguments)
    for argument in words:
        name, given, value = argument.partition("=")
        if name != LANGUAGE:
            left.append(argument)
            continue
        from sandtable.games.language import all_languages

        chosen = value if given else next(words, "")
        if chosen not in all_languages():
            what = gettext("expected {what}, found {found}", what=either(all_languages()), found=repr(chosen))
            raise InputError(f"{LANGUAGE}: {what}")
        speak(chosen)
    return left


def _dispatch(arguments: list[str]) -> int:
    """Answer what needs no command, or hand the rest to the command named first."""
    arguments = _choose_language(arguments)
    if not arguments or arguments[0] in ("--help", "-h", "help"):
        width = max(map(len, COMMANDS)) + 2
        listed = "\n".join(f"  {name:<{width}}{gettext(summary)}" for name, summary in COMMANDS.items())
        print("\n".join(gettext(line, commands=listed) for line in HELP.splitlines()))
        return 0
    if arguments[0] == "--version":
        print(f"sandtable {_version()}")
        return 0
    name, *rest = arguments
    if name not in COMMANDS:
        close = difflib.get_close_matches(name, COMMANDS, n=1)
        near = gettext("did you mean `sandtable {name}`?", name=close[0]) if close else ""
        hint = near or gettext("there are {names}.", names=", ".join(COMMANDS))
        return _refuse(f"{gettext('there is no command {name!r}', name=name)}; {hint}")
    return _run_command(name, import_module(f"sandtable.cli.{name}").main, rest)


def _version() -> str:
    """The version that is installed; sources that are run where they lie have none."""
    try:
        return metadata.version("sandtable")
    except metadata.PackageNotFoundError:
        return "(not installed)"


def _run_command(name: str, function: Callable[..., Any], arguments: list[str]) -> int:
    """The exit status of one command's typer function."""
    import typer
    from typer.exceptions import TyperException

    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    app.command(name)(function)
    if "--help" in arguments:
        from sandtable.cli._helping import help_of

        print(help_of(typer.main.get_command(app), name))
        return 0
    try:
        with _as_patient_as(name):
            left = app(arguments, prog_name=f"sandtable {name}", standalone_mode=False)
    except TyperException as error:
        told = getattr(error, "format_message", error.__str__)
        what = str(told()).rstrip(".")
        return _refuse(f"{name}: {_misused(what)}; {gettext('`sandtable {name} --help` explains it.', name=name)}")
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)
    return left if isinstance(left, int) else 0


def _as_patient_as(name: str) -> AbstractContextManager[None]:
    """How a command stands to rules that are not compiled: those that only ask have them interpreted, others do not."""
    if name in ASKING:
        from sandtable.cli._compiling import interpreting_what_is_not_compiled

        return interpreting_what_is_not_compiled()
    from sandtable.compiler import patience

    patience.be_patient(False)  # it is no program of one's own, whose rules would be interpreted meanwhile
    return nullcontext()


def _misused(what: str) -> str:
    """What is wrong with how a command was called, where there are words for it in the language spoken."""
    for pattern, said in MISUSED.items():
        found = re.fullmatch(pattern, what)
        if found is not None:
            near = re.findall(r"--[a-z][\w-]*", what[found.end(1) :])
            return gettext(said, word=found[1], number=found[found.lastindex or 1]) + (
                f"; {gettext('there are {names}', names=', '.join(near))}" if near else ""
            )
    return f"{what[:1].lower()}{what[1:]}"


def _refuse(sentence: str) -> int:
    """Say on stderr, in one sentence, what cannot be done; the status of bad usage."""
    try:
        print(f"sandtable: {sentence}", file=sys.stderr, flush=True)
    except OSError:
        _write_nowhere(sys.stderr)
    return 2
