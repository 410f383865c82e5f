"""The scene, the words, and what a general makes of a position."""

from __future__ import annotations

import math

import numpy as np
import pytest

from inter_arma.field import CRAWL, DIRECTION, FAR, FATIGUE, RUN, WALK, Field, armored, man, rider, skirmisher
from sandtable.games.inter_arma.listing.offers import legal_actions
from sandtable.games.inter_arma.record import ACTION, BATTLE, Phase, State, Verb
from sandtable.games.inter_arma.rules.visibility import nearest_seen, seen_by
from sandtable.games.inter_arma.showing.explaining import chance_of_being_seen, explain
from sandtable.games.inter_arma.showing.foresight import fighters, risks, to_fights
from sandtable.games.inter_arma.showing.phrases import PHRASES
from sandtable.games.inter_arma.showing.scene import plain_scene, prompt, result_text, scene
from sandtable.games.inter_arma.thinking.evaluate import evaluate
from sandtable.games.inter_arma.thinking.objectives import goal_of
from sandtable.games.inter_arma.thinking.prizes import prize_of_fire
from sandtable.games.inter_arma.thinking.worth import Feature, worth
from sandtable.kernel.log import new_log
from sandtable.kernel.records import new_actions
from sandtable.kernel.verbs import MAX_FEATURES, MAX_LEGAL
from sandtable.table.scenarios import lay_table
from sandtable.translation import speaking


def words(field: Field, verb: Verb, *actors: int, **fields: object) -> str:
    """What an order is called."""
    said = PHRASES[verb.name].words
    assert said is not None
    return str(said(field.b, field.action(verb, *actors, **fields), field.laid.names))


def best(field: Field) -> str:
    """What looks best to the side to decide."""
    out, features, found = new_actions(MAX_LEGAL, ACTION), np.zeros((MAX_LEGAL, MAX_FEATURES)), np.zeros(MAX_LEGAL)
    n = int(legal_actions(field.b, out))
    worth(field.b, out, n, features, found)
    return Verb(int(out[int(np.argmax(found[:n]))].verb)).name


@pytest.mark.clause("IA-RANGED-7", "IA-RANGED-25")
def test_an_archer_is_offered_the_range_of_each_enemy_forwards_and_backwards() -> None:
    """17.5 cm between bases of 2 cm is half a centimetre within a bow's medium range: 9.5 cm back, or 8.5 cm on."""
    field = Field([skirmisher(30, 30, "N", "bow")], [man(30, 40, "S"), man(2, 30, "E")])
    out = new_actions(MAX_LEGAL, ACTION)
    n = int(legal_actions(field.b, out))
    ways = [(a.mode, round(float(a.x), 2), round(float(a.y), 2), a.fx, a.fy) for a in out[:n] if a.verb == Verb.MOVE]
    assert (WALK, 30.0, 20.5, 0.0, 1.0) in ways
    assert (WALK, 21.5, 30.0, -1.0, 0.0) in ways
    assert (RUN, 21.5, 30.0, -1.0, 0.0) not in ways


def test_danger_counts_by_itself_while_it_is_early() -> None:
    """Of 20 turns the first 11 are early; an Elite in armor 9 cm off may come in either."""
    for turn, feared, other in ((11, Feature.WARY, Feature.DANGER), (12, Feature.DANGER, Feature.WARY)):
        field = Field([man(30, 40)], [armored(30, 51, "S", klass="elite"), FAR], turn=turn)
        orders, row, found = new_actions(1, ACTION), np.zeros((1, MAX_FEATURES)), np.zeros(1)
        orders[0] = field.action(Verb.STAND, 0)
        worth(field.b, orders, 1, row, found)
        assert row[0, feared] > 0.0 and row[0, other] == 0.0


def weighed(field: Field, *orders: object) -> np.ndarray:
    """The features of orders, a row for each."""
    actions = new_actions(len(orders), ACTION)
    for k, order in enumerate(orders):
        actions[k] = order
    rows, found = np.zeros((len(orders), MAX_FEATURES)), np.zeros(len(orders))
    worth(field.b, actions, len(orders), rows, found)
    return rows


