"""CBT-8 to CBT-11: how many figures of a battalion strike or shoot."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.enums import Formation, Row, Skill, Zone
from sandtable.games.batalist.rules.formations import (
    figures_in_outer_file,
    figures_in_rank,
    has,
    ranks_of,
    square_side,
    wedge_perimeter,
)
from sandtable.games.batalist.rules.wounded import full_ranks_of_wounded
from sandtable.games.batalist.switches import RankOfWounded
from sandtable.kernel.records import NONE


@clause("BAT-FRM-4", "BAT-FRM-6", "BAT-SKL-28")
@kernel
def fighters_of_hedgehog(n, two_ranks):
    """Figures of a Hedgehog of ``n`` that fight in one direction, with a second rank behind them or not."""
    side = square_side(n)
    return min(n, side + (max(side - 2, 0) if two_ranks else 0))


@clause("BAT-CBT-8", "BAT-CBT-9", "BAT-CBT-10", "BAT-FRM-10", "BAT-FRM-13", "BAT-SKL-28", "BAT-BOA-6", "BAT-MOD-18")
@kernel
def figures_towards(b, i, zone, shooting):
    """Figures of battalion ``i`` that face an enemy in one of its zones, before anything multiplies them."""
    u = b.figures[i]
    if u.healthy <= 0:
        return 0
    two_ranks = not shooting and has(b, i, Skill.LONG_WEAPON)
    if u.boat != NONE:
        return square_side(u.healthy)
    if u.formation == Formation.HEDGEHOG:
        return fighters_of_hedgehog(u.healthy, two_ranks)
    if zone == Zone.REAR:
        return figures_in_rank(u, ranks_of(u) - 1)
    if u.formation == Formation.WEDGE:
        return wedge_perimeter(ranks_of(u))
    if zone != Zone.FRONT:
        return figures_in_outer_file(u)
    if shooting and u.formation == Formation.LOOSE:
        ranks = b.rows[Row.ATTACKER_LOOSE].shooting_ranks
    else:
        ranks = 2 if two_ranks else 1
    return min(u.healthy, ranks * u.files)


@clause("BAT-CBT-11", "BAT-WOU-5", "BAT-WOU-6", "BAT-SKL-9", "BAT-SKL-35", "BAT-FRM-12", "BAT-FRM-14", "BAT-MOD-2")
@kernel
def fighters(b, i, target, zone, shooting):
    """Figures of battalion ``i`` that fight, all told. All of them shoot at a flyer; wounded tie some up."""
    u = b.figures[i]
    at_flyer = shooting and target != NONE and has(b, target, Skill.FLYING)
    found = u.healthy + 0 if at_flyer else figures_towards(b, i, zone, shooting)
    over = 1
    if u.formation == Formation.LOOSE and not shooting:
        over *= b.rows[Row.ATTACKER_LOOSE].melee_over
    if shooting and target != NONE and b.figures[target].formation == Formation.LOOSE:
        over *= b.rows[Row.TARGET_LOOSE].shooting_over
    return untied(b, i, found, over)


@clause("BAT-ACT-17")
@kernel
def fighters_of_first_rank(b, i, shooting):
    """Figures of the first rank of battalion ``i`` that show mercy: no second rank reaches past it."""
    u = b.figures[i]
    found = figures_towards(b, i, Zone.FRONT, shooting)
    if u.formation == Formation.HEDGEHOG:
        found = min(found, square_side(u.healthy))
    elif u.boat == NONE and u.formation != Formation.WEDGE:
        found = min(found, u.files)
    return untied(b, i, found, 1)


@clause("BAT-WOU-5", "BAT-WOU-6")
@kernel
def untied(b, i, found, over):
    """Of so many figures, divided by ``over``, those that the wounded behind them do not tie up."""
    u = b.figures[i]
    if found <= 0:
        return 0
    found = max(found // over, 1)
    tied = full_ranks_of_wounded(b, i)
    if b.options.rank_of_wounded == RankOfWounded.ONE_RANK:
        tied *= min(u.files, u.healthy)
        return max(found - tied, 0)
    return max(found - tied, 1)
