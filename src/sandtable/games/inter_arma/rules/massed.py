"""MASS: massed combat by sorted dice, initiatives spent one by one, and more than six on a side by one roll."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.inter_arma.clauses import Clause, Code, Purpose
from sandtable.games.inter_arma.record import MAX_BLOWS, MAX_FIGURES, Kind, Phase, Stage, State
from sandtable.games.inter_arma.rules.pairing import strikers
from sandtable.games.inter_arma.rules.positions import first_side_of, is_able, westernmost
from sandtable.games.inter_arma.rules.saving import SAVED, hit_in_melee
from sandtable.games.inter_arma.switches import OverSix, SurplusDice
from sandtable.kernel.bitsets import bit, count_of, is_in, lowest, without
from sandtable.kernel.dice import throw_die
from sandtable.kernel.log import event, side_event, side_outcome, with_value
from sandtable.kernel.opposed_rolls import CONTESTANT, Again, contest, enter
from sandtable.kernel.records import NONE
from sandtable.kernel.scratch import keep_until_here
from sandtable.kernel.sorted_dice import draw_ranks

ALL_AT_ONCE = 64


@clause("IA-MASS-1", "IA-MASS-2", "IA-MASS-6", "IA-MASS-13")
@kernel
def _throw_group(side, n, faces, dice, log):
    """``n`` dice of a side, one for each of that many figures and without bonus, sorted downwards."""
    for k in range(n):
        faces[k] = throw_die(dice, log, Purpose.MASSED, side, NONE, 6)
    for k in range(1, n):
        m = k
        while m > 0 and faces[m - 1] < faces[m]:
            faces[m - 1], faces[m] = faces[m], faces[m - 1]
            m -= 1


@clause("IA-MASS-3", "IA-MASS-4")
@kernel
def _throw_again(b, dice, log):
    """Two equal dice of a rank are thrown again, one each, until unequal; whose it is, and the dice as told."""
    thrown = np.empty(2, CONTESTANT)
    enter(thrown[0], b.fight.sides[0], NONE, 0)
    enter(thrown[1], b.fight.sides[1], NONE, 0)
    first = contest(thrown, 2, Again.ALL, dice, log, Purpose.MASSED)
    told = 10 * int(thrown[0].total) + int(thrown[1].total)
    keep_until_here(thrown)
    return first, told


@clause("IA-MASS-2", "IA-MASS-3", "IA-MASS-4", "IA-MASS-5")
@kernel
def _compare(b, own, n_own, other, n_other, dice, log):
    """Compare two groups of sorted dice rank by rank: each rank is an initiative of the higher die's side."""
    fight = b.fight
    for rank in range(max(n_own, n_other)):
        # as they are told: 65 is a 6 against a 5, and 0 no die
        dice_of_rank = 10 * (own[rank] if rank < n_own else 0) + (other[rank] if rank < n_other else 0)
        if rank < n_own and rank < n_other:
            winner = 0 if own[rank] > other[rank] else 1
            if own[rank] == other[rank]:
                at = side_event(log, Code.RANK_IS_EVEN, Clause.MASS_3, NONE, rank + 1)
                with_value(log, at, float(dice_of_rank))
                winner, dice_of_rank = _throw_again(b, dice, log)
        elif b.options.surplus_dice == SurplusDice.WIN:
            winner = 0 if rank < n_own else 1
        else:
            break
        fight.winners[fight.n_blows] = winner
        fight.n_blows += 1
        at = side_event(log, Code.WINS_RANK, Clause.MASS_2, fight.sides[winner], rank + 1)
        with_value(log, at, float(dice_of_rank))


