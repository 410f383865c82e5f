"""Who may do what in each step: refusals of every verb, each beside a legal action that differs in one thing."""

from __future__ import annotations

from typing import Any

import pytest

from flash_flood.sewer_table import GAUNT, GUARD, a_map, dice, man
from flash_flood.turn_table import NONE, Phase, Side, Verb, action, do, drawn, events, moment, refusals, told
from sandtable.games.flash_flood.record import Load, Standing, Where
from sandtable.games.flash_flood.rules import rounds
from sandtable.games.flash_flood.rules.movement_phase import is_free
from sandtable.kernel.log import new_log

CLOSED = a_map(
    width=80, nodes={"W": [4, 10], "E": [74, 10]},
    barriers={"G": {"kind": "grate", "corridor": "A", "at": 18.5, "impassable": True}},
)  # fmt: skip
"""A grate across the drain at x 22.5, Impassable at all times."""

Change = tuple[str, int, dict[str, Any]]

A, B, FAR_B, DEAD_B, C, T, U = range(7)
"""A and C are alone, B is a squad of two and a dead one, T and U are an enemy squad of two."""


def table(phase: Phase, *changes: Change, active: int = NONE, **options: Any) -> Any:
    """Guards at 20 (A), 30 and 32 (B) and 40 (C), Termagants at 50 and 52 (T); with these fields changed."""
    b = moment(
        man(GUARD, (20, 10), unit=0), man(GUARD, (30, 10), unit=1), man(GUARD, (32, 10), unit=1),
        man(GUARD, (33.5, 10), unit=1, wounds=0), man(GUARD, (40, 10), unit=2),
        man(GAUNT, (50, 10), side=1, unit=3), man(GAUNT, (52, 10), side=1, unit=3), phase=phase, **options,
    )  # fmt: skip
    for part, place, fields in changes:
        for name, value in fields.items():
            b[part][place][name] = value
    b.active = active
    return b


def unit(u: int, **fields: Any) -> Change:
    return ("units", u, fields)


def squad(u: int, **fields: Any) -> Change:
    return ("squads", u, fields)


def figure(i: int, **fields: Any) -> Change:
    return ("figures", i, fields)


TOUCHES_B = figure(T, x=33.0)
TOUCHES_A = figure(T, x=21.0)
APART = figure(FAR_B, standing=Standing.STRAGGLER.value)


@pytest.mark.clause("C40-GEN-7", "C40-MOV-5", "C40-MOR-8", "FLOOD-MIS-11", "FLOOD-MIS-13", "FLOOD-COH-8")
@pytest.mark.parametrize("verb", [Verb.TAKE_UP, Verb.WADE, Verb.RUN, Verb.CHARGE])
@pytest.mark.parametrize(
    ("changes", "actors", "expected"),
    [
        ((), (B,), []),
        ((), (), ["NAMES_NOBODY"]),
        ((), (T,), ["NOT_YOUR_TURN"]),
        ((), (DEAD_B,), ["IS_GONE"]),
        ((unit(1, done=1),), (B,), ["HAS_FINISHED"]),
        ((unit(0, done=1),), (B,), []),
        ((unit(1, falling_back=1),), (B,), ["FALLS_BACK"]),
        ((unit(0, falling_back=1),), (B,), []),
        ((squad(1, scattered=1),), (B,), ["IS_SCATTERED_NOW"]),
        ((squad(0, scattered=1),), (B,), []),
        ((TOUCHES_B,), (B,), ["IS_LOCKED"]),
        ((TOUCHES_A,), (B,), []),
    ],
)
def test_a_unit_acts_as_units_do(verb: Verb, changes: Any, actors: tuple[int, ...], expected: list[str]) -> None:
    phases = {Verb.RUN: Phase.SHOOTING, Verb.CHARGE: Phase.CHARGING}
    b = table(phases.get(verb, Phase.MOVEMENT), figure(U, x=36.0), *changes)
    assert refusals(b, action(verb, *actors, target=U)) == expected
    if actors == (B,):
        assert is_free(b, 1) == (expected == [])


@pytest.mark.clause("C40-GEN-7", "FLOOD-COH-8")
def test_nobody_waits_for_a_unit_of_which_nobody_acts() -> None:
    """All of it dead, or stragglers; nor for those of the other side."""
    assert is_free(table(Phase.MOVEMENT), 0) and not is_free(table(Phase.MOVEMENT), 3)
    assert not is_free(table(Phase.MOVEMENT, figure(A, wounds=0)), 0)
    assert not is_free(table(Phase.MOVEMENT, figure(A, standing=Standing.STRAGGLER.value)), 0)


def ask(phase: Phase, *changes: Change, **options: Any) -> Any:
    """Of such a table: why a verb of these actors is refused, with what is named in it."""
    b = table(phase, *changes, **options)

    def why(verb: Verb, *actors: int, **fields: Any) -> list[tuple[str, int, int, int]]:
        refusals(b, action(verb, *actors, **fields))
        return told(b, action(verb, *actors, **fields))

    return why


