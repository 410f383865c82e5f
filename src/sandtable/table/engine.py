"""What moves a battle: its record, its dice and its history. ``Battle`` is the face; here is what stands behind it.

Saves, cases, forks and whoever plays a battle again hand it dice, let it stand somewhere else, or carry out what they
have checked themselves. Nothing here checks that an action is legal.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sandtable.errors import CapacityError, DiceNeeded, IllegalAction, InputError
from sandtable.games.common.amounts import number_words
from sandtable.games.game import Game
from sandtable.kernel.dice import MAX_SCRIPT, THROW, Source, new_dice
from sandtable.kernel.log import Kind
from sandtable.kernel.records import NOBODY
from sandtable.table import visibility
from sandtable.table.actions import Action
from sandtable.table.commitments import commitment_of, new_nonce
from sandtable.table.endings import Ending
from sandtable.table.history import Played
from sandtable.table.log_entries import Words, longest_way
from sandtable.table.name_index import NameIndex
from sandtable.table.positions import apply_position, split_position
from sandtable.table.scenarios import Origin, lay
from sandtable.table.scratch import SCRATCH, TOO_MANY_DICE, clean_log, copied
from sandtable.table.scripted_dice import DieLike, Throw, die_missing, no_such_face, script_of


class Engine:
    """The record of a battle, the dice to come, and what has been played."""

    def __init__(self, game: Game, origin: Origin, options: Mapping[str, str]) -> None:
        laid = lay(game, origin, options)
        self.game = game
        self.origin = origin
        self.options: dict[str, str] = dict(options)
        self.as_laid = NameIndex(game, laid.names, lambda: lay(game, origin, options).names)
        self.laid = laid.record  # [1], as the scenario lays it
        self._state = bytearray(laid.record.tobytes())
        self._record: Any = None  # a view of ``_state``, made when first asked for
        self._side: int | None = None  # to decide, once asked for
        self._stood: bytearray | None = None  # ``_state`` as it was before another side was turned to; None: none was
        if origin.position:
            apply_position(self.record, split_position(origin.position)[3], self.lexicon)
        self.steps: list[Played] = []
        self._key = (0, 0)
        self._counter = 0  # throws drawn from the generator
        self._seeded = False
        self._script: tuple[Throw, ...] = ()
        self.seed: str | None = None
        self.nonce: str | None = None  # hides the seed behind its commitment
        self.chosen = False  # somebody chose the seed
        self.scripted = False  # some of its dice were written down beforehand
        self.since = 0  # number of the first action thrown with this seed, where another went before
        self.ended: Ending | None = None  # its players ended it, whatever there was left to decide
        self.waiting = ""
        """The sentence that names the die which opens the next bound, when a script ended before it; else empty."""

    def copy(self) -> Engine:
        """An independent one in the same state, with the same history and the same dice to come."""
        twin = Engine.__new__(Engine)
        twin.__dict__.update(self.__dict__)
        twin._state = bytearray(self._state)
        twin._record = None
        twin.steps = list(self.steps)
        return twin

    # ------------------------------------------------------------------------------------------- the dice

    def _take_seed(self, seed: int | str, nonce: str | None) -> None:
        generator = new_dice(seed)
        self.seed, self.nonce = str(seed), nonce or new_nonce()
        self._key = (int(generator["key_low"]), int(generator["key_high"]))
        self._seeded = True

    def resume(
        self, seed: int | str | None, drawn: int, script: Sequence[DieLike] = (), nonce: str | None = None
    ) -> None:
        """Hand the battle its dice: a seed of which ``drawn`` throws are used up, and scripted ones before it."""
        self.resume_script(seed, script_of(script, self.lexicon, "dice"), nonce)
        self._counter = drawn

    def resume_script(self, seed: int | str | None, script: tuple[Throw, ...], nonce: str | None = None) -> None:
        """Hand the battle its dice: scripted ones first, then (with a seed) generated ones."""
        self.seed, self.nonce, self._seeded = None, None, False
        if seed is not None:
            self._take_seed(seed, nonce)
        self._counter = 0
        self._script = script
        self.scripted = self.scripted or bool(script)

    def stand_at(self, drawn: int) -> None:
        """Let the generator stand where it had given so many throws."""
        self._counter = drawn

    def begin(self, dice: Any = None) -> None:
        """Run the laid table to its first decision; ``dice``: a dice record to use instead of the battle's own."""
        if self.origin.position:
            self.steps.append(self._step(None, "", copied(SCRATCH.entries[:0]), np.zeros(0, THROW)))
        else:
            self.carry_out(None, dice)

    @property
    def commitment(self) -> str | None:
        """Hash of nonce and seed."""
        return None if self.seed is None else commitment_of(self.seed, self.nonce)

    @property
    def drawn(self) -> int:
        """Throws taken from the generator so far."""
        return self._counter

    @property
    def script(self) -> tuple[Throw, ...]:
        """Scripted dice that have not been thrown yet."""
        return self._script

    def forget_dice(self) -> None:
        """Nothing is known here of the dice to come, nor of what has been played."""
        self.steps, self._script, self._counter, self._key = [], (), 0, (0, 0)
        self.seed, self.nonce, self._seeded = None, None, False

    # ------------------------------------------------------------------------------------------- the record

    @property
    def record(self) -> Any:
        """The battle record that kernels take. Copy it before a kernel that writes."""
        if self._record is None:
            self._record = np.frombuffer(self._state, self.game.dtype)[0]
        return self._record

    @property
    def array(self) -> Any:
        """The table as it stands: a shape ``[1]`` array of the game's record, made anew and yours to write to."""
        return np.frombuffer(bytearray(self._state), self.game.dtype)

    def stand(self, record: Any) -> None:
        """Take over another record of the same game: the battle stands as it says."""
        self._state, self._record, self._side = bytearray(record.tobytes()), None, None
        self._stood = None

    def on_bench(self) -> Any:
        """A copy of the record in this thread's room for it: kernels may write to it."""
        bench = SCRATCH.bench(self.game.dtype)
        bench.buffer[:] = self._state
        return bench.record

    def table(self) -> Any:
        """The record as it stands, to be read only: it stays as it is when the battle goes on."""
        return np.frombuffer(self._state, self.game.dtype)[0]

    def as_decider_sees(self) -> Any:
        """The same with all blanked out that the side to decide may not see: what it may do is judged on this."""
        record = self.on_bench()
        if visibility.hides(self.game, record):
            side = self.game.verbs.current_side(record)
            if side != NOBODY:
                self.game.verbs.redact(record, side)
        return record

    def take_bench(self) -> None:
        """The battle stands as a kernel has left the copy of ``on_bench``."""
        self._state = bytearray(SCRATCH.bench(self.game.dtype).buffer)
        self._record = self._side = self._stood = None

    def state_hash(self) -> str:
        """SHA-256 of the record's bytes, in hexadecimal."""
        return self._hash_of(self._state)

    def _hash_of(self, state: bytearray) -> str:
        return hashlib.sha256(memoryview(state)[: self.game.state_size]).hexdigest()

    @property
    def lexicon(self) -> NameIndex:
        """The words for its indices, with the names that figures have now."""
        return self.as_laid if self.game.names_now is None else self.as_laid.now(self.record)

    @property
    def words(self) -> Words:
        """What its log entries say."""
        return Words(self.lexicon)

    # --------------------------------------------------------------------------------------- who decides what

    @property
    def side_to_decide(self) -> int:
        """Index of the side that must decide, or ``NOBODY``."""
        if self.ended is not None:
            return NOBODY
        if self._side is None or self._record is not None:  # whoever holds the record may have written to it
            self._side = int(self.game.verbs.current_side(self.on_bench()))
        return self._side

    @property
    def over(self) -> bool:
        """Nobody has anything left to decide."""
        return self.side_to_decide == NOBODY

    def turn_to(self, side: str) -> None:
        """Ask this one of several sides that choose at the same time; no other is ever asked but in its turn."""
        index = self.lexicon.side_index(side)
        if index == self.side_to_decide:
            return
        bench = self.on_bench()
        if index not in visibility.still_choosing(self.game, bench):
            raise IllegalAction(f"{self.lexicon.side_name(index)} have nothing to decide now.")
        turn = self.game.verbs.turn_to
        assert turn is not None
        turn(bench, index)
        stood = self._stood or self._state
        self.take_bench()
        self._stood = stood

    @property
    def turn(self) -> int:
        """The number of the turn, bound or round, whichever the game counts; 0 before the first, and without one."""
        return int(self.record[self.game.counts]) if self.game.counts else 0

    def judge(self, action: Action) -> tuple[bool, int, Any]:
        """Whether it is legal by what its side sees, its price, and the entries of the log that say why."""
        log = clean_log()
        legal, cost = self.game.verbs.judge(self.as_decider_sees(), action.record, log)
        if log["lost"]:
            raise CapacityError(f"{action.text}: the log has no room for {number_words(int(log['lost']), 'finding')}")
        return bool(legal), int(cost), copied(SCRATCH.entries[: log["n"]])

    def measure(self, action: Action) -> tuple[float | None, float | None]:
        """How far an action goes as the rules measure it, and how far it may go."""
        _, _, entries = self.judge(action)
        return longest_way(entries[entries["kind"] == Kind.WAY.value])

    def may(self, action: Action) -> bool:
        """Whether the action is legal now; why not, ``judge`` says."""
        return bool(self.game.verbs.judge(self.as_decider_sees(), action.record, SCRATCH.silent).legal)

    # ---------------------------------------------------------------------------------------- carrying out

    def carry_out(self, action: Action | None, dice: Any = None, *, may_wait: bool = False) -> None:
        """Play an action that is known to be legal (None: set up), as ``play`` does after its check.

        Runs on a copy and takes it over if nothing was lost or missing. ``dice``: a dice record to use instead of
        the battle's own, which then counts as drawn what is thrown. With ``may_wait`` a script may end before the
        die that opens the next bound: the battle then waits for it (see ``waiting``), and goes no farther.
        """
        if self.waiting:
            raise DiceNeeded(self.waiting)
        own_dice = dice is None
        if own_dice:
            dice = self._fill_dice()
        log = clean_log()
        side = self.side_to_decide if action is not None else NOBODY
        record = self.on_bench()
        if action is None:
            self.game.verbs.setup(record, dice, log)
        else:
            self.game.verbs.apply(record, action.record, dice, log)
        waiting = ""
        if dice["missing"]:
            waiting = die_missing(self.lexicon, dice["missing_throw"])
            purpose = self.words.purposes.get(int(dice["missing_throw"]["purpose"]), "")
            if not may_wait or purpose not in self.game.bound_dice:
                raise DiceNeeded(waiting)
            _cut(dice, log)
        if dice["lost"]:
            raise CapacityError(f"{action or 'setup'}: {TOO_MANY_DICE}")
        if log["lost"]:
            raise CapacityError(f"{action or 'setup'}: there is no room for all that happens in one action")
        throws = copied(SCRATCH.thrown[: dice["n_thrown"]])
        if own_dice and self._script:
            self._check_faces(throws)
        state = bytearray(SCRATCH.bench(self.game.dtype).buffer)
        step = self._step(action, self.lexicon.side_key(side), copied(SCRATCH.entries[: log["n"]]), throws, state)
        self.steps.append(step)
        self._state, self._record, self._side, self._stood = state, None, None, None
        self.waiting = waiting
        self._counter = int(dice["counter"]) if own_dice else self._counter + len(throws)
        if own_dice and self._script:
            used = SCRATCH.script["used"][: dice["n_script"]].tolist()
            kept = [t for t, gone in zip(self._script[:MAX_SCRIPT], used, strict=True) if not gone]
            self._script = (*kept, *self._script[MAX_SCRIPT:])

    def _step(
        self, action: Action | None, side: str, entries: Any, throws: Any, state: bytearray | None = None
    ) -> Played:
        turn = self.turn
        state = self._state if state is None else state
        before = (self._state, self._stood or self._state, self._counter, self._script)
        lexicon = self.lexicon  # as figures were called when it was decided, and those that came by it
        if self.game.names_now is not None:
            lexicon = lexicon.and_who_came(self.as_laid.now(np.frombuffer(state, self.game.dtype)[0]))
        return Played(lexicon, action, side, turn, entries, throws, self._hash_of(state), before)

    def _fill_dice(self) -> Any:
        """This thread's dice, standing where this battle's dice stand."""
        dice = SCRATCH.dice
        dice["n_thrown"] = dice["lost"] = dice["missing"] = dice["n_script"] = 0
        dice["key_low"], dice["key_high"] = self._key
        dice["counter"] = self._counter
        if self._seeded:
            dice["source"] = Source.GENERATOR.value if not self._script else Source.SCRIPT_THEN_GENERATOR.value
        else:
            dice["source"] = Source.SCRIPT.value
        if self._script:
            some = self._script[:MAX_SCRIPT]
            SCRATCH.script[: len(some)] = [(p, s, f, v, 0) for p, s, f, v in some]
            dice["n_script"] = len(some)
        return dice

    def _check_faces(self, throws: Any) -> None:
        for purpose, side, figure, sides, value, *_ in throws.tolist():
            if not 1 <= value <= sides:
                raise InputError(no_such_face(self.lexicon, purpose, figure, side, sides, value))

    # ----------------------------------------------------------------------------------------------- undo

    def undo(self, fresh: bool) -> Action:
        """Take back the last action and return it; ``fresh``: its dice are not given back."""
        step = self.steps.pop()
        self._state = step.stood
        if not fresh:
            self._counter, self._script = step.counter, step.script
        self.since = min(self.since, len(self.steps))
        self._record = self._side = self._stood = self.ended = None
        self.waiting = ""
        assert step.action is not None
        return step.action

    def revealed(self, before: bytearray, sides: int) -> bool:
        """Some byte that a side could not see before the last action, and that can be seen now."""
        for side in range(sides):
            hidden = []
            bench = SCRATCH.bench(self.game.dtype)
            for state in (before, self._state):
                bench.buffer[:] = state
                self.game.verbs.redact(bench.record, side)
                hidden.append(np.frombuffer(bytes(bench.buffer), "u1") != np.frombuffer(state, "u1"))
            if bool((hidden[0] & ~hidden[1]).any()):
                return True
        return False


def _cut(dice: Any, log: Any) -> None:
    """Forget the die that was missing, which showed 1 for want of another, and what came of it."""
    entries = SCRATCH.entries[: log["n"]]
    log["n"] = np.flatnonzero(entries["kind"] == Kind.DIE.value)[-1]
    dice["n_thrown"] -= 1
