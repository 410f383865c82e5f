"""FRM: ranks and files, the footprint that follows from them, and what each formation may do."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.enums import Formation, Skill, State
from sandtable.kernel.geometry import snap
from sandtable.kernel.records import NONE


@clause("BAT-PRO-2", "BAT-PRO-6")
@kernel
def has(b, i, skill):
    """The warriors of battalion ``i`` have this skill."""
    return (b.profiles[b.figures[i].profile].skills >> skill) & 1 != 0


@clause("BAT-FRM-6", "BAT-BOA-6")
@kernel
def square_side(n):
    """The side of the smallest square of cells that holds ``n`` figures."""
    side = 0
    while side * side < n:
        side += 1
    return side


@clause("BAT-FRM-8")
@kernel
def wedge_ranks(n):
    """Ranks of a wedge of ``n`` figures: 1, 3, 5 and so on, the last may be short."""
    return square_side(n)


@clause("BAT-DEF-9", "BAT-DEF-12", "BAT-FRM-8", "BAT-FRM-6")
@kernel
def ranks_in(healthy, formation, files):
    """How many ranks so many healthy figures stand in, in this formation and so many files."""
    if healthy <= 0:
        return 0
    if formation == Formation.HEDGEHOG:
        return square_side(healthy)
    if formation == Formation.WEDGE:
        return wedge_ranks(healthy)
    return (healthy + files - 1) // files


@clause("BAT-DEF-9", "BAT-DEF-12")
@kernel
def ranks_of(u):
    """How many ranks the healthy figures of a battalion stand in."""
    return ranks_in(u.healthy, u.formation, u.files)


@clause("BAT-DEF-9", "BAT-FRM-8")
@kernel
def figures_in_rank(u, rank):
    """Figures in a rank of a Column, Loose or Wedge, the first rank being 0; 0 where there is none."""
    if rank < 0 or rank >= ranks_of(u):
        return 0
    if u.formation == Formation.WEDGE:
        return min(2 * rank + 1, u.healthy - rank * rank)
    return min(u.files, u.healthy - rank * u.files)


@clause("BAT-DEF-10", "BAT-DEF-32", "BAT-CBT-9")
@kernel
def figures_in_outer_file(u):
    """Figures in the outermost file: one of the last rank only if that rank is full, or the only one."""
    return max(u.healthy // u.files, min(u.healthy, 1))


@clause("BAT-FRM-10", "BAT-FRM-8")
@kernel
def wedge_perimeter(ranks):
    """Figures on the perimeter of a wedge, not counting its last rank."""
    return 1 if ranks < 2 else 2 * ranks - 3


@clause("BAT-DEF-8", "BAT-SKL-16")
@kernel
def is_one_without_sides(b, i):
    """A battalion of one warrior without Long: it has a front only, all around."""
    u = b.figures[i]
    return u.healthy == 1 and not has(b, i, Skill.LONG)


@clause("BAT-FRM-4", "BAT-FRM-7", "BAT-SKL-16", "BAT-MOD-20")
@kernel
def has_flanks(b, i):
    """Battalion ``i`` can be attacked in the flank."""
    return b.formations[b.figures[i].formation].flanks != 0 and not is_one_without_sides(b, i)


@clause("BAT-FRM-4", "BAT-FRM-7", "BAT-SKL-16", "BAT-MOD-20")
@kernel
def has_rear(b, i):
    """Battalion ``i`` can be attacked in the rear."""
    return b.formations[b.figures[i].formation].rear != 0 and not is_one_without_sides(b, i)


@clause("BAT-AMB-12", "BAT-FRM-3", "BAT-SKL-15")
@kernel
def formation_out_of_ambush(b, i):
    """How battalion ``i`` comes out of an ambush, or attacks from one: in Column, or Loose if its warriors are Wide."""
    return Formation.LOOSE if has(b, i, Skill.WIDE) else Formation.COLUMN


@clause("BAT-AMB-12", "BAT-FRM-3")
@kernel
def formation_of(b, i):
    """The formation in which battalion ``i`` fights, from ambush too."""
    u = b.figures[i]
    return formation_out_of_ambush(b, i) if u.state == State.AMBUSH else u.formation


@clause("BAT-FRM-4", "BAT-SKL-34")
@kernel
def looks_everywhere(b, i):
    """Battalion ``i`` attacks and shoots in any direction."""
    return formation_of(b, i) == Formation.HEDGEHOG or is_one_without_sides(b, i)


@clause("BAT-FRM-5", "BAT-FRM-9")
@kernel
def slowed_by_formation(b, i):
    """What the formation divides the speed of battalion ``i`` by; 0: it cannot move."""
    return b.formations[formation_of(b, i)].slow


@clause("BAT-FRM-8", "BAT-FRM-15", "BAT-SKL-15", "BAT-SKL-21d", "BAT-FRM-1")
@kernel
def may_take(b, i, formation, files):
    """Battalion ``i`` may stand so: Wide only in Loose, Riders in no Hedgehog, a Wedge of four at least."""
    u = b.figures[i]
    if has(b, i, Skill.WIDE) and formation != Formation.LOOSE:
        return False
    if formation == Formation.HEDGEHOG:
        return not has(b, i, Skill.RIDER)
    if formation == Formation.WEDGE:
        return u.healthy >= b.rules.wedge_least
    return 1 <= files <= u.healthy


@clause("BAT-DEF-11", "BAT-DEF-15", "BAT-DEF-16", "BAT-FRM-6", "BAT-FRM-8", "BAT-FRM-11", "BAT-FRM-1")
@kernel
def footprint_in(b, i, formation, files):
    """Width and depth of the footprint of battalion ``i`` in this formation: the cells that its figures occupy."""
    u = b.figures[i]
    profile = b.profiles[u.profile]
    ranks = ranks_in(u.healthy, formation, files)
    if formation == Formation.HEDGEHOG:
        across = ranks
    elif formation == Formation.WEDGE:
        across = 2 * ranks - 1
    else:
        across = min(files, u.healthy)
    spacing = b.formations[formation].spacing
    return across * spacing * profile.cell_width, ranks * spacing * profile.cell_depth


@clause("BAT-DEF-15", "BAT-DEF-16")
@kernel
def footprint(b, i):
    """Width and depth of the footprint of battalion ``i`` as it is formed."""
    u = b.figures[i]
    return footprint_in(b, i, u.formation, u.files)


@clause("BAT-DEF-14", "BAT-DEF-15", "BAT-DEF-32", "BAT-FRM-15")
@kernel
def close_up(b, i):
    """After figures went or came back: the front edge keeps its place, a Hedgehog its centre; a small Wedge is none."""
    u = b.figures[i]
    if u.boat != NONE or u.healthy <= 0:
        return
    if u.formation == Formation.WEDGE and u.healthy < b.rules.wedge_least:
        u.formation = Formation.COLUMN
        u.files = u.healthy
    fit(b, i)


@clause("BAT-DEF-32", "BAT-FRM-15")
@kernel
def fit(b, i):
    """The footprint for so many figures: the front edge keeps its place, a Hedgehog its centre."""
    u = b.figures[i]
    width, depth = footprint(b, i)
    if u.formation != Formation.HEDGEHOG:
        u.x = snap(u.x + u.fx * 0.5 * (u.depth - depth))
        u.y = snap(u.y + u.fy * 0.5 * (u.depth - depth))
    u.width = width
    u.depth = depth


@clause("BAT-ACT-1", "BAT-ACT-2")
@kernel
def form(b, i, formation, files):
    """Battalion ``i`` stands in this formation and so many files, about its centre, facing unchanged."""
    u = b.figures[i]
    u.formation = formation
    u.files = files
    u.width, u.depth = footprint(b, i)