@clause("IA-MASS-1", "IA-MASS-15", "IA-MASS-16", "IA-MASS-11")
@kernel
def begin_massed(b, dice, log):
    """Both sides throw a die for every figure that takes part, and compare; by house rule in sixes."""
    fight = b.fight
    fight.kind = Kind.MASSED
    fight.stage = Stage.MASSED
    fight.blow = 0
    fight.n_blows = 0
    left = np.empty(2, np.int64)
    left[0] = count_of(strikers(b, fight.members[0]))
    left[1] = count_of(strikers(b, fight.members[1]))
    faces = np.empty((2, MAX_FIGURES), np.int64)
    most = b.rules.six if b.options.over_six == OverSix.SPLIT_IN_SIXES else ALL_AT_ONCE
    while left[0] != 0 or left[1] != 0:
        n0 = min(left[0], most)
        n1 = min(left[1], most)
        if not draw_ranks(dice, Purpose.MASSED, faces, n0, n1):
            _throw_group(fight.sides[0], n0, faces[0], dice, log)
            _throw_group(fight.sides[1], n1, faces[1], dice, log)
        _compare(b, faces[0], n0, faces[1], n1, dice, log)
        left[0] -= n0
        left[1] -= n1
    won = 0
    for blow in range(fight.n_blows):
        won += int(fight.winners[blow] == 0)
    at = side_outcome(log, Code.WIN_INITIATIVES, Clause.MASS_2, fight.sides[0], won)
    with_value(log, at, float(fight.n_blows))
    keep_until_here(left)
    keep_until_here(faces)


@clause("IA-MASS-7", "IA-MASS-8", "IA-MASS-12", "IA-MASS-17")
@kernel
def blow_targets(b, i, team):
    """Whom figure ``i``, of team 0 or 1 of the fight, may strike with an initiative: first ranks that it reaches."""
    fight = b.fight
    found = 0
    figure = b.figures[i]
    if not is_in(fight.members[team], i) or not is_able(figure) or figure.struck != 0 or figure.routing != 0:
        return found
    reached = (figure.foes | figure.behind) & fight.members[1 - team]
    while reached != 0:
        j = lowest(reached)
        reached = without(reached, j)
        if is_able(b.figures[j]) and b.figures[j].foes != 0:
            found |= bit(j)
    return found


@clause("IA-MASS-12", "IA-MASS-17", "IA-MASS-8")
@kernel
def strike_in_mass(b, i, j, dice, log):
    """An initiative is spent: ``i`` strikes ``j``, who if saved strikes back, unless it has struck or cannot reach."""
    b.figures[i].struck = 1
    b.fight.blow += 1
    event(log, Code.STRIKES, Clause.MASS_12, i, j, 0)
    if hit_in_melee(b, j, i, 0, dice, log) != SAVED:
        return
    target = b.figures[j]
    if target.struck == 0 and target.routing == 0 and is_in(target.foes, i):
        target.struck = 1
        hit_in_melee(b, i, j, 0, dice, log)


@clause("IA-MASS-12", "IA-MASS-14")
@kernel
def spend_initiative(b, dice, log):
    """The next initiative: True where its owner must say who strikes whom; one that nobody can use lapses."""
    fight = b.fight
    if fight.blow >= fight.n_blows:
        members = fight.members[0] | fight.members[1]
        while members != 0:
            i = lowest(members)
            members = without(members, i)
            b.figures[i].fought = 1
        b.phase = Phase.MELEE
        return False
    team = fight.winners[fight.blow]
    pairs = 0
    able = bit(0) & 0
    for i in range(b.n_figures):
        targets = blow_targets(b, i, team)
        if targets != 0:
            pairs += count_of(targets)
            able |= bit(i)
    if pairs == 0:
        side_event(log, Code.INITIATIVE_LAPSES, Clause.MASS_14, fight.sides[team], fight.blow + 1)
        fight.blow += 1
    elif pairs == 1:
        strike_in_mass(b, lowest(able), lowest(blow_targets(b, lowest(able), team)), dice, log)
    else:
        fight.side = first_side_of(b, able)
        return True
    return False


# ---------------------------------------------------------------- more than six


@clause("IA-MASS-16")
@kernel
def average_quality(b, members):
    """The average quality of a side's participants, halves up."""
    n = count_of(members)
    total = 0
    while members != 0:
        i = lowest(members)
        members = without(members, i)
        total += b.classes[b.figures[i].quality + 1].quality
    return (2 * total + n) // (2 * n)