@pytest.mark.clause("IA-GOAL-1")
def test_loot_counts_where_it_can_be_taken_up() -> None:
    """On the loot the man would touch the enemy 2 cm behind it, and take nothing; 2 cm short of it one takes it up."""
    field = Field([man(30, 43)], [man(30, 52, "S"), FAR], case={"markers": [{"thing": "loot", "at": [30, 50]}]})
    out = new_actions(MAX_LEGAL, ACTION)
    n = int(legal_actions(field.b, out))
    rows = weighed(field, *out[:n])
    ways = {(round(float(a.x)), round(float(a.y))): k for k, a in enumerate(out[:n]) if a.mode == RUN}
    assert rows[ways[30, 50], Feature.GOAL] == 0.0 and rows[ways[30, 48], Feature.GOAL] == 0.5
    near = Field([man(30, 48)], [man(30, 52, "S"), FAR], case={"markers": [{"thing": "loot", "at": [30, 50]}]})
    assert weighed(near, near.action(Verb.STAND, 0))[0, Feature.GOAL] == 0.5


@pytest.mark.clause("IA-RANGED-21")
def test_a_javelin_is_offered_to_who_has_none_left() -> None:
    """It lies 5 cm off, within a walk of 8: worth the way to a man with a sword, not to one with a javelin or bow."""
    case = {"markers": [{"thing": "javelin", "at": [33, 44]}]}
    for equipment, prize in (("sword", 0.15), ("javelin", None), ("bow", None)):
        field = Field([man(30, 40, "N", equipment)], case=case)
        out = new_actions(MAX_LEGAL, ACTION)
        listed = out[: int(legal_actions(field.b, out))]
        there = [a for a in listed if a.verb == Verb.MOVE and a.mode == WALK and (a.x, a.y) == (33.0, 44.0)]
        assert [row[Feature.GOAL] for row in weighed(field, *there)] == ([] if prize is None else [prize])


@pytest.mark.clause("IA-MORALE-22", "IA-MORALE-34")
def test_who_is_likely_to_lose_a_fight_would_go_out_of_it() -> None:
    """A lone Regular goes from an armored Elite; a hero stays with a Regular; two on one stay as well."""
    lost = Field([man(30, 40), FAR], [armored(30, 42, "S", klass="elite")])
    won = Field([armored(30, 40, klass="hero"), FAR], [man(30, 42, "S")])
    both = Field([man(30, 40, "N", "shield"), man(28, 42, "E", "shield")], [man(30, 42, "S")])
    assert weighed(lost, lost.action(Verb.RETREAT, 0))[0, Feature.CONTACT] > 0.0
    assert weighed(won, won.action(Verb.RETREAT, 0))[0, Feature.CONTACT] < 0.0
    assert weighed(both, both.action(Verb.RETREAT, 0, 1))[0, Feature.CONTACT] < 0.0


@pytest.mark.clause("IA-GOAL-5")
def test_a_torch_is_brought_to_the_wall_of_a_tent() -> None:
    """Its corner is 7.6 cm away on no heading of the compass: one stops where the base touches it, and that counts."""
    tent = {"kind": "building", "id": "tent", "box": [33, 47, 39, 51], "owner": "foes", "burns": True, "tent": True}
    line = {"side": "own", "count": "tents", "points": 1}
    field = Field([man(30, 40, "N", "torch")], ground=[tent], case={"points": [line]})
    out = new_actions(MAX_LEGAL, ACTION)
    listed = out[: int(legal_actions(field.b, out))]
    there = [a for a in listed if a.verb == Verb.MOVE and abs(math.hypot(33.0 - a.x, 47.0 - a.y) - 1.0) < 0.02]
    assert [a.mode for a in there] == [WALK, RUN]
    assert weighed(field, *there)[:, Feature.GOAL].tolist() == [1.0, 1.0]


