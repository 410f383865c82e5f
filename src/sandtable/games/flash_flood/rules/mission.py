"""THE MISSION: charges named, planted and removed, and who has won (MIS)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.verdicts import refused
from sandtable.games.flash_flood.clauses import Clause, Code, Purpose
from sandtable.games.flash_flood.record import End, Load, Phase, Side
from sandtable.games.flash_flood.rules.assaulting import anybody
from sandtable.games.flash_flood.rules.charges import charge_of
from sandtable.games.flash_flood.rules.coherency import acts_normally
from sandtable.games.skirmish40k.rules.measuring import SLACK, is_on_table
from sandtable.games.skirmish40k.rules.shooting import touches_enemy
from sandtable.games.skirmish40k.rules.testing import d6
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.geometry import TOUCH
from sandtable.kernel.limits import is_within
from sandtable.kernel.log import event, outcome, points, side_event
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict

# ---------------------------------------------------------------- who carries the charges


@clause("FLOOD-MIS-6")
@kernel
def next_charge(b):
    """The first charge that nobody has been named for, or NONE."""
    for k in range(b.n_charges):
        if b.charges[k].state == Load.CARRIED and b.charges[k].bearer == NONE:
            return k
    return NONE


@kernel
def imperials(b):
    """The side that names bearers."""
    return Side.IMPERIALS


@clause("FLOOD-MIS-6")
@kernel
def bears_one(b, squad):
    """A model of the squad carries a charge."""
    for k in range(b.n_charges):
        if b.charges[k].bearer != NONE and b.figures[b.charges[k].bearer].squad == squad:
            return True
    return False


@clause("FLOOD-MIS-6")
@kernel
def squad_without(b):
    """An Imperial squad with models that has no charge yet, or NONE."""
    for u in range(b.n_squads):
        if b.units[u].side == Side.IMPERIALS and is_on_table(b.figures[b.units[u].first]) and not bears_one(b, u):
            return u
    return NONE


@clause("FLOOD-MIS-6", "FLOOD-MIS-14")
@kernel
def judge_give(b, action, log):
    """An Imperial model without a charge carries the next, in a unit without one where there is such a unit."""
    if action.n_actors != 1:
        return refused(log, Code.NAMES_ONE, Clause.FLOOD_MIS_6, NONE, NONE, action.n_actors)
    i = action.actors[0]
    if b.figures[i].side != Side.IMPERIALS:
        return refused(log, Code.ONLY_IMPERIALS, Clause.FLOOD_MIS_6, i, NONE, 0)
    if not is_on_table(b.figures[i]):
        return refused(log, Code.IS_GONE, Clause.FLOOD_MIS_6, i, NONE, 0)
    if charge_of(b, i) != NONE:
        return refused(log, Code.CARRIES_ONE, Clause.FLOOD_MIS_14, i, NONE, 0)
    without = squad_without(b)
    if bears_one(b, b.figures[i].squad) and without != NONE:
        return refused(log, Code.OTHER_UNITS_FIRST, Clause.FLOOD_MIS_6, i, b.units[without].first, 0)
    return Verdict(1, 0)


@clause("FLOOD-MIS-6")
@kernel
def make_give(b, action, log):
    """It does."""
    b.charges[next_charge(b)].bearer = action.actors[0]
    event(log, Code.CARRIES, Clause.FLOOD_MIS_6, action.actors[0], NONE, 0)


# ---------------------------------------------------------------- the nest


@clause("FLOOD-MIS-7", "FLOOD-MIS-8")
@kernel
def touches_nest(b, i):
    """Figure ``i`` is in base contact with the nest."""
    figure = b.figures[i]
    if b.nest_radius == 0.0 or not is_on_table(figure):
        return False
    gap = distance_of_points(figure.x, figure.y, b.nest_x, b.nest_y) - b.nest_radius - 0.5 * figure.width
    return is_within(gap, TOUCH, SLACK)


@clause("FLOOD-MIS-7", "FLOOD-COH-14")
@kernel
def plants(b, i):
    """A bearer plants its charge: in contact with the nest, no straggler, not locked, and it has done nothing else."""
    return touches_nest(b, i) and acts_normally(b, i) and b.figures[i].busy == 0 and not touches_enemy(b, i)


@clause("FLOOD-MIS-7")
@kernel
def is_about_to_plant(b, i):
    """Figure ``i`` carries a charge and is at the nest: it plants it if it does nothing else."""
    return charge_of(b, i) != NONE and touches_nest(b, i)


@clause("FLOOD-MIS-7")
@kernel
def plant_charges(b, log):
    """At the end of the Imperial turn."""
    for k in range(b.n_charges):
        charge = b.charges[k]
        if charge.state == Load.CARRIED and charge.bearer != NONE and plants(b, charge.bearer):
            outcome(log, Code.PLANTS, Clause.FLOOD_MIS_7, charge.bearer, NONE, 0)
            charge.state = Load.PLANTED
            charge.x = b.nest_x
            charge.y = b.nest_y
            charge.bearer = NONE


@clause("FLOOD-MIS-8", "FLOOD-MIS-15", "FLOOD-COH-14")
@kernel
def remove_charge(b, dice, log):
    """At the end of the Tyranid turn: one of theirs at the nest, no Imperial, and a die of 4 or more removes one."""
    if planted(b) == 0:
        return
    remover = NONE
    for i in range(b.n_figures):
        if not touches_nest(b, i):
            continue
        if b.figures[i].side == Side.IMPERIALS:
            return
        if remover == NONE and b.figures[i].busy == 0 and acts_normally(b, i):
            remover = i
    if remover == NONE:
        return
    if d6(b, remover, Purpose.REMOVE, dice, log) < b.rules.remove:
        event(log, Code.CANNOT_REMOVE, Clause.FLOOD_MIS_8, remover, NONE, 0)
        return
    for k in range(b.n_charges):
        if b.charges[k].state == Load.PLANTED:
            b.charges[k].state = Load.REMOVED
            b.removed += 1
            outcome(log, Code.REMOVES, Clause.FLOOD_MIS_15, remover, NONE, 0)
            return


@clause("FLOOD-MIS-9")
@kernel
def planted(b):
    """Charges planted."""
    count = 0
    for k in range(b.n_charges):
        count += int(b.charges[k].state == Load.PLANTED)
    return count


# ---------------------------------------------------------------- the end


@clause("FLOOD-MIS-9")
@kernel
def test_end(b, log):
    """A side with no models left loses at once; the Imperials keep a victory if two charges are planted."""
    if b.end != End.NOT_YET:
        return True
    if not anybody(b, Side.IMPERIALS):
        _end(b, End.PLANTED if planted(b) >= b.rules.enough else End.IMPERIALS_GONE, log)
    elif not anybody(b, Side.TYRANIDS):
        _end(b, End.TYRANIDS_GONE, log)
    return b.end != End.NOT_YET


@clause("FLOOD-MIS-5", "FLOOD-MIS-9")
@kernel
def end_of_game(b, log):
    """After the last turn: two charges or three are a victory, one a minor one, none is the Tyranids' victory."""
    count = planted(b)
    if count >= b.rules.enough:
        _end(b, End.PLANTED, log)
    else:
        _end(b, End.ONE_PLANTED if count == 1 else End.HELD, log)


