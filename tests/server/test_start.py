"""Starting: ports, one command from the terminal to the page, and the figure for the benchmark."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time

import httpx2 as httpx
import pytest

from sandtable.cli import run
from sandtable.errors import InputError
from sandtable.server.drag_benchmark import bench_judge
from sandtable.server.http.run import listen, url_of
from server.duel_server import register_duel


def test_a_port_that_is_taken_is_passed_over():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with listen("127.0.0.1", port, others=True) as found:
            assert port < found.getsockname()[1] < port + 20
            assert url_of("127.0.0.1", found) == f"http://127.0.0.1:{found.getsockname()[1]}/"
        with pytest.raises(InputError, match=f"--port {port}"):
            listen("127.0.0.1", port, others=False)


@pytest.mark.parametrize("host", ["no.such.host.invalid", "203.0.113.7"])
def test_an_address_that_is_not_ours_is_one_sentence(host):
    with pytest.raises(InputError, match="--host"):
        listen(host, 0, others=True)


def test_the_judge_benchmark_measures_real_answers():
    register_duel()
    times = bench_judge("duel", answers=30)
    assert times.answers == 30 and 0 < times.median <= times.high <= times.worst


def command(*arguments, **more):
    """``sandtable ARGUMENTS`` as a process of its own."""
    line = [sys.executable, "-c", "from sandtable.cli import main; main()", *arguments]
    return subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["play", "--db", "nonsense://x"], "--db"),
        (["serve", "--host", "no.such.host.invalid"], "--host"),
        (["play", "--port", "70000"], "--port"),
    ],
)
def test_a_start_that_cannot_be_is_one_sentence_and_exit_2(arguments, said, capsys):
    assert run(arguments) == 2
    text = capsys.readouterr().err
    assert said in text and "Traceback" not in text


def test_whoever_presses_ctrl_c_twice_in_a_hurry_gets_no_traceback(tmp_path):
    environment = dict(os.environ, SANDTABLE_DATA=str(tmp_path))
    process = command("serve", "--port", "0", env=environment)
    try:
        assert "http://127.0.0.1:" in process.stdout.readline()
        time.sleep(0.3)  # it answers, and goes on to warm up
    finally:
        process.send_signal(signal.SIGINT)
        time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, text = process.communicate(timeout=30)
    assert process.returncode == 0 and "Traceback" not in text


@pytest.mark.full
def test_one_command_starts_says_where_and_stops_cleanly(tmp_path):
    """The URL is printed when the server answers; the second start finds everything compiled; Ctrl-C ends it."""
    environment = dict(os.environ, SANDTABLE_DATA=str(tmp_path))
    process = command("play", "--no-browser", "--port", "0", env=environment)
    try:
        line = process.stdout.readline()
        url = re.search(r"http://127\.0\.0\.1:\d+/", line)
        assert url, line + process.stderr.read()
        games = httpx.get(f"{url.group()}api/games", timeout=60).json()
        assert [game["key"] for game in games if game["key"] == "dbaix"] == ["dbaix"]
        made = httpx.post(f"{url.group()}api/battles", json={"game": "dbaix"}, timeout=240)
        assert made.status_code == 201
        assert httpx.get(url.group().rstrip("/") + made.json()["url"], timeout=60).status_code in (200, 503)
        assert (tmp_path / "battles.sqlite3").is_file()
    finally:
        process.send_signal(signal.SIGINT)
        _, text = process.communicate(timeout=30)
    assert process.returncode == 0 and "Traceback" not in text
