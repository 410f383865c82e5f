"""The laboratory of a server: studies are asked for, wait, run one at a time in a process beside it."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sandtable.errors import InputError
from sandtable.files import atomic_write
from sandtable.games import get_game
from sandtable.games.common.amounts import counted
from sandtable.games.language import in_every_language
from sandtable.generals import GENERALS
from sandtable.lab.measures import SHARE, main_measure
from sandtable.lab.study import Study, check_study
from sandtable.server.http.limits import Limits
from sandtable.server.laboratory.files import (
    POSITION,
    StudyFolder,
    arm_told,
    folder_of,
    folders,
    new_folder,
    remove,
)
from sandtable.server.messages.laboratory import ArmTold, AskStudy, CurvePoint, LaboratoryFact, StudyLine, StudyTold
from sandtable.server.messages.pages import GeneralFact
from sandtable.server.session.computer import computers
from sandtable.server.session.connections import Refusal
from sandtable.server.workers.threads import fetch, weigh
from sandtable.table.scenarios import find_scenario, scenario_names
from sandtable.translation import gettext, speaking, spoken

LIBRARIES = ("polars", "altair", "vl_convert", "statsmodels")
"""What the laboratory wants and play does not."""

MOST_VARIANTS = 24
GRACE = 15.0
"""Seconds in which a study that is interrupted writes its report."""

WORKER = (sys.executable, "-m", "sandtable.server.laboratory.worker")
"""The command of the process that runs a study; its folder follows, and how many processes it may have."""

ENDED = ("stopped", "done", "failed")


def is_installed() -> bool:
    """Whether the libraries of the laboratory are there."""
    return all(find_spec(name) is not None for name in LIBRARIES)


class Laboratory:
    """The studies of one server. ``base``: the folder that holds them; None: it runs none. ``worker``: see WORKER."""

    def __init__(self, base: Path | None, limits: Limits, worker: Sequence[str] = WORKER) -> None:
        self.base, self.limits, self.worker = base, limits, worker
        self._waiting: list[str] = []
        self._running: tuple[str, Process | None] | None = None
        self._ending = False  # what runs is to end, also where its process is only on its way
        self._run: asyncio.Task[None] | None = None
        self._closed = False

    # ------------------------------------------------------------------------------------------- asking

    def facts(self) -> LaboratoryFact:
        """Whether studies are run here, and how large they may be."""
        text = ""
        if self.base is None:
            text = gettext("This server runs no studies: whoever keeps it may start it with --laboratory.")
        elif not is_installed():
            text = gettext("The laboratory is not installed with this server: pip install 'sandtable[lab]' adds it.")
        return LaboratoryFact(
            open=not text,
            text=text,
            battles=self.limits.battles_of_a_study,
            variants=MOST_VARIANTS,
            generals=tuple(GeneralFact.model_validate(one) for key, one in computers().items() if key in GENERALS),
        )

    def check_open(self) -> Path:
        """The folder of studies; Refusal where none are run."""
        facts = self.facts()
        if not facts.open or self.base is None:
            raise Refusal("not_now", facts.text)
        return self.base

    async def create(self, asked: AskStudy, position: str | None) -> StudyTold:
        """A new study, which waits its turn. ``position``: the save of the battle with whose table it begins.

        InputError or Refusal, in one sentence, for what cannot be run.
        """
        base = self.check_open()
        if len(await fetch(folders, base)) >= self.limits.studies:
            full = gettext("This server keeps {number} studies at most: delete one first.", number=self.limits.studies)
            raise Refusal("too_many", full)
        folder = await fetch(new_folder, base)
        try:
            await weigh(self._found, folder, asked, position)
        except BaseException:
            await fetch(remove, folder)
            raise
        self._enqueue(folder.id)
        return await self.told(folder.id)

    def _found(self, folder: StudyFolder, asked: AskStudy, position: str | None) -> None:
        """Check what is asked, and write it down."""
        if position is not None:
            atomic_write(folder.path / POSITION, position)
        told = file_of(asked, POSITION if position is not None else "")
        study = check_study({**told, "scenarios": [str(folder.path / POSITION)]} if position is not None else told)
        self._check_size(study)
        folder.write_asked(told)
        main = main_measure(study)
        folder.write_state({
            "state": "waiting", "done": 0, "wanted": study.battles * len(study.cells), "rate": 0.0, "left": 0.0,
            "place": "" if position is not None else study.starts[0].label,
            "measure": main.name, "measure_text": main.text, "share": main.kind == SHARE, "trouble": "",
            "language": spoken(),  # of whoever asks for it: what others read in another stands beside that
            "measure_texts": in_every_language(lambda: main_measure(study).text),
            "measure_called": in_every_language(lambda: main_measure(study).words),
            "arms": [{**arm_told(arm), "curve": []} for arm in study.arms], "sentences": [],
        })  # fmt: skip

    def _check_size(self, study: Study) -> None:
        if len(study.arms) > MOST_VARIANTS:
            most = counted(MOST_VARIANTS, "variant")
            raise InputError(
                gettext("A study has {variants} here at most, not {number}.", variants=most, number=len(study.arms))
            )
        number, most_battles = study.battles * len(study.cells), self.limits.battles_of_a_study
        if number > most_battles:
            raise InputError(
                gettext(
                    "A study has {battles} here at most, all variants together, not {number}.",
                    battles=counted(most_battles, "battle", ","),
                    number=f"{number:,}",
                )
            )

    async def go_on(self, name: str, battles: int | None) -> StudyTold:
        """Have a study go on that was interrupted, or that is to have more battles."""
        self.check_open()
        folder = await self._folder(name)
        while self._is_running(name) and (await fetch(folder.state))["state"] in ENDED:
            await asyncio.sleep(0.05)  # its process has told the end, and is about to be no more
        if self._is_busy(name):
            return await self.told(name)
        await weigh(self._more, folder, battles)
        self._enqueue(name)
        return await self.told(name)

    def _more(self, folder: StudyFolder, battles: int | None) -> None:
        asked = folder.asked()
        if battles is not None:
            asked["battles"] = battles
        place = {"scenarios": [str(folder.path / POSITION)]} if asked.get("scenarios") == [POSITION] else {}
        study = check_study({**asked, **place})
        self._check_size(study)
        folder.write_asked(asked)
        folder.write_state(folder.state() | {"state": "waiting", "wanted": study.battles * len(study.cells)})

    async def stop(self, name: str) -> StudyTold:
        """Interrupt a study: what was fought is kept."""
        folder = await self._folder(name)
        if name in self._waiting:
            self._waiting.remove(name)
            folder.write_state(folder.state() | {"state": "stopped"})
        elif self._running is not None and self._is_running(name):
            self._ending = True
            _close_input(self._running[1])
        return await self.told(name)

    async def delete(self, name: str) -> None:
        """Take a study away for good."""
        folder = await self._folder(name)
        await self.stop(name)
        while self._is_running(name):
            await asyncio.sleep(0.05)
        await fetch(remove, folder)

    # ------------------------------------------------------------------------------------------ telling

    async def listed(self) -> list[StudyLine]:
        """Every study, the newest first."""
        if self.base is None:
            return []
        busy = {*self._waiting, *(self._running or ())[:1]}
        return [_line(name, asked, state, name in busy) for name, asked, state in await fetch(_read, self.base)]

    async def told(self, name: str) -> StudyTold:
        """How far a study is, and what it has found."""
        folder = await self._folder(name)
        busy = self._is_busy(name)  # asked first: whatever a process tells that has ended is read after it
        asked, state = await fetch(lambda: (folder.asked(), folder.state()))
        language = spoken()
        arms = tuple(
            ArmTold(
                label=arm.get("words", {}).get(language, arm["label"]),
                curve=tuple(CurvePoint(battles=n, value=v, low=low, high=high) for n, v, low, high in arm["curve"]),
            )
            for arm in state["arms"]
        )
        fields = ("place", "share", "rate", "left", "trouble")
        measure = state.get("measure_called", {}).get(language, state["measure"])
        sentences = state.get("told_in", {}).get(language, state["sentences"])
        return StudyTold(
            **_line(name, asked, state, busy).model_dump(),
            **{name: state[name] for name in fields},
            generals=tuple(asked["generals"]),
            battles=asked["battles"],
            arms=arms,
            measure=measure,
            measure_text=state.get("measure_texts", {}).get(language, state["measure_text"]),
            sentences=tuple(one.replace(state["measure"], measure) for one in sentences),  # English says keys
            report=folder.report.is_file(),
        )

    async def report(self, name: str) -> bytes:
        """The page that tells what came of a study; Refusal while there is none."""
        folder = await self._folder(name)
        if not folder.report.is_file():
            raise Refusal("not_now", gettext("There is no report of this study yet."))
        own = folder.report_in(spoken())
        return await fetch(lambda: (own if own.is_file() else folder.report).read_bytes())

    async def _folder(self, name: str) -> StudyFolder:
        found = await fetch(folder_of, self.base, name) if self.base is not None else None
        if found is None:
            raise Refusal("unknown", gettext("There is no such study."))
        return found

    # ------------------------------------------------------------------------------------------ running

    def _is_busy(self, name: str) -> bool:
        return name in self._waiting or self._is_running(name)

    def _is_running(self, name: str) -> bool:
        return self._running is not None and self._running[0] == name

    def _enqueue(self, name: str) -> None:
        self._waiting.append(name)
        if self._run is None or self._run.done():
            self._run = asyncio.get_running_loop().create_task(self._run_all())

    async def _run_all(self) -> None:
        """One study after another, until none waits."""
        while self._waiting and not self._closed:
            name = self._waiting.pop(0)
            self._running, self._ending = (name, None), False
            try:
                await self._run_one(name)
            finally:
                self._running = None

    async def _run_one(self, name: str) -> None:
        assert self.base is not None
        folder = StudyFolder(self.base / name)
        workers = max(1, (os.cpu_count() or 1) - 1)
        command = (*self.worker, str(folder.path), str(workers))
        process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=DEVNULL)
        self._running = name, process
        if self._closed or self._ending:
            _close_input(process)
        await process.wait()
        state = folder.state()
        if state["state"] not in ENDED:
            with speaking(state.get("language", "")):
                said = gettext("The process that ran it ended by itself; it can be gone on with.")
            folder.write_state(state | {"state": "failed", "trouble": said})

    async def close(self) -> None:
        """Interrupt what runs, and wait a while for its report."""
        self._closed = True
        self._waiting.clear()
        process = self._running[1] if self._running is not None else None
        _close_input(process)
        if process is not None:
            try:
                await asyncio.wait_for(process.wait(), GRACE)
            except TimeoutError:
                with suppress(ProcessLookupError):
                    process.kill()
        if self._run is not None:
            with suppress(asyncio.CancelledError, Exception):
                await self._run


def _read(base: Path) -> list[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Of every study, the newest first: its id, what was asked, how far it is."""
    found = []
    for folder in folders(base):
        with suppress(FileNotFoundError):  # deleted meanwhile
            found.append((folder.id, folder.asked(), folder.state()))
    return found


