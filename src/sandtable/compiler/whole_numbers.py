"""Compiled code knows one whole number: fields of records, literals and enum members mix freely, as they do in Python.

numba itself tells them apart. A kernel called with a field, with a literal and with members of three enums would be
compiled five times; a member in one branch does not unify with a number in the other, nor do two named tuples of which
one was made with a field and the other with a literal.
"""

from __future__ import annotations

from enum import EnumMeta, IntEnum
from typing import Any

from numba.core import types
from numba.core.rewrites import Rewrite, register_rewrite
from numba.core.types.misc import unliteral
from numba.core.typing.templates import AttributeTemplate, make_callable_template
from numba.core.utils import pysignature
from numba.cpython.tupleobj import namedtuple_constructor
from numba.extending import infer_getattr, lower_builtin, models, register_model, typeof_impl

PACKAGES: set[str] = set()
"""Packages in which kernels are written: this holds of their enums and named tuples, and of nobody else's."""


def widened(kind: Any) -> Any:
    """The numba type as which kernels and named tuples take a value: a literal, or a short integer, as any integer."""
    kind = unliteral(kind)
    return types.int64 if kind == types.int32 else kind


def _is_ours(kind: type) -> bool:
    return kind.__module__.partition(".")[0] in PACKAGES


class NumberedClass(types.IntEnumClass):
    """The numba type of an ``IntEnum`` whose members are numbers."""

    member_type: Any = types.int64


class WideTupleClass(types.NamedTupleClass):
    """The numba type of a class of named tuples, made of wide numbers whatever they are made with."""


register_model(NumberedClass)(models.OpaqueModel)
register_model(WideTupleClass)(models.OpaqueModel)
lower_builtin(WideTupleClass, types.misc.VarArg(types.Any))(namedtuple_constructor)

_numbas = {kind: typeof_impl.dispatch(kind) for kind in (IntEnum, EnumMeta, type)}


@typeof_impl.register(IntEnum)
def _typeof_member(value: Any, context: Any) -> Any:
    return types.int64 if _is_ours(type(value)) else _numbas[IntEnum](value, context)


@typeof_impl.register(EnumMeta)
def _typeof_enum(value: Any, context: Any) -> Any:
    if issubclass(value, IntEnum) and _is_ours(value):
        return NumberedClass(value, types.int64)
    return _numbas[EnumMeta](value, context)


@typeof_impl.register(type)
def _typeof_class(value: Any, context: Any) -> Any:
    kind = _numbas[type](value, context)
    return WideTupleClass(value) if isinstance(kind, types.NamedTupleClass) and _is_ours(value) else kind


@infer_getattr
class _MakingTuples(AttributeTemplate):
    """The call of a class of named tuples."""

    key = WideTupleClass

    def resolve___call__(self, kind: Any) -> Any:
        """What a call makes: numba casts each value to what is said here."""
        made = pysignature(kind.instance_class)

        def typer(*args: Any, **kws: Any) -> Any:
            return types.containers.BaseTuple.from_types(
                map(widened, made.bind(*args, **kws).args), kind.instance_class
            )

        typer.pysig = made  # type: ignore[attr-defined]
        return types.Function(make_callable_template(self.key, typer))


@register_rewrite("before-inference")
class _PlacesByMember(Rewrite):
    """A place that is named by a member, as in ``POINTS[Award.SHIP]``, is the member's number."""

    def match(self, func_ir: Any, block: Any, typemap: Any, calltypes: Any) -> bool:
        """Write the number where numba has found the member to be a constant; nothing is left to ``apply``."""
        for place in block.find_exprs(op="static_getitem"):
            if isinstance(place.index, IntEnum):
                place.index = int(place.index)
        return False
