"""What a file holds against its model: one sentence with line and field where it does not fit."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, NamedTuple, TypeVar, Union, cast, get_args, get_origin

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic.fields import FieldInfo

from sandtable.errors import InputError
from sandtable.files.marked import line_at
from sandtable.files.plain_yaml import parse_yaml
from sandtable.files.sentences import describe, did_you_mean, expected, one_sentence, short
from sandtable.files.text import read_text
from sandtable.files.toml import parse_toml
from sandtable.translation import either, gettext, gettext_word

Model = TypeVar("Model", bound=BaseModel)
Word = TypeVar("Word")
Loc = tuple[int | str, ...]


class FileModel(BaseModel):
    """Base of the models of files: unknown fields and numbers that are not finite are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False, str_strip_whitespace=True)


def load_checked(path: str | os.PathLike[str], model: type[Model]) -> Model:
    """The file at ``path`` (``.toml``, else YAML) as ``model``; one InputError sentence where it does not fit."""
    text = read_text(path)
    if Path(path).suffix == ".toml":
        return check(parse_toml(text, str(path)), model, str(path))
    return check(parse_yaml(text, str(path)), model, str(path))


def check(data: Any, model: type[Model], where: str) -> Model:
    """``data`` as ``model``; InputError 'WHERE, line N, field a.b: expected ..., found ...' where it does not fit.

    Lines are known for marked data (``parse_yaml``, ``parse_toml``).
    """
    try:
        return model.model_validate(data)
    except ValidationError as error:
        first, *others = _faults_of(error, data, model)
        more = f" ({gettext('and {number} more', number=len(others))})" if others else ""
        raise InputError(f"{_place(where, first.line, first.loc)}: {first.sentence}{more}") from None


class Fault(NamedTuple):
    """One thing that is wrong with a file: the way to its field, its line where that is known, and what it is."""

    loc: Loc
    line: int | None
    sentence: str


def faults(data: Any, model: type[BaseModel]) -> list[Fault]:
    """Everything in ``data`` that does not fit ``model``, in the order of the model's fields."""
    try:
        model.model_validate(data)
    except ValidationError as error:
        return _faults_of(error, data, model)
    return []


def _faults_of(error: ValidationError, data: Any, model: type[BaseModel]) -> list[Fault]:
    told = _of_likely_members([cast(dict[str, Any], fault) for fault in error.errors(include_url=False)], data)
    found: dict[Loc, list[dict[str, Any]]] = {}
    for fault in told:
        loc = tuple(fault["loc"])
        found.setdefault(loc[:-1] if _ends_in_member(fault, data) else loc, []).append(fault)
    return [Fault(_real(data, loc), line_at(data, loc), _sentence_of_all(alike, model)) for loc, alike in found.items()]


def _of_likely_members(told: list[dict[str, Any]], data: Any) -> list[dict[str, Any]]:
    """The faults without those of members of a union that are of another kind than what the file has there.

    For a mapping, ``str | Model`` means the model, and for a word the text; where no member is of the value's kind, all
    of their faults stay.
    """
    strange = {fault["loc"] for fault in told if fault["type"] in OF_KIND and _ends_in_member(fault, data)}
    likely = {loc[:end] for loc in (fault["loc"] for fault in told) if loc not in strange for end in range(len(loc))}
    return [fault for fault in told if fault["loc"] not in strange or fault["loc"][:-1] not in likely]


def _ends_in_member(fault: Mapping[str, Any], data: Any) -> bool:
    """Whether the last part of a fault's way names a member of a union: the value is what stands one step before."""
    *before, last = fault["loc"] or ("",)
    if fault["type"] in ("missing", "extra_forbidden") or not isinstance(last, str) or last == "[key]":
        return False
    return bool(before) and fault.get("input") is _walked(data, before)[1]


def located(sentence: str) -> Fault:
    """The sentence of an InputError as a fault: the fields and the last line of its opening, and what follows that.

    The opening is what ``place`` writes, once or, for a part of a file, more often.
    """
    words = (gettext_word("line {line}"), gettext_word("field {name}"))
    line, field = (re.sub(r"\\\{\w+\\\}", r"([^\\s:,]+)", re.escape(word)) for word in words)
    opening = re.compile(rf"(?:^|[,:] )(?:{line}|{field})(?=[,:])")
    number: int | None = None
    loc: Loc = ()
    found = opening.search(sentence)
    while found is not None:
        number = int(found[1]) if found[1] and found[1].isdecimal() else number
        loc += _loc_of(found[2] or "")
        sentence = sentence[found.end() :]
        found = opening.match(sentence)
    return Fault(loc, number, sentence.lstrip(":, "))


