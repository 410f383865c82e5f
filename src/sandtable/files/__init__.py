"""Files that people write: YAML and TOML read with care, errors as one sentence with line and field, atomic writing."""

from sandtable.files.checking import (
    Fault,
    FileModel,
    Model,
    check,
    fault_words,
    faults,
    load_checked,
    located,
    place,
    whole_field,
    word_field,
)
from sandtable.files.marked import MarkedDict, MarkedList, line_at, only
from sandtable.files.plain_yaml import load_yaml, parse_yaml
from sandtable.files.sentences import MAX_DIGITS, describe, did_you_mean, expected
from sandtable.files.text import (
    MAX_BYTES,
    MAX_DEPTH,
    is_there,
    own_files_only,
    parse_json,
    read_text,
    taken_down,
    taking_down,
)
from sandtable.files.toml import MAX_TOML, as_toml, load_toml, parse_toml
from sandtable.files.writing import atomic_write, check_not_over, drafted, make_folder, reason_of
from sandtable.files.yaml_text import as_yaml, rewritten

__all__ = [
    "MAX_BYTES",
    "MAX_DEPTH",
    "MAX_DIGITS",
    "MAX_TOML",
    "Fault",
    "FileModel",
    "MarkedDict",
    "MarkedList",
    "Model",
    "as_toml",
    "as_yaml",
    "atomic_write",
    "check",
    "check_not_over",
    "describe",
    "did_you_mean",
    "drafted",
    "expected",
    "fault_words",
    "faults",
    "is_there",
    "line_at",
    "load_checked",
    "load_toml",
    "load_yaml",
    "located",
    "make_folder",
    "only",
    "own_files_only",
    "parse_json",
    "parse_toml",
    "parse_yaml",
    "place",
    "read_text",
    "reason_of",
    "rewritten",
    "taken_down",
    "taking_down",
    "whole_field",
    "word_field",
]
