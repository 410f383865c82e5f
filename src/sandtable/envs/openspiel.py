"""Every game as a Python game of OpenSpiel (``sandtable[openspiel]``): each die is a chance node of its own.

``import sandtable.envs.openspiel`` registers them: ``pyspiel.load_game("sandtable_dba")``,
``pyspiel.load_game("sandtable_dba(scenario=granicus)")``. Actions are indices into the list of what is offered.
"""

from __future__ import annotations

import hashlib
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

try:
    import pyspiel
except ImportError as missing:
    raise ImportError("sandtable.envs.openspiel needs OpenSpiel: pip install 'sandtable[openspiel]'") from missing

from sandtable.batch import Batch
from sandtable.batch.battles import Tables
from sandtable.batch.observing import Observer
from sandtable.envs.battle import ROOM, rewards_of
from sandtable.errors import CapacityError
from sandtable.games import game_keys, get_game
from sandtable.kernel.dice import scripted_dice
from sandtable.kernel.log import new_log
from sandtable.kernel.records import MAX_SIDES, NOBODY, NONE
from sandtable.table.actions import canonical
from sandtable.table.name_index import NameIndex
from sandtable.table.scenarios import lay_table

FACES = 100
"""No die of any game has more."""

LONGEST = 1_000_000
"""Decisions and dice of no battle are more."""


def short_name(key: str) -> str:
    """What OpenSpiel knows a game by: ``sandtable_flash_flood``."""
    return f"sandtable_{key.replace('-', '_')}"


def type_of(key: str) -> Any:
    """A game's facts as OpenSpiel has them."""
    game = get_game(key)
    laid = lay_table(key, "", None)
    hides = Tables.of(game, [laid]).hides
    kind = pyspiel.GameType
    players = len(game.sides_of(laid.names))
    return pyspiel.GameType(
        short_name=short_name(key),
        long_name=game.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION if hides else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"scenario": ""},
    )


class Listed(NamedTuple):
    """An action that is offered: its words, and its record in bytes."""

    text: str
    record: bytes


