"""Shards made by the machines of a Ray cluster: the results are the same to the byte as those of one process.

What a node makes comes back to this process, which alone writes into the folder: nodes need no files in common.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from functools import cache
from getpass import getuser
from importlib import import_module
from pathlib import Path
from typing import Any

from sandtable.compiler.linking import sources_kept
from sandtable.errors import InputError
from sandtable.files import drafted
from sandtable.lab.pool import AHEAD
from sandtable.lab.running import source_of
from sandtable.lab.shards import Made, Piece, fight_pieces, make_shards, pieces_of, read
from sandtable.lab.study import Study, check_study
from sandtable.translation import gettext

AUTO, LOCAL = "auto", "local"
"""The cluster that this machine belongs to, and one that is started here for the study."""

LOOPBACK = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}
"""The environment in which Ray, when it is imported, keeps a cluster of one machine to the loopback.

Without it 127.0.0.1 is taken for the address by which other machines reach this one, and listened at.
"""

TRIES = 3
"""Times that a task is made again whose node was lost, beside those that Ray makes by itself."""

WAIT = 60.0
"""Seconds after which it is looked whether the cluster still has processors."""

PATIENCE = 5.0
"""Seconds for which somebody is waited for at a cluster's address: Ray itself tries for two minutes."""

GREETING = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes((0, 0, 0, 4, 0, 0, 0, 0, 0))
"""How a client of HTTP/2, in which the nodes of a cluster talk, begins; RFC 9113, 3.4."""

SETTINGS = 4
"""The kind of frame by which its server answers, in the fourth byte."""

Bytes = tuple[str, bytes]


@cache
def compiled_here(text: str, where: str) -> list[float]:
    """Have the rules of a study compiled: one process of a node does, and the others wait for it and load them.

    Returns the seconds that it took this one; of a node where they were compiled already, or by another, nothing.
    """
    study = check_study(json.loads(text) | {"battles": 1}, where)
    lock = import_module("filelock").FileLock(Path(tempfile.gettempdir()) / f"sandtable-{getuser()}-{study.key}.lock")
    with lock:
        before, started = len(sources_kept()), time.perf_counter()
        fight_pieces(study, pieces_of(study, 0)[:1])
        return [time.perf_counter() - started] if len(sources_kept()) > before else []


def make_far(text: str, where: str, key: str, pieces: Sequence[Piece]) -> tuple[list[Made], list[Bytes], list[float]]:
    """Make shards where this is called, and hand them back as files: what a worker of a node does.

    Told beside them, once: the seconds for which it compiled before. InputError where the study's ``key`` is another
    one here: the node has other rules.
    """
    if read(text, where).key != key:
        raise InputError(gettext("a node of the cluster has another version of Sandtable, or of its rules"))
    seconds = compiled_here(text, where)
    compiled = seconds.copy()
    seconds.clear()
    room = Path(tempfile.mkdtemp(prefix="sandtable-shards-"))
    try:
        made = make_shards(text, where, str(room), pieces)
        return made, [(piece.file, (room / piece.file).read_bytes()) for piece in pieces], compiled
    finally:
        shutil.rmtree(room, ignore_errors=True)


def write_files(folder: Path, files: Sequence[Bytes]) -> None:
    """Write shards that came from elsewhere: each is there whole, or not at all."""
    for name, data in files:
        with drafted(folder / name) as draft:
            draft.write_bytes(data)