@pytest.mark.clause("IA-MOVE-10", "IA-MOVE-11")
def test_who_may_run_thinks_of_the_fights_that_they_could_run_to() -> None:
    """A man 10 cm off, whom two fight: not within a walk, and on the way to nothing that one makes for."""
    own = [man(30, 40, klass="elite"), man(28, 50, "E"), man(32, 50, "W")]
    loot = {"markers": [{"thing": "loot", "at": [30, 20]}]}
    field = Field(own, [man(30, 50, "S"), FAR], case=loot, turn=5)
    assert weighed(field, field.action(Verb.DECLARE, 0, mode=RUN))[0, Feature.JOIN] > 0.0


def test_more_go_for_an_enemy_who_carries_more() -> None:
    """For 3 points two men, six more and half as many again: the twelfth nearest goes for the carrier, no more."""
    line = {"side": "own", "count": "marker_taken", "of": "chest", "points": 3}
    loot = {"thing": "loot", "name": "chest", "carrier": "B0", "owner": "foes"}
    field = Field([man(30, 20 + 3 * k) for k in range(13)], [man(30, 60)], case={"markers": [loot], "points": [line]})
    assert goal_of(field.b, 1).y == 60.0 and math.isnan(goal_of(field.b, 0).y)


@pytest.mark.clause("IA-SC1-10", "IA-SC3-12")
def test_a_torch_is_for_what_counts() -> None:
    """The legion loses a point by a tent, none by a tower or the headquarters; the village 2 and 1 by any building."""
    for name, side, prizes in (("camp", 0, {0.0: 3, 1.0: 4}), ("raid", 0, {3.0: 5})):
        b = lay_table("inter-arma", name).record[0]
        burnable = [k for k in range(int(b.terrain.n_features)) if b.sites[k].burnable]
        worths = [float(prize_of_fire(b, side, k)) for k in burnable]
        assert {prize: worths.count(prize) for prize in worths} == prizes


def test_who_stands_where_and_what_is_carried() -> None:
    field = Field(
        [man(30, 40, "N", "shield", "spear", klass="elite")], case={"markers": [{"thing": "loot", "carrier": "A0"}]}
    )
    shown = scene(field.b, field.laid.names)
    assert [figure.shape for figure in shown.figures] == ["disc", "disc"] and shown.unit == "cm"
    facts = dict(shown.figures[0].facts)
    assert facts["Class"] == "elite" and facts["Protection"] == "shield" and facts["Carries"] == "loot"
    field.b.figures[1].state = State.DEAD.value
    after = plain_scene(field.b, field.laid.names)
    assert len(after.figures) == 1 and [len(box.figures) for box in after.boxes] == [0, 1]


def test_who_fights_whom_is_drawn() -> None:
    shown = scene(*_shown(Field([man(30, 40)], [man(32, 40), FAR])))
    assert [overlay.kind for overlay in shown.overlays] == ["contact"]


def _shown(field: Field) -> tuple:  # type: ignore[type-arg]
    return field.b, field.laid.names


@pytest.mark.clause("IA-VIS-1", "IA-CRAWL-1")
def test_how_far_a_figure_sees_and_who_would_see_it_crawl() -> None:
    field = Field([man(20, 20, "E")], [man(40, 20, "W"), FAR])
    assert chance_of_being_seen(field.b, 0) == (2, 1)
    said = [note.text for note in explain(*_shown(field), 0).notes]
    assert said == [
        "It sees 30 cm far, before it and to both sides.",
        "Crawling here it would be seen on 2 of 6: an enemy may see it.",
    ]
    for other in ([rider(20, 20, "E")], [man(20, 20, "E"), man(22, 20, "N")]):  # nobody crawls on a horse, or held
        held = Field(other[:1], [man(40, 20, "W"), FAR, *other[1:]])
        assert not any("rawl" in note.text for note in explain(*_shown(held), 0).notes)
    assert chance_of_being_seen(Field([armored(20, 20)], [man(40, 20, "W")]).b, 0) == (3, 1)
    assert chance_of_being_seen(Field([man(20, 20)], [man(40, 20, "E")]).b, 0) == (0, 0)


