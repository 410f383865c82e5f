"""Victory points won while the battle runs: the one place that books them (VIC-3)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.dbaix.clauses import Clause, Code
from sandtable.games.dbaix.record import N_AWARDS, Award
from sandtable.kernel.log import points as log_points

SENTENCES = tuple(Code[f"SCORES_{Award(index).name}"].value for index in range(N_AWARDS))
"""The sentence of each line of the points table."""

FOR_SEVERAL = tuple(
    Code[name].value if name in Code.__members__ else SENTENCES[index]
    for index, name in enumerate(f"SCORES_{Award(index).name}_OF_SEVERAL" for index in range(N_AWARDS))
)
"""The same where the line counts more than once, of those for which it is another one."""


@clause("DBAIX-VIC-3")
@kernel
def score(b, side, award, times, log):
    """Book ``times`` times the points that the table gives ``side`` for ``award`` (an Award's value)."""
    won = b.rules.points[award][side] * times
    if won != 0:
        b.scored[side][award] += won
        log_points(log, SENTENCES[award], Clause.VIC_3, side, won)


@clause("DBAIX-VIC-3")
@kernel
def score_roman_to_camp(b, side, log):
    """One more Roman sent to camp by ``side``: each second one brings points, half points are not counted."""
    b.sent_to_camp[side] += 1
    won = b.rules.points[Award.ROMANS_TO_CAMP][side]
    if b.sent_to_camp[side] % 2 == 0 and won != 0:
        log_points(log, SENTENCES[Award.ROMANS_TO_CAMP], Clause.VIC_3, side, won)
