"""Why an order is refused: the fact that decided, what it measured, its clause; no sentence with a gap in it."""

from __future__ import annotations

import math
import random
from pathlib import Path
from typing import Any

import pytest

from inter_arma.field import BACK, CRAWL, CROWD, FAR, FATIGUE, MORALE, READER, RUN, WALK, Field, knight, man, rider
from nonsense import nonsense
from sandtable.games import get_game
from sandtable.games.inter_arma.clauses import FOLDER, Code
from sandtable.games.inter_arma.laying.scenario import CALLED
from sandtable.games.inter_arma.record import Ground, Mode, Verb
from sandtable.games.inter_arma.rules import sequence
from sandtable.games.inter_arma.rules.ambush import judge_ambush
from sandtable.games.inter_arma.rules.blows import judge_strike
from sandtable.games.inter_arma.rules.pairing import judge_fight
from sandtable.games.inter_arma.rules.ranged import judge_target
from sandtable.games.language import translated
from sandtable.games.rulebook import read_texts
from sandtable.kernel.dice import new_dice
from sandtable.kernel.log import Kind, new_log
from sandtable.kernel.records import NOBODY, NONE, new_actions
from sandtable.table.cases import adjudicate
from sandtable.table.log_entries import Words
from sandtable.table.name_index import NameIndex
from sandtable.table.scenarios import lay_table
from sandtable.translation import speaking

GAME = get_game("inter-arma")
TEXTS = read_texts(FOLDER)
ROCK = [{"kind": "rock", "id": "menhir", "box": [38, 44, 42, 46]}]
TOWER = [{"kind": "tower", "id": "keep", "box": [40, 40, 44, 44]}]
BOW = man(40, 40, "N", "bow")


def reasons(log: Any) -> Any:
    """Those of a log's entries that are reasons."""
    entries = log.entries[: log.n]
    return entries[entries["kind"] == Kind.REASON.value]


def said(field: Field, verb: Verb, *actors: int, **fields: Any) -> tuple[str, str, tuple[float, ...]]:
    """The reason, its clause and what it draws."""
    (reason,) = Words(NameIndex(GAME, field.laid.names)).read(
        reasons(field.judged(field.action(verb, *actors, **fields)))
    )
    drawn = tuple(round(value, 2) for value in reason.geometry) if reason.geometry else ()
    return reason.text.replace("One (", "("), str(reason.clause), drawn


MOVES = [
    # 12 cm lead past a rock that begins 44 - 1 cm from the figure's front; a figure stops 0.05 before it or touches
    (Field([man(40, 40)], ground=ROCK), (40, 47), RUN, "The menhir is in the way of (A0) after 3 cm.", "IA-MOVE-30"),
    (Field([man(3, 40)]), (0.5, 40), WALK, "The edge of the table is in the way of (A0) after 2 cm.", "IA-MOVE-30"),
    (Field([man(40, 40)]), (49, 40), WALK, "(A0) would go 9 cm; it may go 8 cm.", "IA-MOVE-26"),
    (
        Field([man(40, 40)], [man(40, 46), FAR]),
        (40, 47),
        WALK,
        "Contact with (B0) ends the move of (A0) after 4 cm.",
        "IA-MOVE-31",
    ),
    (
        Field([man(40, 40)], [man(40, 42), FAR]),
        (40, 36),
        WALK,
        "(A0) is in contact with (B0) and can only break contact or retreat.",
        "IA-MOVE-31",
    ),
    (Field([man(40, 40), man(40, 45)]), (40, 44), WALK, "(A1) stands where (A0) would.", "IA-MOVE-30"),
    (
        Field([man(40, 40, klass="civilian"), man(100, 70)], [man(40, 46), FAR]),
        (40, 47),
        WALK,
        "(B0) is in the way of (A0) after 4 cm.",
        "IA-MOVE-30",
    ),
    (Field([rider(40, 40)]), (40, 44), WALK, "(A0) rides: cavalry neither walks nor crawls, it runs.", "IA-MOVE-7"),
    (Field([knight(40, 40)]), (40, 44), CRAWL, "(A0) rides: cavalry neither walks nor crawls, it runs.", "IA-MOVE-8"),
    (Field([man(40, 40)]), (40, 40), WALK, "(A0) would go nowhere: who stays is ordered to stand.", "IA-MOVE-9"),
    (
        Field([man(40, 40)], ground=[{"kind": "low", "line": [[30, 42], [50, 42]]}]),
        (40, 43),
        CRAWL,
        "(A0) cannot crawl over an obstacle, into a stream or aboard, where the way leads after 1.95 cm.",
        "IA-MOVE-22",
    ),
]


