"""Which kernels each game has now and did not have at a revision, by the commits that brought and dropped them.

    python tools/count_kernels.py 387d2f79 dba batalist       left out: all games that the revision has

Kernels are told apart by their names, so that one that only went to another file is none. Whoever compiles a game is
counted as `tests/server/test_budget.py` counts: the verbs, what they call at any depth, and what generals do with them.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]

LISTING = """
import json, sys, numba
from sandtable.games import built_in, get_game
try:
    from sandtable.server.warmup import warmup
except ImportError:
    from sandtable.server import warm as warmup
of_generals = [vars(warmup)[name] for name in ("choose_action", "try_alone") if name in vars(warmup)]
found = {}
for key in sys.argv[1:] or built_in():
    game = get_game(key)
    battle = numba.from_dtype(game.dtype)
    verbs = [verb for verb in (*game.verbs, *of_generals) if verb is not None]
    kernels = set().union(*(warmup.reached(verb, (battle,)) for verb in verbs))
    by_form = {warmup.source_of(kernel, (battle,)): kernel for kernel in sorted(kernels, key=lambda k: k.__qualname__)}
    found[key] = [(kernel.__module__, kernel.__qualname__) for kernel in by_form.values()]
json.dump(found, sys.stdout)
"""

Kernels = dict[str, list[tuple[str, str]]]


class Change(NamedTuple):
    """A commit that wrote or took out a function of this name, in a file."""

    name: str
    file: str
    commit: str
    is_new: bool


def kernels_of(tree: Path, games: list[str]) -> Kernels:
    """Game -> module and name of each of its kernels, in a copy of the project."""
    done = subprocess.run(
        [sys.executable, "-c", LISTING, *games],
        cwd=tree, env=os.environ | {"PYTHONPATH": str(tree / "src")}, check=True, stdout=subprocess.PIPE,
    )  # fmt: skip
    return {key: [(str(module), str(name)) for module, name in found] for key, found in json.loads(done.stdout).items()}


def changes_since(revision: str) -> list[Change]:
    """Every function that a commit since then wrote or took out, the oldest first."""
    log = ["git", "log", "--reverse", "--no-renames", "-p", "-U0", "--format=commit %h %ad %s", "--date=short"]
    said = subprocess.run(
        [*log, f"{revision}..HEAD", "--", "src/sandtable/"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    found, commit, old, new = list[Change](), "", "", ""
    for line in said.splitlines():
        if line.startswith("commit "):
            commit = line.removeprefix("commit ")
        elif line.startswith("--- "):
            old = line[4:]
        elif line.startswith("+++ "):
            new = line[4:]
        elif definition := re.match(r"([+-])def (\w+)", line):
            sign, name = definition.groups()
            found.append(Change(name, new if sign == "+" else old, commit, sign == "+"))
    return found


def commit_of(kernel: tuple[str, str], is_new: bool, changes: list[Change]) -> str:
    """Who first wrote a kernel that is new, or last took one out, in its game or on its floor."""
    module, name = kernel
    parts = module.split(".")
    folder = "/" + "/".join(parts[1 : 3 if parts[1] == "games" else 2]) + "/"
    mine = [each.commit for each in changes if (each.name, each.is_new) == (name, is_new) and folder in each.file]
    return mine[0 if is_new else -1] if mine else "written by the table of the sequence, or older"


def gained(now: list[tuple[str, str]], then: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The kernels whose name fewer had then; of several of one name those whose module is another."""
    more = Counter(name for _, name in now) - Counter(name for _, name in then)
    found = []
    for kernel in sorted(now, key=lambda kernel: kernel in then):
        if more[kernel[1]] > 0:
            more[kernel[1]] -= 1
            found.append(kernel)
    return found


def tell(game: str, then: list[tuple[str, str]], now: list[tuple[str, str]], changes: list[Change]) -> None:
    """Print what one game had, has, and owes to which commit."""
    print(f"{game}: {len(then)} then, {len(now)} now")
    by_commit = defaultdict[str, list[str]](list)
    for kernels, others, sign in ((now, then, "+"), (then, now, "-")):
        for kernel in gained(kernels, others):
            by_commit[commit_of(kernel, sign == "+", changes)].append(sign + kernel[1])
    for commit, names in sorted(by_commit.items(), key=lambda item: -len(item[1])):
        print(f"    {sum(1 if name[0] == '+' else -1 for name in names):+4d}  {commit}\n          {' '.join(names)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("revision")
    parser.add_argument("games", nargs="*")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="sandtable-") as place:
        packed = subprocess.run(["git", "archive", asked.revision, "src"], cwd=ROOT, check=True, capture_output=True)
        subprocess.run(["tar", "-x"], cwd=place, input=packed.stdout, check=True)
        then = kernels_of(Path(place), asked.games)
    now, changes = kernels_of(ROOT, list(then)), changes_since(asked.revision)
    for game in then:
        tell(game, then[game], now[game], changes)


if __name__ == "__main__":
    main()
