"""The choke point: all that leaves the server about a battle is made here, from what whoever receives it may know.

``BattleState`` holds the battle as it is. ``SeenHistory`` is what some links see of it alike: log, version, and
the ``View`` of the table as it stands. Nothing else of the server that speaks to boards is handed the battle itself.
Two battles that a link cannot tell apart give it equal bytes: what it cannot see changes neither what it is sent, nor
when.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from sandtable.compiler import patience
from sandtable.games.scene import Scene
from sandtable.generals.reasons import why
from sandtable.kernel.geometry import degrees_of_facing
from sandtable.server.messages.protocol import Choosing, Pose, Shift, StepRecord
from sandtable.server.session import computer
from sandtable.server.views import battle_messages
from sandtable.server.views.view import View
from sandtable.table import visibility
from sandtable.table.action_accounts import account_of
from sandtable.table.battle import Battle
from sandtable.table.history import Played
from sandtable.translation import gettext, native, speaking, spoken

log = logging.getLogger("sandtable.server")

Sides = tuple[str, ...]
"""The sides that a link holds; empty for a watcher."""

SeenBy = set[Sides | None] | None
"""For which viewers something has changed; None: for all."""


class SeenHistory:
    """What links that hold the same sides see alike. ``sides`` None: everything, as everybody does at the end.

    What they see is the same in every language; its words are told in that of whoever reads, see
    ``BattleState.steps``. They know no ``BattleState``: what points back at its owner is freed by the collector alone,
    which stops the whole server.
    """

    def __init__(
        self,
        sides: Sides | None,
        steps: tuple[StepRecord, ...] = (),
        numbers: tuple[int, ...] = (),
        version: int = 0,
        retold: Mapping[str, tuple[StepRecord, ...]] | None = None,
    ) -> None:
        self.sides = sides
        self.steps = steps  # number 0 is the laying of the table; told in the server's language
        self.numbers = numbers  # of each of them in the battle's own history
        self.version = version
        self.since = version  # what was decided by this version or a later one is no less fresh
        self.retold = dict(retold or {})  # the same steps in other languages, as many as somebody has read

    def added(self, state: BattleState, numbers: Iterable[int]) -> SeenHistory:
        """This history and what may be seen of these actions of the battle's history."""
        steps, seen = list(self.steps), list(self.numbers)
        with speaking(""):
            for number in numbers:
                record = _try_step(state, number, len(steps), self.sides)
                if record is not None:
                    steps.append(record)
                    seen.append(number)
        return SeenHistory(self.sides, tuple(steps), tuple(seen), self.version, self.retold)

    def cut(self, number: int) -> SeenHistory:
        """This history without what was seen of action ``number`` and all after it."""
        kept = sum(each < number for each in self.numbers)
        retold = {language: steps[:kept] for language, steps in self.retold.items()}
        return SeenHistory(self.sides, self.steps[:kept], self.numbers[:kept], self.version, retold)

    def last_step_of(self, sides: Sides) -> StepRecord | None:
        """The last action that a person made for one of these sides."""
        return next((step for step in reversed(self.steps) if step.by == computer.HUMAN and step.side in sides), None)