class TestOneAfterAnother:
    """Taking up, finishing, taking back (GEN-7, MOV-7)."""

    @pytest.mark.clause("C40-GEN-7", "C40-MOV-7")
    @pytest.mark.parametrize("phase", [Phase.MOVEMENT, Phase.SHOOTING])
    def test_a_unit_is_taken_up_once(self, phase: Phase) -> None:
        why = ask(phase, active=1)
        assert why(Verb.TAKE_UP, B) == [("IS_TAKEN_UP", B, NONE, 0)]
        assert why(Verb.TAKE_UP, A) == []
        done = ask(phase, unit(1, done=1), active=1)
        assert done(Verb.TAKE_UP, B) == [("HAS_FINISHED", B, NONE, 0)]

    @pytest.mark.clause("C40-GEN-7", "C40-MOV-7")
    def test_it_is_finished_as_it_stands_if_it_began_linked(self) -> None:
        """30 and 36: 5 inches from rim to rim. What began torn may be finished so."""
        torn_apart = figure(FAR_B, x=36.0)
        assert ask(Phase.MOVEMENT)(Verb.DONE) == [("NOBODY_TAKEN_UP", NONE, NONE, 0)]
        assert ask(Phase.MOVEMENT, active=1)(Verb.DONE) == []
        assert ask(Phase.MOVEMENT, torn_apart, unit(1, linked=1), active=1)(Verb.DONE) == [
            ("OUT_OF_COHERENCY", FAR_B, B, 2)
        ]
        assert ask(Phase.MOVEMENT, torn_apart, unit(1, linked=1), active=1)(Verb.END) == [
            ("OUT_OF_COHERENCY", FAR_B, B, 2)
        ]
        assert ask(Phase.MOVEMENT, torn_apart, unit(1, linked=0), active=1)(Verb.DONE) == []
        straggles = figure(FAR_B, x=36.0, standing=Standing.STRAGGLER.value)
        assert ask(Phase.MOVEMENT, straggles, unit(1, linked=1), active=1)(Verb.DONE) == []

    @pytest.mark.clause("C40-GEN-7")
    def test_what_is_finished_is_not_taken_up_again(self) -> None:
        b = table(Phase.MOVEMENT, active=1)
        do(b, action(Verb.DONE))
        assert refusals(b, action(Verb.TAKE_UP, B)) == ["HAS_FINISHED"] and refusals(b, action(Verb.TAKE_UP, A)) == []

    @pytest.mark.clause("C40-GEN-7", "C40-CHG-1", "FLOOD-MIS-11")
    @pytest.mark.parametrize(("finished", "waits"), [((), True), ((1,), True), ((1, 2), False)])
    def test_only_a_charge_of_the_active_side_is_waited_for(self, finished: tuple[int, ...], waits: bool) -> None:
        """A Termagant at 36, 3 inches from those at 32 (B) and at 40 (C): it too could charge, were it its turn."""
        changes = [unit(u, done=1) for u in finished]
        b = table(Phase.CHARGING, figure(T, x=36.0), figure(U, wounds=0), *changes)
        assert rounds.run_charging(b, dice(), new_log()) == waits
        assert (b.phase == Phase.CHARGING) == waits

    @pytest.mark.clause("C40-MOV-7", "C40-COH-1")
    def test_of_the_others_the_nearest_who_acts_is_named(self) -> None:
        """Guards at 20, 22 and 23, and one at 28 alone: 4 inches from that at 23, or from 22 if that one straggles."""
        men = [man(GUARD, (x, 10), unit=0) for x in (20, 22, 23, 28)]
        for standing, mate, gap in ((Standing.IN_COHERENCY, 2, 4.0), (Standing.STRAGGLER, 1, 5.0)):
            b = moment(*men)
            b.figures[2].standing, b.units[0].linked, b.active = standing.value, 1, 0
            assert told(b, action(Verb.DONE)) == [("OUT_OF_COHERENCY", 3, mate, 2)]
            assert drawn(b, action(Verb.DONE))[-1] == gap

    @pytest.mark.clause("C40-MOV-7")
    def test_moves_are_taken_back_by_the_unit_taken_up(self) -> None:
        moved = figure(FAR_B, moved=1)
        assert ask(Phase.MOVEMENT, moved, active=1)(Verb.TAKE_BACK, B) == []
        for why in (ask(Phase.MOVEMENT, moved), ask(Phase.MOVEMENT, moved, active=0)):
            assert why(Verb.TAKE_BACK, B) == [("NOBODY_TAKEN_UP", NONE, NONE, 0)]
        assert ask(Phase.MOVEMENT, figure(A, moved=1), active=0)(Verb.TAKE_BACK) == [("NOBODY_TAKEN_UP", NONE, NONE, 0)]
        assert ask(Phase.MOVEMENT, active=1)(Verb.TAKE_BACK, B) == [("NOTHING_TO_TAKE_BACK", B, NONE, 0)]
        assert ask(Phase.MOVEMENT, moved, APART, active=1)(Verb.TAKE_BACK, B) == [("NOTHING_TO_TAKE_BACK", B, NONE, 0)]

    @pytest.mark.clause("C40-TERR-7")
    def test_ground_is_thrown_for_once_and_before_anybody_moves(self) -> None:
        assert ask(Phase.MOVEMENT, unit(1, ground_roll=4))(Verb.WADE, B) == [("HAS_THROWN", B, NONE, 4)]
        assert ask(Phase.MOVEMENT, figure(FAR_B, moved=1))(Verb.WADE, B) == [("HAS_MOVED", FAR_B, NONE, 0)]
        assert ask(Phase.MOVEMENT, figure(DEAD_B, moved=1))(Verb.WADE, B) == []
        assert ask(Phase.MOVEMENT, figure(FAR_B, moved=1), APART)(Verb.WADE, B) == []
        b = table(Phase.MOVEMENT)
        do(b, action(Verb.WADE, B), ("DIFFICULT", B, 2), ("DIFFICULT", B, 5))
        assert [int(b.units[u].ground_roll) for u in range(4)] == [0, 5, 0, 0] and b.active == 1


