"""Cases: a position, dice and actions in a file, and what the rules say to them. For umpires, the case book and tests.

What a case file holds is in ``case_files.py``; here its dice and actions are played, and what it expects is compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from sandtable.errors import DiceNeeded, InputError, NotationError
from sandtable.files import describe, load_yaml, place
from sandtable.files import expected as instead
from sandtable.games.common.amounts import as_given, counted
from sandtable.games.game import Game
from sandtable.games.rulebook import english_texts
from sandtable.games.scene import Scene
from sandtable.kernel.records import NONE
from sandtable.table.action_parser import COMPASS
from sandtable.table.actions import Action, place_text
from sandtable.table.battle import Battle, Judgement
from sandtable.table.case_files import CaseHead, Expected, FigureExpected, case_clauses, game_part, read_case
from sandtable.table.log_entries import Event, Finding, Tally, in_english, said_once, tallies
from sandtable.table.name_index import NameIndex, did_you_mean, options_of
from sandtable.table.odds import Odds
from sandtable.table.scenarios import Origin, find_scenario, house_rules
from sandtable.table.scripted_dice import Throw, throw_of
from sandtable.table.values import degrees_text
from sandtable.translation import ENGLISH, gettext, speaking, spoken

NEAR = 0.005
"""Places in ``expect`` are met when they are no farther off than this on either axis, facings within 0.05 degrees."""


@dataclass
class Ruling:
    """What the rules say to one action of a case."""

    action: Action
    judgement: Judgement
    before: Mapping[str, Any]  # side, phase and PIPs when it was tried
    asked: Battle  # the table on which it was tried
    events: tuple[Event, ...] = ()  # none when it was not legal
    tallies: tuple[Tally, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        judged = self.judgement
        return {
            "action": self.action.text,
            "legal": judged.legal,
            "cost": judged.cost,
            "prices": [{"amount": p.amount, "clause": p.clause, "text": p.text} for p in judged.prices],
            "reasons": [_said(finding) for finding in judged.reasons],
            "notes": [_said(finding) for finding in judged.notes],
            "events": [_said(event) for event in happened(self.events)],
            "tallies": [tally.to_json() for tally in self.tallies],
        }


@dataclass
class Answer:
    """What the rules say to a whole case."""

    where: str
    head: CaseHead
    battle: Battle
    laid: Battle  # the table as the case lays it
    asked: Battle  # the same at the first decision
    rulings: list[Ruling] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)
    checked: int = 0  # expectations looked at
    listed: tuple[str, ...] = ()  # ids of the figures that the case itself puts on the table

    @property
    def as_expected(self) -> bool:
        """Nothing that the case expects differs."""
        return not self.differences

    def to_json(self) -> dict[str, Any]:
        """As plain data: the actions with their rulings, then the final table."""
        defaults = {option.key: option.values[0] for option in self.battle.game.options}
        return {
            "case": self.where,
            "game": self.battle.game.key,
            "rules": self.battle.game.version,
            "question": self.head.question,
            "answer": self.head.answer,
            "clauses": case_clauses(self.head),
            "options": {key: value for key, value in self.battle.options.items() if value != defaults[key]},
            "start": [_said(event) for event in happened(self.battle.history[0].events)],
            "start_tallies": [tally.to_json() for tally in tallies(self.battle.history[0].events)],
            "actions": [ruling.to_json() for ruling in self.rulings],
            "final": final_table(self.battle),
            "unused_dice": unused_dice(self.battle),
            "expect": {"checked": self.checked, "differences": self.differences},
        }


def happened(events: Sequence[Event]) -> list[Event]:
    """The events that tell what happened, without the lines of totals and what was said of the action before."""
    return said_once(event for event in events if event.kind in ("event", "die", "outcome", "points"))


def _said(finding: Finding) -> dict[str, Any]:
    """A finding or event as plain data, without what says nothing."""
    data = finding.to_json()
    if not finding.value:
        data.pop("value", None)
    return data


def adjudicate(path: str | Path, seed: int | str | None = None) -> Answer:
    """What the rules say to the case in this file; ``seed`` (or its own) supplies dice that it does not script.

    Raises ``InputError`` or ``DiceNeeded`` in one sentence with line and field.
    """
    return answer(load_yaml(path), str(path), seed)


def answer(data: Mapping[str, Any], where: str, seed: int | str | None = None) -> Answer:
    """The same for a case that has been read already."""
    head, battle = laid_case(data, where)
    script = _script(head, data, where, battle.engine.lexicon)
    seed = head.seed if seed is None else seed
    laid = battle.copy()
    try:
        battle.engine.resume_script(seed, script)
        battle.engine.begin()
    except (DiceNeeded, InputError) as error:
        raise type(error)(f"{place(data, where)}: {gettext('before the first action')}: {error}") from None
    result = Answer(where, head, battle, laid, battle.copy(), listed=_listed(data, battle.engine.lexicon))
    _check_expected_names(head, data, where, battle)
    for number, entry in enumerate(head.actions):
        spot = place(data, where, "actions", number)
        action = _action(entry, battle, spot)
        expected = head.expect[number] if number < len(head.expect) else None
        name = gettext("action {number} ({text})", number=number + 1, text=action.text)
        if expected is not None and expected.odds:
            _check_odds(result, expected, action, name)
        try:
            result.rulings.append(_rule(battle, action))
        except (DiceNeeded, InputError) as error:
            raise type(error)(f"{spot}: {error}") from None
        if expected is not None:
            _compare(result, expected, result.rulings[-1], name)
    if head.final is not None:
        _compare(result, head.final, None, gettext("the final table"))
    return result


def is_met(found: Answer, wanted: Expected, odds: Odds | None = None) -> bool:
    """Whether the last action of a case came out as wanted. ``odds``: of that action, where chances are wanted."""
    if wanted.odds and (odds is None or any(one.found != one.wanted for one in _chances(found, odds, wanted))):
        return False
    return all(met for _, met in _checks(found.battle, wanted, found.rulings[-1]))


def laid_case(data: Mapping[str, Any], where: str) -> tuple[CaseHead, Battle]:
    """A case and its battle on the table as laid, before any die; InputError in one sentence with line and field."""
    head, game = read_case(data, where)
    origin = _origin(head, data, game, where)
    options = options_of(game, head.options, place(data, where, "options"), house_rules(game, origin))
    try:
        return head, Battle(game, origin, options)
    except NotationError as error:
        raise InputError(f"{place(data, where, 'position')}: {error}") from None


def _origin(head: CaseHead, data: Mapping[str, Any], game: Game, where: str) -> Origin:
    """What the case lays its table from: its own fields, or another battle; and the position on that table, if any."""
    origin = Origin(game_part(data, game), "", where, case=True)
    if head.battle is None and not set(origin.content) - set(CaseHead.model_fields):
        own = sorted(game.case_keys - set(CaseHead.model_fields))
        wanted = gettext("a table: battle, or some of {names}", names=", ".join(own))
        raise InputError(f"{where}: {instead(wanted, describe(None))}")
    if head.battle is not None:
        own = [key for key in origin.content if key not in CaseHead.model_fields]
        if own:
            other = gettext("a case of another battle lays no table of its own")
            raise InputError(f"{place(data, where, own[0])}: {other}")
        found = find_scenario(game, head.battle if isinstance(head.battle, str) else data["battle"])
        origin = replace(found, where=found.where if found.name else where)
    if head.position is None:
        return origin
    return replace(origin, position=" ".join((game.key, origin.word, ";", *head.position)))


def _script(head: CaseHead, data: Mapping[str, Any], where: str, lexicon: NameIndex) -> tuple[Throw, ...]:
    return tuple(
        throw_of(die.model_dump(by_alias=True), lexicon, place(data, where, "dice", number))
        for number, die in enumerate(head.dice)
    )


def _listed(data: Mapping[str, Any], lexicon: NameIndex) -> tuple[str, ...]:
    """The ids under ``figures``, where the game reads a list of them there."""
    figures = data.get("figures")
    entries = figures if isinstance(figures, list) else []
    ids = [str(entry["id"]) for entry in entries if isinstance(entry, Mapping) and "id" in entry]
    return tuple(figure for figure in ids if lexicon.index("figures", figure) != NONE)


def _action(entry: Mapping[str, Any] | str, battle: Battle, spot: str) -> Action:
    try:
        return battle.action(entry)
    except (InputError, ValueError) as error:
        raise InputError(f"{spot}: {error}") from None


# ------------------------------------------------------------------------------------------------- judging


def _rule(battle: Battle, action: Action) -> Ruling:
    """Judge one action, and carry it out when it is legal.

    Until the die that opens the bound is thrown there is nothing to judge it by: ``DiceNeeded`` says which is missing.
    """
    if battle.engine.waiting:
        raise DiceNeeded(battle.engine.waiting)
    before = {"side": battle.decision.side if battle.decision else None, "phase": battle.phase, "pips": pips(battle)}
    asked = battle.copy()
    ruling = Ruling(action, battle.judge(action), before, asked)
    if ruling.judgement.legal:
        battle.engine.carry_out(action, may_wait=True)
        ruling.events = battle.last.events
        ruling.tallies = tallies(ruling.events)
    return ruling


def pips(battle: Battle) -> int | None:
    """PIPs left, where the game's record counts them and their die has been thrown."""
    if battle.engine.waiting or "pips" not in (battle.game.dtype.names or ()):
        return None
    return int(battle.record["pips"])