class BattleState:
    """One state of a battle as it is. ``players``: who made each step of its history, None for the laying.

    ``entries``: by which entry of the store each was made, 0 for the laying; left out: nothing was ever taken back.
    ``called``: what they who made each were called then; left out: nobody had a name.
    """

    def __init__(
        self,
        battle: Battle,
        players: Sequence[str | None],
        version: int,
        entries: Sequence[int] | None = None,
        called: Sequence[str] | None = None,
    ) -> None:
        self.battle = battle
        self.players = tuple(players)
        self.called = ("",) * len(players) if called is None else tuple(called)
        self.entries = tuple(range(len(players)) if entries is None else entries)
        self.version = version  # entries stored
        self.hides = visibility.hides(battle.game, battle.record)
        self._seen_histories: dict[Sides | None, SeenHistory] = {}
        self._views: dict[tuple[Sides | None, str], View] = {}  # by whose they are, and the language

    # ------------------------------------------------------------------------------------------- who sees

    def seen_alike(self, sides: Sides) -> Sides | None:
        """Those who hold these sides see what all with the same answer see."""
        return sides if self.hides and not self.battle.over else None

    def seen_history(self, sides: Sides) -> SeenHistory:
        """What a link that holds these sides sees."""
        key = self.seen_alike(sides)
        seen = self._seen_histories.get(key)
        if seen is None:
            seen = SeenHistory(key).added(self, range(len(self.battle.history)))
            seen.version = seen.since = self.version if key is None else len(seen.steps) - 1
            self._seen_histories[key] = seen
        return seen

    def steps(self, sides: Sides) -> tuple[StepRecord, ...]:
        """What a link that holds these sides has seen, told in the language spoken."""
        seen, language = self.seen_history(sides), spoken()
        if language == native():
            return seen.steps
        told = seen.retold.get(language, ())
        if len(told) < len(seen.steps):
            more = range(len(told), len(seen.steps))
            again = [_try_step(self, seen.numbers[place], place, seen.sides) or seen.steps[place] for place in more]
            told = seen.retold[language] = (*told, *again)
        return told

    def step_seen(self, sides: Sides, number: int) -> StepRecord | None:
        """What a link that holds these sides saw of action ``number`` of the battle's history."""
        numbers = self.seen_history(sides).numbers
        return self.steps(sides)[numbers.index(number)] if number in numbers else None

    def viewpoint(self, sides: Sides) -> Sides | None:
        """Whose view a link with these sides has of the table: of several, the one's who has to decide."""
        key = self.seen_alike(sides)
        deciding = self.may_decide(key) if key is not None and len(key) > 1 else ()
        return deciding[:1] or key

    def view(self, sides: Sides) -> View:
        """The table as it stands, as a link that holds these sides sees it, in the language spoken."""
        key = self.viewpoint(sides)
        view = self._views.get((key, spoken()))
        if view is None:
            viewers = self._viewers(key)
            view = View(self.battle.as_seen(viewers), () if key is None else viewers)
            self._views[key, spoken()] = view
        return view

    def _viewers(self, sides: Sides | None) -> Sides:
        """The sides whose sight counts: a watcher sees what all of them see."""
        return sides or tuple(side.key for side in self.battle.sides)

    @cached_property
    def deciding(self) -> Sides:
        """The sides that may decide something now: several where they choose at the same time."""
        return self.battle.sides_to_decide

    @cached_property
    def secrets(self) -> frozenset[str]:
        """The sides for which people have acted, in a battle that hides something; none in others, and at the end."""
        if not self.hides or self.battle.over:
            return frozenset()
        made = zip(self.battle.history, self.players, strict=True)
        return frozenset(step.side for step, by in made if by == computer.HUMAN)

    def may_decide(self, sides: Sides) -> Sides:
        """Those of these sides that may decide something now."""
        return tuple(side for side in self.deciding if side in sides)

    def shows_others(self, number: int, sides: Sides) -> bool:
        """Some other side has seen something of action ``number``, as far as these sides, who made it, can know."""
        step, battle = self.battle.history[number], self.battle
        assert step.action is not None
        before, after = self.table(number - 1, sides), self.table(number, sides)
        public = battle.engine.lexicon.phrase(int(step.action.record["verb"])).public
        if public is None or public(before, step.action.record, battle.game.names_at(before, battle.names)):
            return True
        others = [index for index, side in enumerate(battle.sides) if side.key not in sides]
        keys = [battle.sides[index].key for index in others]
        told = [event.seen_by for event in step.events if is_told(event.seen_by, self, sides)]
        if any(seen_by is None or any(key in seen_by for key in keys) for seen_by in told):
            return True
        for index in others:
            was, now = before.copy(), after.copy()
            visibility.blank_out(battle.game, was, [index])
            visibility.blank_out(battle.game, now, [index])
            if not _same(self, was, now):
                return True
        return False

    # -------------------------------------------------------------------------------------------- what was

    def table(self, number: int, sides: Sides | None) -> Any:
        """The record after action ``number`` of the history, as whoever holds ``sides`` sees it; None: before all."""
        history = self.battle.history
        if number < 0:
            return None
        last = number == len(history) - 1
        record = self.battle.array[0] if last else history[number + 1].array[0]
        if sides is not None:
            keys = [side.key for side in self.battle.sides]
            visibility.blank_out(self.battle.game, record, [keys.index(side) for side in self._viewers(sides)])
        return record

    def past_scene(self, number: int, sides: Sides) -> Scene:
        """The table as it stood after action ``number`` of the history."""
        if number == len(self.battle.history) - 1:
            return self.view(sides).scene
        return View(self.past(number, sides)).scene

    def past(self, number: int, sides: Sides) -> Battle:
        """The battle as it stood after action ``number`` of the history, to look at only."""
        battle = self.battle.as_seen(())
        battle.engine.ended = None
        battle.engine.stand(self.table(number, self.viewpoint(sides)))
        return battle

    # ------------------------------------------------------------------------------------------ what comes

    def gone_on(self, battle: Battle, by: str | None, called: str = "") -> tuple[BattleState, SeenBy]:
        """The state after one action more, and who sees something of it; ``called``: the name of whoever made it."""
        entries = (*self.entries, self.version + 1)
        after = BattleState(battle, (*self.players, by), self.version + 1, entries, (*self.called, called))
        return after, after._inherit(self, len(self.battle.history))

    def come_to_an_end(self, battle: Battle) -> BattleState:
        """The state after its players ended it: everybody sees it, and everything."""
        return BattleState(battle, self.players, self.version + 1, self.entries, self.called)

    def gone_back(self, battle: Battle, number: int, again: Sequence[int] = ()) -> tuple[BattleState, SeenBy]:
        """The state taken back to before action ``number``, and who sees something of that.

        ``again``: the actions after it, by number, that were made again at once.
        """
        kept = (*range(number), *again)
        players, entries = [self.players[k] for k in kept], [self.entries[k] for k in kept]
        after = BattleState(battle, players, self.version + 1, entries, [self.called[k] for k in kept])
        return after, after._inherit(self, number)

    def _inherit(self, before: BattleState, number: int) -> SeenBy:
        """Take over what was seen of the actions before ``number``; returns for which viewers something changed."""
        changed: set[Sides | None] = set()
        if self.hides and self.battle.over != before.battle.over:
            return None  # at the end everybody sees everything
        for key, old in before._seen_histories.items():
            seen = old.cut(number).added(self, range(number, len(self.battle.history)))
            if seen.steps == old.steps and key is not None:
                seen.steps = old.steps
                if self._bytes(key) == before._bytes(key):
                    self._seen_histories[key] = seen
                    continue  # nothing that was seen of it has changed
            seen.version = self.version if key is None else old.version + 1
            seen.since = old.since if self._only_others_chose(before, key) else seen.version
            self._seen_histories[key] = seen
            changed.add(key)
        return changed

    def _only_others_chose(self, before: BattleState, sides: Sides | None) -> bool:
        """All that happened since is a choice of others, where these sides choose at the same time and have not yet.

        What they decide meanwhile does not rest on it: that another is ready must not cost them their own "ready".
        """
        step = self.battle.history[-1]
        went_on = len(self.battle.history) == len(before.battle.history) + 1
        choosing = set(sides or ()) & {each.side for each in self.at_once() if not each.done}
        return went_on and step.side not in (sides or ()) and bool(choosing & {each.side for each in before.at_once()})

    def _bytes(self, sides: Sides | None) -> bytes:
        """The table as it stands, as these sides see it; what generals think is no part of it."""
        whole: bytes = self.table(len(self.battle.history) - 1, sides).tobytes()
        return whole[: self.battle.game.state_size]

    # ------------------------------------------------------------------------------------------- at once

    def at_once(self) -> tuple[Choosing, ...]:
        """The sides that choose at the same time, and which of them have; everybody may know that."""
        battle = self.battle
        asked, done = visibility.at_once(battle.game, battle.array[0])
        return tuple(
            Choosing(side=side.key, side_name=side.name, done=bool(done >> index & 1))
            for index, side in enumerate(battle.sides)
            if asked >> index & 1
        )