class TestMovers:
    @pytest.mark.clause("C40-MOV-3", "FLOOD-NET-14")
    def test_what_stands_in_the_way_is_drawn(self) -> None:
        """The second leg, to (22.5, 13) in the wall; and straight to a place behind a grate that the map closes."""
        b = table(Phase.MOVEMENT, sewer_map=CLOSED)
        assert told(b, action(Verb.MOVE, A, to=(24, 10))) == [("NO_WAY_ON_FOOT", A, NONE, 0)]
        assert drawn(b, action(Verb.MOVE, A, to=(24, 10))) == (20, 10, 24, 10, 4)
        b = table(Phase.MOVEMENT)
        assert drawn(b, action(Verb.MOVE, A, to=(24, 10), via=[(22, 11), (22.5, 13)])) == (22, 11, 22.5, 13, 0)
        assert told(b, action(Verb.MOVE, A, to=(24, 10), via=[(22, 11), (22.5, 13)])) == [("WALL_ON_LEG", A, NONE, 2)]
        assert drawn(b, action(Verb.MOVE, FAR_B, to=(30.5, 10))) == (30.5, 10, 30, 10, 0.49), "by so much it overlaps"

    @pytest.mark.clause("C40-MOV-6", "FLOOD-COH-20")
    def test_each_of_one_unit_in_coherency_and_once(self) -> None:
        why = ask(Phase.MOVEMENT)
        assert why(Verb.MOVE, B, to=(31, 11.4)) == []
        assert why(Verb.MOVE, B, FAR_B, to=(31, 11.4)) == [("EACH_ITS_PLACE", B, NONE, 0)]
        places = [(31, 11.4), (32, 10.2)]
        assert why(Verb.MOVE, B, A, places=places) == [("OF_ANOTHER_UNIT", A, B, 0)]
        assert why(Verb.MOVE, B, DEAD_B, places=places) == [("OF_ANOTHER_UNIT", DEAD_B, B, 0)]
        assert why(Verb.MOVE, B, FAR_B, places=places) == []
        assert ask(Phase.MOVEMENT, APART)(Verb.MOVE, B, FAR_B, places=places) == [("ONLY_REJOINS", FAR_B, NONE, 0)]
        assert ask(Phase.MOVEMENT, figure(FAR_B, moved=1))(Verb.MOVE, B, FAR_B, places=places) == [
            ("HAS_MOVED", FAR_B, NONE, 0)
        ]

    @pytest.mark.clause("C40-MOV-6")
    def test_the_action_says_where_to_over_no_more_waypoints_than_have_room(self) -> None:
        room = len(action(Verb.MOVE).via)
        why = ask(Phase.MOVEMENT)
        for wrong in ({"n_via": -1}, {"n_via": room + 1}, {"n_poses": 2}):
            assert why(Verb.MOVE, B, to=(31, 11.4), **wrong) == [("NO_PLACE_SAID", B, NONE, 0)]
        assert why(Verb.MOVE, B, places=[(31, 11.4)]) == []
        assert why(Verb.MOVE, B, to=(31, 10), via=[(30, 10)] * room) == []

    @pytest.mark.clause("C40-MOV-1", "C40-TERR-2", "C40-RUN-4", "C40-RES-8")
    @pytest.mark.parametrize(
        ("phase", "changes", "most"),
        [
            (Phase.MOVEMENT, (), 6),
            (Phase.MOVEMENT, (unit(1, ground_roll=2),), 2),
            (Phase.SHOOTING, (unit(1, run_roll=3),), 3),
            (Phase.CONSOLIDATION, (squad(1, consolidates=4),), 4),
        ],
    )
    def test_how_far_in_which_step(self, phase: Phase, changes: tuple[Change, ...], most: int) -> None:
        why = ask(phase, *changes, figure(U, x=70.0), figure(T, x=68.0))
        assert why(Verb.MOVE, FAR_B, to=(32 + most, 10)) == []
        assert why(Verb.MOVE, FAR_B, to=(32.1 + most, 10)) == [("TOO_FAR", FAR_B, NONE, most)]
        b = table(phase, *changes)
        assert drawn(b, action(Verb.MOVE, FAR_B, to=(33.0 + most, 10))) == (32, 10, 33 + most, 10, 1 + most)

    @pytest.mark.clause("C40-MOV-2")
    def test_who_is_within_an_inch_already_may_go_away_and_no_nearer(self) -> None:
        """Half an inch from T."""
        why = ask(Phase.MOVEMENT, figure(T, x=21.5))
        assert why(Verb.MOVE, A, to=(18, 10)) == []
        assert why(Verb.MOVE, A, to=(20.2, 10)) == [("NEAR_ENEMY", A, T, 1)]

    @pytest.mark.clause("C40-MOV-6", "C40-GEN-7")
    def test_a_unit_is_finished_once_all_of_it_have_moved(self) -> None:
        """Linked as it began, or torn if it began so."""
        b = table(Phase.MOVEMENT)
        do(b, action(Verb.MOVE, B, to=(30, 11)))
        assert (b.active, b.units[1].done) == (1, 0)
        do(b, action(Verb.MOVE, FAR_B, to=(32, 11)))
        assert (b.active, b.units[1].done) == (NONE, 1)
        for linked, active in ((1, 1), (0, NONE)):
            b = table(Phase.MOVEMENT, unit(1, begun=1, linked=linked), figure(B, moved=1), active=1)
            do(b, action(Verb.MOVE, FAR_B, to=(36, 10)))
            assert (b.active, b.units[1].done) == (active, 1 - linked)

    @pytest.mark.clause("C40-RUN-5")
    def test_only_who_has_thrown_for_it_runs(self) -> None:
        assert ask(Phase.SHOOTING, unit(0, run_roll=3))(Verb.MOVE, B, to=(31, 11.4)) == [("DOES_NOT_RUN", B, NONE, 0)]