class BattleGame(pyspiel.Game):
    """A scenario of a game."""

    def __init__(self, key: str, params: Any = None) -> None:
        self.scenario = str((params or {}).get("scenario", ""))
        self.game = get_game(key)
        self.laid = lay_table(key, self.scenario, None)
        self.lexicon = NameIndex(self.game, self.laid.names)
        self.sides = len(self.game.sides_of(self.laid.names))
        self.listed: tuple[bytes, dict[int, Listed]] = (b"", {})
        info = pyspiel.GameInfo(
            num_distinct_actions=ROOM,
            max_chance_outcomes=FACES,
            num_players=self.sides,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(type_of(key), info, params or {})

    @cached_property
    def bench(self) -> Batch:
        """Room in which one battle at a time is listed and looked at."""
        return Batch(Tables.of(self.game, [self.laid]), [0], ["openspiel"])

    @cached_property
    def observer(self) -> Observer:
        """What reads the battle on the bench."""
        return Observer(self.bench)

    def list_actions(self, record: Any) -> dict[int, Listed]:
        """What is offered in a battle, by its index in the list, each once: of two with the same words the first."""
        bench, found = self.bench, dict[str, int]()
        bench.put(0, record)
        bench.legal_actions()
        listed = bench.lists[0, : min(int(bench.counts[0]), ROOM)]
        for index, action in enumerate(listed):
            found.setdefault(canonical(action, self.lexicon, record).text, index)
        return {index: Listed(text, listed[index].tobytes()) for text, index in found.items()}

    def new_initial_state(self) -> BattleState:
        """The table as laid, before its first die."""
        return BattleState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SeatObserver:
        """What a seat sees, as one row of numbers."""
        return SeatObserver(self, params)


class BattleState(pyspiel.State):
    """A battle before a decision, or before a die of the action that was decided on.

    While dice are missing ``script`` holds those that have fallen, and ``battle`` the record before the action. Records
    are kept as bytes, which are copied and written many times faster than numpy's records.
    """

    def __init__(self, game: BattleGame) -> None:
        super().__init__(game)
        self.battle = game.laid.record.tobytes()
        self.decided = b""  # the action under way; empty at the beginning: the battle is being laid
        self.script: list[int] = []
        self.faces = 0  # of the die that is to fall; 0: a side is to decide
        self._go_on()

    def _record(self) -> Any:
        """A copy of the battle's record, to write to."""
        return np.frombuffer(bytearray(self.battle), self.get_game().game.dtype)[0]

    def _go_on(self) -> None:
        """Carry out what is under way, as far as the dice that have fallen reach."""
        game, after = self.get_game().game, self._record()
        dice = scripted_dice([(NONE, NONE, NONE, value) for value in self.script])
        log = new_log()
        if self.decided:
            game.verbs.apply(after, np.frombuffer(self.decided, game.action)[0], dice, log)
        else:
            game.verbs.setup(after, dice, log)
        if dice["missing"]:
            self.faces = int(dice["missing_throw"]["sides"])
            return
        if dice["lost"] or log["lost"]:
            raise CapacityError(f"{self}: more is thrown or told in one action than there is room for")
        self.battle, self.script, self.faces = after.tobytes(), [], 0

    def current_player(self) -> int:
        """The side to decide, or chance, or nobody."""
        if self.faces:
            return int(pyspiel.PlayerId.CHANCE)
        side = int(self.get_game().game.verbs.current_side(self._record()))
        return int(pyspiel.PlayerId.TERMINAL) if side == NOBODY else side

    def laid_out(self) -> BattleGame:
        """The game, with this battle on its bench."""
        game: BattleGame = self.get_game()
        game.bench.put(0, self._record())
        return game

    def _offered(self) -> dict[int, Listed]:
        """What is offered, by its index; asked for again and again of one state, so that the last is kept."""
        game: BattleGame = self.get_game()
        if game.listed[0] != self.battle:
            game.listed = (self.battle, game.list_actions(self._record()))
        return game.listed[1]

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._offered())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The faces of the die, numbered from 0, each as likely as any other."""
        return [(face, 1.0 / self.faces) for face in range(self.faces)]

    def _apply_action(self, action: int) -> None:
        if self.faces:
            self.script.append(action + 1)
        else:
            self.decided = self._offered()[action].record
        self._go_on()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"die {action + 1}"
        return self._offered()[action].text

    def is_terminal(self) -> bool:
        """The battle is over."""
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        """Zero-sum: 1 for a win alone, what the losers share below 0; zeros before the end."""
        game: BattleGame = self.get_game()
        if not self.is_terminal():
            return [0.0] * game.sides
        results = np.zeros(MAX_SIDES)
        game.game.verbs.returns(self._record(), results)
        return [float(reward) for reward in rewards_of(results[: game.sides])]

    def seen_by(self, player: int) -> str:
        """What a seat sees now, as a digest: equal where nothing that it may know differs."""
        seen = self._record()
        self.get_game().game.verbs.redact(seen, player)
        waits = f" die {self.faces} after {self.script}" if self.faces else ""
        return f"{player} {hashlib.sha256(seen.tobytes()).hexdigest()}{waits}"

    def __str__(self) -> str:
        return self.seen_by(0)


class SeatObserver:
    """What a seat sees, as numbers: the blocks of ``sandtable.batch`` one after another."""

    def __init__(self, game: BattleGame, params: Any) -> None:
        if params:
            raise ValueError(f"observers take no parameters here; passed {params}")
        shapes = {key: (rows, columns) for key, (rows, columns) in game.observer.layout.shapes.items()}
        self.tensor = np.zeros(sum(rows * columns for rows, columns in shapes.values()), np.float32)
        self.dict: dict[str, Any] = {}
        at = 0
        for key, (rows, columns) in shapes.items():
            self.dict[key] = self.tensor[at : at + rows * columns].reshape(rows, columns)
            at += rows * columns

    def set_from(self, state: BattleState, player: int) -> None:
        """Read the battle as ``player`` sees it."""
        for key, numbers in state.laid_out().observer.observe([player]).items():
            self.dict[key][:] = numbers[0]

    def string_from(self, state: BattleState, player: int) -> str:
        """What a seat sees as a digest."""
        return state.seen_by(player)


def _register(key: str) -> None:
    class Registered(BattleGame):
        def __init__(self, params: Any = None) -> None:
            super().__init__(key, params)

    Registered.__name__ = f"BattleOf{key.title().replace('-', '')}"
    pyspiel.register_game(type_of(key), Registered)


for _key in game_keys():
    _register(_key)
