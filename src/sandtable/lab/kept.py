"""What results say of their study: its file, and the texts of the files that it begins with, which may be gone."""

from __future__ import annotations

import base64
import binascii
import bz2
import json
from collections.abc import Mapping
from typing import Any

from sandtable.errors import InputError
from sandtable.translation import gettext

STUDY, FILES = "sandtable.study", "sandtable.files"
"""What results say of their study, and of the files that it begins with, packed."""

MOST_KEPT = 4_000_000
"""Characters of all files that a study begins with: each file of its results has them, packed to a tenth or less."""


def check_kept(files: Mapping[str, str], where: str) -> None:
    """InputError where the files that a study begins with are more than its results keep."""
    found = sum(map(len, files.values()))
    if found > MOST_KEPT:
        large = gettext(
            "results keep the files with which a study begins, {most} MB of them at most, not {found:.1f} MB ({names})",
            most=MOST_KEPT // 1_000_000, found=found / 1_000_000, names=", ".join(sorted(files)),
        )  # fmt: skip
        raise InputError(f"{where}: {large}")


def told_of(study: Mapping[str, Any]) -> dict[str, str]:
    """What results say of a study, its file as a mapping: without the files that it begins with, and those packed."""
    told = {STUDY: json.dumps({name: value for name, value in study.items() if name != "files"})}
    if study.get("files"):
        text = json.dumps(study["files"], ensure_ascii=False, sort_keys=True).encode()
        told[FILES] = base64.b64encode(bz2.compress(text)).decode()  # one library everywhere: the same bytes
    return told


def study_of(told: Mapping[str, str]) -> dict[str, Any]:
    """The study, as its file's mapping, of which ``told_of`` says so; ValueError or KeyError where it does not."""
    study: dict[str, Any] = json.loads(told[STUDY])
    if not isinstance(study, dict):
        raise ValueError(STUDY)
    if FILES in told:
        try:
            study["files"] = json.loads(bz2.decompress(base64.b64decode(told[FILES])))
        except (OSError, EOFError, binascii.Error) as error:
            raise ValueError(FILES) from error
    return study
