"""Processes that compile together: what one meets that another is at it leaves, and finishes when that is there."""

from __future__ import annotations

import threading
import time

import pytest

from sandtable.compiler import sharing


class Kernels:
    """Kernels that call one another, compiled in numba's order into files of one folder."""

    def __init__(self, folder, calls):
        self.forms, self.marks = folder / "forms", folder / "marks"
        self.forms.mkdir()
        self.marks.mkdir()
        self.calls = calls
        self.looked_at = []
        self.compiled = []

    def compile(self, name):
        """Have it on disk, with all that it calls; Elsewhere where another process is at some of it."""
        path = self.forms / name
        with sharing.turn():
            if path.exists():
                return
            sharing.look(path)
            sharing._TURNS[-1].again = lambda: self.compile(name)
            self.looked_at.append(name)
            lacking = None
            for called in self.calls.get(name, ()):
                try:
                    self.compile(called)
                except sharing.Elsewhere as error:
                    lacking = error  # numba, too, goes on with what else is called
            if lacking is not None:
                raise lacking
            sharing.claim(path)
            self.compiled.append(name)
            path.touch()

    def begin_elsewhere(self, name):
        """Another process claims it."""
        (self.marks / name).touch()

    def end_elsewhere(self, name):
        """Another process has compiled it."""
        (self.forms / name).touch()
        (self.marks / name).unlink()


@pytest.fixture
def kernels(tmp_path, monkeypatch):
    made = Kernels(tmp_path, {"list": ["march", "fight"], "march": ["way"], "fight": ["die", "way"]})
    monkeypatch.setattr(sharing, "_FOLDER", [made.marks])
    for name in ("_TURNS", "_LEFT", "_OWN", "_FINISHED"):
        kind = type(getattr(sharing, name))
        monkeypatch.setattr(sharing, name, kind([sharing._Turn()]) if name == "_TURNS" else kind())
    return made


def test_what_another_is_at_is_left_with_all_that_calls_it_and_the_rest_is_compiled(kernels):
    kernels.begin_elsewhere("way")
    with pytest.raises(sharing.Elsewhere):
        kernels.compile("list")
    assert kernels.compiled == ["die"]
    assert list(sharing._LEFT) == ["march", "fight", "list"]
    assert [path.name for path in kernels.marks.iterdir()] == ["way"], "nothing is claimed that is not compiled"


def test_what_was_left_is_finished_from_the_inside_each_looked_at_once_more(kernels):
    kernels.begin_elsewhere("way")
    with pytest.raises(sharing.Elsewhere):
        kernels.compile("list")
    kernels.looked_at.clear()
    threading.Timer(0.1, kernels.end_elsewhere, ["way"]).start()
    sharing.finish()
    assert kernels.compiled == ["die", "march", "fight", "list"]
    assert kernels.looked_at == ["march", "fight", "list"]
    assert not sharing._LEFT and not list(kernels.marks.iterdir())


def test_what_another_has_finished_meanwhile_is_not_looked_at_again(kernels):
    kernels.begin_elsewhere("way")
    with pytest.raises(sharing.Elsewhere):
        kernels.compile("list")
    kernels.looked_at.clear()
    (kernels.forms / "march").touch()
    kernels.end_elsewhere("way")
    sharing.finish()
    assert kernels.looked_at == ["fight", "list"]


def test_what_another_is_finishing_is_waited_for(kernels):
    kernels.begin_elsewhere("way")
    with pytest.raises(sharing.Elsewhere):
        kernels.compile("list")
    kernels.begin_elsewhere("march")
    kernels.end_elsewhere("way")
    threading.Timer(0.2, kernels.end_elsewhere, ["march"]).start()
    begun = time.monotonic()
    sharing.finish()
    assert time.monotonic() - begun >= 0.2
    assert kernels.compiled == ["die", "fight", "list"]


def test_a_process_that_gives_up_leaves_its_kernel_to_the_others(kernels):
    kernels.begin_elsewhere("way")
    with pytest.raises(sharing.Elsewhere):
        kernels.compile("list")
    (kernels.marks / "way").unlink()  # it lacked something itself
    sharing.finish()
    assert kernels.compiled == ["die", "way", "march", "fight", "list"]


def test_a_rule_that_is_wrong_is_not_left_for_later(kernels):
    with pytest.raises(sharing.TypingError, match="no such rule"), sharing.turn():
        sharing._TURNS[-1].again = lambda: None
        raise sharing.TypingError("no such rule")
    assert not sharing._LEFT
    sharing.finish()