# --------------------------------------------------------------------------------------------------- steps


def _try_step(state: BattleState, number: int, shown_as: int, sides: Sides | None) -> StepRecord | None:
    """One step as these sides see it; None where they see nothing of it. What cannot be told does not stop it."""
    step, game = state.battle.history[number], state.battle.game
    before, after = state.table(number - 1, sides), state.table(number, sides)
    side = step.side or None
    by = state.players[number]
    try:
        public = _public_words(state, step, number, sides)
        told_events = tuple(event for event in step.events if is_told(event.seen_by, state, sides))
        events = battle_messages.events(told_events)
        own = sides is None or side in sides
        if public == "" and not own and not events and before is not None and _same(state, before, after):
            return None
        action, label = _words(state, step, side, public)
        return StepRecord(
            number=shown_as,
            side=side,
            by=by,
            player=state.called[number],
            action=action,
            label=label,
            way=step.action.way if step.action is not None and public is None else "",
            events=events,
            shifts=() if before is None else shifts(state.battle, before, after),
            why=_why(state, step, number, by) if public is None and (own or not state.hides) else "",
            account=account_of(game, after, game.names_at(after, state.battle.names), told_events),
        )
    except Exception:
        log.exception("%s: action %d cannot be told", game.key, number)
        label = gettext("An action that cannot be told")
        told = {"number": shown_as, "side": side, "by": by, "player": "", "label": label}
        return StepRecord(action="", way="", events=(), shifts=(), why="", account=None, **told)