def _line(name: str, asked: Mapping[str, Any], state: Mapping[str, Any], busy: bool) -> StudyLine:
    """A study in a list, by what was read of it; ``busy``: it waited or ran when that was read."""
    game = get_game(asked["game"])
    word = state["state"]
    if word not in ENDED and not busy:
        word = "stopped"  # the server that ran it is no more
    return StudyLine(
        id=name, title=asked["title"] or state["place"], game=game.key, game_title=game.title,
        state=word, done=state["done"], wanted=state["wanted"],
    )  # fmt: skip


def _close_input(process: Process | None) -> None:
    """By which a worker is told to end."""
    if process is not None and process.stdin is not None:
        process.stdin.close()


def file_of(asked: AskStudy, position: str) -> dict[str, Any]:
    """What was asked as a study's file says it. Only what the program brings is named: no file of the machine's."""
    game = get_game(asked.game)
    scenario = asked.scenario or find_scenario(game, None).name
    if scenario not in scenario_names(game):
        raise InputError(gettext("{game} has no scenario {name!r}.", game=game.title, name=scenario))
    known = [entry.key for entry in game.armies.lists()] if game.armies is not None else []
    for name, values in asked.factors.items():
        first = name.partition(".")[0]
        if first == "scenario":
            raise InputError(gettext("Fields of a scenario are varied by files alone: sandtable lab run."))
        if first == "army":
            for value in values:
                if value not in known:
                    raise InputError(gettext("There is no army list {name!r}.", name=str(value)))
    sequential: Mapping[str, float] = {
        key: value for key, value in (("least", asked.least), ("precision", asked.precision)) if value
    }
    return {
        "game": asked.game, "title": asked.title, "scenarios": [position or scenario],
        "generals": list(asked.generals), "rotate": asked.rotate, "factors": dict(asked.factors),
        "design": asked.design, "measure": asked.measure, "dice": asked.dice, "battles": asked.battles,
        "seed": asked.seed,
        **({"sequential": dict(sequential)} if sequential else {}),
    }  # fmt: skip
