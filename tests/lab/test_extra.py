"""What is said where a library of the laboratory is not installed."""

from __future__ import annotations

import pytest

from sandtable.errors import InputError
from sandtable.lab.extra import needed, see_installed


def test_a_library_that_is_not_there_is_asked_for_in_a_sentence():
    with pytest.raises(InputError, match=r"^nosuchlibrary is not installed.*pip install 'sandtable\[lab\]'$"):
        needed("nosuchlibrary.api")
    with pytest.raises(InputError, match=r"^nosuchlibrary is not installed.*pip install 'sandtable\[lab\]'$"):
        see_installed("nosuchlibrary")