def _why(state: BattleState, step: Played, number: int, by: str | None) -> str:
    """Why the computer general ``by`` did this, by the table as it saw it; empty while rules run interpreted."""
    if step.action is None or by is None or by == computer.HUMAN or patience.is_interpreted(state.battle.game.dtype):
        return ""
    sides = [side.key for side in state.battle.sides]
    seen = state.table(number - 1, (step.side,))
    return why(state.battle.game, seen, sides.index(step.side), step.action.record, by)


def _public_words(state: BattleState, step: Played, number: int, sides: Sides | None) -> str | None:
    """What these sides are told of a secret action in place of its own words; None: they may read it."""
    if step.action is None or sides is None or (sides and all(side == step.side for side in sides)):
        return None
    public = state.battle.engine.lexicon.phrase(int(step.action.record["verb"])).public
    before, game = state.table(number - 1, None), state.battle.game
    return None if public is None else public(before, step.action.record, game.names_at(before, state.battle.names))


def _words(state: BattleState, step: Played, side: str | None, public: str | None) -> tuple[str, str]:
    """An action in notation and in plain words."""
    if step.action is None:
        return "", gettext("The table is laid")
    if public is None:
        return step.action.text, step.action.label
    return "", f"{battle_messages.side_name(state.battle, side)} {public or gettext('act')}"


def is_told(seen_by: Sequence[str] | None, state: BattleState, sides: Sides | None) -> bool:
    """Whether what these sides alone may know is told to whoever sees for all of ``sides``."""
    if seen_by is None or sides is None:
        return True
    return bool(sides) and all(side in seen_by for side in sides)


def _same(state: BattleState, before: Any, after: Any) -> bool:
    """The table is the same to these sides; what generals think is no part of it."""
    size = state.battle.game.state_size
    return bool(before.tobytes()[:size] == after.tobytes()[:size])


def shifts(battle: Battle, before: Any, after: Any) -> tuple[Shift, ...]:
    """Every figure that stands elsewhere than before, came onto the table, or left it."""
    stood, stands = _standing(battle, before), _standing(battle, after)
    was, now = _poses(before.figures), _poses(after.figures)
    changed = np.flatnonzero((stood | stands) & ((was != now).any(axis=1) | (stood != stands)))
    ids = battle.names.figures
    return tuple(
        Shift(
            id=ids[index].id,
            before=_pose(ids[index].id, was[index]) if stood[index] else None,
            after=_pose(ids[index].id, now[index]) if stands[index] else None,
        )
        for index in changed.tolist()
        if index < len(ids)
    )


def _standing(battle: Battle, record: Any) -> Any:
    """Which figures stand on the table, as a mask."""
    n = int(record.n_figures) if "n_figures" in (record.dtype.names or ()) else len(record.figures)
    there = np.arange(len(record.figures)) < n
    name, said = battle.game.standing
    members = battle.game.enums.get(name)
    if members is not None:  # else all its figures are there
        values = [members[each].value for each in said if each in members.__members__]
        if values:
            there &= np.isin(record.figures[name.removeprefix("figures.")], values)
    return there


def _poses(figures: Any) -> Any:
    return np.stack([figures[name] for name in ("x", "y", "fx", "fy")], axis=1)


def _pose(name: str, pose: Any) -> Pose:
    x, y, fx, fy = pose.tolist()
    return Pose(id=name, x=round(x, 4), y=round(y, 4), facing=float(degrees_of_facing(fx, fy)))
