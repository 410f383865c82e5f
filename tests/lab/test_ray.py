"""Studies on a Ray cluster: what a lost node had in hand is made again, and the bytes are those of one process."""

from __future__ import annotations

import os
import re
import shutil
import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sandtable import cli, lab
from sandtable.compiler.decorators import COMPILED
from sandtable.errors import InputError
from sandtable.lab import ray_cluster
from sandtable.lab.ray_cluster import LOOPBACK, Ray
from sandtable.lab.running import Processes, Progress, run_study
from sandtable.lab.shards import Made
from sandtable.lab.study import Study

os.environ.update(LOOPBACK, RAY_AUTH_MODE="disabled")  # before Ray is imported

TIMEOUT = 280
"""Seconds for a cluster to come up and fight, on a machine that does other things too."""


class Lost(Exception):
    pass


class Crashed(Exception):
    pass


class Failed(Exception):
    def __init__(self, cause: Exception) -> None:
        self.cause = cause


class Reference:
    """To a task that is done when it is asked for."""

    def __init__(self, work: Any, fault: Exception | None) -> None:
        self.work, self.fault = work, fault


class FakeRay:
    """A cluster with one processor, which loses tasks as it is told: enough of Ray's own names."""

    exceptions = SimpleNamespace(
        RaySystemError=Lost, WorkerCrashedError=Crashed, NodeDiedError=Lost, ObjectLostError=Lost, RayTaskError=Failed
    )

    def __init__(self, loses: list[Exception | None]) -> None:
        self.loses, self.up, self.calls = loses, True, 0
        self.init: Any = None
        self._private: Any = None

    def is_initialized(self) -> bool:
        return self.up

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 1.0}

    def remote(self, **_: Any) -> Any:
        def wrapped(work: Any) -> Any:
            def start(*arguments: Any) -> object:
                self.calls += 1
                fault = self.loses.pop(0) if self.loses else None
                return Reference(lambda: work(*arguments), fault)

            return SimpleNamespace(remote=start)

        return wrapped

    def wait(self, references: list[Any], **_: Any) -> tuple[list[Any], list[Any]]:
        return references[-1:], []

    def get(self, reference: Any) -> Any:
        if reference.fault is not None:
            raise reference.fault
        return reference.work()


@pytest.fixture
def compiled() -> list[float]:
    """Seconds for which the first task compiles."""
    return []


@pytest.fixture
def study(monkeypatch: pytest.MonkeyPatch, compiled: list[float]) -> Study:
    """Three shards, each a text with its number instead of battles."""

    def make(text: str, where: str, folder: str, pieces: Any) -> list[Made]:
        for piece in pieces:
            (Path(folder) / piece.file).write_text(f"shard {piece.shard}")
        return [Made(piece, None) for piece in pieces]

    monkeypatch.setattr(ray_cluster, "make_shards", make)
    monkeypatch.setattr(ray_cluster, "compiled_here", lambda text, where: compiled)
    return lab.new_study({"game": "dba", "scenarios": ["first-lesson"], "battles": 600})


def fought(study: Study, folder: Path, monkeypatch: pytest.MonkeyPatch, *loses: Exception | None) -> FakeRay:
    from sandtable.lab.shards import pieces_of

    fake = FakeRay(list(loses))
    monkeypatch.setattr(ray_cluster, "_ray", lambda: fake)
    tasks: Iterator[Any] = iter([pieces_of(study, shard) for shard in range(study.shards)])
    told = [piece.piece.shard for made in Ray("auto").make(study, folder, tasks) for piece in made]
    assert sorted(told) == [0, 1, 2]
    return fake


def test_what_a_lost_node_had_in_hand_is_made_again(study, tmp_path, monkeypatch):
    fake = fought(study, tmp_path, monkeypatch, None, Lost(), Crashed())
    assert fake.calls == 5
    assert sorted(file.read_text() for file in tmp_path.iterdir()) == ["shard 0", "shard 1", "shard 2"]


def test_a_task_that_is_lost_again_and_again_ends_the_study(study, tmp_path, monkeypatch):
    with pytest.raises(InputError, match="again and again"):
        fought(study, tmp_path, monkeypatch, *[Lost() for _ in range(20)])


def test_a_node_that_compiles_says_so_once(study, compiled, tmp_path, monkeypatch, capsys):
    compiled.append(84.2)
    fought(study, tmp_path, monkeypatch)
    assert capsys.readouterr().err == "A node compiled the rules first, in 84 s.\n"


