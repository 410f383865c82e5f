"""Libraries that the laboratory wants and play does not: brought in where they are used, or asked for in a sentence."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from sandtable.errors import InputError
from sandtable.translation import gettext


def needed(module: str) -> Any:
    """The module, or an InputError that says how to install what it is part of."""
    try:
        return import_module(module)
    except ImportError:
        raise _missing(module.partition(".")[0]) from None


def see_installed(library: str) -> None:
    """InputError where a library is not there; nothing is brought in yet."""
    if find_spec(library) is None:
        raise _missing(library)


def _missing(library: str) -> InputError:
    return InputError(
        gettext(
            "{library} is not installed: install Sandtable with its laboratory, pip install 'sandtable[lab]'",
            library=library,
        )
    )