def _loc_of(name: str) -> Loc:
    """The way to a field from its name as people count: ``figures[3].at`` is the third figure's."""
    parts = re.findall(r"\[(\d+)\]|([^.\[\]]+)", name)
    return tuple(int(number) - 1 if number else word for number, word in parts)


def place(data: Any, where: str, *loc: int | str) -> str:
    """'WHERE, line N, field a.b', the opening of a sentence about one field of checked data."""
    return _place(where, line_at(data, loc), loc)


def _place(where: str, line: int | None, loc: Iterable[int | str]) -> str:
    parts = [where] if where else []
    if line is not None:
        parts.append(gettext("line {line}", line=line))
    name = _field_name(loc)
    if name:
        parts.append(gettext("field {name}", name=name))
    return ", ".join(parts)


def _field_name(loc: Iterable[int | str]) -> str:
    """``figures[2].at`` as people count: the third figure is ``figures[3]``."""
    name = ""
    for part in loc:
        name += f"[{part + 1}]" if isinstance(part, int) else f".{short(part)}" if name else short(part)
    return name


def _real(data: Any, loc: Loc) -> Loc:
    """``loc`` without parts that name validators or members of a union; the last may be a field that is not there."""
    before, found = _walked(data, loc[:-1])
    if loc and isinstance(found, Mapping) and isinstance(loc[-1], str):
        return (*before, loc[-1])
    return before + _walked(found, loc[-1:])[0]


def _walked(data: Any, loc: Iterable[int | str]) -> tuple[Loc, Any]:
    """The parts of ``loc`` that reach something in ``data``, and what that is: a member of a union reaches nothing."""
    real: list[int | str] = []
    for part in loc:
        if isinstance(data, Mapping) and part in data:
            data = data[part]
        elif isinstance(data, Sequence) and not isinstance(data, str) and isinstance(part, int):
            data = data[part] if part < len(data) else None
        else:
            continue
        real.append(part)
    return tuple(real), data


def _sentence_of_all(alike: list[dict[str, Any]], model: type[BaseModel]) -> str:
    """One sentence for what the members of a union say of one value: it should be of one of their kinds."""
    if len(alike) > 1 and all(fault["type"] in OF_KIND for fault in alike):
        wanted = dict.fromkeys(_wanted(fault, model) for fault in alike)
        return expected(either(wanted), describe(alike[0].get("input")))
    return _sentence(alike[0], model)


def _sentence(fault: dict[str, Any], model: type[BaseModel]) -> str:
    """What one pydantic fault means for the writer of the file."""
    loc = tuple(fault["loc"])
    kind, found, context = fault["type"], fault.get("input"), fault.get("ctx", {})
    if kind == "extra_forbidden":
        owner = _model_at(model, loc[:-1])
        known = [info.alias or name for name, info in owner.model_fields.items()] if owner else []
        return gettext("there is no such field") + did_you_mean(str(loc[-1]), known)
    if kind == "missing":
        return expected(_description_at(model, loc) or gettext("a value"), describe(None))
    if kind in ("value_error", "assertion_error"):
        return one_sentence(str(context.get("error", fault["msg"])))
    if kind == "literal_error":
        choices = re.findall(r"'([^']*)'", str(context.get("expected", "")))
        wanted = str(context["expected"]).replace(" or ", f" {gettext('or')} ")
        return expected(wanted, describe(found)) + did_you_mean(str(found), choices, offer=False)
    return expected(_wanted(fault, model), describe(found))


def _wanted(fault: dict[str, Any], model: type[BaseModel]) -> str:
    """What should have stood where a fault was found."""
    kind = fault["type"]
    if isinstance(fault.get("input"), Mapping):
        kind = {"too_short": "too_few_fields", "too_long": "too_many_fields"}.get(kind, kind)
    described = _description_at(model, tuple(fault["loc"]))
    wanted = described or gettext_word(EXPECTED.get(kind, "")) or _expected_from(fault["msg"])
    return wanted.format(**fault.get("ctx", {}))


