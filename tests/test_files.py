"""What a person reads when a file of theirs cannot be used: one sentence, with its file, line and field."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated

import pytest
from pydantic import Field

from sandtable.errors import InputError
from sandtable.files import (
    MAX_BYTES,
    FileModel,
    atomic_write,
    check,
    faults,
    line_at,
    load_checked,
    load_yaml,
    make_folder,
    parse_toml,
    parse_yaml,
    place,
)
from sandtable.translation import speaking


class Base(FileModel):
    id: str
    at: tuple[float, float] = Field(description="[x, y] in inches")
    facing: float = 0.0


class Camp(FileModel):
    title: str
    count: int = 1
    bases: list[Base] = []


def complaint(text: str, toml: bool = False) -> str:
    with pytest.raises(InputError) as caught:
        if toml:
            check(parse_toml(text, "f.toml"), Camp, "f.toml")
        else:
            check(parse_yaml(text, "f.yaml"), Camp, "f.yaml")
    sentence = str(caught.value)
    assert "\n" not in sentence
    return sentence


def test_words_stay_words_and_numbers_are_numbers():
    data = parse_yaml("a: no\nb: yes\nc: 1.0\nd: 07\ne: N\nf: 12:30\ng: '5'\nh: ~\ni: true\nj: 1e2\n", "f")
    assert data == {
        "a": "no", "b": "yes", "c": 1.0, "d": 7, "e": "N", "f": "12:30", "g": "5", "h": None, "i": True, "j": 100.0,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "f.yaml: is empty"),
        ("# only a remark\n", "f.yaml: is empty"),
        ("- a\n- b\n", "f.yaml, line 1: expected fields like 'a: ...', found ['a', 'b']"),
        ("just words", "f.yaml, line 1: expected fields like 'a: ...', found 'just words'"),
        ("title: A\ntitle: B\n", "f.yaml, line 2: field 'title' stands twice, first on line 1"),
        ("title: &a A\ncount: *a\n", "f.yaml, line 1: anchors (&) and aliases (*) are not read; write the value out"),
        ("title: !!python/name:os.system\n",
         "f.yaml, line 1: tags like 'tag:yaml.org,2002:python/name:os.system' are not read"),
        ("title: A\n---\ntitle: B\n", "f.yaml, line 2: a second document begins; a file holds one"),
        ("title: A\ncount: .nan\n", "f.yaml, line 2: expected a finite number, found .nan"),
        ("title: A\ncount: -.inf\n", "f.yaml, line 2: expected a finite number, found -.inf"),
        ("title: A\ncount: 1e999\n", "f.yaml, line 2: expected a finite number, found 1e999"),
        ("title: A\n? [a, b]\n: c\n", "f.yaml, line 2: expected a word before ':'"),
    ],
)  # fmt: skip
def test_what_is_not_plain_yaml(text: str, sentence: str):
    assert complaint(text) == sentence


def test_broken_yaml_names_the_line():
    assert complaint("title: A\ncount: [1, 2\n").startswith("f.yaml, line 3: is not YAML: ")
    assert complaint("title: A\n\tcount: 1\n").startswith("f.yaml, line 2: is not YAML: ")


def test_nesting_has_an_end():
    assert complaint("title: " + "[" * 500 + "]" * 500) == "f.yaml, line 1: is nested deeper than 32 levels"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("count: 2\n", "f.yaml, line 1, field title: expected a value, found nothing"),
        ("title: A\nbases:\n  - {id: R1, at: [1, 2]}\n  - {id: R2}\n",
         "f.yaml, line 4, field bases[2].at: expected [x, y] in inches, found nothing"),
        ("title: A\nbases:\n  - id: R1\n    at: [1, two]\n",
         "f.yaml, line 4, field bases[1].at[2]: expected [x, y] in inches, found 'two'"),
        ("title: A\nbases:\n  - {id: R1, at: [1, 2], faceing: 3}\n",
         "f.yaml, line 3, field bases[1].faceing: there is no such field; did you mean 'facing'?"),
        ("title: A\nzzz: 3\n", "f.yaml, line 2, field zzz: there is no such field; there are title, count, bases"),
        ("title: A\ncount: many\n", "f.yaml, line 2, field count: expected a whole number, found 'many'"),
        ("title: A\nbases: 7\n", "f.yaml, line 2, field bases: expected a list, found 7"),
        ("title: A\nbases:\n  - {id: R1, at: [1, 2], facing: nan}\n",
         "f.yaml, line 3, field bases[1].facing: expected a finite number, found 'nan'"),
        ("count: x\nbases: 7\n", "f.yaml, line 1, field title: expected a value, found nothing (and 2 more)"),
    ],
)  # fmt: skip
def test_what_does_not_fit(text: str, sentence: str):
    assert complaint(text) == sentence


def test_toml_knows_its_lines_too():
    text = 'title = "A"\n\n[[bases]]\nid = "R1"\nat = [1, 2]\n\n[[bases]]\nid = "R2"\nat = "here"\n'
    assert complaint(text, toml=True) == "f.toml, line 9, field bases[2].at: expected [x, y] in inches, found 'here'"
    inner = 'title = "A"\nbases = [\n  { id = "R1", at = [1, 2] },  # ]\n  { id = "R2", at = [1,\n    "x"] },\n]\n'
    assert complaint(inner, toml=True).startswith("f.toml, line 5, field bases[2].at[2]: expected ")


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("title = \n", "f.toml, line 1: is not TOML: "),
        ('title = "A"\ncount = 1\ncount = 2\n', "f.toml, line 3: is not TOML: "),
        ("title = ", "f.toml: is not TOML: "),  # its end has no line
        ("a = " + "[" * 2000 + "]" * 2000, "f.toml: is nested deeper"),
        ("# nothing\n", "f.toml: is empty"),
    ],
)
def test_what_is_not_toml(text: str, start: str):
    assert complaint(text, toml=True).startswith(start)


HARD = """\
fort."the ford".men = 1 # x = [
'says' = ''' a = [1] # no remark
[nor = "a table"]
'''''
[[rows.of]]
men = [ [1, 2], # ]
  [ "]", { x = 1, y.z = [ { w = 2 } ] } ],
]
[[rows.of]]
text = \"\"\" "quoted" \\\"\"\"
[not = 1] \"\"\"
[rows.of.camp]
[[rows.of.camp.tents]]
[[rows.of.camp.tents]]
made = 1979-05-27 07:32:00
"""


@pytest.mark.parametrize(
    ("field", "line"),
    [
        (("fort", "the ford", "men"), 1),
        (("says",), 2),
        (("rows", "of", 0), 5),
        (("rows", "of", 0, "men", 0), 6),
        (("rows", "of", 0, "men", 1, 1, "y", "z", 0, "w"), 7),
        (("rows", "of", 1), 9),
        (("rows", "of", 1, "text"), 10),
        (("rows", "of", 1, "camp"), 12),
        (("rows", "of", 1, "camp", "tents", 1), 14),
        (("rows", "of", 1, "camp", "tents", 1, "made"), 15),
    ],
)
def test_every_field_of_toml_is_found_on_its_line(field: tuple[str | int, ...], line: int):
    data = parse_toml(HARD, "f")
    assert data == tomllib.loads(HARD)
    assert line_at(data, field) == line


def test_place_opens_a_sentence_about_a_field():
    data = parse_yaml("title: A\nbases:\n  - {id: R1, at: [1, 2]}\n", "f.yaml")
    assert place(data, "f.yaml", "bases", 0, "at") == "f.yaml, line 3, field bases[1].at"
    assert place({"bases": []}, "f.yaml", "bases", 0) == "f.yaml, field bases[1]"


def test_files_that_cannot_be_read(tmp_path: Path):
    def told(path: Path) -> str:
        with pytest.raises(InputError) as caught:
            load_yaml(path)
        return str(caught.value).replace(str(tmp_path), "")

    (tmp_path / "binary").write_bytes(b"title: \x00\n")
    (tmp_path / "latin").write_bytes(b"count: 1\ntitle: caf\xe9\n")
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(100_000_000)
    assert told(tmp_path / "none.yaml") == "/none.yaml: there is no such file"
    assert told(tmp_path) == ": expected a file, found a directory"
    assert told(tmp_path / "binary") == "/binary: expected text, found binary data"
    assert told(tmp_path / "latin") == "/latin, line 2: expected text in UTF-8, found other bytes"
    assert told(tmp_path / "huge") == f"/huge: is larger than {MAX_BYTES // 1_000_000} MB, the most that is read"


def test_load_checked_reads_both_forms(tmp_path: Path):
    (tmp_path / "a.yaml").write_text("title: A\ncount: 3\n")
    (tmp_path / "a.toml").write_text('title = "A"\ncount = 3\n')
    assert (
        load_checked(tmp_path / "a.yaml", Camp) == load_checked(tmp_path / "a.toml", Camp) == Camp(title="A", count=3)
    )


def test_writing_is_whole_or_not_at_all(tmp_path: Path):
    target = tmp_path / "save.json"
    atomic_write(target, "one\n")
    atomic_write(target, "two\n")
    assert target.read_text() == "two\n"
    assert [path.name for path in tmp_path.iterdir()] == ["save.json"]
    with pytest.raises(InputError, match="cannot be written"):
        atomic_write(tmp_path / "no folder" / "save.json", "three")
    with pytest.raises(UnicodeEncodeError):
        atomic_write(target, "\ud800")
    assert target.read_text() == "two\n"
    assert [path.name for path in tmp_path.iterdir()] == ["save.json"]


def test_why_a_file_cannot_be_written_is_said_in_the_language_spoken(tmp_path: Path):
    """By what stands in the way: a folder of that name, a file where a folder is wanted, a folder that is not there."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("mine", "utf-8")
    reasons = (
        ("folder", "it is a folder", "это папка"),
        ("file/below", "a file is in the way", "на пути стоит файл"),
        ("nowhere/below", "there is no such file or folder", "нет такого файла или папки"),
        ("x" * 300, "the name is too long", "слишком длинное имя"),
    )
    for name, english, russian in reasons:
        for language, words in (("en", english), ("ru", russian)):
            with speaking(language), pytest.raises(InputError) as refused:
                atomic_write(tmp_path / name, "yours")
            assert str(refused.value).endswith(f" ({words})"), name
    for name in ("file", "file/below"):
        with pytest.raises(InputError, match=r"it is no folder, and none can be made \(a file "):
            make_folder(tmp_path / name)
    make_folder(tmp_path / "new" / "one")
    make_folder(tmp_path / "new" / "one")
    assert (tmp_path / "new" / "one").is_dir() and (tmp_path / "file").read_text("utf-8") == "mine"
    assert {path.name for path in tmp_path.iterdir()} == {"folder", "file", "new"}, "no draft is left"