class TestShooting:
    @pytest.mark.clause("C40-SHOOT-16", "C40-RUN-5", "C40-RUN-2", "C40-RUN-4")
    def test_a_unit_shoots_or_runs_once(self) -> None:
        why = ask(Phase.SHOOTING, figure(T, x=45.0))
        assert why(Verb.SHOOT, B, target=T) == why(Verb.RUN, B) == []
        shot = ask(Phase.SHOOTING, figure(T, x=45.0), squad(1, shot=1))
        assert shot(Verb.SHOOT, B, target=T) == shot(Verb.RUN, B) == [("HAS_SHOT", B, NONE, 0)]
        runs = ask(Phase.SHOOTING, figure(T, x=45.0), unit(1, run_roll=3))
        assert runs(Verb.SHOOT, B, target=T) == runs(Verb.RUN, B) == [("RUNS_ALREADY", B, NONE, 3)]

    @pytest.mark.clause("C40-RUN-1")
    def test_in_the_4th_edition_only_the_fleet_run(self) -> None:
        assert ask(Phase.SHOOTING, edition="4")(Verb.RUN, B) == [("IS_NOT_FLEET", B, NONE, 0)]
        assert ask(Phase.SHOOTING, edition="4", side=Side.TYRANIDS)(Verb.RUN, U) == []

    @pytest.mark.clause("C40-MOR-8")
    def test_one_that_falls_back_shoots_and_does_not_run(self) -> None:
        why = ask(Phase.SHOOTING, figure(T, x=45.0), unit(1, falling_back=1))
        assert why(Verb.SHOOT, B, target=T) == why(Verb.TAKE_UP, B) == []
        assert why(Verb.RUN, B) == [("FALLS_BACK", B, NONE, 0)]

    @pytest.mark.clause("C40-SHOOT-16", "C40-SHOOT-13")
    def test_at_an_enemy_on_the_table_who_is_not_locked(self) -> None:
        dead = figure(U, wounds=0)
        why = ask(Phase.SHOOTING, dead)
        for verb in (Verb.SHOOT, Verb.AIM):
            for nobody in (NONE, 7):
                assert why(verb, B, target=nobody) == [("NO_TARGET", B, NONE, 0)]
            assert why(verb, B, target=C) == [("IS_A_FRIEND", B, C, 0)]
            assert why(verb, B, target=U) == [("IS_GONE", U, NONE, 0)]
            locked = ask(Phase.SHOOTING, figure(T, x=41.0))
            assert locked(verb, B, target=U) == [("TARGET_LOCKED", B, U, 0)]

    @pytest.mark.clause("C40-SHOOT-16")
    def test_the_nearest_who_lives_is_told_out_of_reach(self) -> None:
        """T, fallen, lies 17 inches off; U, at 60, is 27 from the second of B."""
        why = ask(Phase.SHOOTING, figure(T, wounds=0), figure(U, x=60.0))
        assert why(Verb.SHOOT, B, FAR_B, target=U) == [("OUT_OF_REACH", FAR_B, U, 24)]

    @pytest.mark.clause("C40-SHOOT-16", "C40-SHOOT-17")
    def test_at_the_first_figure_too_and_towards_no_less_than_nothing(self) -> None:
        b = table(Phase.SHOOTING, figure(T, x=24.0), side=Side.TYRANIDS)
        assert refusals(b, action(Verb.SHOOT, T, target=A)) == []
        weapon = int(b.profiles[b.figures[T].profile].weapons[0])
        for degrees, expected in ((-1, ["NO_SUCH_WAY"]), (0, []), (1, ["NO_SUCH_WAY"])):
            assert refusals(b, action(Verb.AIM, T, target=A, item=weapon, amount=degrees)) == expected

    @pytest.mark.clause("C40-SHOOT-16", "C40-CHG-2", "FLOOD-COH-4")
    def test_all_or_light_weapons_of_one_unit(self) -> None:
        why = ask(Phase.SHOOTING, figure(T, x=45.0))
        for mode in (-1, 2):
            assert why(Verb.SHOOT, B, target=T, mode=mode) == [("ALL_OR_LIGHT", B, NONE, 0)]
        assert why(Verb.SHOOT, B, A, target=T) == [("OF_ANOTHER_UNIT", A, B, 0)]
        assert ask(Phase.SHOOTING, figure(T, x=45.0), APART)(Verb.SHOOT, B, FAR_B, target=T) == [
            ("STRAGGLER_NO_SHOT", FAR_B, NONE, 0)
        ]

    @pytest.mark.clause("C40-SHOOT-16", "FLOOD-MIS-6", "FLOOD-MIS-7", "FLOOD-MIS-15")
    def test_who_shot_has_finished_and_what_the_fallen_carried_lies_there(self) -> None:
        """T, at 36, hits C on 4, wounds on 3, and its AP leaves no save. Its mate out of range did not shoot."""
        b = table(Phase.SHOOTING, figure(T, x=36.0), ("charges", 0, {"bearer": C}), side=Side.TYRANIDS)
        b.n_charges = 1
        do(b, action(Verb.SHOOT, T, target=C), ("TO_HIT", T, 4), ("TO_WOUND", T, 3))
        assert (b.charges[0].state, b.charges[0].x, b.charges[0].bearer) == (Load.LYING, 40, NONE)
        assert (b.figures[T].busy, b.figures[U].busy, b.active) == (1, 0, NONE)
        assert (b.units[3].done, b.squads[3].shot) == (1, 1)

    @pytest.mark.clause("C40-RUN-4", "FLOOD-MIS-7")
    def test_a_run_is_one_die_for_all_of_a_unit(self) -> None:
        b = table(Phase.SHOOTING)
        do(b, action(Verb.RUN, B), ("RUN", B, 3))
        assert (b.units[1].run_roll, b.active) == (3, 1)
        assert [int(figure.busy) for figure in b.figures[:7]] == [0, 1, 1, 0, 0, 0, 0]


