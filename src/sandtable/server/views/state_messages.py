"""Messages about one battle, made for each link from what it may see."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel
from pydantic_core import to_json

from sandtable.games.language import switch_words, translated
from sandtable.server.messages.facts import BattleFacts, DiceFacts
from sandtable.server.messages.people import Presence
from sandtable.server.messages.protocol import (
    PROTOCOL,
    Cause,
    Decision,
    Facts,
    PaceNow,
    State,
    StepRecord,
    Welcome,
)
from sandtable.server.session import computer, undo_consent
from sandtable.server.session.seats import Seats
from sandtable.server.storage.database import Link, StoredBattle
from sandtable.server.views import addresses, battle_messages
from sandtable.server.views.seat_state import BattleState, Sides
from sandtable.table.battle import Battle
from sandtable.table.name_index import options_of
from sandtable.translation import gettext, speaking

CauseKind = Literal["connect", "play", "undo", "proposal", "seats", "pace", "ended"]


@dataclass(frozen=True)
class Raw:
    """A part of a message that is JSON already."""

    text: str


def compose(model: type[BaseModel], parts: Mapping[str, Any]) -> str:
    """The JSON text of a message of this model, some of whose parts are text already."""
    assert parts.keys() == model.model_fields.keys(), parts.keys() ^ model.model_fields.keys()
    return "{" + ",".join(f'"{name}":{_text(part)}' for name, part in parts.items()) + "}"


def _text(part: Any) -> str:
    return part.text if isinstance(part, Raw) else to_json(part, inf_nan_mode="null").decode()


class Told(NamedTuple):
    """Why states are sent. ``text``: the same for all, or what it is for a link that holds these sides.

    What a function says is in the language of the link. ``step``: the action whose words are the cause's, as each link
    reads them.
    """

    kind: CauseKind
    side: str | None = None
    by: str | None = None
    text: str | Callable[[Sides], str] = ""
    step: int | None = None

    def cause(self, state: BattleState, sides: Sides) -> Cause:
        """The cause as a link with these sides is told of it."""
        text = self.text if isinstance(self.text, str) else self.text(sides)
        step = state.step_seen(sides, self.step) if self.step is not None else None
        return Cause(kind=self.kind, side=self.side, by=self.by, text=step.label if step else text)


@dataclass(frozen=True)
class Surroundings:
    """One battle's surroundings at one moment: what a message says besides the battle itself."""

    stored: StoredBattle
    seats: Seats
    pace: PaceNow
    proposal: undo_consent.Proposal | None
    boards: tuple[Link, ...]  # the links of all that look
    unread: str = ""  # why the battle cannot be gone on with

    # ------------------------------------------------------------------------------------------ who is here

    def presence(self, state: BattleState, link: Link) -> dict[str, Any]:
        """Seats and watchers, as a link is told of them, in the language spoken."""
        names = {side.key: side.name for side in state.battle.sides}
        return {
            "seats": self.seats.shown(link, names, self.boards, state.hides, state.secrets),
            "watchers": sum(not board.sides and not board.everyone for board in self.boards),
        }

    def presence_text(self, state: BattleState, link: Link) -> str:
        """The message that somebody came or went."""
        with speaking(link.language):
            return Presence(**self.presence(state, link)).model_dump_json()

    # ---------------------------------------------------------------------------------------- what it is about

    def facts(self, battle: Battle) -> BattleFacts:
        """What seldom changes."""
        defaults, folder = options_of(battle.game, {}), battle.game.folder
        stored = self.stored
        return BattleFacts(
            id=stored.id,
            game=battle.game.key,
            game_title=battle.game.title,
            title=translated(battle.game.folder, stored.title),  # as its scenario is called, unless somebody named it
            scenario=battle.engine.origin.name,
            unit=battle.game.unit,
            sides=battle_messages.side_facts(battle.sides),
            modes=battle_messages.modes_of(battle.game),
            symbols=battle.game.symbols,
            styles=battle.game.styles,
            house_rules=tuple(
                (switch_words(folder, key), switch_words(folder, key, value))
                for key, value in battle.options.items()
                if value != defaults[key]
            ),
            overlays=battle_messages.overlay_facts(battle.game),
            explains=battle.game.explain is not None,
            actors=battle.game.action["actors"].shape[0],
            hand=battle_messages.hand_facts(battle),
            foresees=battle.game.foresee is not None or battle.game.risks is not None,
            headings={verb.lower(): one.heading for verb, one in battle.game.phrases.items() if one.heading},
            remedies=dict(battle.game.remedies),
            ends="END" in battle.game.verb.__members__,
            words=battle_messages.words_of(battle.game),
            terms=battle_messages.terms_of(battle.game),
            commitment=battle.commitment,
            dice=dice_facts(battle),
            analysis=stored.analysis,
            hides=battle_messages.hides(battle),
            watch_url=addresses.play_path(stored.watch_token) if stored.spectators != "nobody" else "",
            spectators=stored.spectators,
            created=stored.created,
            unread=self.unread,
        )

    def _about(self, battle: Battle, link: Link) -> dict[str, Any]:
        watcher = not link.sides and not link.everyone
        return {"battle": self.facts(battle), "yours": link.sides, "watcher": watcher, "maker": link.everyone}

    def welcome_text(self, battle: Battle, link: Link) -> str:
        """The first message to a board."""
        with speaking(link.language):
            return Welcome(protocol=PROTOCOL, **self._about(battle, link)).model_dump_json()

    def facts_text(self, battle: Battle, link: Link) -> str:
        """The same again, where it has changed."""
        with speaking(link.language):
            return Facts(**self._about(battle, link)).model_dump_json()

    # ------------------------------------------------------------------------------------------------- state

    def state_text(self, state: BattleState, link: Link, told: Told, last: Sequence[StepRecord]) -> str:
        """The state for one link, with the steps that its board does not hold yet; ``last``: those it was sent last."""
        with speaking(link.language):
            return compose(State, self._state(state, link, told, last))

    def _state(self, state: BattleState, link: Link, told: Told, last: Sequence[StepRecord]) -> Mapping[str, Any]:
        seen, view, steps = state.seen_history(link.sides), state.view(link.sides), state.steps(link.sides)
        battle = state.battle
        over = battle.over
        held = _held(last, steps)
        own = seen.last_step_of(link.sides)
        decision = self._decision(state, link)
        may = () if self.unread else link.sides  # take something back
        parts = {
            "type": "state",
            "version": seen.version,
            "cause": told.cause(state, link.sides),
            "scene": Raw(view.scene_text),
            "decision": decision,
            "legal": Raw(view.legal_text) if decision is not None and decision.yours else (),
            "steps_from": held,
            "steps": steps[held:],
            "since": own.number if own else 0,
            "hash": view.hash,
            "over": over,
            "ended": battle.engine.ended.how if battle.engine.ended else None,
            "result": view.result if over else None,
            "returns": battle.returns,
            "seed": battle.seed if over else None,
            **self.presence(state, link),
            "undo": undo_consent.offer(state, may, self.seats, self.stored.analysis, self.proposal),
            "pace": self.pace,
        }
        return {**parts, "troubles": tuple(view.troubles.values())}

    def _decision(self, state: BattleState, link: Link) -> Decision | None:
        asked = state.view(link.sides).asked
        if asked is None or state.battle.over:
            return None
        kind = self.seats[asked.side].kind
        return Decision(
            side=asked.side,
            side_name=asked.side_name,
            text=asked.text,
            phase=asked.phase,
            clause=asked.clause,
            yours=asked.side in link.sides and kind == computer.HUMAN and not self.unread,
            by=kind,
            at_once=state.at_once(),
        )


def _held(last: Sequence[StepRecord], steps: Sequence[StepRecord]) -> int:
    """How many of these steps a board holds that was sent ``last``."""
    held = 0
    for mine, ours in zip(last, steps, strict=False):
        if mine is not ours:
            break
        held += 1
    return held


def dice_facts(battle: Battle) -> DiceFacts:
    """How far the dice of a battle can be trusted, in words for everybody."""
    if battle.engine.scripted:
        text = gettext("Some dice of this battle were written down beforehand: whoever did that knows them.")
        return DiceFacts(source="script", text=text)
    if battle.engine.chosen:
        text = gettext(
            "Whoever made this battle chose the seed of its dice, or had it in a save, and so can know them."
        )
        return DiceFacts(source="maker", text=text)
    text = gettext("The server drew the seed of the dice and shows it at the end; the hash shown before proves it.")
    return DiceFacts(source="server", text=text)
