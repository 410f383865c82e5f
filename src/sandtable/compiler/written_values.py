"""``.value`` of an enum member, written out in a kernel, is the number that the member is (``whole_numbers``)."""

from __future__ import annotations

from typing import Any

from numba.core import types
from numba.core.typing.templates import AttributeTemplate
from numba.extending import infer_getattr, lower_getattr


@infer_getattr
class _Number(AttributeTemplate):
    """``.value`` of a member, written out, is the same number."""

    key = types.Integer

    def resolve_value(self, number: Any) -> Any:
        """Its type."""
        return number


@lower_getattr(types.Integer, "value")
def _value(context: Any, builder: Any, kind: Any, number: Any) -> Any:
    return number
