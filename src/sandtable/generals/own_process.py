"""A general that is a process: a line of JSON goes in for every decision, and a line comes back in time."""

from __future__ import annotations

import contextlib
import json
import os
import select
import shlex
import signal
import subprocess
import threading
import time
from typing import Any

from sandtable.generals.own import Fault, Position, close_all, place_of

MOST_BYTES = 1 << 20
"""Said by a process without an answer in it, before it counts as endless."""

CHUNK = 1 << 16


class Process:
    """One process, started when it is first asked, and anew after it was ended."""

    def __init__(self, command: str) -> None:
        self._command = command
        self.lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._said = b""
        self._asked = 0

    def ask(self, position: Position) -> int:
        """The place of the action that it takes; ``Fault`` where it does not say one. A process that fails is ended."""
        until = time.monotonic() + position.seconds
        self._asked += 1
        try:
            return place_of(self._answer(question_of(position, self._asked), until), position)
        except Fault as fault:
            if str(fault) != "not listed":
                self.close()
            raise

    def _answer(self, question: bytes, until: float) -> Any:
        """What it says to this question."""
        process = self._started()
        assert process.stdin is not None and process.stdout is not None
        left = memoryview(question)
        read = 0
        while True:
            wait = until - time.monotonic()
            if wait <= 0.0:
                raise Fault("late")
            readable, writable, _ = select.select([process.stdout], [process.stdin] if left else [], [], wait)
            if writable:
                left = left[self._write(process.stdin.fileno(), left) :]
            if not readable:
                continue
            chunk = os.read(process.stdout.fileno(), CHUNK)
            read += len(chunk)
            if not chunk:
                raise Fault("ended")
            *lines, self._said = (self._said + chunk).split(b"\n")
            for line in lines:
                answer = _read(line)
                if answer.get("id") == self._asked:
                    return answer.get("action")
            if read > MOST_BYTES:
                raise Fault("endless")

    def _write(self, pipe: int, what: memoryview) -> int:
        try:
            return os.write(pipe, what)
        except BlockingIOError:
            return 0
        except OSError:
            raise Fault("ended") from None

    def _started(self) -> subprocess.Popen[bytes]:
        """The process, started where it does not run."""
        if self._process is None:
            end_with_us()
            self._said = b""
            try:
                self._process = subprocess.Popen(
                    shlex.split(self._command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
                )
            except OSError:
                raise Fault("ended") from None
            assert self._process.stdin is not None
            os.set_blocking(self._process.stdin.fileno(), False)
        return self._process

    def close(self) -> None:
        """End the process and all that it started."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()


def end_with_us() -> None:
    """A signal that would end this process at once ends its generals first: they may not care that nobody asks."""
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            if signal.getsignal(number) is signal.SIG_DFL:
                signal.signal(number, _end_all)


def _end_all(number: int, _: Any) -> None:
    """End every general, and then go the way of this signal."""
    close_all()
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def _read(line: bytes) -> dict[str, Any]:
    """A line of the process as an object; an empty one where it is none."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):  # no JSON, or lists within lists without end
        return {}
    return found if isinstance(found, dict) else {}


def question_of(position: Position, number: int) -> bytes:
    """The line that asks for a decision: the position as text and as numbers, and what may be done."""
    battle = position.battle
    figures = battle.scene(plain=True).figures
    return (
        json.dumps(
            {
                "id": number,
                "game": battle.game.key,
                "side": position.side,
                "seconds": position.seconds,
                "position": battle.position(),
                "figures": [
                    {"id": f.id, "side": f.side, "x": f.x, "y": f.y, "facing": f.facing, "marks": list(f.marks)}
                    for f in figures
                ],
                "legal": [action.text for action in position.legal],
            }
        )
        + "\n"
    ).encode()
