"""What compiling the rules of one game may cost, and what it does cost."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from typing import Any, NamedTuple

from sandtable.compiler import cache, forms
from sandtable.compiler.keys import games_in
from sandtable.compiler.linking import folder, processor
from sandtable.games import get_game
from sandtable.kernel.verbs import complete
from sandtable.server.warmup.warmup import sources_of

KERNELS = 1000
"""Kernels that one game's rules and what generals do with them consist of, those of the house among them."""

CPU_SECONDS = 150.0
"""Processor time to compile all of them: several helpers together need more of it than one, but less on the clock."""

MIB = 8.0
"""Room that they take on disk, each compiled once, as it is packed.

It holds the time, too, and is the same on every machine, however busy: to compile a MiB took some 13 s of processor
time, in a large game as in a small one.
"""

COMPILE = (sys.executable, "-c", "from sandtable.cli import main; main()", "compile")


class Weight(NamedTuple):
    """How many kernels, and how large their compiled forms are all together."""

    kernels: int
    mib: float


class Cost(NamedTuple):
    """What compiling a game anew has cost."""

    weight: Weight
    cpu_seconds: float
    seconds: float  # on the clock, on as many cores as there are

    @property
    def is_within(self) -> bool:
        """Nothing is above what it may be."""
        return self.weight.kernels <= KERNELS and self.weight.mib <= MIB and self.cpu_seconds <= CPU_SECONDS


def weigh(key: str) -> Weight:
    """What a game's rules consist of, and the room of the newest form of each kernel on disk.

    A folder that has been used for long holds forms of the same rules for records that have changed since, and some
    that are not packed: what counts is how large they are packed.
    """
    game = get_game(key)
    sources, own = sources_of(game), complete(game.verbs)._asdict()
    newest: dict[tuple[str, str], tuple[float, int]] = {}
    for file in cache.files(folder()):
        name, place, source = file.stem.rsplit("-", 2)
        if file.suffix == ".kernel" and place == processor() and source in sources:
            form = cache.read(file) or b""
            games = _games_of(form)
            if not games or own in games:
                kernel, facts = (name.rpartition("-")[0], source), (file.stat().st_mtime, len(cache.packed(form)))
                newest[kernel] = max(newest.get(kernel, (0.0, 0)), facts)
    return Weight(len(sources), sum(size for _, size in newest.values()) / 2**20)


def _games_of(form: bytes) -> list[Mapping[str, Any]]:
    """The verbs of the games whose battles a form is compiled for."""
    try:
        kinds = forms.read(form)[0]
    except (AttributeError, ImportError, EOFError, pickle.UnpicklingError):
        return [{}]  # of types that are no more, such as an older checkout's: nobody's
    return games_in(getattr(kinds, "args", kinds))


def measure(key: str) -> Cost:
    """Compile a game's rules into a folder of their own, which is thrown away."""
    key = get_game(key).key
    before, begun = _cpu_of_children(), time.monotonic()
    with tempfile.TemporaryDirectory(prefix="sandtable-") as place:
        environment = os.environ | {"SANDTABLE_CACHE": place, "SANDTABLE_PREBUILT": "off"}
        subprocess.run([*COMPILE, key], env=environment, check=True, stdout=subprocess.DEVNULL)
        spent, took = _cpu_of_children() - before, time.monotonic() - begun
        weighing = "from sandtable.server.warmup.budget import weigh; print(*weigh(sys.argv[1]))"
        said = subprocess.run(
            [sys.executable, "-c", f"import sys; {weighing}", key], env=environment, check=True, stdout=subprocess.PIPE
        )
    kernels, mib = said.stdout.split()
    return Cost(Weight(int(kernels), float(mib)), spent, took)


def _cpu_of_children() -> float:
    """Processor time of all processes that this one has started and seen end, and of theirs."""
    times = os.times()
    return times.children_user + times.children_system