@pytest.mark.parametrize(("field", "to", "mode", "text", "clause"), MOVES)
def test_moves(field: Field, to: tuple[float, float], mode: int, text: str, clause: str) -> None:
    assert said(field, Verb.MOVE, 0, to=to, mode=mode)[:2] == (text, clause)


SHOTS = [
    ([BOW], [man(40, 66, "S"), FAR], (), "(B0) is 24 cm away; (A0)'s weapon carries 25 cm.", None),
    ([BOW], [man(40, 68, "S"), FAR], (), "(B0) is 26 cm away; (A0)'s weapon carries 25 cm.", "IA-RANGED-11"),
    ([BOW], [man(40, 73, "S"), FAR], (), "(B0) is 31 cm away; (A0) sees 30 cm far there.", "IA-RANGED-24"),
    ([BOW], [man(40, 30, "S"), FAR], (), "(B0) is not before (A0), who does not see it.", "IA-VIS-7"),
    ([BOW], [man(40, 50, "S"), FAR], ROCK, "The menhir is between (A0) and (B0).", "IA-VIS-4"),
    ([BOW], [man(40, 50, "S", lying=True), FAR], (), "(B0) lies unseen by (A0).", "IA-CRAWL-7"),
    ([BOW], [man(40, 50, "S", wounded=True), FAR], (), "(B0) lies wounded.", "IA-WOUND-1"),
    ([BOW, man(40, 45)], [man(40, 50, "S"), FAR], (), "(A1) stands in (A0)'s line of fire.", "IA-RANGED-28"),
    (
        [BOW, man(42, 50)],
        [man(40, 50, "S"), FAR],
        (),
        "(A1) is in contact with (B0), who cannot be shot at.",
        "IA-RANGED-26",
    ),
    (
        [man(40, 40, "N", "bow", mode="run", moved=True)],
        [man(40, 50, "S"), FAR],
        (),
        "(A0) has run in this turn.",
        "IA-RANGED-25",
    ),
    ([man(40, 40, "N", "bow", lying=True)], [man(40, 50, "S"), FAR], (), "(A0) lies on the ground.", "IA-MOVE-25"),
    (
        [man(40, 40, "N", "sword")],
        [man(40, 50, "S"), FAR],
        (),
        "(A0) has neither bow, sling nor crossbow.",
        "IA-RANGED-16",
    ),
    (
        [man(40, 40, "N", "pilum")],
        [man(40, 50, "S"), FAR],
        (),
        "(A0) has no bow, sling or crossbow, but a javelin: an order to throw it says javelin 1.",
        "IA-RANGED-16",
    ),
]


@pytest.mark.parametrize(("own", "foes", "ground", "text", "clause"), SHOTS)
def test_shots(own: list, foes: list, ground: Any, text: str, clause: str | None) -> None:  # type: ignore[type-arg]
    """A second archer with a target of its own keeps the step of shooting open."""
    target = len(own) + 1
    more = [*foes, man(100, 50, "S")]
    field = Field([*own, man(100, 40, "N", "bow")], more, ground=ground, phase="shooting")
    if clause is None:
        assert field.reasons(Verb.SHOOT, 0, target=target) == []
    else:
        assert said(field, Verb.SHOOT, 0, target=target)[:2] == (text, clause)


