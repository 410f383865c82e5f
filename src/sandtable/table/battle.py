"""The plain-Python face of a battle: what must be decided, what may be done, what happened, and taking it back."""

from __future__ import annotations

import hashlib
import random
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sandtable.errors import (
    CapacityError,
    DiceNeeded,
    IllegalAction,
    InputError,
)
from sandtable.games.common.amounts import number_words
from sandtable.games.game import Game, Names, SideFacts
from sandtable.games.scene import Scene
from sandtable.kernel.dice import MAX_SCRIPT, THROW, Source, new_dice
from sandtable.kernel.log import Kind
from sandtable.kernel.records import MAX_SIDES, NOBODY
from sandtable.table import picture, visibility
from sandtable.table.action_parser import from_mapping
from sandtable.table.actions import Action, canonical
from sandtable.table.commitments import commitment_of, new_nonce
from sandtable.table.endings import Ending, result_of, returns_of
from sandtable.table.history import Decision, Judgement, Played
from sandtable.table.log_entries import (
    Event,
    Tally,
    Words,
    longest_way,
    tallies,
)
from sandtable.table.name_index import Lexicon
from sandtable.table.notation import parse_action
from sandtable.table.odds import Odds, odds_of
from sandtable.table.positions import apply_position, position_text, split_position
from sandtable.table.scenarios import Origin, house_rules, lay
from sandtable.table.scratch import DESK, TOO_MANY_DICE, clean_log, copied
from sandtable.table.scripted_dice import Throw, die_missing, no_such_face, script_of
from sandtable.table.values import Unreadable

__all__ = ["ActionLike", "Battle", "Decision", "Judgement", "Played"]

ActionLike = Action | str | Mapping[str, Any] | np.void | np.ndarray
"""What says an action: itself, its notation, its JSON or case form, or a kernel's record of it."""