class TestRejoining:
    """Stragglers go back: whose, which, in what order (COH-3, COH-20)."""

    @pytest.mark.clause("FLOOD-COH-2", "FLOOD-COH-3", "FLOOD-COH-16", "FLOOD-COH-20", "C40-MOR-8", "FLOOD-MIS-11")
    @pytest.mark.parametrize(
        ("changes", "actors", "expected"),
        [
            ((APART,), (FAR_B,), []),
            ((APART,), (), [("NAMES_NOBODY", NONE, NONE, 0)]),
            ((APART,), (T,), [("NOT_YOUR_TURN", T, NONE, 0)]),
            ((APART, figure(C, standing=1)), (FAR_B, C), [("OF_ANOTHER_UNIT", C, FAR_B, 0)]),
            ((figure(DEAD_B, standing=1),), (DEAD_B,), [("IS_GONE", DEAD_B, NONE, 0)]),
            ((APART, unit(1, falling_back=1)), (FAR_B,), [("FALLS_BACK", FAR_B, NONE, 0)]),
            ((APART,), (B,), [("IS_LINKED", B, NONE, 0)]),
            ((squad(1, scattered=1),), (B, FAR_B), []),
            ((APART, figure(T, x=33.0)), (FAR_B,), [("IS_HELD", FAR_B, NONE, 0)]),
            ((APART, figure(FAR_B, moved=1)), (FAR_B,), [("HAS_MOVED", FAR_B, NONE, 0)]),
        ],
    )
    def test_who_goes_back(self, changes: Any, actors: tuple[int, ...], expected: Any) -> None:
        assert ask(Phase.MOVEMENT, *changes)(Verb.REJOIN, *actors) == expected

    @pytest.mark.clause("FLOOD-COH-4", "C40-RUN-1")
    def test_in_the_shooting_phase_of_the_4th_edition_only_if_it_is_fleet(self) -> None:
        assert ask(Phase.SHOOTING, APART)(Verb.REJOIN, FAR_B) == []
        assert ask(Phase.MOVEMENT, APART, edition="4")(Verb.REJOIN, FAR_B) == []
        assert ask(Phase.SHOOTING, APART, edition="4")(Verb.REJOIN, FAR_B) == [("STRAGGLER_NOT_FLEET", FAR_B, NONE, 0)]
        fleet = ask(Phase.SHOOTING, figure(U, standing=1), edition="4", side=Side.TYRANIDS)
        assert fleet(Verb.REJOIN, U) == []


class TestBreakingOff:
    """B's second model touches an enemy that stood in its way, and has fought two rounds with it (WAY-15)."""

    HELD = (
        figure(T, x=33.0), figure(U, x=60.0), unit(4, first=1, side=0), figure(FAR_B, unit=4), figure(DEAD_B, unit=4),
    )  # fmt: skip

    def _why(self, *changes: Change, fought: int = 2) -> Any:
        b = table(Phase.MOVEMENT, *self.HELD, squad(4, of=1, rounds=fought), *changes)
        b.units[4]["count"] = 3
        b.n_units = 5
        return lambda *actors, **fields: told(b, action(Verb.BREAK_OFF, *actors, **fields))

    @pytest.mark.clause("FLOOD-WAY-13", "FLOOD-WAY-14", "FLOOD-WAY-15", "FLOOD-MIS-11")
    def test_who_may(self) -> None:
        assert self._why()(FAR_B, to=(30.9, 11.4)) == []
        assert self._why()(FAR_B, A, to=(30.9, 11.4)) == [("NAMES_ONE", NONE, NONE, 2)]
        assert self._why()(T, to=(30.9, 11.4)) == [("NOT_YOUR_TURN", T, NONE, 0)]
        assert self._why()(DEAD_B, to=(30.9, 11.4)) == [("IS_GONE", DEAD_B, NONE, 0)]
        assert self._why(figure(FAR_B, wounds=0))(FAR_B, to=(30.9, 11.4)) == [("IS_GONE", FAR_B, NONE, 0)]
        assert self._why(figure(FAR_B, moved=1))(FAR_B, to=(30.9, 11.4)) == [("HAS_MOVED", FAR_B, NONE, 0)]
        assert self._why()(A, to=(21, 10)) == [("IS_NOT_HELD", A, NONE, 0)]
        assert self._why(fought=NONE)(FAR_B, to=(30.9, 11.4)) == [("MET_NOBODY", FAR_B, NONE, 0)]
        for fought in (0, 1):
            assert self._why(fought=fought)(FAR_B, to=(30.9, 11.4)) == [("FOUGHT_TOO_LITTLE", FAR_B, NONE, fought)]

    @pytest.mark.clause("FLOOD-WAY-15", "C40-MOV-3", "C40-MOV-1", "FLOOD-NET-14")
    def test_where_to(self) -> None:
        """6 inches, on nobody's base, more than an inch from enemies: from 33.5 to 35 is 1.5, less half a base."""
        assert self._why()(FAR_B, to=(26, 10)) == self._why()(FAR_B, to=(38, 10)) == []
        assert self._why()(FAR_B, to=(25.9, 10)) == [("TOO_FAR", FAR_B, NONE, 6)]
        assert self._why()(FAR_B, to=(30.5, 10)) == [("ON_A_BASE", FAR_B, B, 0)]
        assert self._why()(FAR_B, to=(35.0, 10)) == [("ENDS_NEAR_ENEMY", FAR_B, T, 1)]
        assert self._why()(FAR_B, to=(35.1, 10)) == []
        assert self._why()(FAR_B, to=(32, 13)) == [("NO_WAY_ON_FOOT", FAR_B, NONE, 0)]
        wide = (figure(FAR_B, width=1.6), figure(T, x=33.3))
        assert self._why(*wide)(FAR_B, to=(28.5, 11.2)) == []
        assert self._why(*wide)(FAR_B, to=(28.5, 11.3)) == [("NO_WAY_ON_FOOT", FAR_B, NONE, 0)]

    @pytest.mark.clause("FLOOD-WAY-15", "FLOOD-COH-13", "C40-TERR-2")
    def test_who_cannot_get_clear_stays(self) -> None:
        """An inch through the water towards (30.9, 11.4) ends 0.8 inches from T."""
        b = table(Phase.MOVEMENT, *self.HELD, squad(4, of=1, rounds=2))
        b.units[4]["count"], b.n_units, b.flood.over = 3, 5, 1
        log = do(b, action(Verb.BREAK_OFF, FAR_B, to=(30.9, 11.4)), ("DIFFICULT", FAR_B, 1), ("DIFFICULT", FAR_B, 1))
        assert events(log, FAR_B)[-1] == "STAYS_LOCKED" and (b.figures[FAR_B].x, b.figures[FAR_B].y) == (32, 10)

    @pytest.mark.clause("FLOOD-WAY-15", "FLOOD-MIS-11")
    def test_the_side_whose_turn_it_is_is_asked(self) -> None:
        b = table(Phase.MOVEMENT, *self.HELD, squad(4, of=1, rounds=2))
        b.units[4]["count"], b.n_units = 3, 5
        assert rounds.may_somebody_break_off(b) == FAR_B
        b.side = Side.TYRANIDS.value
        assert rounds.may_somebody_break_off(b) == NONE


