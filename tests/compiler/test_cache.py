"""The folder of compiled rules: what is swept from it and what stays, and a disk that takes nothing."""

from __future__ import annotations

import logging
import os
import time

import pytest

from sandtable.compiler import cache

NOW = 1_700_000_000.0
OWN = "0123456789abcdef"
OTHER = "fedcba9876543210"


@pytest.fixture
def put(tmp_path):
    """A function that puts files, each of so many days without use, into the cache's folders."""

    def into(folder, ages):
        (tmp_path / folder).mkdir(exist_ok=True)
        for name, days in ages.items():
            path = tmp_path / folder / name
            path.write_bytes(b"code")
            os.utime(path, (NOW - days * cache.DAY,) * 2)

    return into


def left(folder):
    return {file.name for file in folder.rglob("*") if file.is_file()}


def test_of_the_forms_of_one_kernel_the_one_used_last_outlives_the_others(tmp_path, put):
    put(OWN, {"a.march-11-old.kernel": 4, "a.march-11-new.kernel": 100, "a.march-11-older.kernel": 9})
    assert cache.sweep(tmp_path / OWN, NOW) == 2
    assert left(tmp_path) == {"a.march-11-old.kernel"}


def test_forms_for_other_types_other_kernels_and_entrances_replace_nothing(tmp_path, put):
    names = ["a.march-11-x.kernel", "a.march-12-x.kernel", "a.marches-11-x.kernel", "a.march-11-x.entrance"]
    put(OWN, dict(zip(names, (50, 1, 1, 1), strict=True)))
    assert cache.sweep(tmp_path / OWN, NOW) == 0
    assert left(tmp_path) == set(names)


def test_a_replaced_form_stays_while_another_checkout_uses_it(tmp_path, put):
    put(OWN, {"a.march-11-mine.kernel": 0.1, "a.march-11-theirs.kernel": 2.9, "a.march-11-nobodys.kernel": 3.1})
    cache.sweep(tmp_path / OWN, NOW)
    assert left(tmp_path) == {"a.march-11-mine.kernel", "a.march-11-theirs.kernel"}


def test_after_half_a_year_without_use_everything_goes(tmp_path, put):
    put(OWN, {"a.march-11-x.kernel": 181, "a.load-11-x.kernel": 179})
    cache.sweep(tmp_path / OWN, NOW)
    assert left(tmp_path) == {"a.load-11-x.kernel"}


def test_half_written_files_go_and_those_being_written_stay(tmp_path, put):
    put(OWN, {"a.march-11-x.kernel.1.part": 0.2, "a.march-11-x.kernel.2.part": 0.01})
    cache.sweep(tmp_path / OWN, NOW)
    assert left(tmp_path) == {"a.march-11-x.kernel.2.part"}


def test_the_folder_of_another_compiler_goes_whole_once_nobody_uses_it(tmp_path, put):
    put(OWN, {"a.march-11-x.kernel": 30})
    put(OTHER, {"a.march-11-x.kernel": 30, "a.load-11-x.kernel": 2})
    put("battles", {"mine.json": 1000})
    cache.sweep(tmp_path / OWN, NOW)
    assert (tmp_path / OTHER).exists() and (tmp_path / OWN).exists()
    cache.sweep(tmp_path / OWN, NOW + 2 * cache.DAY)
    assert not (tmp_path / OTHER).exists()
    assert left(tmp_path) == {"a.march-11-x.kernel", "mine.json"}  # what is no folder of ours is not touched


def test_reading_counts_as_use(tmp_path, put):
    put(OWN, {"a.march-11-x.kernel": 0})
    path = tmp_path / OWN / "a.march-11-x.kernel"
    os.utime(path, (time.time() - 2 * cache.DAY,) * 2)
    assert cache.read(path) == b"code"
    assert abs(time.time() - path.stat().st_mtime) < 60
    assert cache.read(tmp_path / "none") is None


def test_a_folder_that_is_only_read_is_read_however_old(tmp_path, put, monkeypatch):
    put(OWN, {"a.march-11-x.kernel": 0})
    path = tmp_path / OWN / "a.march-11-x.kernel"
    os.utime(path, (time.time() - 2 * cache.DAY,) * 2)

    def refuse(*_):
        raise PermissionError(13, "read-only")

    monkeypatch.setattr(cache.os, "utime", refuse)
    assert cache.read(path) == b"code"


def test_it_is_swept_once_a_day_however_many_start(tmp_path, put, monkeypatch):
    put(OWN, {"a.march-11-x.kernel": 0})
    swept = []
    monkeypatch.setattr(cache, "sweep", swept.append)
    for _ in range(3):
        cache.sweep_daily(tmp_path / OWN)
    assert swept == [tmp_path / OWN]
    os.utime(tmp_path / "swept", (time.time() - 2 * cache.DAY,) * 2)
    cache.sweep_daily(tmp_path / OWN)
    assert len(swept) == 2
    cache.sweep_daily(tmp_path / "no such folder" / OWN)  # nothing there yet: nothing to do, and no error


def test_a_disk_that_takes_nothing_is_told_of_once(tmp_path, caplog):
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    with caplog.at_level(logging.WARNING, "sandtable"):
        for name in ("one", "other"):
            cache.write(blocked / name, b"code")
    assert len(caplog.records) == 1 and str(blocked) in caplog.text
    cache.write(tmp_path / "new" / "a.kernel", b"code")
    assert left(tmp_path) == {"file", "a.kernel"}


def test_a_form_is_packed_on_disk_and_one_that_was_not_or_is_damaged_does_no_harm(tmp_path):
    form = b"\x80\x04" + b"field " * 1000
    path = tmp_path / "a.kernel"
    cache.write(path, form)
    assert cache.read(path) == form and path.stat().st_size < len(form) / 10
    packed = path.read_bytes()
    path.write_bytes(form)
    assert cache.read(path) == form, "an earlier version put it there"
    path.write_bytes(packed[: len(packed) // 2])
    assert cache.read(path) is None, "it is compiled again"