def unused_dice(battle: Battle) -> list[dict[str, Any]]:
    """Scripted dice that nobody threw."""
    lexicon = battle.engine.lexicon
    unused = []
    for purpose, side, figure, value in battle.engine.script:
        entry = {
            "for": battle.engine.words.purposes[purpose].lower() if purpose != NONE else None,
            "side": lexicon.side_key(side) or None,
            "figure": lexicon.figure_id(figure) or None,
            "value": value,
        }
        unused.append({key: item for key, item in entry.items() if item is not None})
    return unused


def _asked(battle: Battle, prompt: str | None) -> str | None:
    """What is asked now; where a die is still to come, that."""
    return gettext("the die that opens the bound is not thrown yet") if battle.engine.waiting else prompt


def final_table(battle: Battle) -> dict[str, Any]:
    """The table as it stands, as plain data."""
    scene = battle.scene()
    decision = battle.decision
    return {
        "side": decision.side if decision else None,
        "asked": _asked(battle, decision.text if decision else None),
        "phase": battle.phase,
        "turn": battle.turn,
        "pips": pips(battle),
        "points": {score.side: score.points for score in scene.scores},
        "figures": [
            {
                "id": f.id, "name": f.name, "side": f.side, "at": [as_given(f.x), as_given(f.y)],
                "facing": round(f.facing, 2), "marks": list(f.marks), "carries": list(f.carries),
            }
            for f in scene.figures
        ],
        "beside": _beside(scene),
        "over": battle.over,
        "result": battle.result,
        "position": battle.position(),
        "hash": battle.state_hash(),
    }  # fmt: skip


