"""The plain-Python face of a battle: what must be decided, what may be done, what happened, and taking it back.

Lengths and places are in the game's own unit (``battle.game.unit``: inches, paces, centimetres), x to the east and y to
the north from the south-west corner; facings are degrees clockwise from north. What moves a battle is ``engine.py``.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sandtable.errors import IllegalAction, InputError
from sandtable.files import atomic_write
from sandtable.games.common.amounts import number_words
from sandtable.games.game import Game, Names, SideFacts
from sandtable.games.rulebook import read_asked
from sandtable.games.scene import Scene
from sandtable.kernel.dice import new_dice
from sandtable.kernel.log import Kind
from sandtable.kernel.outcomes import MAX_LEAVES
from sandtable.kernel.records import MAX_SIDES, NOBODY
from sandtable.table import picture, save_writer, visibility
from sandtable.table.action_parser import from_mapping
from sandtable.table.actions import Action, canonical
from sandtable.table.endings import result_of, returns_of
from sandtable.table.engine import Engine
from sandtable.table.history import Decision, Judgement, Played
from sandtable.table.log_entries import Event, Tally, longest_way, tallies
from sandtable.table.notation import parse_action
from sandtable.table.odds import SAMPLES, Odds, odds_of
from sandtable.table.positions import position_text
from sandtable.table.scenarios import Origin, house_rules
from sandtable.table.scratch import SCRATCH
from sandtable.table.values import Unreadable

__all__ = ["ActionLike", "Battle", "Decision", "Judgement", "Played"]

ActionLike = Action | str | Mapping[str, object] | np.void | np.ndarray
"""What says an action: itself, its notation, its JSON or case form, or a kernel's record of it."""