@clause("FLOOD-MIS-9", "FLOOD-MIS-10")
@kernel
def _end(b, how, log):
    """The battle is over. Where the Imperials fail, the Tyranids have one stratagem more in the campaign."""
    b.end = how
    b.phase = Phase.OVER
    count = planted(b)
    if how == End.PLANTED:
        side_event(log, Code.ENDS_PLANTED, Clause.FLOOD_MIS_9, Side.IMPERIALS, count)
    elif how == End.ONE_PLANTED:
        side_event(log, Code.ENDS_ONE_PLANTED, Clause.FLOOD_MIS_9, Side.IMPERIALS, count)
    elif how == End.HELD:
        side_event(log, Code.ENDS_HELD, Clause.FLOOD_MIS_9, Side.TYRANIDS, b.turn)
    elif how == End.IMPERIALS_GONE:
        side_event(log, Code.ENDS_IMPERIALS_GONE, Clause.FLOOD_MIS_9, Side.TYRANIDS, b.turn)
    else:
        side_event(log, Code.ENDS_TYRANIDS_GONE, Clause.FLOOD_MIS_9, Side.IMPERIALS, b.turn)
    if how == End.HELD or how == End.IMPERIALS_GONE:
        side_event(log, Code.SEWER_RATS, Clause.FLOOD_MIS_10, Side.TYRANIDS, 0)
    points(log, Code.CHARGES_PLANTED, Clause.FLOOD_MIS_9, Side.IMPERIALS, count)


@clause("FLOOD-MIS-9")
@kernel
def returns(b, out):
    """1 for the side that has won; a minor victory is three quarters for it and a quarter for the other."""
    out[:] = 0.0
    if b.end == End.PLANTED or b.end == End.TYRANIDS_GONE:
        out[Side.IMPERIALS] = 1.0
    elif b.end == End.HELD or b.end == End.IMPERIALS_GONE:
        out[Side.TYRANIDS] = 1.0
    elif b.end == End.ONE_PLANTED:
        out[Side.IMPERIALS] = 0.75
        out[Side.TYRANIDS] = 0.25
