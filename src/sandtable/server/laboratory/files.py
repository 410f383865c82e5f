"""What the laboratory keeps of a study: its folder, with what was asked, where it begins, results and how far it is."""

from __future__ import annotations

import json
import re
import secrets
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sandtable.files import atomic_write
from sandtable.games.language import in_every_language
from sandtable.lab.study import Arm

ASKED, POSITION, STATE, RESULTS, REPORT = "asked.json", "position.json", "state.json", "results", "report.html"

ID = re.compile(r"[0-9a-f]{24}")


@dataclass(frozen=True)
class StudyFolder:
    """The folder of one study; its name is the study's id, which nobody guesses."""

    path: Path

    @property
    def id(self) -> str:
        """Which study it is."""
        return self.path.name

    @property
    def report(self) -> Path:
        """The page that tells what came of it."""
        return self.path / REPORT

    def report_in(self, language: str) -> Path:
        """The same in another language than that of whoever asked for the study."""
        return self.path / f"report.{language}.html"

    def asked(self) -> dict[str, Any]:
        """What was asked, as a study's file says it."""
        told: dict[str, Any] = json.loads((self.path / ASKED).read_text("utf-8"))
        return told

    def state(self) -> dict[str, Any]:
        """How far it is, as whoever runs it wrote it down last."""
        told: dict[str, Any] = json.loads((self.path / STATE).read_text("utf-8"))
        return told

    def write_asked(self, asked: Mapping[str, Any]) -> None:
        """Write down what is asked."""
        atomic_write(self.path / ASKED, json.dumps(asked, indent=1, ensure_ascii=False) + "\n")

    def write_state(self, state: Mapping[str, Any]) -> None:
        """Write down how far it is."""
        atomic_write(self.path / STATE, json.dumps(state) + "\n")


def new_folder(base: Path) -> StudyFolder:
    """The folder of a new study."""
    path = base / secrets.token_hex(12)
    path.mkdir(parents=True)
    return StudyFolder(path)


def folder_of(base: Path, name: str) -> StudyFolder | None:
    """The folder of a study; None where there is none of this name."""
    path = base / name
    return StudyFolder(path) if ID.fullmatch(name) and (path / STATE).is_file() else None


def folders(base: Path) -> list[StudyFolder]:
    """All studies, the newest first."""
    found = [StudyFolder(path.parent) for path in base.glob(f"*/{STATE}") if ID.fullmatch(path.parent.name)]
    return sorted(found, key=lambda folder: ((folder.path / ASKED).stat().st_mtime_ns, folder.id), reverse=True)


def remove(folder: StudyFolder) -> None:
    """Take a study away with all that came of it."""
    shutil.rmtree(folder.path, ignore_errors=True)


def arm_told(arm: Arm) -> dict[str, Any]:
    """A variant by the words by which results know it, and as each reader is told of it."""
    return {"label": arm.label, "words": in_every_language(lambda: arm.words)}