OTHERS = [
    (
        Verb.CLIMB,
        {"target": 0, "to": (36, 42)},
        Field([man(36, 42)], ground=TOWER),
        "The keep is 3 cm from where (A0) would be, and must be touched.",
        "IA-TABLE-13",
    ),
    (
        Verb.CLIMB,
        {"target": 0, "to": (39, 42)},
        Field([man(39, 42)], [man(41, 42, tower="keep"), FAR], ground=TOWER),
        "(B0), an enemy of (A0), is on top of that tower.",
        "IA-TABLE-13",
    ),
    (
        Verb.CLIMB,
        {"target": 0, "to": (38.5, 42)},
        Field([rider(38.5, 42)], ground=TOWER),
        "(A0) rides and climbs no tower.",
        "IA-TABLE-13",
    ),
    (
        Verb.CLIMB,
        {"target": 1, "to": (39, 42)},
        Field([man(39, 42)], ground=TOWER),
        "The order names no tower.",
        "IA-TABLE-13",
    ),
    (
        Verb.LEAVE,
        {"to": (40, 3)},
        Field([man(40, 8)]),
        "(A0) would be 2 cm from its own edge of the table.",
        "IA-MOVE-32",
    ),
    (Verb.LEAVE, {"to": (40, 1)}, Field([man(40, 12)]), "(A0) would go 11 cm; it may go 8 cm.", "IA-MOVE-26"),
    (Verb.BREAK, {}, Field([BOW]), "(A0) is in contact with no enemy.", "IA-BREAK-3"),
    (
        Verb.DECLARE,
        {"mode": RUN},
        Field([man(40, 40)]),
        "Nobody throws for fatigue in turn 1, (A0) neither.",
        "IA-MOVE-10",
    ),
    (
        Verb.DECLARE,
        {"mode": RUN},
        Field([rider(40, 40)], turn=2),
        "(A0) rides, and cavalry does not throw for fatigue.",
        "IA-MOVE-14",
    ),
    (Verb.HEAD, {}, Field([man(40, 40)]), "Direction dice are thrown by night only.", "IA-NIGHT-6"),
    (
        Verb.HEAD,
        {},
        Field([man(40, 40, moved=True), man(50, 40)], case={"night_until": 5}),
        "(A0) has had its movement of this turn.",
        "IA-MOVE-33",
    ),
    (
        Verb.HEAD,
        {},
        Field([man(40, 40, wounded=True), man(50, 40)], case={"night_until": 5}),
        "(A0) lies wounded.",
        "IA-WOUND-1",
    ),
    (
        Verb.STAND,
        {"to": (40, 43)},
        Field([man(40, 40)]),
        "(A0) turns on the spot when it stands, and does not go 3 cm.",
        "IA-MOVE-35",
    ),
]


@pytest.mark.parametrize(("verb", "fields", "field", "text", "clause"), OTHERS)
def test_other_orders(verb: Verb, fields: dict[str, Any], field: Field, text: str, clause: str) -> None:
    assert said(field, verb, 0, **fields)[:2] == (text, clause)


@pytest.mark.clause("IA-MOVE-30", "IA-RANGED-11", "IA-COMBAT-2")
def test_what_was_measured_is_drawn() -> None:
    """From where the figure stands to where it would; from shooter to target; from base to base."""
    assert said(Field([man(40, 40), man(40, 45)]), Verb.MOVE, 0, to=(40, 44), mode=WALK)[2] == (40, 44, 40, 45)
    far = Field([BOW, man(100, 40, "N", "bow")], [man(40, 68, "S"), man(100, 50, "S")], phase="shooting")
    assert said(far, Verb.SHOOT, 0, target=2)[2] == (40, 40, 40, 68)
    held = Field([man(40, 40)], [man(42.1, 40), FAR])
    assert said(held, Verb.MOVE, 0, to=(40, 44), mode=WALK)[2] == (41, 40, 41.1, 40)
    behind = Field(
        [BOW, man(40, 45), man(100, 40, "N", "bow")], [man(40, 50, "S"), man(100, 50, "S")], phase="shooting"
    )
    assert said(behind, Verb.SHOOT, 0, target=3)[2] == (40, 40, 40, 50)


@pytest.mark.clause("IA-MOVE-33", "IA-MORALE-34")
def test_whom_a_reason_names() -> None:
    """Of two who have thrown the one farther west goes first; a group's second who asks to retreat is told so."""
    field = Field([man(34, 40), man(30, 40), man(60, 40)], turn=2)
    field.play(Verb.DECLARE, 0, 1, dice=[(FATIGUE, 3), (FATIGUE, 3)], mode=RUN)
    assert (
        said(field, Verb.MOVE, 2, to=(60, 44), mode=WALK)[0] == "(A1) has thrown for fatigue and must go before (A2)."
    )
    field = Field([man(40, 40), man(44, 40), man(40, 60, klass="commander", squad="staff")], [man(42, 40), FAR])
    field.play(Verb.RETREAT, 0, dice=[(MORALE, 4), (MORALE, 5)])
    assert said(field, Verb.RETREAT, 1)[0] == "(A1)'s group has asked to retreat in this turn."


@pytest.mark.clause("IA-AMBUSH-1", "IA-MASS-12", "IA-SEQ-9", "IA-RANGED-24")
def test_beyond_the_last_figure_is_nobody() -> None:
    field = Field([man(40, 40, "N", "bow")], [FAR])
    b = field.b
    for target in (-1, int(b.n_figures), len(b.figures)):
        action = field.action(Verb.FIGHT, 0, target=target)
        for judge in (judge_ambush, judge_strike, judge_fight):
            log = new_log()
            assert tuple(judge(b, action, log)) == (0, 0) and READER.codes(log, Kind.REASON) == ["NAMES_NO_PAIR"]
        log = new_log()
        assert judge_target(b, 0, target, 0, log) == 0 and READER.codes(log, Kind.REASON) == ["NO_TARGET"]


