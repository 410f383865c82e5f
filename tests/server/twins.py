"""Battles played side by side that a seat cannot tell apart: alike in what it may know, and in nothing else.

They differ in what was chosen, in how often, and in what was taken back in secret, all by the game's own verbs. What a
seat may know is asked of the game's declaration (``data/knowledge.toml``), never of ``redact``, whose work is tried
here. Games are found in the registry: whichever hides something is played, by the house rules under which it does, from
the seats that miss something. The tests' own games have no declaration; of them some twins are guessed, too.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import sandtable
from knowledge import Knowledge, known_to, read_knowledge
from sandtable.errors import SandtableError
from sandtable.games import built_in, get_game, register
from sandtable.kernel.dice import new_dice
from sandtable.kernel.verbs import redact_nothing
from sandtable.server.session import computer, undo_consent, undo_messages
from sandtable.server.views.seat_state import BattleState, Sides
from sandtable.table import visibility
from sandtable.table.battle import Battle
from sandtable.table.scenarios import scenario_names
from table.ambush_game import BY_DICE
from table.ambush_game import GAME as AMBUSH
from table.duel_game import GAME as DUEL

OWN = {game.key: game for game in (DUEL, AMBUSH, BY_DICE)}
"""The tests' own games of secrets: small, so that they are played often."""

FAMILY = 4
"""Battles that are played side by side: of four that a seat cannot tell apart each two are a pair."""

DECISIONS = 40
"""How long a family is played."""

AHEAD = 300
"""Decisions at most that lie behind a battle of a large game when its family begins: to come by all phases."""

TAKING_BACK = 0.1
"""How often the seat takes back its last action, where it may."""


def hiding() -> list[str]:
    """Every game that hides something, under whatever house rule: the tests' own, and all of this package."""
    return [*OWN, *(key for key in built_in() if get_game(key).verbs.redact is not redact_nothing)]


class Setting(NamedTuple):
    """A battle that hides something, and the seats that miss something: the sides they hold; none: a watcher.

    Whoever holds several sides sees now what the one sees, now what the other does: from them little is hidden.
    """

    scenario: str
    options: dict[str, str]
    seats: tuple[Sides, ...]


@cache
def settings(key: str) -> tuple[Setting, ...]:
    """The battles of a game in which somebody misses something."""
    if key in OWN:
        register(OWN[key])
    found = []
    for options in secretive_options(key):
        for scenario in scenario_names(get_game(key)):
            battle = sandtable.new(key, scenario, options=options, seed=1)
            blind = missing(battle)
            if blind:
                found.append(Setting(scenario, options, (*((side,) for side in blind), ())))
    return tuple(found)


def secretive_options(key: str) -> list[dict[str, str]]:
    """The house rules under which a game hides something: none in particular, or each that makes it do so by itself."""
    game = get_game(key)
    single = [{option.key: value} for option in game.options for value in option.values[1:]]
    hidden = [one for one in [{}, *single] if hides(sandtable.new(key, options=one, seed=1))]
    return hidden[:1] if hidden and not hidden[0] else hidden


def hides(battle: Battle) -> bool:
    return visibility.hides(battle.game, battle.record)


def missing(battle: Battle) -> list[str]:
    """The sides that do not see everything at some time of a battle played at random."""
    rng, blind = random.Random(battle.engine.origin.name), set[str]()
    for _ in range(DECISIONS):
        whole = battle.array[0]
        for index, side in enumerate(battle.sides):
            seen = whole.copy()
            battle.game.verbs.redact(seen, index)
            if seen.tobytes() != whole.tobytes():
                blind.add(side.key)
        if battle.over:
            break
        battle.play(rng.choice(battle.legal()))
    return sorted(blind)


class Twin(NamedTuple):
    """A battle, what the server makes of it, and what the seat has been able to see of it."""

    state: BattleState
    seen: tuple[Any, ...]


@cache
def declared(key: str) -> Knowledge | None:
    """Who may know what of a game; None: it does not say."""
    folder = Path(sandtable.__file__).parent / "games" / key.replace("-", "_")
    return read_knowledge(folder) if folder.is_dir() else None


def known(battle: Battle, sides: Sides) -> Any:
    """The table as all of these sides may know it, by the game's declaration; where there is none, by ``redact``."""
    keys = [side.key for side in battle.sides]
    viewers, record = [keys.index(side) for side in sides or keys], battle.array[0]
    knowledge = declared(battle.game.key)
    if battle.over or not hides(battle):
        return record.tobytes()
    if knowledge is not None:
        return known_to(knowledge, record, viewers, battle.game.state_size)
    visibility.blank_out(battle.game, record, viewers)
    return record.tobytes()


def beginning(battle: Battle, sides: Sides) -> Twin:
    players = [None, *[computer.HUMAN] * (len(battle.history) - 1)]
    state = BattleState(battle, players, len(battle.history) - 1)
    state.seen_history(sides)
    return Twin(state, (known(battle, sides),))


def disguised(twin: Twin, sides: Sides, rng: random.Random) -> Twin:
    """The same to this seat, with everything that it cannot see guessed anew."""
    battle = twin.state.battle.copy()
    record = battle.array[0]
    keys = [side.key for side in battle.sides]
    for side in sides or keys:
        battle.game.verbs.resample(record, keys.index(side), new_dice(rng.randrange(10**9)))
    battle.engine.stand(record)
    return beginning(battle, sides)


