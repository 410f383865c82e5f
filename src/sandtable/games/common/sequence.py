"""The sequence of play as data: one table says who is asked in each step, what they may do, and what runs by itself.

numba can call no function that it finds in a table. So the table is written out, once, as the chain of comparisons
that one would write by hand: ``who_decides``, ``judging``, ``making`` and ``running`` each return a kernel of it.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from types import FrameType
from typing import Any, NamedTuple

from sandtable.compiler.decorators import kernel
from sandtable.kernel.action_checks import are_figures
from sandtable.kernel.log import reason
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict


class VerbRule(NamedTuple):
    """What a verb means in a step. Both are kernels, and take by name what they need of the parameters below."""

    judge: Callable[..., Any]  # of b, action, log: its Verdict
    make: Callable[..., Any]  # of b, action, dice, log: carries it out


class Refusals(NamedTuple):
    """What is said (a Code and a Clause) of an action that no verb's judge is asked about."""

    over: tuple[IntEnum, IntEnum]  # the battle is over
    strangers: tuple[IntEnum, IntEnum]  # it names figures that there are not, or one twice
    not_now: tuple[IntEnum, IntEnum]  # the step that asks does not allow the verb


@dataclass(frozen=True)
class Step:
    """One step of the sequence: a phase of the battle."""

    phase: IntEnum
    asks: Callable[..., Any] | None = None  # of b: the side that must decide; None: nobody is asked
    may: Mapping[Any, VerbRule] = field(default_factory=dict)  # what that side may do
    run: Callable[..., Any] | None = None
    """Of b, dice, log: runs the step as far as nobody need decide; True where somebody must. None: it always asks."""


class Sequence:
    """The steps of a game, each phase once, in any order."""

    def __init__(self, *steps: Step) -> None:
        phases = [step.phase for step in steps]
        twice = [phase.name for phase in phases if phases.count(phase) > 1]
        if twice:
            raise ValueError(f"the sequence has the phase {twice[0]} twice")
        self.steps = steps

    def who_decides(self, name: str, nobody: int) -> Any:
        """A kernel of b: the side that must decide now, or ``nobody``."""
        known, lines = dict[str, Any](), ["number = b.phase"]
        for step in self.steps:
            if step.asks:
                lines += [f"if number == {step.phase.value}:", f"    return {_call(step.asks, ('b',), known)}"]
        return _written(name, ("b",), [*lines, f"return {int(nobody)}"], known)

    def allowing(self, name: str) -> Any:
        """A kernel of b, action: the verb may be used in the step that asks."""
        lines = ["phase, verb = b.phase, action.verb"]
        for step in self.steps:
            if step.may:
                verbs = " or ".join(f"verb == {verb.value}" for verb in step.may)
                lines += [f"if phase == {step.phase.value}:", f"    return {verbs}"]
        return _written(name, ("b", "action"), [*lines, "return False"], {})

    def judging(self, name: str) -> Any:
        """A kernel of b, action, log: the Verdict on an action whose verb may be used in the step that asks."""
        return self._doing(name, ("b", "action", "log"), lambda rule: rule.judge, is_answered=True)

    def judge(self, name: str, fits: Any, verbs: Any, refusals: Refusals) -> Any:
        """A kernel of b, action, log: the Verdict on any action. ``fits`` and ``verbs``: the two kernels above."""
        over = next(step.phase for step in self.steps if not step.asks and not step.run)
        lines = [
            f"if are_figures(b, action) and {fits.__name__}(b, action):",
            f"    return {verbs.__name__}(b, action, log)",
        ]
        tests = (f"if b.phase == {over.value}:", "elif not are_figures(b, action):", "else:")
        for test, (code, cited) in zip(tests, refusals, strict=True):
            lines += [test, f"    reason(log, {code.value}, {cited.value}, {NONE}, {NONE}, b.phase)"]
        known = {"are_figures": are_figures, "reason": reason, "Verdict": Verdict}
        known |= {fits.__name__: fits, verbs.__name__: verbs}
        return _written(name, ("b", "action", "log"), [*lines, "return Verdict(0, 0)"], known)

    def making(self, name: str) -> Any:
        """A kernel of b, action, dice, log: carries out a legal action."""
        return self._doing(name, ("b", "action", "dice", "log"), lambda rule: rule.make, is_answered=False)

    def running(self, name: str) -> Any:
        """A kernel of b, dice, log: runs step after step up to the next decision, or to the end."""
        parameters = ("b", "dice", "log")
        known, lines = dict[str, Any](), ["while True:", "    number = b.phase"]
        for step in self.steps:
            if step.run:
                lines += [f"    if number == {step.phase.value}:", f"        if {_call(step.run, parameters, known)}:"]
                lines += ["            return", "        continue"]
        return _written(name, parameters, [*lines, "    return"], known)

    def _doing(
        self, name: str, parameters: tuple[str, ...], which: Callable[[VerbRule], Any], *, is_answered: bool
    ) -> Any:
        """One chain over verbs; a verb that means different things in different steps asks the phase too."""
        meanings: dict[int, dict[Any, list[IntEnum]]] = {}
        for step in self.steps:
            for verb, rule in step.may.items():
                meanings.setdefault(verb.value, {}).setdefault(which(rule), []).append(step.phase)
        known: dict[str, Any] = {}
        lines = ["phase, verb = b.phase, action.verb"]
        last = ""
        for verb, functions in meanings.items():
            for function, phases in functions.items():
                test = f"verb == {verb}"
                if len(functions) > 1:
                    test += f" and ({' or '.join(f'phase == {phase.value}' for phase in phases)})"
                last = _call(function, parameters, known)
                lines += [f"if {test}:", f"    {'return ' if is_answered else ''}{last}"]
                lines += [] if is_answered else ["    return"]
        # numba wants one type from every way out: an answer for the verbs that the caller has ruled out
        return _written(name, parameters, [*lines, f"return {last}" if is_answered else "return"], known)


def _call(function: Any, parameters: Iterable[str], known: dict[str, Any]) -> str:
    """A call of the function with those of the parameters that it takes, and the function among what is known."""
    wanted = inspect.signature(getattr(function, "py_func", function)).parameters
    known[function.__name__ if known.get(function.__name__, function) is function else f"f{len(known)}"] = function
    name = next(key for key, value in known.items() if value is function)
    strange = set(wanted) - set(parameters)
    if strange:
        raise ValueError(f"{function.__name__} takes {', '.join(sorted(strange))}, which a step does not hand out")
    return f"{name}({', '.join(wanted)})"


def _written(name: str, parameters: tuple[str, ...], lines: list[str], known: dict[str, Any]) -> Any:
    """The kernel of these lines. It stands, for tracebacks and for the cache, where the game's module names it."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_globals["__name__"] == __name__:
        frame = frame.f_back
    assert frame is not None
    tree = ast.parse("\n".join([f"def {name}({', '.join(parameters)}):", *(f"    {line}" for line in lines)]))
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt | ast.expr | ast.arg):
            node.lineno = node.end_lineno = frame.f_lineno
    names = {**known, "__name__": frame.f_globals["__name__"]}
    exec(compile(tree, frame.f_code.co_filename, "exec"), names)
    function = names[name]
    function.__qualname__ = name
    return kernel(function)


@kernel
def free(b):
    """The judge of what may be done at any time in its step, at no cost: mostly of its end."""
    return Verdict(1, 0)