def fault_words(fault: Mapping[str, Any]) -> str:
    """What one pydantic fault of a message means for its sender."""
    return _sentence(dict(fault), BaseModel)


OF_KIND = {f"{kind}_type" for kind in ("string", "int", "float", "bool", "list", "tuple", "dict", "model")}
"""Faults that say that a value is of another kind altogether."""

EXPECTED = {
    "finite_number": "a finite number",
    "float_type": "a number",
    "float_parsing": "a number",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "string_type": "text",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "fields like 'a: ...'",
    "model_type": "fields like 'a: ...'",
    "model_attributes_type": "fields like 'a: ...'",
    "greater_than": "a number greater than {gt}",
    "greater_than_equal": "a number of at least {ge}",
    "less_than": "a number less than {lt}",
    "less_than_equal": "a number of at most {le}",
    "too_long": "at most {max_length} items",
    "too_short": "at least {min_length} items",
    "too_few_fields": "fields like 'a: ...', {min_length} or more of them",
    "too_many_fields": "fields like 'a: ...', {max_length} of them at most",
    "string_too_long": "text of at most {max_length} characters",
    "string_too_short": "text of at least {min_length} characters",
    "string_pattern_mismatch": "text as {pattern}",
    "union_tag_invalid": "one of {expected_tags}",
    "union_tag_not_found": "a field {discriminator}",
}
"""What should have stood there, by the kind of fault."""


def _expected_from(message: str) -> str:
    return re.sub(r"^Input should be ", "", message).replace("{", "{{").replace("}", "}}")


def _model_in(annotation: Any) -> type[BaseModel] | None:
    """The model that an annotation is, or holds as ``list[M]``, ``M | None``, ``Annotated[M, ...]``."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for part in get_args(annotation):
        found = _model_in(part)
        if found is not None:
            return found
    return None


def _model_at(model: type[BaseModel], loc: Loc) -> type[BaseModel] | None:
    for part in loc:
        if not isinstance(part, str):
            continue
        info = _field(model, part)
        if info is None:
            continue
        inner = _model_in(info.annotation)
        if inner is None:
            return None
        model = inner
    return model


def _field(model: type[BaseModel], name: str) -> Any:
    for own, info in model.model_fields.items():
        if name in (own, info.alias):
            return info
    return None


def _description_at(model: type[BaseModel], loc: Loc) -> str:
    """What the field at ``loc`` should be, where its ``Field(description=...)`` says so."""
    for index in range(len(loc) - 1, -1, -1):
        part = loc[index]
        if not isinstance(part, str):
            continue
        owner = _model_at(model, loc[:index])
        info = _field(owner, part) if owner else None
        if info is not None:
            described = info.description or _described_within(info.annotation)
            return gettext_word(described).replace("{", "{{").replace("}", "}}")
    return ""


def _described_within(annotation: Any) -> str:
    """The description that an ``Annotated`` type brings along, also as one of a union."""
    if get_origin(annotation) is Annotated:
        fields = (part for part in get_args(annotation)[1:] if isinstance(part, FieldInfo))
        return next((field.description for field in fields if field.description), "")
    if get_origin(annotation) in (Union, UnionType):
        return next(filter(None, map(_described_within, get_args(annotation))), "")
    return ""


def whole_field(data: Mapping[str, Any], where: str, key: str, default: int, least: int, most: int) -> int:
    """The field's whole number, or the default where it is left out; InputError for anything else."""
    value = data.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        wanted = gettext("a whole number from {least} to {most}", least=least, most=most)
        raise InputError(f"{place(data, where, key)}: {expected(wanted, describe(value))}")
    return value


def word_field(
    data: Mapping[str, Any], where: str, key: str, default: str, words: Mapping[str, Word], what: str
) -> Word:
    """What the field's word stands for among ``words``; ``what`` names it for the InputError, as ``a side``."""
    word = data.get(key, default)
    if not isinstance(word, str) or word not in words:
        hint = did_you_mean(str(word), words)
        raise InputError(f"{place(data, where, key)}: {expected(gettext_word(what), describe(word))}{hint}")
    return words[word]