def families(key: str, rng: random.Random) -> Iterator[tuple[list[Twin], Sides]]:
    """One random battle after another, each as a family that the same seat cannot tell apart, step after step."""
    while True:
        setting = rng.choice(settings(key))
        own = {option.key: rng.choice(option.values) for option in get_game(key).options}
        battle = sandtable.new(key, setting.scenario, options=own | setting.options, seed=rng.randrange(10**9))
        sides = rng.choice(setting.seats)
        guessed = declared(key) is None
        for _ in range(0 if guessed else rng.randrange(AHEAD)):
            if not battle.over:
                battle.play(battle.sample(rng))
        if battle.over:
            continue
        first = beginning(battle, sides)
        family = [first, *(disguised(first, sides, rng) if guessed else first for _ in range(FAMILY - 1))]
        for _ in range(DECISIONS):
            family = gone_on(family, sides, rng)
            if len(family) < 2:
                break
            yield family, sides


def gone_on(family: list[Twin], sides: Sides, rng: random.Random) -> list[Twin]:
    """Those of a family that the seat cannot tell from the first of them after a step more, it included.

    All step alike where the seat acts or sees what is done, and each its own way and as often as it likes in secret.
    At the end everybody sees everything, and nobody goes on.
    """
    if sides and rng.random() < TAKING_BACK and (back := [taken_back(twin, sides) for twin in family])[0] is not None:
        return alike(back)
    family = [unseen(twin, sides, rng) for twin in family]
    lead = family[0].state.battle
    if lead.over:
        return []
    side = rng.choice(lead.sides_to_decide)
    text = rng.choice(choices(family[0], side))
    secretly = side not in sides and text in secret(family[0], side)
    gone = [after(family[0], side, text, sides)]
    for twin in family[1:]:
        try:
            own = otherwise(text, secret(twin, side), rng) if secretly and rng.random() < 0.5 else text
            gone.append(after(twin, side, own, sides))
        except (SandtableError, IndexError):
            gone.append(None)  # what is legal in one is not in the other: whoever acted could tell them apart
    return [unseen(twin, sides, rng) for twin in alike(gone)]


def otherwise(text: str, ways: list[str], rng: random.Random) -> str:
    """One of these ways instead of ``text``: as often as not one that says a single word otherwise, if there is any.

    Others are told the same of both: another battalion lays its markers at the same place, another card is given.
    """
    words = text.split()
    near = [way for way in ways if sum(a != b for a, b in zip(words, way.split(), strict=False)) == 1]
    near = [way for way in near if len(way.split()) == len(words)]
    return rng.choice(near if near and rng.random() < 0.5 else ways)


def alike(gone: list[tuple[Twin, bool] | None]) -> list[Twin]:
    """Those that look to the seat as the first does, which were told at the same moments."""
    kept = [one for one in gone if one is not None and gone[0] is not None and one[0].seen == gone[0][0].seen]
    kept = [one for one in kept if not one[0].state.battle.over]
    assert len({told for _, told in kept}) <= 1, "it is told at the same moments"
    return [twin for twin, _ in kept]


def after(twin: Twin, side: str, text: str, sides: Sides) -> tuple[Twin, bool]:
    """The twin after one action, and whether the seat is sent anything. IllegalAction where it is not legal there."""
    battle = twin.state.battle.copy()
    battle.engine.turn_to(side)
    action = battle.action(text)
    words = None if side in sides else in_public(battle, action)
    battle.play(action)
    state, changed = twin.state.gone_on(battle, computer.HUMAN)
    told = changed is None or state.seen_alike(sides) in changed
    events = tuple(
        event.text
        for event in battle.last.events
        if event.seen_by is None or (sides and all(each in event.seen_by for each in sides))
    )
    record = known(battle, sides)
    said = text if words is None else words
    if not said and not events and record == twin.seen[-1]:
        assert not told, "the seat has seen nothing, and is sent nothing"
        return Twin(state, twin.seen), False
    return Twin(state, (*twin.seen, said, events, record)), told


def taken_back(twin: Twin, sides: Sides) -> tuple[Twin, bool] | None:
    """The twin after the seat's last action was taken back, all agreeing; None where it cannot be."""
    state = twin.state
    people = [side.key for side in state.battle.sides]
    way = undo_consent.way_back(state, sides, people, analysis=False)
    if way is None:
        return None
    battle = undo_messages.rewound(state.battle, way, True)
    state, changed = state.gone_back(battle, way.number, way.again)
    told = changed is None or state.seen_alike(sides) in changed
    return Twin(state, (*twin.seen, "taken back", known(battle, sides))), told


def unseen(twin: Twin, sides: Sides, rng: random.Random) -> Twin:
    """The twin after up to two actions more of which the seat sees nothing, and is sent nothing."""
    for _ in range(rng.randrange(3)):
        others = [side for side in twin.state.battle.sides_to_decide if side not in sides]
        if not others:
            break
        side = rng.choice(others)
        ways = secret(twin, side)
        if ways:
            hidden, told = after(twin, side, rng.choice(ways), sides)
            if hidden.seen == twin.seen:
                assert not told
                twin = hidden
    return twin


def in_public(battle: Battle, action: Any) -> str | None:
    """What others are told in place of an action's own words; None: they hear those."""
    public = battle.engine.lexicon.phrase(int(action.record["verb"])).public
    return None if public is None else public(battle.array[0], action.record, battle.names)


def choices(twin: Twin, side: str) -> list[str]:
    """What a side may do, in notation."""
    battle = twin.state.battle.copy()
    battle.engine.turn_to(side)
    return [action.text for action in battle.legal()]


def secret(twin: Twin, side: str) -> list[str]:
    """Those of them that others do not hear as they are."""
    battle = twin.state.battle.copy()
    battle.engine.turn_to(side)
    return [action.text for action in battle.legal() if in_public(battle, action) is not None]