def _beside(scene: Scene) -> dict[str, list[str]]:
    """Who is beside the table, by the title of the box; boxes of several sides may have the same."""
    beside: dict[str, list[str]] = {}
    for box in scene.boxes:
        if box.figures:
            beside.setdefault(box.title, []).extend(figure.id for figure in box.figures)
    return beside


# ------------------------------------------------------------------------------------------------ expecting


def _check_expected_names(head: CaseHead, data: Mapping[str, Any], where: str, battle: Battle) -> None:
    """Figures, sides and options that the expectations name must exist: a misspelt one would never be met."""
    spots: list[tuple[Expected | None, tuple[int | str, ...]]] = [
        (expected, ("expect", number)) for number, expected in enumerate(head.expect)
    ]
    lexicon = battle.engine.lexicon
    names = battle.record["figures"].dtype.names or ()
    for figure in head.lines:
        if lexicon.index("figures", figure) == NONE:
            raise InputError(f"{place(data, where, 'lines')}: {gettext('there is no figure {name!r}', name=figure)}")
    for expected, loc in [*spots, (head.final, ("final",))]:
        if expected is None:
            continue
        for figure, wanted in expected.figures.items():
            spot = place(data, where, *loc, "figures", figure)
            if lexicon.index("figures", figure) == NONE:
                hint = did_you_mean(figure, lexicon.lists["figures"])
                raise InputError(f"{spot}: {gettext('there is no figure {name!r}', name=figure)}{hint}")
            for key in wanted.model_extra or {}:
                if key not in names:
                    missing = gettext("figures have no field {key!r}", key=key)
                    raise InputError(f"{spot}: {missing}{did_you_mean(key, names)}")
        for figure in expected.scores:
            if lexicon.index("figures", figure) == NONE and lexicon.side_index(figure) == NONE:
                raise InputError(
                    f"{place(data, where, *loc, 'scores')}: {gettext('there is no figure {name!r}', name=figure)}"
                )
        for side in (*expected.points, *([expected.side] if expected.side else [])):
            if lexicon.side_index(side) == NONE:
                raise InputError(f"{place(data, where, *loc)}: {gettext('there is no side {side!r}', side=side)}")
        if loc == ("final",) and (expected.legal is not None or expected.cost is not None or expected.odds):
            wrong = gettext("legal, cost and odds are of an action, not of the final table")
            raise InputError(f"{place(data, where, *loc)}: {wrong}")