@pytest.mark.clause("IA-WOUND-1", "IA-WOUND-10", "IA-GOAL-8", "IA-TABLE-13")
def test_who_is_no_pair() -> None:
    """No number of a figure; a wounded man in melee; and who lies on a tower, 2 cm off, is not touched from below."""
    after = Field([man(40, 40), *BACK], [man(42, 40, wounded=True), *CROWD], phase="wounded")
    for verb in (Verb.DISPATCH, Verb.SLAY):
        for beyond in (-1, len(after.b.figures), int(after.b.n_figures)):
            assert after.reasons(verb, 0, target=beyond) == ["NAMES_NO_PAIR"]
    melee = Field([man(40, 40), man(60, 40), man(38, 40, wounded=True), *BACK],
                  [man(42, 40), man(62, 40), *CROWD], phase="melee")  # fmt: skip
    assert melee.reasons(Verb.FIGHT, 2, target=11) == ["LIES_WOUNDED"]
    foes = [man(41, 42, wounded=True, tower="keep"), man(62, 40, wounded=True), *CROWD]
    tower = Field([man(39, 42), man(60, 40), *BACK], foes, phase="wounded",
                  ground=[{"kind": "tower", "id": "keep", "box": [40, 40, 44, 44]}])  # fmt: skip
    assert tower.reasons(Verb.DISPATCH, 0, target=10) == ["DOES_NOT_TOUCH"]


def gaps(entry: Any) -> list[str]:
    """What the sentence of a reason names and the entry does not say."""
    sentence, found = TEXTS[Code(int(entry.code)).name], []
    found += [name for name in ("actor", "other", "item") if "{" + name in sentence and entry[name] == NONE]
    if "{value" in sentence and not (math.isfinite(entry.value) and entry.value >= 0.0):
        found.append("value")
    if "{hundredths" in sentence and entry.amount < 0:
        found.append("hundredths")
    if "{ground" in sentence and entry.amount < 0:
        found.append("ground")
    return found


@pytest.mark.parametrize(
    ("scenario", "options"),
    [("night", {}), ("raid", {}), ("camp", {}), ("ford", {"concealment": "hidden", "spears_await": "those_touched"})],
)
def test_no_sentence_has_a_gap(scenario: str, options: dict[str, str]) -> None:
    """Orders that nobody would give, in positions of random battles."""
    rng, log, action = random.Random(scenario), new_log(), new_actions(1, GAME.action)[0]
    laid = lay_table("inter-arma", scenario, options)
    b, dice, planner = laid.record[0], new_dice(1), new_dice("planner")
    words = Words(NameIndex(GAME, laid.names))
    GAME.verbs.setup(b, dice, new_log(keep=False))
    told: set[str] = set()
    for _ in range(40):
        if sequence.current_side(b) == NOBODY:
            break
        for _ in range(12):
            order = nonsense(GAME, b, rng)
            order.mode = rng.randrange(-1, len(Mode))
            if rng.random() < 0.7:
                order.n_actors, order.n_via = 1, 0
            log.n = 0
            before = b.tobytes()
            sequence.judge(b, order, log)
            assert b.tobytes() == before
            for entry in reasons(log):
                told.add(Code(int(entry.code)).name)
                assert gaps(entry) == [], TEXTS[Code(int(entry.code)).name]
            assert "None" not in " ".join(finding.text for finding in words.read(reasons(log)))
        dice.n_thrown = 0
        GAME.verbs.sample_action(b, planner, action)
        GAME.verbs.apply(b, action, dice, new_log(keep=False))
    assert len(told) >= 15, sorted(told)


def test_ground_without_a_name_is_called_by_its_kind_in_either_language() -> None:
    case = adjudicate(Path(__file__).resolve().parents[2] / "casebook" / "inter-arma" / "82-blows-over-a-fence.yaml")
    assert case.rulings[3].judgement.reasons[0].text == "A low obstacle lies on the way of Regular (D)."
    with speaking("ru"):
        for kind in Ground:
            words = f"A {CALLED.get(kind, kind.name.lower())}"
            assert translated(FOLDER, words) != words
