"""Results keep the files that their study begins with: it is run again, to the byte, where those are gone."""

from __future__ import annotations

import base64
import bz2
import json
import shutil
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import sandtable
from sandtable import cli, lab
from sandtable.compiler.decorators import COMPILED
from sandtable.errors import InputError
from sandtable.games import get_game
from sandtable.lab import kept
from sandtable.lab.running import HEAD, open_folder
from sandtable.lab.shards import Piece, write_shard
from sandtable.lab.study import Study

pytestmark = pytest.mark.full

SAVE = {"game": "dba", "scenarios": ["begun.json"], "battles": 4, "generals": ["random"]}
ARMY = {"game": "dba", "scenarios": ["by-hand"], "battles": 4, "factors": {"army.red": ["mine.toml"]}}
SEWER = {"game": "flash-flood", "scenarios": ["below.yaml"], "battles": 4}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a save, an army whose list lies beside it, and a mission in a sewer beside it."""
    monkeypatch.chdir(tmp_path)
    sandtable.new("dba", "first-lesson", seed=5).save("begun.json")
    shutil.copy(get_game("dba").folder / "armies" / "gallic.toml", "tribe.toml")
    Path("mine.toml").write_text('list = "tribe.toml"\n')
    flood = get_game("flash-flood").folder
    shutil.copy(flood / "maps" / "hive-sewer.toml", "pipes.toml")
    mission = (flood / "scenarios" / "charges-in-the-nest.yaml").read_text("utf-8")
    Path("below.yaml").write_text(mission.replace("map: hive-sewer", "map: pipes.toml"), "utf-8")
    return tmp_path


WITH = {
    "save": (SAVE, ["begun.json"]), "army": (ARMY, ["mine.toml", "tribe.toml"]),
    "sewer": (SEWER, ["below.yaml", "pipes.toml"]),
}  # fmt: skip
"""Studies that begin with files, and those files, of which the second stands in the first."""


def texts_in(head: dict[str, str]) -> dict[str, str]:
    """What results keep, unpacked as the docs say."""
    assert "files" not in json.loads(head["sandtable.study"])
    told: dict[str, str] = json.loads(bz2.decompress(base64.b64decode(head["sandtable.files"])))
    return told


def shard_of(study: Study, folder: Path) -> Path:
    """A Parquet file as a study writes it, of a battle that was not fought."""
    piece = Piece(0, 0, study.battles)
    open_folder(study, folder)
    write_shard(study, piece, pl.DataFrame({"battle": [0]}), folder)
    return folder / piece.file


@pytest.mark.parametrize("case", WITH)
def test_results_keep_what_a_study_opens_and_nothing_of_the_program(case: str, here: Path):
    what, names = WITH[case]
    told = texts_in(pl.read_parquet_metadata(shard_of(lab.new_study(what), here / "results")))
    assert told == {name: (here / name).read_text("utf-8") for name in names}
    again = shard_of(lab.new_study({**what, "seed": 1}), here / "again")
    assert texts_in(pl.read_parquet_metadata(again)) == told  # tables that were laid before are not opened


@pytest.mark.parametrize("case", WITH)
def test_a_study_is_read_from_its_results_where_its_files_are_gone_or_were_changed(case: str, here: Path):
    what, names = WITH[case]
    study = lab.new_study(what)
    shard = shard_of(study, here / "results")
    for name in names:
        (here / name).write_text("changed")
    with pytest.raises(InputError):
        lab.new_study(what)
    for gone in (False, True):
        for source in (shard, here / "results"):
            found = lab.read_study(source)
            assert found.identity == study.identity and found.laid[0].record.tobytes() == study.laid[0].record.tobytes()
        assert lab.read_results(here / "results").study.key == study.key
        for name in names:
            (here / name).unlink(missing_ok=gone)


def test_a_study_without_files_keeps_none(here: Path):
    file = shard_of(lab.new_study({"game": "dba", "scenarios": ["first-lesson"], "battles": 1}), here / "results")
    assert kept.FILES not in pl.read_parquet_metadata(file)


def test_files_are_kept_as_they_were_where_another_stands_in_their_place(here: Path):
    """A laid table is remembered by what was opened for it, not by the name of a file alone."""
    first = lab.new_study(ARMY)
    shutil.copy(get_game("dba").folder / "armies" / "hussite.toml", "tribe.toml")
    second = lab.new_study(ARMY)
    assert first.identity["tables"] != second.identity["tables"]
    assert first.file.files["tribe.toml"] != second.file.files["tribe.toml"]


def test_more_than_results_keep_is_refused_in_a_sentence(here: Path, monkeypatch: pytest.MonkeyPatch):
    size = sum(len((here / name).read_text("utf-8")) for name in ("mine.toml", "tribe.toml"))
    monkeypatch.setattr(kept, "MOST_KEPT", size)
    lab.new_study(ARMY)
    monkeypatch.setattr(kept, "MOST_KEPT", size - 1)
    with pytest.raises(InputError) as told:
        lab.new_study(ARMY)
    assert str(told.value) == (
        "study: results keep the files with which a study begins, 0 MB of them at most, not 0.0 MB "
        "(mine.toml, tribe.toml)"
    )


def test_what_packs_files_packs_them_to_the_same_bytes_and_refuses_what_is_damaged():
    study = {"game": "dba", "files": {"a.yaml": "title: Héros\n"}}
    told = kept.told_of(study)
    assert kept.study_of(told) == study and kept.told_of(study) == told
    for text in ("", "*", base64.b64encode(b"plain").decode(), told[kept.FILES][:-8]):
        with pytest.raises(ValueError, match="."):
            kept.study_of({**told, kept.FILES: text})


@pytest.mark.parametrize("name", ["none.parquet", "folder", "damaged.parquet", "other.parquet"])
def test_what_is_no_result_is_refused_in_a_sentence(name: str, here: Path):
    (here / "folder").mkdir()
    (here / "damaged.parquet").write_bytes(b"PAR1")
    pl.DataFrame({"a": [1]}).write_parquet("other.parquet")
    why = {
        "none.parquet": "there is no such file", "folder": "holds no results of a study",
        "damaged.parquet": "is damaged: it does not say what study", "other.parquet": "is damaged: it does not say",
    }  # fmt: skip
    with pytest.raises(InputError, match=f"^{name}: {why[name]}"):
        lab.read_study(name)


def test_a_report_names_the_files_that_are_kept(here: Path):
    from sandtable.lab.report import _how

    shard_of(lab.new_study(ARMY), here / "results")
    told = "".join(_how(lab.read_results(here / "results")))
    assert "Its results keep the files with which it begins: mine.toml, tribe.toml." in told
    assert "[army]" not in told and "lines" not in told


def test_where_the_rules_are_others_it_is_said_before_a_study_is_run_again(here: Path, capsys: Any, monkeypatch: Any):
    folder = here / "results"
    shard_of(lab.new_study(SAVE), folder)
    head = json.loads((folder / HEAD).read_text("utf-8"))
    identity = json.loads(head["sandtable.identity"]) | {"rules": "0" * 16}
    (folder / HEAD).write_text(json.dumps(head | {"sandtable.identity": json.dumps(identity)}))
    assert cli.run(["lab", "run", str(folder), "--workers", "1"]) == 2
    said = capsys.readouterr().err
    assert f"{folder} was made otherwise (rules; commit " in said
    assert "its results were made otherwise (rules); name another folder by --out" in said


def test_a_file_of_results_is_not_run_again_into_itself(here: Path, capsys: Any):
    file = shard_of(lab.new_study(SAVE), here / "results")
    assert cli.run(["lab", "run", str(file)]) == 2
    assert f"--out: name a folder for what comes of {file}" in capsys.readouterr().err


@pytest.mark.skipif(not COMPILED, reason="whole battles take minutes interpreted; the compiled stage fights them")
def test_a_study_is_run_again_to_the_byte_from_one_file_of_its_results_alone(here: Path, capsys: Any):
    Path("study.toml").write_text(
        'game = "dba"\nscenarios = ["begun.json"]\nbattles = 4\ngenerals = ["random"]\n', "utf-8"
    )
    assert cli.run(["lab", "run", "study.toml", "--workers", "1"]) == 0
    file = here / "study.results" / "0000-000000-4.parquet"
    alone = here / "elsewhere" / "result.parquet"
    alone.parent.mkdir()
    shutil.copy(file, alone)
    for name in ("begun.json", "study.toml"):
        Path(name).unlink()
    assert cli.run(["lab", "run", str(alone), "--workers", "1"]) == 0
    again = here / "elsewhere" / "result.results" / "0000-000000-4.parquet"
    assert again.read_bytes() == file.read_bytes()
    assert "was made otherwise" not in capsys.readouterr().err
    assert cli.run(["lab", "run", str(here / "study.results"), "--battles", "6", "--workers", "1"]) == 0
    assert (here / "study.results" / "0000-000000-6.parquet").is_file()