def test_one_process_of_a_node_compiles_and_says_how_long(tmp_path, monkeypatch):
    """Another holds the lock meanwhile: it waits, and finds all of them there."""
    held: list[str] = []

    class Lock:
        def __init__(self, path: Path) -> None:
            self.path = path

        def __enter__(self) -> None:
            held.append(self.path.name)

        def __exit__(self, *_: object) -> None:
            held.append("free")

    kept: set[str] = {"one"}

    def fight(study: Study, pieces: Any) -> None:
        assert held[-1] != "free" and [piece.battles for piece in pieces] == [1]
        kept.add("two")

    monkeypatch.setattr(ray_cluster, "import_module", lambda name: SimpleNamespace(FileLock=Lock))
    monkeypatch.setattr(ray_cluster, "sources_kept", lambda: set(kept))
    monkeypatch.setattr(ray_cluster, "fight_pieces", fight)
    asked = ray_cluster.source_of(lab.new_study({"game": "dba", "scenarios": ["first-lesson", "granicus"]}))
    compile_here = ray_cluster.compiled_here.__wrapped__
    [seconds] = compile_here(*asked)
    assert seconds >= 0.0 and compile_here(*asked) == []
    assert held[0] == held[2] and held[1] == held[3] == "free"


def test_a_node_with_other_rules_is_refused(study, tmp_path, monkeypatch):
    with pytest.raises(InputError, match="another version"):
        ray_cluster.make_far(*ray_cluster.source_of(study), "other", [])
    with pytest.raises(InputError, match="^a node has none$"):
        fought(study, tmp_path, monkeypatch, Failed(InputError("a node has none")))