@kernel
def _team_of_unit(b):
    """Which of the two teams of the fight strikes now."""
    first = b.fight.winners[0]
    return first if b.fight.stage == Stage.UNIT_STRIKES else 1 - first


@clause("IA-MASS-16", "IA-MASS-7", "IA-MASS-8")
@kernel
def aims_of(b, i):
    """Whom figure ``i`` may strike, targets being spread as evenly as contact allows: those named least so far.

    Who strikes back does not do so past a friend's shoulder.
    """
    fight, figure = b.fight, b.figures[i]
    reached = figure.foes if fight.stage == Stage.UNIT_BACK else figure.foes | figure.behind
    reached &= fight.members[1 - _team_of_unit(b)]
    found = 0
    least = MAX_FIGURES
    while reached != 0:
        j = lowest(reached)
        reached = without(reached, j)
        if not is_able(b.figures[j]) or b.figures[j].foes == 0:
            continue
        named = 0
        for k in range(b.n_figures):
            named += int(fight.aims[k] == j)
        if named < least:
            least = named
            found = bit(j)
        elif named == least:
            found |= bit(j)
    return found


@clause("IA-MASS-16")
@kernel
def take_aim(b, i, j):
    """Figure ``i`` of a unit will strike ``j``."""
    b.fight.aims[i] = j
    b.fight.to_strike = without(b.fight.to_strike, i)


@clause("IA-MASS-16")
@kernel
def _strike_all(b, dice, log):
    """All blows that were named fall, and their saves count at once; those of figures farther west are thrown first."""
    striking = bit(0) & 0
    for i in range(b.n_figures):
        if b.fight.aims[i] != NONE:
            striking |= bit(i)
    while striking != 0:
        i = westernmost(b, striking)
        striking = without(striking, i)
        j = b.fight.aims[i]
        event(log, Code.STRIKES, Clause.MASS_16, i, j, 0)
        if b.figures[j].state <= State.WOUNDED:
            hit_in_melee(b, j, i, 0, dice, log)


@clause("IA-MASS-16")
@kernel
def _unit_turns(b, stage):
    """Those whose turn it is to strike in this stage begin to say whom."""
    b.fight.stage = stage
    b.fight.aims[:] = NONE
    b.fight.to_strike = strikers(b, b.fight.members[_team_of_unit(b)])


@clause("IA-MASS-16", "IA-SEQ-10")
@kernel
def run_unit(b, dice, log):
    """Each, farther west first, says whom it strikes, True where its player may choose; then survivors strike back."""
    fight = b.fight
    while fight.to_strike != 0:
        i = westernmost(b, fight.to_strike)
        found = aims_of(b, i)
        if count_of(found) > 1:
            fight.side = b.figures[i].side
            return True
        take_aim(b, i, lowest(found) if found != 0 else NONE)
    _strike_all(b, dice, log)
    if fight.stage == Stage.UNIT_STRIKES:
        _unit_turns(b, Stage.UNIT_BACK)
    else:
        fight.stage = Stage.UNIT_OVER
    return False


@clause("IA-MASS-16")
@kernel
def begin_unit(b, dice, log):
    """One die a side plus average quality, ties again: who wins strikes first."""
    fight = b.fight
    fight.kind = Kind.UNIT
    thrown = np.empty(2, CONTESTANT)
    for team in range(2):
        members = strikers(b, fight.members[team])
        bonus = average_quality(b, members) if members != 0 else -MAX_BLOWS
        enter(thrown[team], fight.sides[team], NONE, bonus)
    fight.winners[0] = contest(thrown, 2, Again.ALL, dice, log, Purpose.FIRST_BLOW)
    keep_until_here(thrown)
    side_event(log, Code.UNIT_STRIKES, Clause.MASS_16, fight.sides[fight.winners[0]], 0)
    _unit_turns(b, Stage.UNIT_STRIKES)
