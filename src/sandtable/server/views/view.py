"""One state of a battle as some sides see it: worked out once for each state, asked often while somebody drags."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Literal, NamedTuple, TypeVar

import numpy as np
from pydantic_core import to_json

from sandtable.errors import InputError
from sandtable.games.scene import Explanation, Scene, SceneFeature, SceneNote, SceneOverlay
from sandtable.kernel.dice import new_dice
from sandtable.kernel.geometry import Base, base_of, facing_of_degrees
from sandtable.kernel.log import new_log
from sandtable.kernel.records import Path
from sandtable.server.messages.actions import ActionForm
from sandtable.server.messages.base import FARTHEST
from sandtable.server.messages.drags import AskReach, Reach
from sandtable.server.messages.protocol import (
    AskOdds,
    Explain,
    Explained,
    Fight,
    Foresee,
    Foreseen,
    Judge,
    Judgement,
    LegalAction,
    Odds,
    Pose,
)
from sandtable.server.views import battle_messages, bending, drag_preview
from sandtable.server.views.answer_order import standings
from sandtable.server.views.battle_messages import findings, line
from sandtable.server.views.snapping import Place, ends_of, settle
from sandtable.table.actions import Action, degrees_at, has_field, labels_of
from sandtable.table.battle import Battle
from sandtable.table.history import Decision as Asked
from sandtable.translation import gettext

log = logging.getLogger("sandtable.server")

T = TypeVar("T")
Pulled = Literal["contact", "ahead", "limit", "bend"]

LEFT_OPEN = ActionForm(verb="").model_dump()
"""What an action's form says where it leaves everything open."""

MOST_PLACES = 64
"""Places of contact that a game may offer one figure."""


class Drawn(NamedTuple):
    """What is made of a view for messages, and can be made elsewhere."""

    scene_text: str
    legal_text: str | None  # None: nobody asked
    on_table: tuple[int, ...]
    asked: Asked | None
    hash: str
    troubles: dict[str, str]