class Battle:
    """A battle of any game. Made by ``sandtable.new``, ``load`` or ``from_position``."""

    def __init__(self, game: Game, origin: Origin, options: Mapping[str, str]) -> None:
        self.engine = Engine(game, origin, options)
        """What stands behind the face: record, dice and history. Nothing there checks that an action is legal."""

    def copy(self) -> Battle:
        """An independent battle in the same state, with the same history and the same dice to come."""
        return self._on(self.engine.copy())

    @staticmethod
    def _on(engine: Engine) -> Battle:
        battle = Battle.__new__(Battle)
        battle.engine = engine
        return battle

    # --------------------------------------------------------------------------------- what it is a battle of

    @property
    def game(self) -> Game:
        """The game: its title, unit, sides, clauses and verbs."""
        return self.engine.game

    @property
    def options(self) -> Mapping[str, str]:
        """House rules by key, each as the battle plays it."""
        return self.engine.options

    @property
    def sides(self) -> tuple[SideFacts, ...]:
        """The sides of this battle in their order."""
        return self.engine.lexicon.sides

    @property
    def names(self) -> Names:
        """The names for its indices, as figures are called now, those among them that came since the laying."""
        return self.engine.lexicon.names

    @property
    def seed(self) -> str | None:
        """The seed of its dice; None where all its dice are scripted."""
        return self.engine.seed

    @property
    def commitment(self) -> str | None:
        """Hash of nonce and seed: may be shown before play, so that both, shown after it, prove the dice."""
        return self.engine.commitment

    # ------------------------------------------------------------------------------------------- the record

    @property
    def record(self) -> Any:
        """The battle record that kernels take, of the dtype ``game.dtype``. Copy it before a kernel that writes."""
        return self.engine.record

    @property
    def array(self) -> np.ndarray:
        """The table as it stands: a shape ``[1]`` array of the game's record, made anew and yours to write to."""
        table: np.ndarray = self.engine.array
        return table

    def state_hash(self) -> str:
        """SHA-256 of the record's bytes, in hexadecimal: equal for equal tables on every machine.

        What computer generals think (``weights``) is no part of the table.
        """
        return self.engine.state_hash()

    def position(self) -> str:
        """The position on one line; ``from_position`` reads it back to an identical record.

        Figures that came since the laying have no names there yet: they are written by their places.
        """
        return position_text(
            self.record,
            self.engine.laid[0],
            self.engine.as_laid,
            self.engine.origin.word,
            self.options,
            house_rules(self.game, self.engine.origin),
        )

    # ----------------------------------------------------------------------------------------- as it stands

    @property
    def over(self) -> bool:
        """Nobody has anything left to decide."""
        return self.engine.side_to_decide == NOBODY

    @property
    def sides_to_decide(self) -> tuple[str, ...]:
        """Keys of the sides that may decide now: several where they choose at the same time."""
        if self.engine.ended is not None:
            return ()
        deciding = visibility.may_decide(self.game, self.engine.on_bench())
        return tuple(self.engine.lexicon.side_key(side) for side in deciding)

    @property
    def phase(self) -> str:
        """The step of the bound in lower case; empty where the game has none."""
        return self.engine.lexicon.enum_word("phase", int(self.record["phase"])) if "phase" in self.game.enums else ""

    @property
    def turn(self) -> int:
        """The number of the turn, bound or round, whichever the game counts; 0 before the first, and without one."""
        return self.engine.turn

    @property
    def decision(self) -> Decision | None:
        """What must be decided now, or None when the battle is over."""
        side = self.engine.side_to_decide
        if side == NOBODY:
            return None
        lexicon, phase = self.engine.lexicon, self.phase
        return Decision(
            side=lexicon.side_key(side),
            side_name=lexicon.side_name(side),
            text=self.game.prompt(self.record, self.names),
            phase=phase,
            clause=read_asked(self.game.folder).get(phase),
        )

    @property
    def returns(self) -> dict[str, float]:
        """Each side's share of the win; empty before the end."""
        if not self.over:
            return {}
        if self.engine.ended is not None:
            return dict(returns_of(self.engine.ended, self.sides))
        out = np.zeros(MAX_SIDES)
        self.game.verbs.returns(self.engine.on_bench(), out)
        return {side.key: float(share) for side, share in zip(self.sides, out, strict=False)}

    @property
    def result(self) -> str | None:
        """Who won and why, in words; None before the end."""
        if not self.over:
            return None
        if self.engine.ended is not None:
            return result_of(self.engine.ended, self.sides)
        if self.game.result_text is not None:
            return self.game.result_text(self.record, self.names)
        best = max(self.returns.values())
        winners = [side.name for side in self.sides if self.returns[side.key] == best]
        return f"{winners[0]} win." if len(winners) == 1 else f"A draw between {' and '.join(winners)}."

    def as_seen(self, sides: Sequence[str]) -> Battle:
        """A battle to look at and to ask, not to be played on: what all of these sides may see, and nothing else.

        It has no history and no dice to come. Once the battle is over everything may be seen.
        """
        twin = self.copy()
        twin.engine.forget_dice()
        if not self.over:
            seen = [self.engine.lexicon.side_index(side) for side in sides]
            visibility.blank_out(self.game, twin.engine.on_bench(), seen)
            twin.engine.take_bench()
        return twin

    def scene(self, plain: bool = False) -> Scene:
        """What stands on the table, as plain data for renderers; ``plain``: nothing drawn over it to explain rules."""
        return self.game.shown(self.record, self.names, plain)

    def picture(self, width: int = 96, color: bool = False) -> str:
        """The table as text, ``width`` characters wide."""
        return picture.picture(self.scene(), width, color)

    def _repr_svg_(self) -> str | None:
        return picture.svg(self.scene())

    def __repr__(self) -> str:
        now = self.decision
        state = self.result if now is None else f"{now.side_name} to decide"
        return f"<Battle {self.position()!r}, {number_words(len(self.engine.steps) - 1, 'action')} played, {state}>"

    # --------------------------------------------------------------------------------------- what has happened

    @property
    def history(self) -> tuple[Played, ...]:
        """The laying of the table, then every action with its dice and events."""
        return tuple(self.engine.steps)

    @property
    def last(self) -> Played:
        """The last step of the history."""
        return self.engine.steps[-1]

    @property
    def actions(self) -> tuple[Action, ...]:
        """Every action played so far."""
        return tuple(step.action for step in self.engine.steps if step.action is not None)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that has happened so far."""
        return tuple(event for step in self.engine.steps for event in step.events)

    def tallies(self) -> tuple[Tally, ...]:
        """The scores of the last action's fights, line by line."""
        return tallies(self.engine.steps[-1].events)

    # -------------------------------------------------------------------------------------------- actions

    def action(self, what: ActionLike) -> Action:
        """An action of this battle: from notation, a mapping (JSON or case form), a kernel's record, or an Action.

        What is left open (``ahead``, ``wheel``, a facing) is filled in from the table as it stands. Raises
        ``NotationError`` for a line, ``InputError`` for a mapping, that says no action.
        """
        if isinstance(what, Action):
            return what
        if isinstance(what, str):
            return parse_action(what, self.engine.table(), self.engine.lexicon)
        if isinstance(what, Mapping):
            try:
                return from_mapping(what, self.engine.table(), self.engine.lexicon)
            except Unreadable as error:
                raise InputError(str(error)) from None
        if isinstance(what, np.ndarray):
            what = what.reshape(-1)[0]
        return canonical(what, self.engine.lexicon, self.engine.table())

    def legal(self) -> list[Action]:
        """Useful legal actions of the side to decide; never empty before the end."""
        if self.over:
            return []
        out = SCRATCH.actions(self.game.action)
        n = int(self.game.verbs.legal_actions(self.engine.as_decider_sees(), out))
        lexicon, table = self.engine.lexicon, self.engine.table()
        return list(dict.fromkeys(canonical(out[k], lexicon, table) for k in range(n)))

    def sample(self, rng: int | random.Random | np.random.Generator | None = None) -> Action:
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
        action = SCRATCH.actions(self.game.action)[0]
        self.game.verbs.sample_action(self.engine.as_decider_sees(), chooser, action)
        return canonical(action, self.engine.lexicon, self.engine.table())

    def judge(self, what: ActionLike) -> Judgement:
        """Legality, price and findings of any action, legal or not, by what its side sees; changes nothing."""
        action = self.action(what)
        legal, cost, entries = self.engine.judge(action)
        goes = entries["kind"] == Kind.WAY.value
        findings = self.engine.words.read(entries[~goes])
        priced = cost != 0 or any(finding.kind == "price" for finding in findings)
        way, limit = longest_way(entries[goes])
        return Judgement(legal, cost if priced else None, findings, way, limit)

    def play(self, what: ActionLike) -> tuple[Event, ...]:
        """Carry out a legal action and run on to the next decision; returns what happened.

        Raises ``IllegalAction`` with the reasons, or ``DiceNeeded``; the battle is then as it was.
        """
        action = self.action(what)
        self.check(action)
        self.engine.carry_out(action)
        return self.last.events

    def check(self, action: Action) -> None:
        """Raise ``IllegalAction`` with its reasons in one message when the action is not legal now."""
        if not self.over and self.engine.may(action):
            return
        legal, _, entries = self.engine.judge(action)
        if self.over or not legal:
            reasons = self.engine.words.read(entries[entries["kind"] == Kind.REASON.value])
            unsaid = "The battle is over." if self.over else "The rules do not allow it."
            said = " ".join(str(reason) for reason in reasons) or unsaid
            raise IllegalAction(f"{action.text}: {said}", reasons)

    def odds(self, what: ActionLike, max_leaves: int = MAX_LEAVES, samples: int = SAMPLES) -> Odds:
        """Exact odds of a legal action by the real rules, as fractions that add up to 1.

        Where the dice tree has more than ``max_leaves`` ends it is sampled, ``samples`` times, and says so. Raises
        ``IllegalAction`` with the reasons.
        """
        action = self.action(what)
        self.check(action)
        return odds_of(self.record, action.record, self.engine.words, max_leaves, samples)

    # ------------------------------------------------------------------------------------------ undo, saves

    def undo(self, past_dice: bool = False, *, fresh: bool = False) -> Action:
        """Take back the last action and return it.

        Refuses (``IllegalAction``) when dice were thrown or something hidden was shown since, unless
        ``past_dice``. The dice go back too: played again, the same action throws the same dice; with ``fresh`` they
        do not, and whoever has seen them has gained nothing.
        """
        why = self.why_not_undo()
        if why and (not past_dice or len(self.engine.steps) < 2):
            raise IllegalAction(why)
        return self.engine.undo(fresh)

    def why_not_undo(self) -> str:
        """Why the last action may not be taken back without ``past_dice``; empty when it may."""
        if len(self.engine.steps) < 2:
            return "There is no action to take back."
        step = self.engine.steps[-1]
        text = step.action.text if step.action else ""
        if len(step.throws):
            return f"{text}: dice have been thrown since; undo it with past_dice=True"
        if self.engine.revealed(step.state, len(self.sides)):
            return f"{text}: something hidden has been shown since; undo it with past_dice=True"
        return ""

    def to_json(self, with_seed: bool | None = None) -> dict[str, Any]:
        """The save as plain data; the seed is in it once the battle is over, or when asked for."""
        return save_writer.save_data(self.engine, self.result, with_seed)

    def save(self, path: str | Path, with_seed: bool | None = None) -> None:
        """Write the save file, whole or not at all; ``InputError`` where it cannot be written."""
        atomic_write(path, save_writer.save_text(self.to_json(with_seed)))