class Ray:
    """Makes shards on a Ray cluster; what a lost node had is made again. ``address``: its head's, "auto" or "local".

    InputError where no cluster answers at the address.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        named = os.environ.get("RAY_ADDRESS", "") if address == AUTO else address
        if named not in ("", AUTO, LOCAL):
            see_answering(named)

    def make(self, study: Study, folder: Path, tasks: Iterator[Sequence[Piece]]) -> Iterator[Sequence[Made]]:
        """See ``running.Executor``."""
        if self.address == LOCAL:
            os.environ.update(LOOPBACK)
        ray = _ray()
        started = not ray.is_initialized()
        if started:
            _join(ray, self.address)
        try:
            yield from self._make(ray, study, folder, tasks)
        finally:
            if started:
                ray.shutdown()

    def _make(self, ray: Any, study: Study, folder: Path, tasks: Iterator[Sequence[Piece]]) -> Iterator[Sequence[Made]]:
        text, where = source_of(study)
        remote = ray.remote(num_cpus=1, max_retries=TRIES, scheduling_strategy="SPREAD")(make_far)
        waiting: dict[Any, Sequence[Piece]] = {}
        lost: list[Sequence[Piece]] = []
        tries: dict[Sequence[Piece], int] = {}
        while True:
            most = int(ray.cluster_resources().get("CPU", 1)) + AHEAD
            while len(waiting) < most:
                task = lost.pop() if lost else next(tasks, None)
                if task is None:
                    break
                waiting[remote.remote(text, where, study.key, tuple(task))] = tuple(task)
            if not waiting:
                return
            done, _ = ray.wait(list(waiting), num_returns=1, timeout=WAIT)
            for reference in done:
                task = waiting.pop(reference)
                try:
                    made, files, compiled = ray.get(reference)
                except (ray.exceptions.RaySystemError, ray.exceptions.WorkerCrashedError, *_lost(ray)):
                    tries[task] = tries.get(task, 0) + 1
                    if tries[task] > TRIES:
                        said = gettext("nodes of the cluster were lost again and again; start it again")
                        raise InputError(said) from None
                    lost.append(task)
                    continue
                except ray.exceptions.RayTaskError as error:
                    raise InputError(str(error.cause)) from None
                write_files(folder, files)
                for seconds in compiled:
                    print(
                        gettext("A node compiled the rules first, in {seconds:.0f} s.", seconds=seconds),
                        file=sys.stderr,
                    )
                yield made


def _lost(ray: Any) -> tuple[type[Exception], ...]:
    """What Ray says where a node went away with what it had made."""
    return ray.exceptions.NodeDiedError, ray.exceptions.ObjectLostError


def _ray() -> Any:
    """The library, or an InputError that says how to install it."""
    try:
        import ray
    except ImportError:
        said = gettext("Ray is not installed: install Sandtable with it, pip install 'sandtable[lab,ray]'")
        raise InputError(f"--ray: {said}") from None
    return ray


def _see_found(ray: Any) -> None:
    """InputError where nobody answers at the address that "auto" means to Ray, as that of a cluster that is no more."""
    services = getattr(getattr(ray, "_private", None), "services", None)
    find = getattr(services, "get_ray_address_from_environment", None)
    found = find(AUTO, None) if find else None  # of a version that finds it elsewhere, Ray itself sees to it
    if found and found not in (AUTO, LOCAL):
        see_answering(found)


def see_answering(address: str) -> None:
    """InputError where nobody answers at the address within seconds, or not as a node of a cluster does."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdigit():
        raise _no_cluster(address, gettext("expected an address and a port, as 10.0.0.1:6379"))
    try:
        with socket.create_connection((host.strip("[]"), int(port)), PATIENCE) as link:
            link.settimeout(PATIENCE)
            if os.environ.get("RAY_USE_TLS", "0") == "0":
                link.sendall(GREETING)
                if link.recv(4)[3:] != bytes((SETTINGS,)):
                    raise _no_cluster(address, gettext("who answers there is no node of a cluster"))
    except (OSError, OverflowError) as error:
        raise _no_cluster(address, gettext("nobody answers there") + f" ({error})") from None


def _no_cluster(address: str, why: str) -> InputError:
    said = gettext("there is no Ray cluster at {address!r}: {why}", address=address, why=why)
    return InputError(f"--ray: {said}")


def _join(ray: Any, address: str) -> None:
    """Join the cluster, or start one on this machine, reached from this machine alone."""
    try:
        if address == LOCAL:
            ray.init(include_dashboard=False, log_to_driver=False, _node_ip_address="127.0.0.1")
        else:
            if address == AUTO:
                _see_found(ray)
            ray.init(address=address, log_to_driver=False)
    except InputError:
        raise
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise _no_cluster(address, str(error).split("\n")[0]) from None
    except SystemExit:  # so Ray ends where it tried for minutes
        raise _no_cluster(address, gettext("nobody answers there")) from None


def is_installed() -> bool:
    """Whether the library is there."""
    from importlib.util import find_spec

    return find_spec("ray") is not None


__all__ = ["AUTO", "LOCAL", "LOOPBACK", "Ray", "is_installed", "make_far", "write_files"]