@pytest.mark.clause("IA-NIGHT-7", "IA-NIGHT-14")
def test_where_a_group_goes_in_the_dark_is_said() -> None:
    """It meant to go east; 6 and 6 turn it 90 degrees to the left."""
    field = Field([man(40, 40, "E"), man(60, 40, squad="two")], case={"night_until": 8})
    field.play(Verb.HEAD, 0, dice=[(DIRECTION, 6), (DIRECTION, 6)], facing="E")
    notes = [[note.text for note in explain(*_shown(field), i).notes] for i in (0, 1)]
    assert notes[0][-1] == "Its group goes straight to the north in the dark." and "dark" not in notes[1][-1]


def test_what_is_asked() -> None:
    field = Field([man(30, 40)], turn=2)
    assert prompt(*_shown(field)) == "Own: move your figures."
    field.play(Verb.DECLARE, 0, dice=[(FATIGUE, 5)], mode=RUN)
    assert prompt(*_shown(field)) == "Own: move One (A0), who has thrown for fatigue."


def test_how_it_ended() -> None:
    field = Field([man(30, 40)], phase="end", more=[(1, "state", State.DEAD.value)])
    assert field.b.phase == Phase.OVER
    assert result_text(*_shown(field)) == "A draw: nobody leads by 3 points."


def test_what_points_are_for() -> None:
    """A commander wounded counts 3 and a soldier who fled 1 (END-3); the checkpoint 7, the chest 4 for who has it."""
    case = {
        "checkpoints": [{"at": [90, 80], "holder": "own"}],
        "markers": [{"thing": "loot", "name": "chest", "carrier": "B2"}],
        "points": [
            {"side": "own", "count": "checkpoints", "points": 7},
            {"side": "foes", "count": "marker_taken", "of": "chest", "points": 4},
            {"side": "own", "count": "alarm_by", "turn": 3, "points": 5},
        ],
    }
    foes = [man(40, 60, klass="commander"), man(50, 60), man(60, 60)]
    gone = [(1, "state", State.WOUNDED.value), (2, "state", State.FLED.value)]
    own, theirs = plain_scene(*_shown(Field([man(30, 10)], foes, case=case, more=gone))).scores
    assert own.points == 11
    assert own.lines == (("Enemies killed, wounded, captured or fled", 4), ("Checkpoints held", 7))
    assert theirs.points == 4 and theirs.lines == (("Chest taken", 4),)


@pytest.mark.clause("IA-SC1-11")
@pytest.mark.parametrize(
    ("able", "wounded", "said", "russian"),
    [
        (4, 2, "4 able, 2 wounded", "4 боеспособных, 2 раненых"),
        (1, 1, "1 able, 1 wounded", "1 боеспособный, 1 раненый"),
        (5, 0, "5 able", "5 боеспособных"),
        (0, 1, "0 able, 1 wounded", "0 боеспособных, 1 раненый"),
    ],
)
def test_of_those_on_the_table_the_able_are_told_from_the_wounded(
    able: int, wounded: int, said: str, russian: str
) -> None:
    """The dead lie off it, and are neither."""
    state = [State.ABLE] * able + [State.WOUNDED] * wounded + [State.DEAD]
    own = [man(10 + 5 * i, 10) for i in range(len(state))]
    field = Field(own, [man(30, 60)], more=[(i, "state", each.value) for i, each in enumerate(state)])
    score = plain_scene(*_shown(field)).scores[0]
    assert (score.figures, score.stand) == (able + wounded, said)
    with speaking("ru"):
        assert plain_scene(*_shown(field)).scores[0].stand == russian


@pytest.mark.parametrize(
    ("to", "facing", "amount", "said"),
    [
        ((33, 36), 135, 0, "walk 5.0 cm to the south-east"),  # 3 east, 4 south: 143 degrees
        ((33, 36), "W", 0, "walk 5.0 cm to the south-east, facing west"),
        ((26, 43), "N", 1, "walk 5.0 cm to the north-west, facing north, lying down"),  # 53 degrees west of north
        ((15, 46), "W", 0, "walk 16.2 cm to the west"),  # 68 degrees west of north, beyond 67.5
    ],
)
def test_a_move_says_where_it_leads(to: tuple[float, float], facing: object, amount: int, said: str) -> None:
    assert words(Field([man(30, 40)]), Verb.MOVE, 0, to=to, facing=facing, amount=amount) == said