class TestCombats:
    @pytest.mark.clause("C40-CC-10")
    def test_which_combat_is_next(self) -> None:
        """A fights T, C fights U: the first has had its round."""
        changes = (figure(T, x=21.0, unit=4), figure(U, x=41.0), unit(4, first=5, side=1), squad(0, fought=1))
        b = table(Phase.FIGHTING, *changes)
        b.units[4]["count"] = b.units[3]["count"] = 1
        b.units[3].first, b.n_units, b.n_squads = 6, 5, 5
        assert refusals(b, action(Verb.FIGHT, C)) == refusals(b, action(Verb.FIGHT, U)) == []
        assert refusals(b, action(Verb.FIGHT, C, U)) == refusals(b, action(Verb.FIGHT)) == ["NAMES_ONE"]
        assert refusals(b, action(Verb.FIGHT, A)) == refusals(b, action(Verb.FIGHT, T)) == ["COMBAT_IS_FOUGHT"]
        assert refusals(b, action(Verb.FIGHT, B)) == ["IS_IN_NO_COMBAT"]
        assert refusals(b, action(Verb.FIGHT, DEAD_B)) == ["IS_GONE"]

    @pytest.mark.clause("C40-RES-8", "C40-GEN-7", "C40-RES-4")
    def test_who_consolidates(self) -> None:
        """B goes up to 3 inches; C goes too, but not before B, once it has begun, has finished."""
        won = (squad(1, consolidates=3), squad(2, consolidates=3))
        why = ask(Phase.CONSOLIDATION, *won, active=1)
        assert why(Verb.MOVE, FAR_B, to=(35, 10)) == why(Verb.MOVE, C, to=(42, 10)) == []
        assert why(Verb.MOVE) == [("NAMES_NOBODY", NONE, NONE, 0)]
        assert why(Verb.MOVE, A, to=(21, 10)) == [("DOES_NOT_CONSOLIDATE", A, NONE, 0)]
        assert why(Verb.MOVE, DEAD_B, to=(34, 10)) == [("DOES_NOT_CONSOLIDATE", DEAD_B, NONE, 0)]
        assert why(Verb.MOVE, FAR_B, to=(35.1, 10)) == [("TOO_FAR", FAR_B, NONE, 3)]
        assert why(Verb.MOVE, FAR_B, A, places=[(34, 10), (21, 10)]) == [("OF_ANOTHER_UNIT", A, FAR_B, 0)]
        begun = ask(Phase.CONSOLIDATION, *won, figure(B, moved=1), active=1)
        assert begun(Verb.MOVE, C, to=(42, 10)) == [("OTHER_HAS_MOVED", C, B, 0)]
        assert begun(Verb.MOVE, FAR_B, to=(34, 10)) == []

    @pytest.mark.clause("C40-RES-8")
    def test_it_ends_more_than_an_inch_from_every_enemy(self) -> None:
        """T's rim at 36.5: at 35 a rim at 35.5 is exactly an inch off. Of one who stands so the end alone decides."""
        why = ask(Phase.CONSOLIDATION, squad(1, consolidates=6), figure(T, x=37.0), active=1)
        assert why(Verb.MOVE, FAR_B, to=(35, 10)) == [("NEAR_ENEMY", FAR_B, T, 1)]
        assert why(Verb.MOVE, FAR_B, to=(34.9, 10)) == []
        assert why(Verb.MOVE, B, FAR_B, places=[(33, 11.4), (35, 10)]) == [("NEAR_ENEMY", FAR_B, T, 1)]
        near = ask(Phase.CONSOLIDATION, squad(1, consolidates=6), figure(T, x=33.9), active=1)
        assert near(Verb.MOVE, FAR_B, to=(31.9, 10)) == [("ENDS_NEAR_ENEMY", FAR_B, T, 1)]
        assert near(Verb.MOVE, FAR_B, to=(31.8, 10)) == []


