"""Wherever the command line runs: it works, or says why not in one sentence with status 2; never a traceback."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[1]
CASE = str(PROJECT / "casebook" / "dba" / "09-the-zone.yaml")
NOWHERE = "no-such-file.yaml"
COMMAND = (sys.executable, "-m", "sandtable")


def ran(command: list[str], out: str = "", err: str = "", **variables: str | None) -> tuple[int, str, str]:
    """Status, output and complaints; ``out`` and ``err`` are files of the shell that it writes to, as ``/dev/full``."""
    environment = {**os.environ, "PYTHONPATH": str(PROJECT / "src")} | variables
    shell = 'exec "$@"' + (f" >{out}" if out else "") + (f" 2>{err}" if err else "")
    done = subprocess.run(
        ["sh", "-c", shell, "sh", *command], capture_output=True, check=False, timeout=300,
        env={key: value for key, value in environment.items() if value is not None},
    )  # fmt: skip
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


def refused(status: int, complaint: str) -> bool:
    """It was refused in one sentence."""
    return status == 2 and complaint.startswith("sandtable: ") and len(complaint.splitlines()) == 1


@pytest.mark.parametrize("mode", ["-O", "-P", "-X utf8=0"])
def test_the_interpreter_may_run_in_any_mode(mode: str) -> None:
    status, said, complaint = ran([sys.executable, *mode.split(), "-m", "sandtable", "adjudicate", CASE])
    assert (status, complaint) == (0, "") and "As expected" in said


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("arguments", [["--help"], ["rules", "dba", "DBA-MOVE-1"], ["rules", "dba"]], ids=" ".join)
def test_a_full_disk_is_one_sentence_however_much_is_written(arguments: list[str]) -> None:
    status, _, complaint = ran([*COMMAND, *arguments], out="/dev/full")
    assert refused(status, complaint) and "the output cannot be written (no room is left on the disk)" in complaint


def test_where_nobody_listens_nothing_is_said_and_the_status_is_right() -> None:
    assert ran([*COMMAND, "rules", "dba", "DBA-MOVE-1"], out="&-") == (0, "", "")
    assert ran([*COMMAND, "adjudicate", NOWHERE], err="&-")[0] == 2
    if Path("/dev/full").exists():
        assert ran([*COMMAND, "adjudicate", NOWHERE], err="/dev/full")[0] == 2


def test_whoever_stops_reading_gets_no_traceback() -> None:
    status, said, complaint = ran(["sh", "-c", '"$@" | head -1', "sh", *COMMAND, "rules", "dba"])
    assert status == 0 and len(said.splitlines()) == 1 and complaint == ""


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_what_an_encoding_lacks_is_shown_as_a_question_mark(encoding: str) -> None:
    command = [*COMMAND, "--language", "ru", "rules", "batalist", "BAT-MOR-16"]
    status, said, complaint = ran(command, PYTHONIOENCODING=encoding)
    assert (status, complaint) == (0, "") and "?" in said


@pytest.mark.skipif(os.geteuid() != 0 or shutil.which("setpriv") is None, reason="only root becomes nobody, by setpriv")
def test_a_user_without_a_home_and_without_an_entry_in_passwd_may_ask() -> None:
    caps = ["--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"]
    who = ["setpriv", "--reuid=12345", "--regid=12345", "--clear-groups", *caps]
    status, said, complaint = ran([*who, *COMMAND, "adjudicate", CASE], HOME=None, SANDTABLE_CACHE=None)
    assert status == 0 and "As expected" in said and "Traceback" not in complaint


@pytest.mark.parametrize("cache", ["/dev/null", "/proc/nowhere", "{folder}/file", ""])
def test_a_cache_that_cannot_be_written_is_done_without(cache: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    status, said, complaint = ran([*COMMAND, "adjudicate", CASE], SANDTABLE_CACHE=cache.format(folder=tmp_path))
    assert status == 0 and "As expected" in said and "Traceback" not in complaint


def test_odd_things_in_a_folder_of_cases_are_a_sentence_each(tmp_path: Path) -> None:
    """One case among them is fine, though a byte order mark stands before it, and is answered."""
    good = Path(CASE).read_bytes()
    (tmp_path / "bom.yaml").write_bytes(b"\xef\xbb\xbf" + good)
    (tmp_path / "folder.yaml").mkdir()
    (tmp_path / "broken.yaml").symlink_to("nowhere")
    (tmp_path / "loop.yaml").symlink_to("loop.yaml")
    (tmp_path / "binary.yaml").write_bytes(bytes(range(256)) * 9)
    (tmp_path / "huge.yaml").write_bytes(b"a" * 1_500_000)
    (tmp_path / "empty.yaml").write_bytes(b"")
    (tmp_path / "only.yaml").write_text("game: dba\n")
    (tmp_path / "utf16.yaml").write_bytes(good.decode().encode("utf-16"))
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.yaml")
    odd = len(list(tmp_path.iterdir())) - 1
    status, said, complaint = ran([*COMMAND, "adjudicate", str(tmp_path)])
    assert status == 2 and "1 as expected" in said and f"{odd} that cannot be used" in said
    lines = complaint.splitlines()
    assert len(lines) == odd and all(line.startswith("sandtable: ") and len(line) < 500 for line in lines), lines