def test_without_the_library_one_sentence_says_how_to_get_it(study, tmp_path, monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(InputError, match=r"^--ray: Ray is not installed: .*pip install 'sandtable\[lab,ray\]'$"):
        list(Ray("auto").make(study, tmp_path, iter([])))


def test_a_cluster_of_this_machine_alone_is_kept_to_the_loopback(study, tmp_path, monkeypatch):
    """What ``test_a_cluster_of_two_nodes...`` shows of these words has to be said before Ray is imported."""
    for word in LOOPBACK:
        monkeypatch.delenv(word)
    told: list[bool] = []

    def imported() -> FakeRay:
        told.append(LOOPBACK.items() <= os.environ.items())
        return FakeRay([])

    monkeypatch.setattr(ray_cluster, "_ray", imported)
    for address in ("auto", "local"):
        assert list(Ray(address).make(study, tmp_path, iter([]))) == []
    assert told == [False, True]


@pytest.fixture
def listening() -> Iterator[tuple[socket.socket, str]]:
    """Somebody who takes up connections, and their address."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server, f"127.0.0.1:{server.getsockname()[1]}"


def answering(server: socket.socket, answer: bytes) -> list[bytes]:
    """What is said to somebody who answers so, once."""
    heard: list[bytes] = []

    def answered() -> None:
        link, _ = server.accept()
        with link:
            heard.append(link.recv(64))
            link.sendall(answer)

    threading.Thread(target=answered, daemon=True).start()
    return heard


def test_an_address_at_which_nobody_answers_is_refused_in_a_sentence_at_once(listening, monkeypatch, capsys):
    """Ray would try for two minutes, and end the program."""
    server, address = listening
    server.close()
    refused = f"--ray: there is no Ray cluster at '{address}': nobody answers there"
    began = time.monotonic()
    for named in (address, f"ray://{address}"):
        with pytest.raises(InputError, match=re.escape(f"{refused.replace(address, named)} (")):
            Ray(named)
    monkeypatch.setenv("RAY_ADDRESS", address)
    with pytest.raises(InputError, match=re.escape(refused)):
        Ray("auto")
    assert time.monotonic() - began < ray_cluster.PATIENCE
    assert cli.run(["lab", "run", "no.toml", "--ray", address]) == 2
    assert refused in capsys.readouterr().err


def test_the_cluster_that_this_machine_belonged_to_and_that_is_no_more_is_refused_at_once(
    listening, study, tmp_path, monkeypatch
):
    """The file with its address is still there, and Ray would try it for two minutes."""
    server, address = listening
    server.close()
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    fake, joined = FakeRay([]), []
    fake.up, fake.init = False, lambda **told: joined.append(told["address"])
    services = SimpleNamespace(get_ray_address_from_environment=lambda asked, _: {"auto": address}[asked])
    fake._private = SimpleNamespace(services=services)
    monkeypatch.setattr(ray_cluster, "_ray", lambda: fake)
    with pytest.raises(InputError, match=f"^--ray: there is no Ray cluster at '{address}': nobody answers there"):
        list(Ray("auto").make(study, tmp_path, iter([])))
    assert joined == []
    ray = pytest.importorskip("ray")
    assert callable(ray._private.services.get_ray_address_from_environment)  # where Ray has it today


@pytest.mark.parametrize("address", ["here", "here:", ":6379", "10.0.0.1:port", "auto:", ""])
def test_an_address_without_a_port_is_refused(address: str):
    with pytest.raises(InputError, match="expected an address and a port, as 10.0.0.1:6379"):
        ray_cluster.see_answering(address)


def test_somebody_else_at_the_address_is_refused(listening, monkeypatch):
    """A page of the dashboard, as it answers what is no request; who says nothing at all; and who answers as HTTP/2."""
    server, address = listening
    heard = answering(server, b"HTTP/1.1 400 Bad Request\r\n\r\n")
    with pytest.raises(InputError, match="who answers there is no node of a cluster"):
        Ray(address)
    assert heard[0].startswith(b"PRI * HTTP/2.0\r\n")
    monkeypatch.setattr(ray_cluster, "PATIENCE", 0.2)
    with pytest.raises(InputError, match="nobody answers there"):
        Ray(address)
    monkeypatch.setattr(ray_cluster, "PATIENCE", 5.0)
    server.accept()[0].close()
    answering(server, bytes((0, 0, 6, 4, 0, 0, 0, 0, 0)))
    assert Ray(address).address == address


@pytest.mark.parametrize("fault", [ConnectionError("none\nat all"), SystemExit(15)])
def test_a_cluster_that_cannot_be_joined_is_told_in_a_sentence(fault, study, tmp_path, monkeypatch):
    def init(**_: Any) -> None:
        raise fault

    fake = FakeRay([])
    fake.up, fake.init = False, init
    monkeypatch.setattr(ray_cluster, "_ray", lambda: fake)
    with pytest.raises(InputError, match="^--ray: there is no Ray cluster at 'auto': (none|nobody answers there)$"):
        list(Ray("auto").make(study, tmp_path, iter([])))


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Any, Any]]:
    """A cluster on the loopback with a head of one processor, and its second node of another."""
    pytest.importorskip("ray", reason="SKIPPED: Ray is not installed: pip install 'sandtable[ray]' tests the cluster")
    import ray
    from ray.cluster_utils import Cluster

    cluster = None
    folder = tempfile.mkdtemp(prefix="ray-")  # that of pytest is too long for the names of sockets
    monkeypatch.setenv("RAY_TMPDIR", folder)
    (Path(folder) / "ray").mkdir()  # the address is written there; Ray makes it for a session alone
    here = {"num_cpus": 1, "node_ip_address": "127.0.0.1"}
    try:
        try:
            cluster = Cluster(
                initialize_head=True, head_node_args={**here, "temp_dir": folder, "include_dashboard": False}
            )
            second = cluster.add_node(**here)
            ray.init(address=cluster.address, log_to_driver=False)
            cluster.wait_for_nodes(timeout=TIMEOUT)
        except Exception as error:
            pytest.skip(f"SKIPPED: Ray's local cluster did not start here: {error}")
        yield cluster, second
    finally:
        ray.shutdown()
        if cluster is not None:
            cluster.shutdown()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.full
@pytest.mark.timeout(2 * TIMEOUT)
@pytest.mark.skipif(not COMPILED, reason="whole battles take minutes interpreted; the compiled stage fights them")
def test_a_cluster_of_two_nodes_that_loses_one_makes_the_bytes_of_one_process(tmp_path, cluster):
    import ray

    both, second = cluster
    what = {"game": "dba", "scenarios": ["first-lesson"], "battles": 800}
    run_study(lab.new_study(what), tmp_path / "one", Processes())
    nodes: list[str] = []

    def told(progress: Progress) -> None:
        if progress.done == 0:
            nodes.extend(one["NodeManagerAddress"] for one in ray.nodes() if one["Alive"])
        if progress.done == 200:
            both.remove_node(second, allow_graceful=False)

    ray_cluster.see_answering(both.address)
    run_study(lab.new_study(what), tmp_path / "cluster", Ray("auto"), told)
    assert nodes == ["127.0.0.1"] * 2
    assert not second.any_processes_alive()
    one, other = ({file.name: file.read_bytes() for file in (tmp_path / name).iterdir()} for name in ("one", "cluster"))
    assert one == other and len(one) == 5