class TestCharging:
    @pytest.mark.clause("C40-CHG-1", "FLOOD-COH-5")
    def test_whom(self) -> None:
        why = ask(Phase.CHARGING, figure(T, x=36.0), figure(U, x=37.5, wounds=0))
        assert why(Verb.CHARGE, B, target=T) == []
        for nobody in (NONE, 7):
            assert why(Verb.CHARGE, B, target=nobody) == [("NO_TARGET", B, NONE, 0)]
        assert why(Verb.CHARGE, B, target=C) == [("IS_A_FRIEND", B, C, 0)]
        assert why(Verb.CHARGE, B, target=U) == [("IS_GONE", U, NONE, 0)]
        assert ask(Phase.CHARGING, figure(T, x=36.0), unit(1, run_roll=3))(Verb.CHARGE, B, target=T)[0][0] == "HAS_RUN"
        apart = ask(Phase.CHARGING, figure(T, x=36.0), APART)
        assert apart(Verb.CHARGE, FAR_B, target=T) == [("STRAGGLER_NO_CHARGE", FAR_B, NONE, 0)]

    @pytest.mark.clause("C40-CHG-1", "C40-CHG-7", "FLOOD-COH-5")
    def test_the_nearest_of_those_who_act_and_live_are_told(self) -> None:
        """From 32.5 to 39.0 are 6.5 inches, too far; the dead do not count, nor does a straggler nearer by."""
        far = (figure(T, x=39.0, wounds=0), figure(U, x=39.5))
        assert ask(Phase.CHARGING, *far)(Verb.CHARGE, B, target=U) == [("TOO_FAR_TO_CHARGE", FAR_B, U, 6)]
        assert drawn(table(Phase.CHARGING, *far), action(Verb.CHARGE, B, target=U))[-1] == 6.5
        assert ask(Phase.CHARGING, figure(U, x=38.5))(Verb.CHARGE, B, target=U) == []
        apart = (APART, figure(T, x=38.0), figure(U, x=38.5))
        assert ask(Phase.CHARGING, *apart)(Verb.CHARGE, B, target=U) == [("TOO_FAR_TO_CHARGE", B, T, 6)]


class TestCharges:
    """Naming bearers, and taking up what lies (MIS-6, MIS-14)."""

    @pytest.mark.clause("FLOOD-MIS-6", "FLOOD-MIS-14")
    def test_who_is_named(self) -> None:
        b = table(Phase.NAMING, ("charges", 0, {"bearer": B}), ("charges", 1, {"bearer": NONE}))
        b.n_charges = 2
        assert refusals(b, action(Verb.GIVE, A)) == refusals(b, action(Verb.GIVE, C)) == []
        assert refusals(b, action(Verb.GIVE)) == refusals(b, action(Verb.GIVE, A, C)) == ["NAMES_ONE"]
        assert refusals(b, action(Verb.GIVE, T)) == ["ONLY_IMPERIALS"]
        assert refusals(b, action(Verb.GIVE, DEAD_B)) == ["IS_GONE"]
        assert refusals(b, action(Verb.GIVE, B)) == ["CARRIES_ONE"]
        assert told(b, action(Verb.GIVE, FAR_B)) == [("OTHER_UNITS_FIRST", FAR_B, A, 0)]
        given = b.copy()
        assert events(do(given, action(Verb.GIVE, A)), A) == ["CARRIES"]
        assert [int(charge.bearer) for charge in given.charges[:2]] == [B, A]
        b.figures[A].wounds = b.figures[C].wounds = 0
        assert refusals(b, action(Verb.GIVE, FAR_B)) == []

    @pytest.mark.clause("FLOOD-MIS-6", "FLOOD-MIS-14", "FLOOD-COH-14", "FLOOD-MIS-11")
    def test_who_takes_up_what_lies(self) -> None:
        lying = ("charges", 1, {"state": Load.LYING.value, "x": 32.5, "y": 10.0, "bearer": NONE})
        b = table(Phase.MOVEMENT, ("charges", 0, {"bearer": C}), lying)
        b.n_charges = 2
        take = [
            (FAR_B, 1, []),
            (A, 1, ["NOT_AT_CHARGE"]),
            (T, 1, ["ONLY_IMPERIALS"]),
            (DEAD_B, 1, ["IS_GONE"]),
            (FAR_B, -1, ["NO_SUCH_CHARGE"]),
            (FAR_B, 2, ["NO_SUCH_CHARGE"]),
            (FAR_B, 0, ["DOES_NOT_LIE"]),
        ]
        for i, item, expected in take:
            assert refusals(b, action(Verb.PICK_UP, i, item=item)) == expected
        assert refusals(b, action(Verb.PICK_UP, FAR_B, B, item=1)) == ["NAMES_ONE"]
        assert drawn(b, action(Verb.PICK_UP, A, item=1)) == (20, 10, 32.5, 10, 12)
        b.figures[FAR_B].standing = Standing.STRAGGLER.value
        assert refusals(b, action(Verb.PICK_UP, FAR_B, item=1)) == ["ONLY_REJOINS"]
        b.figures[FAR_B].standing, b.charges[0].bearer = Standing.IN_COHERENCY.value, FAR_B
        assert refusals(b, action(Verb.PICK_UP, FAR_B, item=1)) == ["CARRIES_ONE"]
        b.charges[0].bearer, b.side = C, Side.TYRANIDS.value
        assert refusals(b, action(Verb.PICK_UP, FAR_B, item=1)) == ["NOT_YOUR_TURN"]