class View:
    """What can be seen and asked of a battle as it stands; drop it when the battle changes.

    ``seen`` is all that it knows: the battle with everything blanked out that whoever looks may not know. What cannot
    be drawn or told is left out, and ``troubles`` says so.
    """

    def __init__(self, seen: Battle, viewers: Sequence[str] = ()) -> None:
        """``viewers``: the sides that see it so, where something may be hidden from them: then odds are guessed."""
        self.seen = seen
        self.viewers = tuple(viewers)
        self.troubles: dict[str, str] = {}
        self._silent = new_log(keep=False)
        self._bases: dict[int, Base] = {}

    def _try(self, sentence: str, work: Callable[[], T], instead: Callable[[], T]) -> T:
        """What ``work`` makes. Where it fails the log says why, whoever looks is told, and it is done ``instead``."""
        try:
            return work()
        except Exception:
            log.exception("%s of %s: %s", sentence, self.seen.game.key, self.seen.position())
            self.troubles[sentence] = " ".join((sentence, gettext("The server's log says more.")))
            return instead()

    @property
    def is_drawn(self) -> bool:
        """The scene has been made."""
        return "scene_text" in self.__dict__

    def drawn(self, lists: bool) -> Drawn:
        """All of it; ``lists``: the actions too."""
        legal_text = self.legal_text if lists else None
        return Drawn(self.scene_text, legal_text, self.on_table, self.asked, self.hash, self.troubles)

    def take(self, drawn: Drawn) -> None:
        """Take over what was made elsewhere of the same view."""
        made = drawn._asdict()
        self.troubles |= made.pop("troubles")
        self.__dict__.update({name: value for name, value in made.items() if value is not None or name == "asked"})

    # ------------------------------------------------------------------------------------------ scenes

    @cached_property
    def scene(self) -> Scene:
        """The table."""
        seen = self.seen
        return self._try(gettext("What explains the rules could not be drawn."), seen.scene, self._plain_scene)

    def _plain_scene(self) -> Scene:
        """The table without what is drawn over it to explain the rules."""
        seen = self.seen
        if seen.game.plain_scene is None:
            return self._empty_scene()
        return self._try(gettext("The table could not be drawn."), lambda: seen.scene(plain=True), self._empty_scene)

    def _empty_scene(self) -> Scene:
        seen = self.seen
        self.troubles.setdefault("", gettext("The table could not be drawn; the battle itself is as it was."))
        return Scene(
            game=seen.game.key, title=seen.names.title, unit=seen.game.unit, width=1, height=1, features=(), figures=()
        )

    @cached_property
    def on_table(self) -> tuple[int, ...]:
        """Indices of the figures that are seen standing on the table."""
        ids = {figure.id for figure in self.scene.figures}
        return tuple(index for index, name in enumerate(self.seen.names.figures) if name.id in ids)

    @cached_property
    def scene_text(self) -> str:
        """The table as messages carry it."""
        return self.scene.model_dump_json()

    @cached_property
    def asked(self) -> Asked | None:
        """What must be decided, in words; None when the battle is over."""
        seen = self.seen
        side = seen.engine.side_to_decide
        lexicon = seen.engine.lexicon
        unsaid = Asked(lexicon.side_key(side), lexicon.side_name(side), gettext("Decide."), seen.phase)
        return self._try(gettext("What is asked could not be said."), lambda: seen.decision, lambda: unsaid)

    @cached_property
    def result(self) -> str | None:
        """Who won and why, in words; None before the end."""
        over = gettext("The battle is over.")
        return self._try(gettext("The result could not be said."), lambda: self.seen.result, lambda: over)

    @cached_property
    def hash(self) -> str:
        """Hash of the table as it is seen."""
        return self.seen.state_hash()

    # ----------------------------------------------------------------------------------------- actions

    def action(self, form: ActionForm | str) -> Action:
        """The action of a message. NotationError or InputError when it says none, or one that goes nowhere near."""
        action = self.seen.action(form if isinstance(form, str) else form.model_dump(exclude_defaults=True))
        record = action.record
        places = [record["x"], record["y"], *record["via"][: record["n_via"]].ravel()]
        if any(not abs(float(length)) <= FARTHEST for length in places):
            raise InputError(
                f"{action.verb.lower()}: "
                + gettext("it ends or goes farther than {far:g} from the table's corner.", far=FARTHEST)
            )
        return action

    def form(self, action: Action) -> ActionForm:
        """The action as messages carry it."""
        return ActionForm.model_validate(action.to_json())

    @cached_property
    def legal(self) -> tuple[LegalAction, ...]:
        """The useful legal actions with their words, prices and ghosts."""
        return tuple(map(LegalAction.model_validate, self._legal))

    @cached_property
    def _legal(self) -> tuple[dict[str, Any], ...]:
        """The same as plain data: a model of each and of each pose in it would take as long again as the words."""
        return self._try(
            gettext("The list of actions could not be made."),
            lambda: self._in_order([*(listed := self.seen.legal()), *self._beside(listed)]),
            tuple,
        )

    @property
    def lays_figures(self) -> bool:
        """Somebody who waits beside the table may be put onto it now."""
        waiting = {figure.id for box in self.scene.boxes for figure in box.figures}
        return any(one.to is not None and waiting & set(one.figures) for one in self.seen.legal())

    def _beside(self, listed: Sequence[Action]) -> Iterator[Action]:
        """What puts figures onto the table that wait beside it, where ``listed`` has the computer's next one alone.

        The rules decide: another figure of the same box is tried at the places that the list has.
        """
        seen = self.seen
        named = {figure for action in listed for figure in action.figures}
        for box in self.scene.boxes:
            ids = {figure.id for figure in box.figures}
            places = [one for one in listed if one.to is not None and len(one.figures) == 1 and one.figures[0] in ids]
            for figure in sorted(ids - named) if places else ():
                tried = (seen.action(place.to_json() | {"figures": [figure]}) for place in places)
                found = next((action for action in tried if seen.judge(action).legal), None)
                if found is not None:
                    yield found

    def legal_together(self, figures: Sequence[str]) -> tuple[LegalAction, ...]:
        """What these figures, the leader first, may do together and is not listed, as going on with a narrower front.

        InputError where there is no such figure.
        """
        seen = self.seen
        chosen = self._indices(figures)
        if seen.game.together is None or any(index not in self.on_table for index in chosen):
            return ()
        found = [seen.action(each) for each in seen.game.together(seen.record, chosen)]
        return tuple(map(LegalAction.model_validate, self._in_order(found)))

    def _indices(self, figures: Sequence[str]) -> list[int]:
        """The indices of figures, each once. InputError where there is no such figure."""
        try:
            return [self.seen.names.figure(word) for word in dict.fromkeys(figures)]
        except KeyError as error:
            raise InputError(gettext("There is no figure {name!r}.", name=error.args[0])) from None

    def _in_order(self, actions: Sequence[Action]) -> tuple[dict[str, Any], ...]:
        """These actions as plain data, each with its place among them."""
        ends = [self._ends(self.seen, action, True) for action in actions]
        labels = labels_of(actions)
        found = [self._listed(*one) for one in zip(actions, labels, ends, strict=True)]
        side_of = {figure.id: figure.side for figure in self.scene.figures}
        order = standings(self.seen, actions, ends, side_of, self.on_table)
        return tuple(one | standing._asdict() for one, standing in zip(found, order, strict=True))

    def _listed(self, action: Action, label: str, ends: Sequence[tuple[int, Base]]) -> dict[str, Any]:
        """A ``LegalAction`` as plain data, whose place among others is not known yet."""
        seen = self.seen
        verdict = seen.game.verbs.judge(seen.record, action.record, self._silent)
        form = action.to_json()
        return {
            "action": LEFT_OPEN | form,
            "text": action.text,
            "label": label,
            "verb": form["verb"],
            "figures": form["figures"],
            "cost": int(verdict.cost) or None,
            "ghost": [self._pose(*end) for end in ends],
            "puts": self._puts(seen, action, bool(verdict.legal)),
            "place": 0,
            "likely": False,
            "sweeping": action.is_sweeping,
        }

    @cached_property
    def legal_text(self) -> str:
        """The same as messages carry them."""
        return to_json(self._legal, inf_nan_mode="null").decode()

    # ----------------------------------------------------------------------------------------- judging

    def judgement(self, message: Judge, version: int) -> Judgement:
        """The rules on a dragged pose, after the magnet has had its say."""
        seen = self.seen
        action = self.action(message.action)
        pull: Pulled | None = None
        snapped_to = None
        if message.magnet and action.to is not None and action.record["path"] in (Path.STRAIGHT, Path.VIA):
            action, pull, snapped_to = self._drawn(action)
        verdict = seen.judge(action)
        ends = self._ends(seen, action, verdict.legal)
        if pull is None and message.magnet and verdict.legal and self._is_stopped(action, ends):
            pull = "limit"
        return Judgement(
            n=message.n,
            version=version,
            legal=verdict.legal,
            cost=verdict.cost,
            prices=tuple(line(of) for of in verdict.prices),
            reasons=findings(verdict.reasons),
            notes=findings(verdict.notes),
            ghost=tuple(Pose(**self._pose(*end)) for end in ends),
            puts=self._puts(seen, action, verdict.legal),
            overlays=self._drawn_up(ends),
            way=verdict.way,
            limit=verdict.limit,
            snapped=pull is not None,
            pull=pull,
            snapped_to=snapped_to,
            action=self.form(action),
            text=action.text,
        )

    def _drawn(self, action: Action) -> tuple[Action, Pulled | None, str | None]:
        """The action where it is judged, what drew it there, and the figure it was lined up with.

        First to a contact; else, where it may not end as it was dragged, straight ahead, back to where it must stop, or
        on a way that bends.
        """
        seen, on_table = self.seen, self.on_table
        dragged = _actors(action.fields)
        at_contact, snapped, other = self._snap(seen, action, on_table)
        if not dragged or dragged[0] not in on_table or (snapped and seen.engine.may(at_contact)):
            return at_contact, "contact" if snapped else None, other
        if not snapped and seen.engine.may(action):
            return action, None, None
        ahead = drag_preview.straight_ahead(seen, action)
        if ahead is not None and seen.engine.may(ahead):
            return ahead, "ahead", None
        short = [drag_preview.stopped(seen, one) if one is not None else None for one in (action, ahead)]
        for one in short:
            if one is not None and seen.engine.may(one):
                return one, "limit", None
        if (round_it := bending.bent(seen, action, self.scene)) is not None:
            return round_it, "bend", None
        if (near := bending.bent_near(seen, action, self.scene)) is not None:
            return near, "bend", None
        if short[0] is not None:
            return short[0], "limit", None
        return at_contact, "contact" if snapped else None, other

    def _snap(self, seen: Battle, action: Action, on_table: tuple[int, ...]) -> tuple[Action, bool, str | None]:
        """The action with its end pulled onto contact, whether it was, and the figure it was lined up with."""
        record = action.record
        figures = seen.record.figures
        dragged = _actors(action.fields)
        if not dragged or (len(dragged) > 1 and any(index not in on_table for index in dragged)):
            return action, False, None  # how a row from beside the table stands is the game's to say
        if has_field(record, "poses") and record["n_poses"] > 0:
            return action, False, None  # each of them has a place of its own
        trial = np.asarray([record], record.dtype)
        first = base_of(figures[dragged[0]])

        def aim(end: Base) -> Any:
            trial[0]["x"], trial[0]["y"], trial[0]["fx"], trial[0]["fy"] = end.x, end.y, end.fx, end.fy
            return trial[0]

        def is_legal(end: Base) -> bool:
            return bool(seen.game.verbs.judge(seen.record, aim(end), self._silent).legal)

        contacts = self._contacts(seen, dragged[0]) if len(dragged) == 1 and dragged[0] in on_table else None
        pull = settle(figures, dragged, on_table, _end_of(action.fields, first), is_legal, contacts=contacts)
        if pull is None:
            return action, False, None
        other = self.seen.names.figures[pull.other].id if pull.other >= 0 else None
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

    def reach(self, message: AskReach, version: int) -> Reach:
        """How far figures may go. InputError when there is no such figure."""
        seen = self.seen
        chosen = self._indices(message.figures)
        kinds = battle_messages.hand_facts(seen)
        points: tuple[tuple[float, float], ...] = ()
        if message.hand < len(kinds) and all(index in self.on_table for index in chosen):
            points = drag_preview.reach(seen, kinds[message.hand].form, message.figures)
        return Reach(n=message.n, version=version, figures=tuple(message.figures), points=points)

    def odds(self, message: AskOdds, version: int, sides: Sequence[str]) -> Odds:
        """What may come of an action, told to whoever plays these sides. IllegalAction when it is not legal."""
        action = self.action(message.action)
        return battle_messages.odds(self.seen, action, message.n, version, self.viewers, readers=sides)

    def foreseen(self, message: Foresee, version: int, sides: Sequence[str]) -> Foreseen:
        """The fights that a move leads to and what it risks, told to these sides; nothing of one that is not legal."""
        seen = self.seen
        found: Iterable[tuple[Battle, Action]] = ()
        risks = Explanation()
        if message.action is None:
            found = drag_preview.fights_of(seen.copy(), [message.figure] if message.figure else [])
        elif seen.engine.may(action := self.action(message.action)):
            found = drag_preview.fights_after(seen, action)
            if seen.game.risks is not None:
                risks = seen.game.said(seen.game.risks(seen.record, seen.names, action.record))
        fights = tuple(
            Fight(
                action=self.form(fight),
                label=fight.label,
                figures=battle_messages.fighters(later, fight),
                odds=battle_messages.odds(later, fight, message.n, version, self.viewers, readers=sides),
            )
            for later, fight in found
        )
        return Foreseen(n=message.n, version=version, fights=fights, risks=risks.notes, overlays=risks.overlays)

    # ------------------------------------------------------------------------------------- explanations

    def explained(self, message: Explain, version: int) -> Explained:
        """What the game says about a figure. InputError when there is no such figure."""
        seen = self.seen
        try:
            index = seen.names.figure(message.figure)
        except KeyError:
            raise InputError(gettext("There is no figure {name!r}.", name=message.figure)) from None
        explain = seen.game.explain
        text = gettext("This could not be explained; the server's log says more.")
        unsaid = Explanation(notes=(SceneNote(text=text),))
        found = Explanation()
        if explain is not None:
            found = self._try(
                gettext("A figure could not be explained."),
                lambda: explain(seen.record, seen.names, index),
                lambda: unsaid,
            )
        told = seen.game.said(found)
        return Explained(n=message.n, version=version, figure=message.figure, explanation=told)

    # ------------------------------------------------------------------------------------------ ghosts

    def _ends(self, seen: Battle, action: Action, legal: bool) -> Sequence[tuple[int, Base]]:
        """Where the action's figures would stand; empty when it moves nobody."""
        fields = action.fields
        dragged = _actors(fields)
        if not dragged or seen.engine.lexicon.phrase(action.record["verb"]).afar:
            return ()
        if action.each:
            own = zip(dragged, action.each, strict=True)
            return [(index, at(self._base(index), *pose)) for index, pose in own]
        drawn_up = fields["path"] == Path.COLUMN or any(index not in self.on_table for index in dragged)
        if action.to is None or (len(dragged) > 1 and drawn_up):
            return self._tried(seen, action, dragged) if legal else ()
        if len(dragged) > 1 and legal and seen.game.carry is not None:
            return self._carried(seen, action, dragged)
        return self._as_block(fields, dragged)

    def _as_block(self, fields: Mapping[str, Any], dragged: list[int]) -> Sequence[tuple[int, Base]]:
        ends = ends_of([self._base(index) for index in dragged], _end_of(fields, self._base(dragged[0])))
        return list(zip(dragged, ends, strict=True))

    def _carried(self, seen: Battle, action: Action, dragged: list[int]) -> Sequence[tuple[int, Base]]:
        """Where each figure of a legal order stops by itself."""
        assert seen.game.carry is not None
        trial = seen.copy()
        seen.game.carry(trial.record, action.record, new_dice("ghost"), self._silent)
        return [(index, base_of(trial.record.figures[index])) for index in dragged]

    def _is_stopped(self, action: Action, ends: Sequence[tuple[int, Base]]) -> bool:
        """Some figure of an order to several would end elsewhere than they are drawn."""
        fields = action.fields
        dragged = _actors(fields)
        if len(dragged) < 2 or action.to is None or self.seen.game.carry is None:
            return False
        return [self._pose(*end) for end in ends] != [self._pose(*end) for end in self._as_block(fields, dragged)]

    def _base(self, index: int) -> Base:
        """Where a figure stands. A list of actions asks for every figure again and again."""
        base: Base | None = self._bases.get(index)
        if base is None:
            base = self._bases[index] = base_of(self.seen.record.figures[index])
        return base

    def _tried(self, seen: Battle, action: Action, dragged: list[int]) -> Sequence[tuple[int, Base]]:
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
        return [(index, base_of(after[index])) for index in moved]

    def _puts(self, seen: Battle, action: Action, legal: bool) -> tuple[SceneFeature, ...]:
        """What a legal action lays on the table that is no figure, found by trying it on a copy.

        Only asked of actions that name a place and nobody who goes there.
        """
        features = seen.game.features
        if not legal or features is None or action.fields["n_actors"]:
            return ()
        if action.to is None and not action.fields["n_via"]:
            return ()
        trial = seen.copy()
        dice = new_dice("ghost")
        seen.game.verbs.apply(trial.record, action.record, dice, self._silent)
        if dice["n_thrown"]:
            return ()
        lay = {(feature.kind, feature.points) for feature in self.scene.features}
        after = features(trial.record, trial.names)
        return seen.game.said(tuple(one for one in after if (one.kind, one.points) not in lay))

    def _drawn_up(self, ends: Sequence[tuple[int, Base]]) -> tuple[SceneOverlay, ...]:
        """What would hold figures together that stand so."""
        game = self.seen.game
        if game.drawn_up is None or not ends:
            return ()
        trial = self.seen.copy()
        for index, base in ends:
            trial.record.figures[index].x, trial.record.figures[index].y = base.x, base.y
        return game.said(game.drawn_up(trial.record, trial.names, [index for index, _ in ends]))

    def _pose(self, index: int, base: Base) -> dict[str, Any]:
        """A ``Pose`` as plain data."""
        return {
            "id": self.seen.names.figures[index].id,
            "x": round(float(base.x), 4),
            "y": round(float(base.y), 4),
            "facing": degrees_at(float(base.fx), float(base.fy)),
        }


def at(base: Base, x: float, y: float, degrees: float) -> Base:
    """The base at another place."""
    facing = facing_of_degrees(degrees)
    return base._replace(x=x, y=y, fx=facing.x, fy=facing.y)


def _actors(fields: Mapping[str, Any]) -> list[int]:
    actors: list[int] = fields["actors"][: fields["n_actors"]].tolist()
    return actors


def _end_of(fields: Mapping[str, Any], leader: Base) -> Base:
    """The leader's base at the end of the action."""
    return leader._replace(**{name: fields[name] for name in ("x", "y", "fx", "fy")})


def _pose_of(figure: Any) -> tuple[float, float, float, float]:
    return float(figure.x), float(figure.y), float(figure.fx), float(figure.fy)
