"""How many sentences each game refuses with, and at how many places of its rules: `python tools/count_refusals.py`.

`--twice` lists the sentences that stand at more than one place of one file, for whoever looks for one that stands for
several facts. `--at FOLDER` counts in another copy of the repository, as one of an earlier commit.
"""

from __future__ import annotations

import argparse
import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SAID_BY = re.compile(r"_?(token_)?(refuse|reason|because)")
"""How the functions are called that are handed the sentence of a refusal, whichever of their arguments it is."""


def codes_of(call: ast.Call) -> Iterator[str]:
    """The sentences that a call may say: ``Code.TOO_FAR``, or either of ``Code.A if ... else Code.B``."""
    for argument in call.args:
        for node in ast.walk(argument):
            if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "Code" and node.attr.isupper():
                yield node.attr


def refusals(folder: Path) -> dict[str, list[str]]:
    """Sentence -> the places (``file:line``) of a game's rules where something is refused with it."""
    found: dict[str, list[str]] = defaultdict(list)
    for file in sorted((folder / "rules").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and SAID_BY.match(ast.unparse(node.func).rpartition(".")[2]):
                for code in codes_of(node):
                    found[code].append(f"{file.name}:{node.lineno}")
            elif isinstance(node, ast.Call) and ast.unparse(node.func) == "Refusals":
                for pair in (*node.args, *(keyword.value for keyword in node.keywords)):
                    found[ast.unparse(pair.elts[0]).rpartition(".")[2]].append(f"{file.name}:{node.lineno}")  # type: ignore[attr-defined]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--at", type=Path, default=ROOT)
    parser.add_argument("--twice", action="store_true")
    asked = parser.parse_args()
    for folder in sorted((asked.at / "src" / "sandtable" / "games").iterdir()):
        if (folder / "rules").is_dir():
            found = refusals(folder)
            print(f"{folder.name}: {len(found)} sentences at {sum(map(len, found.values()))} places")
            for code, places in sorted(found.items()) if asked.twice else ():
                files = [place.partition(":")[0] for place in places]
                if len(set(files)) < len(files):
                    print(f"    {code}: {', '.join(places)}")


if __name__ == "__main__":
    main()