class TestFallingBack:
    @pytest.mark.clause("C40-MOR-8", "C40-MOR-3", "C40-GEN-7", "FLOOD-MIS-11", "FLOOD-MIS-13")
    @pytest.mark.parametrize("verb", [Verb.REGROUP, Verb.FALL_BACK])
    def test_who_is_asked(self, verb: Verb) -> None:
        flees = unit(1, falling_back=1)
        why = ask(Phase.RALLYING, flees)
        assert why(verb, B) == []
        assert why(verb) == [("NAMES_ONE", NONE, NONE, 0)] and why(verb, B, FAR_B) == [("NAMES_ONE", NONE, NONE, 2)]
        assert why(verb, T) == [("NOT_YOUR_TURN", T, NONE, 0)]
        assert why(verb, DEAD_B) == [("IS_GONE", DEAD_B, NONE, 0)]
        assert why(verb, A) == [("DOES_NOT_FALL_BACK", A, NONE, 0)]
        assert ask(Phase.RALLYING, flees, squad(1, retreat=1))(verb, B) == [("DOES_NOT_FALL_BACK", B, NONE, 0)]
        assert ask(Phase.RALLYING, flees, TOUCHES_B)(verb, B) == [("DOES_NOT_FALL_BACK", B, NONE, 0)]

    @pytest.mark.clause("C40-MOR-3")
    def test_who_may_regroup(self) -> None:
        """Linked, half of them left, no enemy within 6 inches: U's rim at 39.5 is 7 from 32.5, at 38.5 exactly 6."""
        flees = unit(1, falling_back=1)
        assert ask(Phase.RALLYING, flees, figure(FAR_B, x=36.0))(Verb.REGROUP, B) == [("NOT_LINKED", B, NONE, 0)]
        assert ask(Phase.RALLYING, flees, unit(1, at_start=4))(Verb.REGROUP, B) == []
        assert ask(Phase.RALLYING, unit(1, falling_back=1, at_start=5))(Verb.REGROUP, B) == [
            ("TOO_FEW_LEFT", B, NONE, 5)
        ]
        assert ask(Phase.RALLYING, flees, figure(U, x=39.0))(Verb.REGROUP, B) == [("ENEMY_TOO_NEAR", FAR_B, U, 6)]


class TestSettingUp:
    @pytest.mark.clause("FLOOD-MIS-4", "FLOOD-MIS-14")
    def test_a_whole_unit_each_at_its_place(self) -> None:
        """Imperials begin at W, (4, 10); C is set up already."""
        box = {"where": Where.BOX.value}
        boxed = [figure(i, **box) for i in (A, B, FAR_B, DEAD_B, T, U)]
        why = ask(Phase.DEPLOYMENT, *boxed, figure(DEAD_B, wounds=1))
        places = [(6, 10), (8, 10), (10, 10)]
        assert why(Verb.DEPLOY, B, FAR_B, DEAD_B, places=places) == []
        assert why(Verb.DEPLOY) == [("NAMES_NOBODY", NONE, NONE, 0)]
        assert why(Verb.DEPLOY, T, U, places=places[:2]) == [("OTHERS_SET_UP", T, NONE, 0)]
        assert why(Verb.DEPLOY, B, FAR_B, A, places=places) == [("OF_ANOTHER_UNIT", A, B, 0)]
        assert why(Verb.DEPLOY, C, to=(6, 10)) == [("IS_SET_UP_ALREADY", C, NONE, 0)]
        assert why(Verb.DEPLOY, B, to=(6, 10)) == [("WHOLE_UNIT", B, NONE, 2)]
        assert why(Verb.DEPLOY, B, FAR_B, DEAD_B, to=(6, 10)) == [("EACH_ITS_PLACE", B, NONE, 0)]
        assert why(Verb.DEPLOY, A, to=(6, 10)) == []
        assert why(Verb.DEPLOY, B, FAR_B, DEAD_B, places=[(6, 10), (6.9, 10), (8, 10)]) == [("ON_A_BASE", FAR_B, B, 0)]
        assert why(Verb.DEPLOY, B, FAR_B, DEAD_B, places=[(6, 10), (7, 10), (8, 10)]) == []
        assert why(Verb.DEPLOY, B, FAR_B, DEAD_B, places=[(6, 10), (9, 10), (12, 10)]) == []
        assert why(Verb.DEPLOY, B, FAR_B, DEAD_B, places=[(6, 10), (9.1, 10), (12, 10)]) == [
            ("NOT_LINKED_THERE", B, NONE, 2)
        ]
        assert why(Verb.DEPLOY, A, to=(12.1, 10)) == [("NOT_IN_ZONE", A, NONE, 8)]

    @pytest.mark.clause("C40-MOV-3", "FLOOD-MIS-14")
    def test_on_nobodys_base(self) -> None:
        boxed = figure(A, where=Where.BOX.value)
        standing = figure(C, x=6.0)
        assert ask(Phase.DEPLOYMENT, boxed, standing)(Verb.DEPLOY, A, to=(6.9, 10)) == [("ON_A_BASE", A, C, 0)]
        assert ask(Phase.DEPLOYMENT, boxed, standing)(Verb.DEPLOY, A, to=(7, 10)) == []
        dead = figure(C, x=6.0, wounds=0)
        assert ask(Phase.DEPLOYMENT, boxed, dead)(Verb.DEPLOY, A, to=(6.9, 10)) == []