def test_a_move_says_where_it_leads_in_russian() -> None:
    with speaking("ru"):
        assert words(Field([man(30, 40)]), Verb.MOVE, 0, to=(33, 36), facing="W") == (
            "шагом 5,0 см на юго-восток, лицом на запад"
        )


@pytest.mark.clause("IA-MOVE-31")
def test_a_move_into_contact_says_whom_it_reaches() -> None:
    """Bases are 2 cm wide and touch within 0.1 cm: the foe at (30, 46) is touched from (30, 44), not from (30, 43)."""
    field = Field([man(30, 40), man(33, 40)], [man(30, 46, "S"), man(33, 50, "S")])
    assert words(field, Verb.MOVE, 0, to=(30, 44)) == "walk 4.0 cm to the north, reaching One (B0)"
    assert words(field, Verb.MOVE, 0, to=(30, 43)) == "walk 3.0 cm to the north"
    assert words(field, Verb.MOVE, 0, 1, to=(30, 48), mode=RUN) == "run 8.0 cm to the north, reaching One (B0)"
    assert words(field, Verb.MOVE, 1, 0, to=(33, 48), mode=RUN, facing="E", amount=1) == (
        "run 8.0 cm to the north, facing east, reaching One (B1), lying down"
    )
    field.b.figures[2].civilian = 1
    assert words(field, Verb.MOVE, 0, to=(30, 44)) == "walk 4.0 cm to the north", "civilians hold nobody (GOAL-8)"
    field.b.figures[1].civilian = 1
    assert words(field, Verb.MOVE, 1, to=(33, 48)) == "walk 8.0 cm to the north", "nor are they held"
    field.b.figures[1].civilian = 0
    with speaking("ru"):
        assert words(field, Verb.MOVE, 1, to=(33, 48)) == "шагом 8,0 см на север, вплотную: One (B1)"


@pytest.mark.clause("IA-SEQ-11")
def test_a_move_names_nobody_whom_some_side_does_not_see() -> None:
    field = Field([man(30, 40)], [man(30, 46, "S")], concealment="hidden")
    assert words(field, Verb.MOVE, 0, to=(30, 44)).endswith("reaching One (B0)")
    field.b.figures[1].hidden = 1
    assert words(field, Verb.MOVE, 0, to=(30, 44)) == "walk 4.0 cm to the north"


def test_orders_in_words() -> None:
    field = Field([man(30, 40, "N", "javelin"), man(33, 40)])
    assert words(field, Verb.MOVE, 0, to=(30, 44)) == "walk 4.0 cm to the north"
    assert words(field, Verb.MOVE, 0, 1, to=(30, 50), mode=RUN) == "run 10.0 cm to the north"
    assert words(field, Verb.MOVE, 0, amount=1) == "lie down"
    assert words(field, Verb.SHOOT, 0, target=2, item=1) == "throw a javelin at One (B0)"
    assert words(field, Verb.STAND, 0, facing="E") == "stand and turn to the east"


def test_generals_shoot_charge_archers_and_go_for_goals() -> None:
    shooting = Field([man(20, 20, "E", "bow")], [man(30, 20, "W"), FAR], phase="shooting")
    assert best(shooting) == "SHOOT"
    near = Field([armored(30, 40, klass="elite")], [man(30, 46, "N", "bow"), FAR])
    assert best(near) == "MOVE"
    standing = Field([man(20, 20, "E", "bow"), man(60, 60)], [man(33, 20, "W"), FAR], turn=2)
    assert best(standing) != "DECLARE"  # who runs does not shoot