def _compare(result: Answer, expected: Expected, ruling: Ruling | None, name: str) -> None:
    """Note what differs from what was expected."""
    for sentence, met in _checks(result.battle, expected, ruling):
        result.checked += 1
        if not met:
            result.differences.append(f"{name}: {sentence}")


def _checks(battle: Battle, expected: Expected, ruling: Ruling | None) -> Iterator[tuple[str, bool]]:
    """Each thing expected, as the sentence that says how it differs, and whether it is met."""
    if ruling is not None:
        judged = ruling.judgement
        if expected.legal is not None:
            why = f": {' '.join(str(r) for r in judged.reasons)}" if judged.reasons else ""
            yield (
                instead(_legal(expected.legal), _legal(judged.legal) + why),
                judged.legal == expected.legal,
            )
        if expected.cost is not None:
            lines = " + ".join(f"{line.amount} {line.text}" for line in judged.prices) or gettext("no price")
            yield (
                instead(gettext("cost {number}", number=expected.cost), f"{judged.cost or 0} ({lines})"),
                (judged.cost or 0) == expected.cost,
            )
        if expected.reasons is not None:
            found = sorted({str(reason.clause) for reason in judged.reasons})
            same = found == sorted(set(expected.reasons))
            yield instead(gettext("reasons {names}", names=_list(sorted(expected.reasons))), _list(found)), same
        yield from _check_said(battle, expected, [*judged.findings, *ruling.events], ruling)
    else:
        everything = [event for step in battle.history for event in step.events]
        yield from _check_said(battle, expected, everything, None)
    yield from _check_table(battle, expected)


def _check_said(
    battle: Battle, expected: Expected, said: Sequence[Finding], ruling: Ruling | None
) -> Iterator[tuple[str, bool]]:
    """Clauses, events and scores."""
    cited = sorted({finding.clause for finding in said if finding.clause})
    for clause in expected.clauses:
        yield instead(gettext("{clause} to be cited", clause=clause), _list(cited)), clause in cited
    for clause in expected.not_clauses:
        yield gettext("expected {clause} not to be cited, and it is", clause=clause), clause not in cited
    for text in expected.events:
        found = instead(gettext("an event {text!r}", text=text), _list(f.text for f in said))
        yield found, _any_says(battle, said, text)
    for text in expected.not_events:
        yield gettext("expected no event {text!r}, and there is one", text=text), not _any_says(battle, said, text)
    scores: dict[str, int] = {}
    for tally in ruling.tallies if ruling is not None else tallies(said):
        scores[tally.whose] = tally.score
    for figure, score in expected.scores.items():
        found = str(scores.get(figure, gettext("no score")))
        yield instead(gettext("{name} to score {score}", name=figure, score=score), found), scores.get(figure) == score


def _any_says(battle: Battle, said: Sequence[Finding], text: str) -> bool:
    """The text is a clause, a code or part of a sentence, of the English one whatever language is spoken."""
    english = english_texts(battle.game.folder)
    sentences = [f"{f.text}\n{english.get(f.code, '').replace('{side}', f.side or '')}" for f in said]
    if spoken() != ENGLISH:
        with speaking(ENGLISH):
            sentences += [in_english(finding, battle.engine.lexicon) for finding in said]
    cited = any(text in (f.clause, f.code) for f in said)
    return cited or any(text.lower() in sentence.lower() for sentence in sentences)


def _check_table(battle: Battle, expected: Expected) -> Iterator[tuple[str, bool]]:
    """Where things stand, and whose decision it is."""
    lexicon, decision = battle.engine.lexicon, battle.decision
    for figure, wanted in expected.figures.items():
        yield from _check_figure(battle, figure, wanted)
    if expected.pips is not None:
        left = gettext("{pips} left", pips=counted(expected.pips, "PIP"))
        yield instead(left, str(pips(battle))), pips(battle) == expected.pips
    if expected.points:
        points = {score.side: score.points for score in battle.scene().scores}
        for side, wanted_points in expected.points.items():
            key = lexicon.side_key(lexicon.side_index(side))
            name = lexicon.side_name(lexicon.side_index(side))
            wanted_words = gettext("{points} for {side}", points=counted(wanted_points, "point"), side=name)
            yield instead(wanted_words, str(points.get(key))), points.get(key) == wanted_points
    if expected.side is not None:
        wanted_side = lexicon.side_index(expected.side)
        asked = lexicon.side_index(decision.side) if decision else NONE
        deciding = lexicon.side_name(asked) if decision else gettext("nobody")
        yield instead(gettext("{side} to decide", side=lexicon.side_name(wanted_side)), deciding), asked == wanted_side
    if expected.phase is not None:
        yield instead(gettext("the step {name}", name=expected.phase), battle.phase), battle.phase == expected.phase
    if expected.over is not None:
        yield instead(_over(expected.over), _over(battle.over)), battle.over == expected.over
    if expected.position:
        tokens = battle.position().split()
        for token in expected.position:
            yield instead(gettext("{text} in the position", text=token), " ".join(tokens)), token in tokens


