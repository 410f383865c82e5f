"""One state of a battle as links see it: worked out once for each state, asked often while somebody drags."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sandtable.errors import InputError
from sandtable.games.scene import Explanation, Scene, SceneFeature
from sandtable.kernel.dice import new_dice
from sandtable.kernel.geometry import Base, base_of, degrees_of_facing
from sandtable.kernel.log import new_log
from sandtable.kernel.records import NONE, Path
from sandtable.server.fronts import Front, farthest, narrower_fronts
from sandtable.server.magnet import Place, ends_of, settle
from sandtable.server.messages import ActionForm, Explain, Explained, Judge, Judgement, LegalAction, Pose
from sandtable.server.views import as_seen, findings, line, redact_for
from sandtable.table.actions import Action
from sandtable.table.battle import Battle

Sides = tuple[str, ...]

MOST_PLACES = 64
"""Places of contact that a game may offer one figure."""


class Sight:
    """What can be seen and asked of ``battle`` as it stands; drop it when the battle changes.

    All but the carrying out of an action is answered from what the asking link may see.
    """

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self._silent = new_log(keep=False)
        self._seen: dict[Sides, Battle] = {}
        self._scenes: dict[Sides, Scene] = {}
        self._on_table: dict[Sides, tuple[int, ...]] = {}
        self._legal: dict[Sides, tuple[LegalAction, ...]] = {}
        self._undos: dict[int, bool] = {}

    # ------------------------------------------------------------------------------------------ scenes

    def seen(self, sides: Sides) -> Battle:
        """The battle as a link that holds these sides may see it. Not to be played on."""
        if sides not in self._seen:
            self._seen[sides] = as_seen(self.battle, sides)
        return self._seen[sides]

    def scene(self, sides: Sides) -> Scene:
        """The table as a link that holds these sides may see it."""
        if sides not in self._scenes:
            self._scenes[sides] = self.seen(sides).scene()
        return self._scenes[sides]

    def past_scene(self, step: int, sides: Sides) -> Scene:
        """The table as it stood after action number ``step``."""
        history = self.battle.history
        if step >= len(history) - 1:
            return self.scene(sides)
        array = history[step + 1].array.copy()
        redact_for(self.battle, array[0], sides)
        return self.battle.game.scene(array[0], self.battle.names)

    def on_table(self, sides: Sides) -> tuple[int, ...]:
        """Indices of the figures that this link sees standing on the table."""
        if sides not in self._on_table:
            ids = {figure.id for figure in self.scene(sides).figures}
            names = self.battle.names.figures
            self._on_table[sides] = tuple(index for index, name in enumerate(names) if name.id in ids)
        return self._on_table[sides]

    def undo_is_past_dice(self, actions: int) -> bool:
        """Taking back this many actions takes back dice, or something hidden that was shown."""
        if actions not in self._undos:
            trial = self.battle.copy()
            past = False
            for _ in range(actions):
                past = past or bool(trial.why_not_undo())
                trial.undo(past_dice=True)
            self._undos[actions] = past
        return self._undos[actions]

    # ----------------------------------------------------------------------------------------- actions

    def action(self, form: ActionForm | str) -> Action:
        """The action of a message. NotationError or InputError when it says none."""
        return self.battle.action(form if isinstance(form, str) else form.model_dump(exclude_defaults=True))

    def form(self, action: Action) -> ActionForm:
        """The action as messages carry it."""
        return ActionForm.model_validate(action.to_json())

    def legal(self, sides: Sides) -> tuple[LegalAction, ...]:
        """The useful legal actions with their words, prices and ghosts."""
        if sides not in self._legal:
            seen = self.seen(sides)
            self._legal[sides] = tuple(self._listed(seen, action, sides) for action in seen.legal())
        return self._legal[sides]

    def legal_together(self, figures: Sequence[str], sides: Sides) -> tuple[LegalAction, ...]:
        """What these figures, the leader first, may do together and is not listed: go on with a narrower front.

        InputError where there is no such figure.
        """
        seen = self.seen(sides)
        lexicon = seen.lexicon
        try:
            chosen = [seen.names.figure(word) for word in dict.fromkeys(figures)]
        except KeyError as error:
            raise InputError(f"There is no figure {error.args[0]!r}.") from None
        verb = lexicon.pose_verb
        says_files = verb != NONE and any(part.word == "files" for part in lexicon.phrase(verb).parts)
        if not says_files or any(index not in self.on_table(sides) for index in chosen):
            return ()
        found = [self._with_front(seen, front) for front in narrower_fronts(seen.record.figures, chosen)]
        return tuple(self._listed(seen, action, sides) for action in found if action is not None)

    def _with_front(self, seen: Battle, front: Front) -> Action | None:
        """The longest legal way of a group with this front, straight ahead; None: there is none."""
        words = {
            "verb": seen.lexicon.verb_word(seen.lexicon.pose_verb),
            "figures": [seen.names.figures[index].id for index in front.actors],
            "column": True,
            "files": front.files,
        }

        def propose(ahead: float) -> Action | None:
            action = seen.action({**words, "legs": [{"ahead": ahead}]})
            return action if seen.game.verbs.judge(seen.record, action.record, self._silent).legal else None

        return farthest(seen.record.figures[front.actors[0]], propose)

    def _listed(self, seen: Battle, action: Action, sides: Sides) -> LegalAction:
        verdict = seen.game.verbs.judge(seen.record, action.record, self._silent)
        return LegalAction(
            action=self.form(action),
            text=action.text,
            label=action.label,
            verb=action.verb.lower().replace("_", " "),
            figures=action.figures,
            cost=int(verdict.cost) or None,
            ghost=self._ghost(seen, action, bool(verdict.legal), self.on_table(sides)),
            puts=self._puts(seen, action, bool(verdict.legal), sides),
        )

    # ----------------------------------------------------------------------------------------- judging

    def judgement(self, message: Judge, version: int, sides: Sides) -> Judgement:
        """The rules on a dragged pose, after the magnet has had its say."""
        seen = self.seen(sides)
        action = self.action(message.action)
        snapped, snapped_to = False, None
        if message.magnet and action.to is not None and action.record["path"] in (Path.STRAIGHT, Path.VIA):
            action, snapped, snapped_to = self._snap(seen, action, self.on_table(sides))
        verdict = seen.judge(action)
        return Judgement(
            n=message.n,
            version=version,
            legal=verdict.legal,
            cost=verdict.cost,
            prices=tuple(line(of) for of in verdict.prices),
            reasons=findings(verdict.reasons),
            notes=findings(verdict.notes),
            ghost=self._ghost(seen, action, verdict.legal, self.on_table(sides)),
            puts=self._puts(seen, action, verdict.legal, sides),
            snapped=snapped,
            snapped_to=snapped_to,
            action=self.form(action),
            text=action.text,
        )

    def _snap(self, seen: Battle, action: Action, on_table: tuple[int, ...]) -> tuple[Action, bool, str | None]:
        """The action with its end pulled onto contact, whether it was, and the figure it was lined up with."""
        record = action.record
        figures = seen.record.figures
        dragged = _actors(record)
        if not dragged or (len(dragged) > 1 and any(index not in on_table for index in dragged)):
            return action, False, None  # how a row from beside the table stands is the game's to say
        trial = np.asarray([record], record.dtype)
        first = base_of(figures[dragged[0]])

        def aim(end: Base) -> Any:
            trial[0]["x"], trial[0]["y"], trial[0]["fx"], trial[0]["fy"] = end.x, end.y, end.fx, end.fy
            return trial[0]

        def is_legal(end: Base) -> bool:
            return bool(seen.game.verbs.judge(seen.record, aim(end), self._silent).legal)

        contacts = self._contacts(seen, dragged[0]) if len(dragged) == 1 and dragged[0] in on_table else None
        pull = settle(figures, dragged, on_table, _end_of(record, first), is_legal, contacts=contacts)
        if pull is None:
            return action, False, None
        other = self.battle.names.figures[pull.other].id if pull.other >= 0 else None
        return seen.action(aim(pull.leader)), True, other

    def _contacts(self, seen: Battle, index: int) -> list[Place] | None:
        """The legal places of contact of a single figure, where its game knows them."""
        if seen.game.contacts is None:
            return None
        found = np.zeros((MOST_PLACES, 6))
        n = int(seen.game.contacts(seen.record, index, found))
        base = base_of(seen.record.figures[index])
        return [
            Place(Base(x, y, fx, fy, base.half_width, base.half_depth), int(other))
            for x, y, fx, fy, other, _ in found[:n].tolist()
        ]

    # ------------------------------------------------------------------------------------- explanations

    def explained(self, message: Explain, version: int, sides: Sides) -> Explained:
        """What the game says about a figure, from what this link sees. InputError when there is no such figure."""
        seen = self.seen(sides)
        try:
            index = seen.names.figure(message.figure)
        except KeyError:
            raise InputError(f"There is no figure {message.figure!r}.") from None
        game = seen.game
        found = game.explain(seen.record, seen.names, index) if game.explain else Explanation()
        return Explained(n=message.n, version=version, figure=message.figure, explanation=found)

    # ------------------------------------------------------------------------------------------ ghosts

    def _ghost(self, seen: Battle, action: Action, legal: bool, on_table: tuple[int, ...]) -> tuple[Pose, ...]:
        """Where the action's figures would stand; empty when it moves nobody."""
        record = action.record
        dragged = _actors(record)
        if not dragged:
            return ()
        drawn_up = record["path"] == Path.COLUMN or any(index not in on_table for index in dragged)
        if action.to is None or (len(dragged) > 1 and drawn_up):
            return self._tried(seen, action, dragged) if legal else ()
        figures = seen.record.figures
        ends = ends_of(figures, dragged, _end_of(record, base_of(figures[dragged[0]])))
        return tuple(self._pose(index, end) for index, end in zip(dragged, ends, strict=True))

    def _tried(self, seen: Battle, action: Action, dragged: list[int]) -> tuple[Pose, ...]:
        """Where a legal action without a pose of its own puts its figures, found by trying it on a copy.

        Empty when it throws dice: then nobody knows yet.
        """
        trial = seen.copy()
        dice = new_dice("ghost")
        seen.game.verbs.apply(trial.record, action.record, dice, self._silent)
        if dice["n_thrown"]:
            return ()
        before, after = seen.record.figures, trial.record.figures
        moved = [index for index in dragged if _pose_of(before[index]) != _pose_of(after[index])]
        return tuple(self._pose(index, base_of(after[index])) for index in moved)

    def _puts(self, seen: Battle, action: Action, legal: bool, sides: Sides) -> tuple[SceneFeature, ...]:
        """What a legal action lays on the table that is no figure, found by trying it on a copy.

        Only asked of actions that name a place and nobody who goes there.
        """
        if not legal or action.record["n_actors"] or (action.to is None and not action.record["n_via"]):
            return ()
        trial = seen.copy()
        dice = new_dice("ghost")
        seen.game.verbs.apply(trial.record, action.record, dice, self._silent)
        if dice["n_thrown"]:
            return ()
        lay = {(feature.kind, feature.points) for feature in self.scene(sides).features}
        after = seen.game.scene(trial.record, trial.names).features
        return tuple(feature for feature in after if (feature.kind, feature.points) not in lay)

    def _pose(self, index: int, base: Base) -> Pose:
        return Pose(
            id=self.battle.names.figures[index].id,
            x=round(float(base.x), 4),
            y=round(float(base.y), 4),
            facing=float(degrees_of_facing(float(base.fx), float(base.fy))),
        )


def _actors(record: Any) -> list[int]:
    return [int(index) for index in record["actors"][: record["n_actors"]]]


def _end_of(record: Any, leader: Base) -> Base:
    """The leader's base at the end of the action."""
    x, y, fx, fy = (float(record[name]) for name in ("x", "y", "fx", "fy"))
    return Base(x, y, fx, fy, leader.half_width, leader.half_depth)


def _pose_of(figure: Any) -> tuple[float, float, float, float]:
    return float(figure.x), float(figure.y), float(figure.fx), float(figure.fy)
