"""What is shown of a battle: figures in ranks and files, cards, markers, radii, zones, odds; in both languages."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
import yaml

import sandtable
from batalist.field import EAST, SOUTH, add, field, ground
from batalist.field import action as do
from sandtable.draw.art import art_of
from sandtable.games.batalist.enums import Formation, Ground, Order, Phase, Role, State, Verb
from sandtable.games.batalist.laying.battalions import add_character
from sandtable.games.batalist.laying.scenario import SCENARIOS, lay
from sandtable.games.batalist.rules import ambush, damage, traps
from sandtable.games.batalist.rules.deployment import stand_ready_made
from sandtable.games.batalist.showing import odds, phrases, zones
from sandtable.games.batalist.showing.naming import names_now
from sandtable.games.batalist.showing.scene import left_to_give, plain_scene, prompt, result_text, scene
from sandtable.games.game import FigureName, Names
from sandtable.games.scenarios import scenario_data
from sandtable.kernel.geometry import facing_of_degrees
from sandtable.kernel.log import new_log
from sandtable.kernel.records import NONE
from sandtable.server.views import battle_messages
from sandtable.server.views.seat_state import shifts
from sandtable.table.cases import adjudicate, answer
from sandtable.translation import VARIABLE, speaking

CASEBOOK = Path(__file__).parents[2] / "casebook" / "batalist"


def named(b):
    """Names for whatever stands on a small field."""
    figures = [FigureName(f"F{i}", f"Battalion {i}", "", "", "B") for i in range(b.n_figures)]
    ground = tuple(f"ground {k}" for k in range(b.terrain.n_features))
    return Names(tuple(figures), ground, sides=("Red", "Blue"))


def table(key="C1", **options):
    data, where = scenario_data(SCENARIOS, key)
    laid = lay(data, options, where)
    b = laid.record[0]
    for side in (0, 1):
        stand_ready_made(b, side)
    b.phase = Phase.ORDERS.value
    return b, laid.names


class TestScene:
    @pytest.mark.clause("BAT-DEF-11", "BAT-DEF-12", "BAT-DEF-13")
    def test_figures_in_ranks_and_files(self):
        b = field()
        for formation, files, ranks in ((Formation.COLUMN, 5, 4), (Formation.WEDGE, 9, 5), (Formation.HEDGEHOG, 5, 5)):
            b.n_figures = 0
            i = add(b, "L1", 0, 40, 30, figures=20, formation=formation)
            grid = plain_scene(b, named(b)).figures[0].grid
            assert (grid.files, grid.ranks, grid.men, grid.formation) == (files, ranks, 20, formation.name.lower())
        b.figures[i].healthy = 17
        assert plain_scene(b, named(b)).figures[0].grid.men == 17

    @pytest.mark.clause("BAT-PRO-3")
    def test_warriors_and_battalions_have_names(self):
        b, names = table()
        assert [one.name for one in names.figures[:3]] == ["Halberdiers", "Halberdiers", "Pikemen"]
        assert [one.name for one in plain_scene(b, names).figures[:3]] == [one.name for one in names.figures[:3]]

    @pytest.mark.clause("BAT-ORD-2", "BAT-ORD-15")
    def test_a_card_face_down_looks_the_same_whatever_it_is(self):
        b = field()
        i = add(b, "L4")
        looks = set()
        for order in (Order.MOVE, Order.SHOOTING_ATTACK, Order.TURN):
            b.figures[i].cards[0] = order
            assert plain_scene(b, named(b)).figures[0].cards == (order.name.replace("_", " ").title(),)
            b.figures[i].cards[0] = Order.HIDDEN
            looks.add(plain_scene(b, named(b)).figures[0].model_dump_json())
        assert len(looks) == 1 and plain_scene(b, named(b)).figures[0].cards == ("",)

    @pytest.mark.clause("BAT-AMB-5", "BAT-AMB-17", "BAT-TRP-5")
    def test_markers_tell_their_set_and_no_more(self):
        b = field(ambush="yes")
        b.sides[1].zone_from, b.sides[1].zone_to = 50, 60
        i = add(b, "L5")
        b.figures[i].state = State.AMBUSH
        wood = ground(b, Ground.WOOD, 30, 20, 40, 30)
        ambush.lay(b, i, wood, 1, 30.0, 20.0, new_log())
        traps.lay_trap(b, 0, 0, 0, 60.0, 20.0, True)
        traps.lay_trap(b, 0, 0, 0, 62.0, 20.0, False)
        markers = plain_scene(b, named(b)).markers
        assert {marker.name for marker in markers[:3]} == {"Ambush marker A (Red)"}
        assert {marker.name for marker in markers[3:]} == {"Trap marker B (Red)"}
        assert len({(marker.name, marker.emblem) for marker in markers}) == 2

    def test_who_deploys_sees_their_own_zone_alone(self):
        """Two zones that look alike would not tell which is theirs: South lays between 0 and 10, North from 50 on."""
        b, names = table()
        b.phase = Phase.DEPLOYMENT
        for side, zone in enumerate(((0, 10), (50, 60))):
            b.sides[side].zone_from, b.sides[side].zone_to = zone
            b.mover = side
            (shown,) = (one for one in zones.overlays(b, names) if one.kind == "deploy")
            assert {y for _, y in shown.points} == set(zone)

    def test_every_scenario_is_drawn(self):
        for number in range(1, 7):
            b, names = table(f"C{number}")
            shown = scene(b, names)
            assert len(shown.figures) + sum(len(box.figures) for box in shown.boxes) == 24
            assert all(figure.facts for figure in shown.figures)

    def test_cards_of_battalions_and_scores(self):
        b, names = table()
        shown = plain_scene(b, names)
        facts = dict(shown.figures[0].facts)
        assert facts["Figures"] == "20 of 20" and facts["Armour"] == "cut/4" and facts["Melee"] == "cut/2"
        assert facts["Skills"] == "Long Weapon" and facts["Commander"].startswith("captain: command")
        assert [score.points for score in shown.scores] == [143, 137]
        assert shown.scores[0].lines == (("Warriors on the field", 143),)
        b.figures[0].state, b.sides[0].in_hospital = State.RESERVE.value, 2
        assert plain_scene(b, names).scores[0].lines == (
            ("Warriors on the field", 123), ("Warriors in reserve, in ambush or to be deployed", 20),
            ("Warriors in hospital", 2),
        )  # fmt: skip
        assert shown.figures[0].riders[0].name == "captain"

    def test_prompts_and_results(self):
        b, names = table()
        b.mover = 0
        assert prompt(b, names).startswith("League of the Free Marches: lay order cards")
        b.phase, b.spell = Phase.DISPEL, 0
        assert prompt(b, names).startswith("Red Tusk Horde: the enemy casts Firebolt"), "in the other side's go"
        b.phase, b.winner, b.end = Phase.OVER, 1, 2
        assert prompt(b, names) == result_text(b, names) == (
            "The Red Tusk Horde win: they have done what the scenario asks. The enemy general has fled."
        )  # fmt: skip
        general = next(who for who in b.characters if who.side == 0 and who.role == Role.GENERAL)
        general.alive = 0
        assert result_text(b, names).endswith(" asks. The enemy general was killed.")
        with speaking("ru"):
            assert result_text(b, names).endswith(" выполнено. Вражеский генерал убит.")
        b.end = 1
        assert "general" not in result_text(b, names)
        b.winner = NONE
        assert result_text(b, names) == "A draw."

    @pytest.mark.clause("BAT-ORD-3", "BAT-HER-2")
    def test_what_is_left_to_give_is_said_with_the_question(self):
        """A captain of skill 2 has given one order, the general of 3 all; a hero has 4 of its reserve."""
        b, names = table()
        b.mover = 0
        for c in range(int(b.n_characters)):
            who = b.characters[c]
            if who.side == 0 and who.role in (Role.GENERAL, Role.CAPTAIN):
                who.command, who.spent = (2, 1) if who.battalion == 0 else (3, 3)
            elif who.side == 0 and who.role == Role.HERO:
                who.reserve = 4 if names.figures[int(who.battalion)].id == "A11" else 0
        assert left_to_give(b, names) == "Halberdiers (A1) 1, of the reserve Sir Aldwin (A11) 4"
        assert prompt(b, names).endswith("Left to give: Halberdiers (A1) 1, of the reserve Sir Aldwin (A11) 4.")
        b.characters["spent"][:] = 9
        b.characters["reserve"][:] = 0
        assert prompt(b, names).endswith("Left to give: nothing.")

    @pytest.mark.clause("BAT-EXE-1")
    def test_a_card_that_is_turned_up_says_what_it_is(self):
        battle = sandtable.new("batalist", scenario="C1", seed="5", options={"deployment": "ready_made"})
        for text in ("give A1 order move from A1", "ready", "give B1 order move from B1", "ready", "go first"):
            battle.play(text)
        step = next(action.text for action in battle.legal() if action.text.startswith("move B1"))
        events = battle.play(step)
        turned = [event for event in events if event.turned]
        assert [(event.turned, event.text) for event in turned] == [("Move", "Orc warriors (B1) turn up a card: Move.")]

    def test_a_card_shows_the_sign_of_its_order(self):
        b = field()
        i = add(b, "L4")
        b.figures[i].cards[:2] = Order.MELEE_ATTACK, Order.HIDDEN
        assert plain_scene(b, named(b)).figures[0].signs == ("melee_attack", "")

    def test_wounded_on_their_way_have_names(self):
        b = field()
        add(b, "L1")
        names = named(b)
        i = add(b, "L1")
        b.figures[i].wounded_of, b.figures[i].wounded, b.figures[i].healthy = 0, 5, 0
        assert names_now(b, names).figures[1].name == "Wounded: Battalion 0"
        assert plain_scene(b, names_now(b, names)).figures[1].grid.wounded == 5


class TestZones:
    @pytest.mark.clause("BAT-ORD-4", "BAT-ORD-5")
    def test_command_radii(self):
        b, names = table()
        b.mover = 0
        for c in range(b.n_characters):
            b.characters[c].radius = 6.0
        drawn = [one for one in scene(b, names).overlays if one.kind == "radius"]
        assert [one.label for one in drawn] == [
            "captain: 6 steps", "general: 6 steps", "captain: 6 steps", "Sir Aldwin: 2 steps",
        ]  # fmt: skip
        # Sir Aldwin's cell is 1 by 2 about (78.5, 8.5): two steps around it
        xs = [x for x, _ in drawn[3].points]
        assert min(xs) == pytest.approx(78.5 - 2.5) and max(xs) == pytest.approx(78.5 + 2.5)

    @pytest.mark.clause("BAT-DEF-17", "BAT-DEF-19", "BAT-DEF-20")
    def test_zones_of_a_battalion_that_faces_east(self):
        b = field()
        i = add(b, "L1", 0, 40, 30, EAST)  # 5 wide, 4 deep; drawn 6 steps far
        found = {one.label: one.points for one in zones.zones(b, i)}
        assert list(found) == ["front zone", "rear zone", "flank"]
        assert found["front zone"][:3] == ((42, 32.5), (42, 27.5), (48, 21.5))
        b.figures[i].formation = Formation.HEDGEHOG
        assert [one.label for one in zones.zones(b, i)] == ["front zone"]
        b.figures[i].formation = Formation.WEDGE
        assert [one.label for one in zones.zones(b, i)] == ["front zone", "rear zone"]

    def test_lane_and_aims(self):
        b = field()
        i = add(b, "L4", 0, 40, 10)
        target = add(b, "O1", 1, 40, 25, SOUTH)
        shown = zones.explain(b, named(b), i)
        assert {one.kind for one in shown.overlays} == {"front", "rear", "flank", "reach", "shot"}
        aimed = next(one for one in shown.overlays if one.kind == "shot")
        assert aimed.points[1] == (40, 23) and aimed.label == "aims at F1, 11.5 steps"
        assert any("Shooting Attack on Battalion 1 (F1)" in note.text for note in shown.notes)
        b.figures[target].state = State.FLED
        assert zones.explain(b, named(b), i).notes == ()


class TestOdds:
    @pytest.mark.clause("BAT-CBT-5", "BAT-CBT-13", "BAT-MOD-15")
    def test_distribution_of_the_frontal_melee(self):
        b = field()
        target, i = add(b, "O1", 1, 0, 2, SOUTH), add(b, "L1", 0, 0, -2)
        damage.prepare_melee(b, i, target, True, False)
        # (20 + 1..6) // 3 is 7 or 8, evenly; and a die
        expected = {8: 1, 9: 2, 10: 2, 11: 2, 12: 2, 13: 2, 14: 1}
        found = odds.loss_chances(b, target, odds.damage_chances(b))
        assert found == {value: Fraction(ways, 12) for value, ways in expected.items()}
        damage.prepare_melee(b, target, i, False, True)
        # 18 // 4 is 4; 5 to 10, halved: 2 3 3 4 4 5
        back = odds.damage_chances(b)
        assert back == {2: Fraction(1, 6), 3: Fraction(1, 3), 4: Fraction(1, 3), 5: Fraction(1, 6)}

    @pytest.mark.clause("BAT-MOR-4", "BAT-STD-2")
    def test_chances_of_morale(self):
        b = field()
        i = add(b, "L1")
        # against a the chance of a failure is (a - 1) / 6: 216 + 125 + 64 + 27 + 8 + 1 ways of none of 1,296
        holds, wavers, falls_back, flees = odds.morale_chances(b, i)
        assert (holds, flees) == (Fraction(441, 1296), Fraction(225, 1296))
        assert holds + wavers + falls_back + flees == 1
        add_character(b, Role.STANDARD_BEARER, i)
        # with +1: (a - 2) / 6 from 3 on: 216 + 216 + 125 + 64 + 27 + 8
        assert odds.morale_chances(b, i)[0] == Fraction(656, 1296)

    @pytest.mark.clause("BAT-MOR-1")
    def test_chance_of_having_to_test(self):
        b = field()
        i = add(b, "O1", figures=24)
        losses = {11: Fraction(1, 4), 12: Fraction(1, 2), 13: Fraction(1, 4)}
        assert odds.test_chance(b, i, losses) == Fraction(3, 4) and b.figures[i].healthy == 24

    def test_cover_is_part_of_the_distribution(self):
        b = field()
        i, target = add(b, "L5", 0, 0, 0), add(b, "O4", 1, 0, 11, SOUTH)
        ground(b, Ground.WOOD, -10, 8, 10, 20)
        damage.prepare_shot(b, i, target, 0)
        # 16 // (2 + 1..6): 5 4 3 2 2 2; and a die
        found = odds.damage_chances(b)
        assert found[3] == Fraction(3, 36) and found[11] == Fraction(1, 36) and sum(found.values()) == 1

    def test_the_formula_in_words(self):
        b = field()
        target, i = add(b, "O1", 1, 0, 2, SOUTH), add(b, "L1", 0, 0, -2)
        said = list(odds.attack_notes(b, named(b), i, target, False))
        assert said[0][0].startswith(
            "Melee Attack on Battalion 0 (F0): [20 (10 fighters of strength 2) + D6 (melee order)] ÷ 3 + D6. "
            "It loses 8 to 14 figures, 11.0 on average (8: 8 %, 9: 17 %, 10: 17 %, 11: 17 %, 12: 17 %, 13: 17 %, "
            "14: 8 %). It must test morale with a chance of 42 %"
        )
        assert said[1][0] == (
            "Its reply: [18 (6 fighters of strength 3)] ÷ 4 + D6, halved. You lose 2 to 5 figures, 3.5 on average "
            "(2: 17 %, 3: 33 %, 4: 33 %, 5: 17 %)."
        )


class TestRussian:
    def test_the_same_table_in_russian(self, monkeypatch):
        monkeypatch.setenv(VARIABLE, "ru")
        b, names = table()
        b.mover = 0
        assert names.title == "C1 Чистое поле" and names.sides == ("Лига Вольных Марок", "Орда Красного Клыка")
        assert names.figures[0].name == "Алебардисты"
        assert prompt(b, names).startswith("Лига Вольных Марок: осталось отдать (можно не все): ")
        shown = plain_scene(b, names)
        assert dict(shown.figures[0].facts)["Фигурок"] == "20 из 20"
        english = [text for figure in shown.figures for fact in figure.facts for text in fact if has_english(text)]
        assert english == [] and not any(has_english(one.label) for one in shown.features)
        b.figures[0].cards[0] = Order.MELEE_ATTACK
        assert plain_scene(b, names).figures[0].cards == ("Рукопашная атака",)

    def test_actions_as_a_player_says_them(self, monkeypatch):
        b, names = table()
        action = {"actors": [0], "target": 12, "amount": Order.MOVE.value, "item": 0}
        assert phrases.PHRASES["GIVE"].words(b, action, names) == "Move, from Orc warriors (B1)"
        monkeypatch.setenv(VARIABLE, "ru")
        assert phrases.PHRASES["GIVE"].words(b, action, names) == "приказ «Движение»; от кого: Orc warriors (B1)"
        own = action | {"target": 0}
        assert phrases.PHRASES["GIVE"].words(b, own, names) == "приказ «Движение»"
        assert phrases.PHRASES["GIVE"].public(b, action, names) == ""
        b.phase = Phase.EXECUTION
        assert phrases.PHRASES["GIVE"].public(b, action, names) is None


@pytest.mark.clause("BAT-ACT-7", "BAT-ACT-8")
@pytest.mark.parametrize(
    ("legs", "said"),
    [
        ([], "move 5 steps ahead to the right"),  # to (43, 24), straight: 3, 4, 5
        ([(0.0, 0.0, 0.0)], "stand still"),
        ([(2.5, 0.0, 0.0)], "move 2.5 steps ahead to the right"),
        ([(-2.5, 1.5, 0.0)], "move 4 steps ahead to the right"),
        (
            [(0.0, 0.0, 36.0), (2.0, 0.0, 0.0)],
            "move 5.1 steps ahead to the right",
        ),  # a tenth of a circle 5 steps about is 3.14
        ([(0.0, 0.0, -36.0), (2.0, 0.0, 0.0)], "move 5.1 steps ahead to the right"),
    ],
)
def test_how_far_a_move_goes_is_what_its_legs_and_wheels_come_to(legs, said):
    b = field()
    i = add(b, "L1", 0, 40, 20)  # five files
    move = do(b, Verb.MOVE, i, x=43.0, y=24.0, n_via=len(legs))
    for k, (ahead, aside, degrees) in enumerate(legs):
        move.via[k], move.aside[k] = (ahead, degrees), aside
    assert phrases.PHRASES["MOVE"].words(b, move, named(b)) == said


@pytest.mark.parametrize(
    ("facing", "to", "ends", "english", "russian"),
    [
        (0, (40, 23), 0, "move 3 steps ahead", "двигаться на 3 шага вперёд"),
        (180, (40, 23), 180, "move 3 steps back", "двигаться на 3 шага назад"),
        (0, (38, 20), 0, "move 2 steps to the left", "двигаться на 2 шага влево"),
        (90, (38, 18), 90, "move 2.8 steps back to the right", "двигаться на 2,8 шага назад и вправо"),
        (350, (39, 24), 5, "move 4.1 steps ahead, wheeling 15 degrees to the right",
         "двигаться на 4,1 шага вперёд, с захождением на 15 градусов вправо"),
    ],
)  # fmt: skip
def test_a_move_is_said_with_the_hand_to_which_it_leads_and_its_wheel(facing, to, ends, english, russian):
    """Seen by who faces east, 2 west and 2 south is behind and to the right; 1 west and 4 north is 14 degrees."""
    b = field()
    i = add(b, "L1", 0, 40, 20, facing)
    move = do(b, Verb.MOVE, i, x=float(to[0]), y=float(to[1]))
    move.fx, move.fy = facing_of_degrees(ends)
    for language, said in (("en", english), ("ru", russian)):
        with speaking(language):
            assert phrases.PHRASES["MOVE"].words(b, move, named(b)) == said


@pytest.mark.volume
@pytest.mark.full
@pytest.mark.clause("BAT-CBT-5", "BAT-CBT-2")
def test_each_loss_by_itself_before_an_attack():
    """Case 2. (20 + D6) / 3 is 7 or 8, each by three faces; with one D6 more 8 to 14 orcs fall, the ends by 1 in 12.

    The reply is (18 / 4 + D6) halved: 5 to 10, so 2 by one face, 3 and 4 by two, 5 by one.
    """
    path = Path(__file__).parents[2] / "casebook" / "batalist" / "02-frontal-melee.yaml"
    case = yaml.safe_load(path.read_text("utf-8")) | {"dice": [], "actions": [], "expect": []}
    battle = answer(case, "case", seed=1).battle
    chances = {
        one.text: one.percent for one in battle_messages.odds(battle, battle.action("charge A1 at B1"), 1, 1).singly
    }
    lost = {n: chances[f"Orc warriors (B1) lose {n} figures."] for n in range(8, 15)}
    ends, middle = pytest.approx(8.33, abs=2.5), pytest.approx(16.67, abs=2.5)  # the whole tree is sampled
    assert lost == {8: ends, 9: middle, 10: middle, 11: middle, 12: middle, 13: middle, 14: ends}
    back = {n: chances[f"Halberdiers (A1) lose {n} figures."] for n in range(2, 6)}
    double = pytest.approx(33.33, abs=2.5)
    assert back == {2: middle, 3: double, 4: double, 5: middle}
    orcs = [text for text in chances if text.startswith("Orc warriors (B1) lose")]
    assert orcs == [f"Orc warriors (B1) lose {n} figures." for n in range(8, 15)]
    assert list(chances)[: len(orcs)] == orcs, "what it costs is read first"
    attack, reply = (text for text, _ in odds.attack_notes(battle.record, battle.names, 0, 1, False))
    assert "(8: 8 %, 9: 17 %, 10: 17 %, 11: 17 %, 12: 17 %, 13: 17 %, 14: 8 %)" in attack  # and these are exact
    assert "(2: 17 %, 3: 33 %, 4: 33 %, 5: 17 %)" in reply


def has_english(text):
    """A word in Latin letters."""
    return any("a" <= letter.lower() <= "z" for letter in text)


def test_who_comes_back_in_column_is_written_and_read_alike():
    battle = sandtable.new("batalist", scenario="C1", seed=1)
    text = "return A1 to 40,5 facing 0 formation column"
    assert battle.action(text).text == text


def test_who_is_deployed_comes_from_beside_the_table():
    battle = sandtable.new("batalist", seed=1)
    deployed = next(action for action in battle.legal() if action.figures)
    before = battle.copy().record
    battle.play(deployed)
    (shift,) = shifts(battle, before, battle.record)
    assert shift.id == deployed.figures[0] and shift.before is None and shift.after is not None


@pytest.mark.clause("BAT-CBT-5", "BAT-CBT-14")
def test_dice_of_the_formula_are_said_to_come() -> None:
    """Naphtha: 16, 7 for the cells, and three dice, of the Column, the large shields and the damage, still unknown."""
    battle = adjudicate(CASEBOOK / "07-a-jet.yaml").asked
    shot = next(one for one in battle.legal() if one.text.startswith("shoot"))
    (ledger,) = battle.odds(shot, max_leaves=3, samples=3).tallies
    assert [(line.clause, line.amount) for line in ledger.lines if not line.thrown] == [
        ("BAT-CBT-5", 16),
        ("BAT-SKL-3", 7),
    ]
    assert [line.clause for line in ledger.lines if line.thrown] == ["BAT-MOD-7", "BAT-SKL-30", "BAT-CBT-4"]
    assert ledger.score == 23


@pytest.mark.clause("BAT-TOD-9")
def test_what_takes_away_is_written_with_its_sign():
    """Case 53: at midnight 15 is 12; the formula said + -3."""
    case = yaml.safe_load((CASEBOOK / "53-at-midnight.yaml").read_text("utf-8")) | {
        "dice": [],
        "actions": [],
        "expect": [],
    }
    battle = answer(case, "case", seed=1).battle
    ((text, _),) = odds.attack_notes(battle.record, battle.names, 0, 1, True)
    assert "[15 (5 fighters of strength 3) − 3 (the hour) + D6 (target column)]" in text


def test_a_gate_is_drawn_as_one_in_its_wall():
    """C5 has eight sections of wall, a gate between the fourth and the fifth, two houses and a fence."""
    wall = battle_messages.scenario_scene("batalist", "C5").features
    kinds = [feature.kind for feature in wall if feature.kind in ("building", "gatehouse")]
    assert kinds == [*["building"] * 4, "gatehouse", *["building"] * 7]
    art = art_of("batalist")
    assert {"thing-gatehouse", "ground-building"} <= art.ids
    assert "} .gate-door {" in art.styles, "what a use shows has no ancestors: no rule of theirs holds in it"