def test_a_lead_looks_better_than_none() -> None:
    even = Field([man(30, 40)] * 1 + [man(10, 10)], [man(30, 80), FAR]).b
    assert evaluate(even, 0) == pytest.approx(0.0, abs=0.02)
    even.figures[2].state = State.DEAD.value
    assert evaluate(even, 0) > 0.1 > -0.1 > evaluate(even, 1)


@pytest.mark.clause("IA-VIS-1", "IA-VIS-4", "IA-VIS-7")
def test_what_nobody_of_a_side_sees_is_dim() -> None:
    """A man who faces north sees 30 cm and both bases' radii, 32; nothing behind, and no farther than a wall."""
    wall = {"kind": "rock", "box": [58, 60, 62, 62]}
    field = Field([man(60, 40)], [man(60, 70, "S"), man(70, 50, "S"), man(60, 20, "S")], ground=[wall])
    shown = scene(field.b, field.laid.names)
    blind = {figure.id: figure.unseen_by for figure in shown.figures}
    assert blind == {"A0": (), "B0": ("own",), "B1": (), "B2": ("own",)}
    [mine] = [sight.points for sight in shown.sights if sight.side == "own"]
    assert mine[0] == (60, 40) and mine[1] == pytest.approx((28, 40)) and mine[-1] == pytest.approx((92, 40))
    assert mine[10] == pytest.approx((60, 60), abs=0.6), "up to the wall, within what 6 halvings of 32 cm tell"


@pytest.mark.clause("IA-CRAWL-1", "IA-CRAWL-2", "IA-VIS-7", "IA-MOVE-33")
def test_what_a_move_risks_is_said_before_it() -> None:
    """A die of 1 or 2 sees who crawls in the open; upright it is seen by both who face it, and sees one before it."""
    field = Field([man(60, 40)], [man(60, 60, "S"), man(60, 20, "N")])

    def said(**order: object) -> list[str]:
        return [note.text for note in risks(field.b, field.laid.names, field.action(Verb.MOVE, 0, **order)).notes]

    assert said(to=(60, 44), mode=CRAWL) == ["It is seen with 33.3 % (1 of 3): 2 enemies may see that place."]
    assert said(to=(60, 44)) == ["From there it sees one enemy; 2 enemies see it."]
    lines = risks(field.b, field.laid.names, field.action(Verb.MOVE, 0, to=(60, 44))).overlays
    assert [line.kind for line in lines] == ["shot", "watched"]


@pytest.mark.clause("IA-VIS-7", "IA-MOVE-33")
@pytest.mark.parametrize(
    ("facings", "seen"),
    [("NN", "no enemy sees any of them"), ("SN", "one enemy sees some of them"), ("SS", "2 enemies see some of them")],
)
def test_how_many_see_a_group_is_said_in_english(facings: str, seen: str) -> None:
    """Two enemies stand north of two men who go there, and look at them or away."""
    field = Field([man(60, 40), man(64, 40)], [man(60 + 4 * k, 60, facing) for k, facing in enumerate(facings)])
    notes = risks(field.b, field.laid.names, field.action(Verb.MOVE, 0, 1, to=(60, 44))).notes
    assert [note.text for note in notes] == [f"From there they see 2 enemies; {seen}."]


@pytest.mark.clause("IA-VIS-7", "IA-RANGED-24")
def test_whom_a_side_sees() -> None:
    """Before it two enemies, of whom one is wounded, and a friend; behind it another enemy."""
    b = Field([man(20, 40, "E"), man(30, 40)], [man(40, 40), man(36, 44, wounded=True), man(10, 38)]).b
    assert seen_by(b, 0) == 1 << 2 and nearest_seen(b, 0) == 2


@pytest.mark.clause("IA-MOVE-35")
def test_to_stand_still_is_listed_once() -> None:
    """It faces its nearest enemy already: to stand still, and to turn to that one, is one order."""
    field = Field([man(20, 40, "E"), man(100, 10)], [man(60, 40, "W"), FAR])
    out = new_actions(MAX_LEGAL, ACTION)
    found = [out[k].tobytes() for k in range(legal_actions(field.b, out)) if out[k].verb == Verb.STAND]
    assert len(set(found)) == len(found) > 0