def _check_figure(battle: Battle, figure: str, wanted: FigureExpected) -> Iterator[tuple[str, bool]]:
    lexicon = battle.engine.lexicon
    record = battle.record["figures"][lexicon.index("figures", figure)]
    if wanted.at is not None:
        x, y = float(record["x"]), float(record["y"])
        near = abs(x - wanted.at[0]) <= NEAR and abs(y - wanted.at[1]) <= NEAR
        there = gettext("{name} at {place}", name=figure, place=place_text(*wanted.at))
        yield instead(there, place_text(x, y)), near
    if wanted.facing is not None:
        facing = COMPASS.get(str(wanted.facing).lower()) if isinstance(wanted.facing, str) else wanted.facing
        found = _facing(record)
        if facing is None:
            raise InputError("expect: " + gettext("{name} has no facing {facing!r}", name=figure, facing=wanted.facing))
        turn = abs((found - facing + 180.0) % 360.0 - 180.0)
        so = gettext("{name} facing {facing}", name=figure, facing=degrees_text(facing))
        yield instead(so, degrees_text(found)), turn <= 0.05
    for key, value in (wanted.model_extra or {}).items():
        if record[key].shape:
            found_list = record[key].tolist()
            of = gettext("{key} of {name} to be {value}", key=key, name=figure, value=describe(value))
            yield instead(of, str(found_list)), bool(value == found_list)
            continue
        found_value = int(record[key]) if record.dtype[key].kind == "i" else float(record[key])
        word = lexicon.enum_word(f"figures.{key}", int(found_value)) if f"figures.{key}" in battle.game.enums else None
        index = lexicon.index("figures", str(value)) if isinstance(value, str) and word is None else NONE
        met = str(value).replace(" ", "_") == word if word is not None else found_value == value
        if index != NONE:
            met = found_value == index
        shown = word if word is not None else lexicon.figure_id(int(found_value)) if index != NONE else found_value
        of = gettext("{key} of {name} to be {value}", key=key, name=figure, value=describe(value))
        yield instead(of, str(shown)), bool(met)


def _facing(record: Any) -> float:
    from sandtable.kernel.geometry import degrees_of_facing

    return float(degrees_of_facing(float(record["fx"]), float(record["fy"])))


@dataclass(frozen=True)
class _Chance:
    """Of all outcomes that hold ``text`` (a clause, a code, or words of an English sentence)."""

    text: str
    found: Fraction
    wanted: Fraction


def _chances(result: Answer, odds: Odds, expected: Expected) -> Iterator[_Chance]:
    """Each chance that is expected; InputError for one that is no fraction."""
    for text, chance in expected.odds.items():
        hold = (each.probability for each in odds.outcomes if _any_says(result.battle, each.findings, text))
        try:
            wanted = Fraction(chance.strip())
        except (ValueError, ZeroDivisionError):
            wrong = gettext("odds are fractions like 15/36, not {value!r}", value=chance)
            raise InputError(f"expect: {wrong}") from None
        yield _Chance(text, sum(hold, Fraction(0)), wanted)


def _check_odds(result: Answer, expected: Expected, action: Action, name: str) -> None:
    """Hold the chances of an action against those expected."""
    odds = result.battle.odds(action)
    for chance in _chances(result, odds, expected):
        result.checked += 1
        if chance.found != chance.wanted:
            said = f"{int(chance.found * odds.of)}/{odds.of}"
            odds_words = gettext("odds {chance} of {text!r}", chance=expected.odds[chance.text], text=chance.text)
            result.differences.append(f"{name}: {instead(odds_words, said)}")


def _legal(legal: bool) -> str:
    return gettext("legal") if legal else gettext("not legal")


def _over(over: bool) -> str:
    return gettext("an ended battle") if over else gettext("a battle that goes on")


def _list(items: Any) -> str:
    return ", ".join(str(item) for item in items) or gettext("none")