class Word(FileModel):
    word: str | Camp
    spot: tuple[float, float] | Annotated[str, Field(pattern="^[a-z]+$")] = "here"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("word: {count: 1.5}", [(("word", "title"), "expected a value, found nothing"),
                                (("word", "count"), "expected a whole number, found 1.5")]),
        ("word: 5", [(("word",), "expected text or fields like 'a: ...', found 5")]),
        ("word: x\nspot: B", [(("spot",), "expected text as ^[a-z]+$, found 'B'")]),
        ("word: x\nspot: [1]", [(("spot", 1), "expected a value, found nothing")]),
        ("word: x\nspot: {a: 1}", [(("spot",), "expected a list or text, found fields a")]),
    ],
)  # fmt: skip
def test_of_a_union_what_is_of_the_values_own_kind_is_told(text, told):
    assert [(fault.loc, fault.sentence) for fault in faults(parse_yaml(text, "f"), Word)] == told


@pytest.mark.parametrize(
    ("read", "text", "told"),
    [
        (parse_yaml, "a: [", "f, строка 1: это не YAML, знак 5"),
        (parse_toml, "a = ?", "f, строка 1: это не TOML, знак 5"),
    ],
)
def test_a_parsers_english_words_stay_out_of_other_languages(read, text, told):
    with speaking("ru"), pytest.raises(InputError, match=f"^{told}$"):
        read(text, "f")