@pytest.mark.clause("IA-CRAWL-6")
def test_by_house_rule_every_observer_has_a_die() -> None:
    """Two dice: 1 less 4 of 6 twice is 20 of 36."""
    field = Field([man(60, 40)], [man(60, 60, "S"), man(60, 20, "N")], crawl_test_per="observer")
    [note] = risks(field.b, field.laid.names, field.action(Verb.MOVE, 0, to=(60, 44), mode=CRAWL)).notes
    assert note.text.startswith("It is seen with 55.6 % (5 of 9)")


@pytest.mark.clause("IA-SENTRY-2", "IA-SENTRY-5")
def test_how_likely_a_sentry_sights_a_mover_is_said_before() -> None:
    """Two sentries see it within 30 cm, each on 4 or more: 3 of 4."""
    sentries = [man(60, 60, "S", sentry=True), man(64, 60, "S", sentry=True)]
    field = Field([man(60, 40)], sentries, foe_side={"alarm": True})
    found = [note.text for note in risks(field.b, field.laid.names, field.action(Verb.MOVE, 0, to=(60, 44))).notes]
    assert found[1] == "2 sentries throw for it: it is sighted with 75.0 % (3 of 4)."


@pytest.mark.clause("IA-MOVE-33", "IA-MOVE-30")
def test_each_of_a_group_is_stopped_alone() -> None:
    """Three go 8 cm north: the second has a wall 5 cm ahead, and is stopped there alone."""
    field = Field([man(50, 40), man(60, 40), man(70, 40)], ground=[{"kind": "rock", "box": [58, 46, 62, 47]}])
    move = field.action(Verb.MOVE, 0, 1, 2, to=(50, 48))
    texts = [note.text for note in risks(field.b, field.laid.names, move).notes]
    assert texts[0].startswith("One (A1) stops after ") and texts[0].endswith(": a rock is in the way.")
    assert not any("(A0)" in text or "(A2)" in text for text in texts)


@pytest.mark.clause("IA-MOVE-33", "IA-MOVE-31", "IA-MOVE-30")
def test_who_of_a_group_stays_and_why_is_said_before() -> None:
    """The second is in contact, the third before a wall, the fourth has moved; the first goes 8 of 9 cm."""
    rock = [{"kind": "rock", "box": [68, 41, 72, 47]}]
    field = Field([man(50, 40), man(60, 40), man(70, 40), man(80, 40, moved=True)], [man(60, 42), FAR], ground=rock)
    move = field.action(Verb.MOVE, 0, 1, 2, 3, to=(50, 49))
    notes = [(note.text, note.clause) for note in risks(field.b, field.laid.names, move).notes]
    assert notes[:4] == [
        ("One (A1) stays: it is in contact with an enemy.", "IA-MOVE-31"),
        ("One (A2) stays: it cannot pass what is before it.", "IA-MOVE-30"),
        ("One (A3) stays: it has moved.", "IA-MOVE-33"),
        ("It goes as far as it may, which is less than that.", "IA-MOVE-26"),
    ]


@pytest.mark.clause("IA-MELEE-24", "IA-MASS-8")
def test_who_fights_whom() -> None:
    """The two who touch B0, and the spearman behind one of them; B1 stands apart."""
    own = [man(40, 40), man(42, 42, "W"), man(40, 38, "N", "spear")]
    field = Field(own, [man(40, 42, "S"), man(60, 42, "S")], phase="closing")
    later = np.zeros(1, BATTLE)
    later[0] = field.b
    later_b = later.view(np.recarray)[0]
    assert to_fights(later_b, new_log(keep=False)) == 1
    action = field.action(Verb.FIGHT, 0, target=3)
    assert fighters(later_b, action) == (0, 1, 2, 3)
    assert fighters(field.b, action) == ()