class Battle:
    """A battle of any game. Made by ``new``, ``load`` or ``from_position``."""

    def __init__(self, game: Game, origin: Origin, options: Mapping[str, str]) -> None:
        laid = lay(game, origin, options)
        self.game = game
        self.origin = origin
        self.options: dict[str, str] = dict(options)
        self._as_laid = Lexicon(game, laid.names)
        self._laid = laid.record  # [1], as the scenario lays it
        self._state = bytearray(laid.record.tobytes())
        self._record: Any = None  # a view of ``_state``, made when first asked for
        self._side: int | None = None  # to decide, once asked for
        if origin.position:
            apply_position(self.record, split_position(origin.position)[3], self.lexicon)
        self._steps: list[Played] = []
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
        fields = game.dtype.fields or {}
        self._round_at: int | None = fields["round"][1] if "round" in fields else None

    # ------------------------------------------------------------------------------------------- beginning

    def _take_seed(self, seed: int | str, nonce: str | None) -> None:
        generator = new_dice(seed)
        self.seed, self.nonce = str(seed), nonce or new_nonce()
        self._key = (int(generator["key_low"]), int(generator["key_high"]))
        self._seeded = True

    def resume(self, seed: int | str | None, drawn: int, script: Sequence[Any] = (), nonce: str | None = None) -> None:
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
            self._steps.append(self._step(None, "", copied(DESK.entries[:0]), np.zeros(0, THROW)))
        else:
            self.carry_out(None, dice)

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

    def _on_bench(self) -> Any:
        """A copy of the record in this thread's room for it: kernels may write to it."""
        bench = DESK.bench(self.game.dtype)
        bench.buffer[:] = self._state
        return bench.record

    def _table(self) -> Any:
        """The record as it stands, to be read only: it stays as it is when the battle goes on."""
        return np.frombuffer(self._state, self.game.dtype)[0]

    def _as_decider_sees(self) -> Any:
        """The same with all blanked out that the side to decide may not see: what it may do is judged on this."""
        record = self._on_bench()
        if visibility.hides(self.game, record):
            side = self.game.verbs.current_side(record)
            if side != NOBODY:
                self.game.verbs.redact(record, side)
        return record

    def state_hash(self) -> str:
        """SHA-256 of the record's bytes, in hexadecimal: equal for equal tables on every machine.

        What computer generals think (``weights``) is no part of the table.
        """
        return self._hash_of(self._state)

    def _hash_of(self, state: bytearray) -> str:
        return hashlib.sha256(memoryview(state)[: self.game.state_size]).hexdigest()

    @property
    def commitment(self) -> str | None:
        """Hash of nonce and seed: may be shown before play, so that both, shown after it, prove the dice."""
        return None if self.seed is None else commitment_of(self.seed, self.nonce)

    @property
    def drawn(self) -> int:
        """Throws taken from the generator so far."""
        return self._counter

    @property
    def script(self) -> tuple[Throw, ...]:
        """Scripted dice that have not been thrown yet."""
        return self._script

    @property
    def lexicon(self) -> Lexicon:
        """The words for its indices, with the names that figures have now."""
        return self._as_laid if self.game.names_now is None else self._as_laid.now(self.record)

    @property
    def names(self) -> Names:
        """The names for its indices, as figures are called now, those among them that came since the laying."""
        return self.lexicon.names

    @property
    def words(self) -> Words:
        """What its log entries say."""
        return Words(self.lexicon)

    def copy(self) -> Battle:
        """An independent battle in the same state, with the same history and the same dice to come."""
        twin = Battle.__new__(Battle)
        twin.__dict__.update(self.__dict__)
        twin._state = bytearray(self._state)
        twin._record = None
        twin._steps = list(self._steps)
        return twin

    # -------------------------------------------------------------------------------------------- questions

    @property
    def side_to_decide(self) -> int:
        """Index of the side that must decide, or ``NOBODY``."""
        if self.ended is not None:
            return NOBODY
        if self._side is None or self._record is not None:  # whoever holds the record may have written to it
            self._side = int(self.game.verbs.current_side(self._on_bench()))
        return self._side

    @property
    def over(self) -> bool:
        """Nobody has anything left to decide."""
        return self.side_to_decide == NOBODY

    @property
    def sides_to_decide(self) -> tuple[str, ...]:
        """Keys of the sides that may decide now: several where they choose at the same time."""
        if self.ended is not None:
            return ()
        return tuple(self.lexicon.side_key(side) for side in visibility.may_decide(self.game, self._on_bench()))

    def turn_to(self, side: str) -> None:
        """Ask this one of several sides that choose at the same time; no other is ever asked but in its turn."""
        index = self.lexicon.side_index(side)
        if index == self.side_to_decide:
            return
        bench = self._on_bench()
        if index not in visibility.still_choosing(self.game, bench):
            raise IllegalAction(f"{self.lexicon.side_name(index)} have nothing to decide now.")
        turn = self.game.verbs.turn_to
        assert turn is not None
        turn(bench, index)
        self._state = bytearray(DESK.bench(self.game.dtype).buffer)
        self._record = self._side = None

    def as_seen(self, sides: Sequence[str]) -> Battle:
        """A battle to look at and to ask, not to be played on: what all of these sides may see, and nothing else.

        It has no history and no dice to come. Once the battle is over everything may be seen.
        """
        twin = self.copy()
        twin._steps, twin._script, twin._counter, twin._key = [], (), 0, (0, 0)
        twin.seed, twin.nonce, twin._seeded = None, None, False
        if not self.over:
            bench = twin._on_bench()
            visibility.blank_out(self.game, bench, [self.lexicon.side_index(side) for side in sides])
            twin._state = bytearray(DESK.bench(self.game.dtype).buffer)
            twin._side = None
        return twin

    @property
    def phase(self) -> str:
        """The step of the bound in lower case; empty where the game has none."""
        return self.lexicon.enum_word("phase", int(self.record["phase"])) if "phase" in self.game.enums else ""

    @property
    def round(self) -> int:
        """The round, 0 where the game counts none."""
        at = self._round_at
        return 0 if at is None else int.from_bytes(self._state[at : at + 4], "little", signed=True)

    @property
    def decision(self) -> Decision | None:
        """What must be decided now, or None when the battle is over."""
        side = self.side_to_decide
        if side == NOBODY:
            return None
        lexicon = self.lexicon
        return Decision(
            lexicon.side_key(side), lexicon.side_name(side), self.game.prompt(self.record, self.names), self.phase
        )

    @property
    def sides(self) -> tuple[SideFacts, ...]:
        """The sides of this battle in their order."""
        return self.lexicon.sides

    @property
    def returns(self) -> dict[str, float]:
        """Each side's share of the win; empty before the end."""
        if not self.over:
            return {}
        if self.ended is not None:
            return dict(returns_of(self.ended, self.sides))
        out = np.zeros(MAX_SIDES)
        self.game.verbs.returns(self._on_bench(), out)
        return {side.key: float(share) for side, share in zip(self.sides, out, strict=False)}

    @property
    def result(self) -> str | None:
        """Who won and why, in words; None before the end."""
        if not self.over:
            return None
        if self.ended is not None:
            return result_of(self.ended, self.sides)
        if self.game.result_text is not None:
            return self.game.result_text(self.record, self.names)
        best = max(self.returns.values())
        winners = [side.name for side in self.sides if self.returns[side.key] == best]
        return f"{winners[0]} win." if len(winners) == 1 else f"A draw between {' and '.join(winners)}."

    @property
    def history(self) -> tuple[Played, ...]:
        """The laying of the table, then every action with its dice and events."""
        return tuple(self._steps)

    @property
    def last(self) -> Played:
        """The last step of the history."""
        return self._steps[-1]

    @property
    def actions(self) -> tuple[Action, ...]:
        """Every action played so far."""
        return tuple(step.action for step in self._steps if step.action is not None)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that has happened so far."""
        return tuple(event for step in self._steps for event in step.events)

    def scene(self, plain: bool = False) -> Scene:
        """What stands on the table, as plain data for renderers; ``plain``: nothing drawn over it to explain rules."""
        return self.game.shown(self.record, self.names, plain)

    def position(self) -> str:
        """The position on one line; ``from_position`` reads it back to an identical record.

        Figures that came since the laying have no names there yet: they are written by their places.
        """
        return position_text(
            self.record,
            self._laid[0],
            self._as_laid,
            self.origin.word,
            self.options,
            house_rules(self.game, self.origin),
        )

    def picture(self, width: int = 96, color: bool = False) -> str:
        """The table as text, ``width`` characters wide."""
        return picture.picture(self.scene(), width, color)

    def _repr_svg_(self) -> str | None:
        return picture.svg(self.scene())

    def __repr__(self) -> str:
        now = self.decision
        state = self.result if now is None else f"{now.side_name} to decide"
        return f"<Battle {self.position()!r}, {number_words(len(self._steps) - 1, 'action')} played, {state}>"

    # -------------------------------------------------------------------------------------------- actions

    def action(self, what: ActionLike) -> Action:
        """An action of this battle: from notation, a mapping (JSON or case form), a kernel's record, or an Action.

        What is left open (``ahead``, ``wheel``, a facing) is filled in from the table as it stands. Raises
        ``NotationError`` for a line, ``InputError`` for a mapping, that says no action.
        """
        if isinstance(what, Action):
            return what
        if isinstance(what, str):
            return parse_action(what, self._table(), self.lexicon)
        if isinstance(what, Mapping):
            try:
                return from_mapping(what, self._table(), self.lexicon)
            except Unreadable as error:
                raise InputError(str(error)) from None
        if isinstance(what, np.ndarray):
            what = what.reshape(-1)[0]
        return self._canonical(what)

    def _canonical(self, record: Any) -> Action:
        return canonical(record, self.lexicon, self._table())

    def legal(self) -> list[Action]:
        """Useful legal actions of the side to decide; never empty before the end."""
        if self.over:
            return []
        out = DESK.actions(self.game.action)
        n = int(self.game.verbs.legal_actions(self._as_decider_sees(), out))
        lexicon, table = self.lexicon, self._table()
        return list(dict.fromkeys(canonical(out[k], lexicon, table) for k in range(n)))

    def sample(self, rng: Any = None) -> Action:
        """One legal action at random. ``rng``: a seed, a ``random.Random`` or a numpy generator; left out, any."""
        if self.over:
            raise IllegalAction("The battle is over: there is nothing to decide.")
        if rng is None:
            rng = secrets.randbits(62)
        elif isinstance(rng, random.Random):
            rng = rng.getrandbits(62)
        elif isinstance(rng, np.random.Generator):
            rng = int(rng.integers(2**62))
        chooser = new_dice(f"sample {rng}")
        action = DESK.actions(self.game.action)[0]
        self.game.verbs.sample_action(self._as_decider_sees(), chooser, action)
        return self._canonical(action)

    def judge(self, what: ActionLike) -> Judgement:
        """Legality, price and findings of any action, legal or not, by what its side sees; changes nothing."""
        action = self.action(what)
        legal, cost, entries = self._judge(action)
        goes = entries["kind"] == Kind.WAY.value
        findings = self.words.read(entries[~goes])
        priced = cost != 0 or any(finding.kind == "price" for finding in findings)
        way, limit = longest_way(entries[goes])
        return Judgement(legal, cost if priced else None, findings, way, limit)

    def measure(self, what: ActionLike) -> tuple[float | None, float | None]:
        """How far any action goes as the rules measure it, and how far it may go: ``judge`` says it too, with words."""
        _, _, entries = self._judge(self.action(what))
        return longest_way(entries[entries["kind"] == Kind.WAY.value])

    def _judge(self, action: Action) -> tuple[bool, int, Any]:
        log = clean_log()
        legal, cost = self.game.verbs.judge(self._as_decider_sees(), action.record, log)
        if log["lost"]:
            raise CapacityError(f"{action.text}: the log has no room for {number_words(int(log['lost']), 'finding')}")
        return bool(legal), int(cost), copied(DESK.entries[: log["n"]])

    def play(self, what: ActionLike) -> tuple[Event, ...]:
        """Carry out a legal action and run on to the next decision; returns what happened.

        Raises ``IllegalAction`` with the reasons, or ``DiceNeeded``; the battle is then as it was.
        """
        action = self.action(what)
        self.check(action)
        self.carry_out(action)
        return self._steps[-1].events

    def may(self, action: Action) -> bool:
        """Whether the action is legal now; why not, ``judge`` says."""
        return bool(self.game.verbs.judge(self._as_decider_sees(), action.record, DESK.silent).legal)

    def check(self, action: Action) -> None:
        """Raise ``IllegalAction`` with its reasons in one message when the action is not legal now."""
        if not self.over and self.may(action):
            return
        legal, _, entries = self._judge(action)
        if self.over or not legal:
            reasons = self.words.read(entries[entries["kind"] == Kind.REASON.value])
            unsaid = "The battle is over." if self.over else "The rules do not allow it."
            said = " ".join(str(reason) for reason in reasons) or unsaid
            raise IllegalAction(f"{action.text}: {said}", reasons)

    def odds(self, what: ActionLike, **limits: int) -> Odds:
        """Exact odds of a legal action by the real rules; sampled, and said so, where the dice tree is too large."""
        action = self.action(what)
        self.check(action)
        return odds_of(self.record, action.record, self.words, **limits)

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
        record = self._on_bench()
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
        throws = copied(DESK.thrown[: dice["n_thrown"]])
        if own_dice and self._script:
            self._check_faces(throws)
        state = bytearray(DESK.bench(self.game.dtype).buffer)
        step = self._step(action, self.lexicon.side_key(side), copied(DESK.entries[: log["n"]]), throws, state)
        self._steps.append(step)
        self._state, self._record, self._side = state, None, None
        self.waiting = waiting
        self._counter = int(dice["counter"]) if own_dice else self._counter + len(throws)
        if own_dice and self._script:
            used = DESK.script["used"][: dice["n_script"]].tolist()
            kept = [t for t, gone in zip(self._script[:MAX_SCRIPT], used, strict=True) if not gone]
            self._script = (*kept, *self._script[MAX_SCRIPT:])

    def _step(
        self, action: Action | None, side: str, entries: Any, throws: Any, state: bytearray | None = None
    ) -> Played:
        turn = self.round
        state = self._state if state is None else state
        before = (self._state, self._counter, self._script)
        lexicon = self.lexicon  # as figures were called when it was decided, and those that came by it
        if self.game.names_now is not None:
            lexicon = lexicon.and_who_came(self._as_laid.now(np.frombuffer(state, self.game.dtype)[0]))
        return Played(Words(lexicon), action, side, turn, entries, throws, self._hash_of(state), before)

    def _fill_dice(self) -> Any:
        """This thread's dice, standing where this battle's dice stand."""
        dice = DESK.dice
        dice["n_thrown"] = dice["lost"] = dice["missing"] = dice["n_script"] = 0
        dice["key_low"], dice["key_high"] = self._key
        dice["counter"] = self._counter
        if self._seeded:
            dice["source"] = Source.GENERATOR.value if not self._script else Source.SCRIPT_THEN_GENERATOR.value
        else:
            dice["source"] = Source.SCRIPT.value
        if self._script:
            some = self._script[:MAX_SCRIPT]
            DESK.script[: len(some)] = [(p, s, f, v, 0) for p, s, f, v in some]
            dice["n_script"] = len(some)
        return dice

    def _check_faces(self, throws: Any) -> None:
        for purpose, side, figure, sides, value, *_ in throws.tolist():
            if not 1 <= value <= sides:
                raise InputError(no_such_face(self.lexicon, purpose, figure, side, sides, value))

    # ----------------------------------------------------------------------------------------------- undo

    def undo(self, past_dice: bool = False, *, fresh: bool = False) -> Action:
        """Take back the last action and return it.

        Refuses (``IllegalAction``) when dice were thrown or something hidden was shown since, unless
        ``past_dice``. The dice go back too: played again, the same action throws the same dice; with ``fresh`` they
        do not, and whoever has seen them has gained nothing.
        """
        if len(self._steps) < 2:
            raise IllegalAction("There is no action to take back.")
        step = self._steps[-1]
        why = self.why_not_undo()
        if why and not past_dice:
            raise IllegalAction(why)
        self._steps.pop()
        self._state = step.state
        if not fresh:
            self._counter, self._script = step.counter, step.script
        self.since = min(self.since, len(self._steps))
        self._record = self._side = self.ended = None
        self.waiting = ""
        assert step.action is not None
        return step.action

    def why_not_undo(self) -> str:
        """Why the last action may not be taken back without ``past_dice``; empty when it may."""
        if len(self._steps) < 2:
            return "There is no action to take back."
        step = self._steps[-1]
        text = step.action.text if step.action else ""
        if len(step.throws):
            return f"{text}: dice have been thrown since; undo it with past_dice=True"
        if self._revealed(step.state):
            return f"{text}: something hidden has been shown since; undo it with past_dice=True"
        return ""

    def _revealed(self, before: bytearray) -> bool:
        """Some byte that a side could not see before the last action, and that can be seen now."""
        for side in range(len(self.sides)):
            hidden = []
            bench = DESK.bench(self.game.dtype)
            for state in (before, self._state):
                bench.buffer[:] = state
                self.game.verbs.redact(bench.record, side)
                hidden.append(np.frombuffer(bytes(bench.buffer), "u1") != np.frombuffer(state, "u1"))
            if bool((hidden[0] & ~hidden[1]).any()):
                return True
        return False

    # ---------------------------------------------------------------------------------------------- saves

    def to_json(self, with_seed: bool | None = None) -> dict[str, Any]:
        """The save as plain data; the seed is in it once the battle is over, or when asked for."""
        from sandtable.table import saves

        return saves.save_data(self, with_seed)

    def save(self, path: str | Path, with_seed: bool | None = None) -> None:
        """Write the save file, whole or not at all."""
        from sandtable.table import saves

        saves.write_save(self, path, with_seed)

    @staticmethod
    def from_json(data: Mapping[str, Any], where: str = "save") -> Battle:
        """The battle that a save holds, replayed and checked; see ``saves.load``."""
        from sandtable.table import saves

        return saves.battle_of(data, where)

    def tallies(self) -> tuple[Tally, ...]:
        """The scores of the last action's fights, line by line."""
        return tallies(self._steps[-1].events)


def _cut(dice: Any, log: Any) -> None:
    """Forget the die that was missing, which showed 1 for want of another, and what came of it."""
    entries = DESK.entries[: log["n"]]
    log["n"] = np.flatnonzero(entries["kind"] == Kind.DIE.value)[-1]
    dice["n_thrown"] -= 1