def test_who_has_a_torch_is_offered_no_order_of_their_group() -> None:
    """Of four men of one group three are ordered together; the torch is ordered by itself, and so are they."""
    field = Field([man(30, 40), man(34, 40, "N", "torch"), man(38, 40), man(42, 40)])
    out = new_actions(MAX_LEGAL, ACTION)
    moves = [a for a in out[: int(legal_actions(field.b, out))] if a.verb == Verb.MOVE]
    assert {tuple(map(int, a.actors[: a.n_actors])) for a in moves if a.n_actors > 1} == {(0, 2, 3)}
    field.play(Verb.MOVE, 0, to=(30, 44), mode=WALK)
    moves = [a for a in out[: int(legal_actions(field.b, out))] if a.verb == Verb.MOVE]
    assert {tuple(map(int, a.actors[: a.n_actors])) for a in moves} == {(1,)}


@pytest.mark.clause("IA-MASS-8")
def test_a_spear_is_offered_the_second_rank_behind_a_friend_who_fights_and_a_sword_is_not() -> None:
    """The friend at 30,40 touches the enemy at 30,42: whoever touches its back stands at 30,38, two bases on."""
    for weapon, offered in (("spear", True), ("sword", False)):
        field = Field([man(34, 34, "N", weapon), man(30, 40, "N", "sword")], [man(30, 42, "S", "sword"), FAR])
        out = new_actions(MAX_LEGAL, ACTION)
        n = int(legal_actions(field.b, out))
        there = [a for a in out[:n] if a.verb == Verb.MOVE and a.n_actors == 1 and abs(a.x - 30) < 0.05]
        assert any(abs(a.y - 38) < 0.05 for a in there) == offered


@pytest.mark.clause("IA-MASS-8")
def test_a_spear_counts_the_fight_that_it_reaches_past_a_friend() -> None:
    """Two on one gain more than one on one; from 30,37 the friend at 30,40 is 1 cm off, and nothing is reached."""
    for weapon, y, counts in (("spear", 37.98, True), ("sword", 37.98, False), ("spear", 37.0, False)):
        field = Field([man(34, 34, "N", weapon), man(30, 40, "N", "sword")], [man(30, 42, "S", "sword"), FAR])
        row = weighed(field, field.action(Verb.MOVE, 0, to=(30.0, y), mode=WALK))[0]
        assert (row[Feature.RANK] > 0.0) == counts


def test_to_muster_counts_once_it_is_not_early_and_for_those_who_neither_shoot_nor_have_a_torch() -> None:
    """The middle of the men at 30,30 and 50,30 is 40,30: 10 cm off, and 6 after 4 cm. The archer is not drawn to it."""
    for turn, weapon, gained in ((12, "sword", 4.0), (11, "sword", 0.0), (12, "bow", 0.0), (12, "torch", 0.0)):
        field = Field([man(30, 30, "N", weapon), man(50, 30, "N", "sword")], turn=turn)
        row = weighed(field, field.action(Verb.MOVE, 0, to=(34.0, 30.0), mode=WALK))[0]
        assert row[Feature.MUSTER] == pytest.approx(gained)
    near = weighed(field := Field([man(38, 30), man(44, 30)], turn=12), field.action(Verb.MOVE, 0, to=(40, 30)))[0]
    assert near[Feature.MUSTER] == 0.0  # 3 cm from the middle, and nearer, is all the same


@pytest.mark.clause("IA-MORALE-30", "IA-MORALE-34")
def test_a_retreat_counts_the_chance_to_go_behind_the_enemy_next_turn() -> None:
    """Without modifiers two dice make 5 to 8 in 20 of 36 throws; who is behind already has nothing to give up."""
    for order, chance in ((("own", "foes"), 20 / 36), (("foes", "own"), 0.0)):
        field = Field(
            [man(30, 40, "N", "sword"), man(30, 30, "N", "sword", klass="commander")],
            [man(30, 42, "S", "sword"), FAR], case={"initiative": list(order)},
        )  # fmt: skip
        if order[0] == "foes":
            field.done()
        row = weighed(field, field.action(Verb.RETREAT, 0))[0]
        assert row[Feature.YIELDS] == pytest.approx(chance)
